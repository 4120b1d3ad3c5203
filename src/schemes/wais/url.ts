/**
 * wais (draft-hoffkohn-rfc1738bis §2.7, draft-ietf-uri-url-03 "WAIS").
 *
 * ```
 *   wais://<host>[:<port>]/<database>
 *   wais://<host>[:<port>]/<database>?<search>
 *   wais://<host>[:<port>]/<database>/<wtype>/<wpath>
 * ```
 * The wpath is opaque; its `<digits>=<value>;` fields are decoded for `details` only. Lynx and Mosaic write the length
 * of the document between type and path; `details` recognizes that form.
 */
import { defineDiagnostics, warning } from '../../uri/diagnostic.ts';
import { rewritePath } from '../../uri/generic-path.ts';
import { decodeOptional, decodeText } from '../../uri/octets.ts';
import { authorityPattern, pathPattern, tailPattern } from '../../uri/pattern.ts';
import type { Rewrite } from '../../uri/rewrite.ts';
import { internetSyntax } from '../../uri/syntax.ts';
import type { Parts, ResolutionOf, Scheme } from '../scheme.ts';
import { capital, hostAndPort, quote } from '../sentence-parts.ts';
import { explanation } from './explanation.ts';

export interface WaisDetails {
  readonly form: 'database' | 'search' | 'document';
  readonly database: string;
  /** `null` if there is no `?`. */
  readonly search: string | null;
  readonly wtype: string | null;
  /** Percent-encoded: only the server that made it can parse it. */
  readonly wpath: string | null;
  /** The document's length in octets, if the URL has the form of Lynx and Mosaic. */
  readonly length: number | null;
  /** The fields of the wpath, in their order. */
  readonly fields: readonly WaisField[];
}

export interface WaisField {
  readonly number: number;
  readonly value: string;
}

const diagnostics = defineDiagnostics({
  'wais-path': warning(
    'The URL names neither a database, nor a search in one, nor a document in one by type and path.',
    'draft-hoffkohn-rfc1738bis',
    '2.7',
  ),
});

const syntax = internetSyntax(210);

function path(pass: Rewrite, from: number): number {
  const mark = pass.mark(from);
  const to = rewritePath(pass, from, syntax);
  // Warns about a type without a document, and a search in a document.
  if (pass.recording) {
    const [, type, document] = pass.written(mark, to).slice(1).split('/');
    const searched = pass.text.charCodeAt(to) === 0x3f;
    if (type !== undefined && (document === undefined || searched)) pass.note(diagnostics['wais-path'], from, to);
  }
  return to;
}

function details({ path, query }: Parts): WaisDetails {
  const [, database = '', wtype = null, rest = null] = /^\/?([^/]*)(?:\/([^/]*)\/(.*))?/s.exec(path) ?? [];
  const withLength = rest === null ? null : /^([0-9]{1,10})\/(?=[0-9]+=)(.*)$/s.exec(rest);
  const wpath = withLength?.[2] ?? rest;
  return {
    form: wpath === null ? (query === null ? 'database' : 'search') : 'document',
    database: decodeText(database),
    search: decodeOptional(query),
    wtype: decodeOptional(wtype),
    wpath,
    length: withLength === null ? null : Number(withLength[1]),
    fields: wpath === null ? [] : parseWpathFields(wpath),
  };
}

function parseWpathFields(wpath: string): WaisField[] {
  return [...wpath.matchAll(/([0-9]+)=([^;]*);?/gy)].map(([, number, value]) => ({
    number: Number(number),
    value: decodeText(value ?? ''),
  }));
}

type WaisResolution = ResolutionOf<'wais', WaisDetails, unknown>;

function sentence({ details, components }: WaisResolution): string {
  const { form, database, search, wtype } = details;
  const named = `the WAIS database ${quote(database)} at ${hostAndPort(components)}`;
  if (form === 'document') return `A document of the type ${quote(wtype ?? '')} in ${named}.`;
  if (form === 'database' || search === null) return `${capital(named)}.`;
  return `A search of ${named}${search === '' ? '' : `, asking for ${quote(search)}`}.`;
}

export const wais: Scheme<'wais', WaisDetails, never, keyof typeof diagnostics> = {
  name: 'wais',
  kind: 'wais',
  title: 'Wide Area Information Servers',
  defaultPort: 210,
  specifications: [
    { document: 'draft-hoffkohn-rfc1738bis', section: '2.7' },
    { document: 'draft-ietf-uri-url-03', section: 'WAIS' },
  ],
  example: 'wais://quake.think.com/directory-of-servers?gopher',
  syntax,
  diagnostics,
  canonical: authorityPattern(210, `${pathPattern(syntax)}${tailPattern(syntax)}`),
  path,
  details,
  request: () => null,
  sentence,
  explanation,
  detailNames: { wtype: 'Document type', wpath: 'Document' },
  templateVariables: { search: 'the search words, decoded.', database: 'the database.' },
  linkable: true,
  gatewayPath: true,
  rewrittenByEmbed: true,
};

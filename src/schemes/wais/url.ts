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
import { authorityPattern, pathPattern, tailPattern } from '../../uri/pattern.ts';
import type { Rewrite } from '../../uri/rewrite.ts';
import { internetSyntax } from '../../uri/syntax.ts';
import type { Explanation, ResolutionOf, Scheme } from '../scheme.ts';
import { capital, hostAndPort, quote } from '../sentence-parts.ts';
import { type WaisDetails, waisDetails } from './details.ts';
import { type WaisRequest, waisRequest, waisWireOctets } from './request.ts';

const diagnostics = defineDiagnostics({
  'wais-path': warning(
    'This is not a WAIS database, a search of one, or a document in one (type and path).',
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

type WaisResolution = ResolutionOf<'wais', WaisDetails, WaisRequest>;

function sentence({ details, components }: WaisResolution): string {
  const { form, database, search, wtype } = details;
  const named = `the WAIS database ${quote(database)} on ${hostAndPort(components)}`;
  if (form === 'document') return `A document of type ${quote(wtype ?? '')} in ${named}.`;
  if (form === 'database' || search === null) return `${capital(named)}.`;
  return `A search of ${named}${search === '' ? '' : ` for ${quote(search)}`}.`;
}

/** What a page says about a link that no gateway opens. */
function explanation({ details }: Pick<WaisResolution, 'details'>): Explanation {
  return {
    what: 'A search of a full-text database, or a document from one, by the WAIS protocol (Z39.50 of 1988).',
    details: [
      ['Database', details.database],
      ['Search', details.search],
      ['Document type', details.wtype],
    ],
  };
}

export const wais: Scheme<'wais', WaisDetails, WaisRequest, keyof typeof diagnostics> = {
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
  details: waisDetails,
  request: waisRequest,
  wireOctets: waisWireOctets,
  sentence,
  explanation,
  detailNames: { wtype: 'Document type', wpath: 'Document' },
  templateVariables: { search: 'the search words, decoded.', database: 'the database.' },
  linkable: true,
  gatewayPath: true,
  rewrittenByEmbed: true,
};

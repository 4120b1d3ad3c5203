/**
 * What wais links mean, and what clients send for them. The wpath is opaque; its `<digits>=<value>;` fields are decoded
 * for `details` only. Lynx and Mosaic write the length of the document between type and path; `details` recognizes that
 * form.
 */
import { defineDiagnostics, info, warning } from '../../uri/diagnostic.ts';
import type { Rewrite } from '../../uri/rewrite.ts';
import type { Explanation, ResolutionOf, Scheme } from '../scheme.ts';
import { capital, hostAndPort, quote } from '../sentence-parts.ts';
import { type WaisDetails, waisDetails } from './details.ts';
import { type WaisRequest, waisRequest, waisWireOctets } from './request.ts';
import * as rules from './rules.ts';

const diagnostics = defineDiagnostics({
  'wais-path': warning(
    'This is not a WAIS database, a search of one, or a document in one (type and path).',
    'draft-hoffkohn-rfc1738bis',
    '2.7',
  ),
  'wais-document': warning(
    'The document id is not a list of numbers, "=", values and ";", so no client can request the document.',
    'draft-ietf-uri-url-03',
    'BNF for specific URL schemes',
  ),
  'wais-plus': info(
    'A plus sign in the search stands for a space.',
    'draft-ietf-uri-url-03',
    'BNF for specific URL schemes',
  ),
  'wais-fields': info(
    'Tags in a document id have no leading zeros, values only unreserved characters, and each ends with ";".',
    'draft-ietf-uri-url-03',
    'BNF for specific URL schemes',
  ),
});

/** Whether a path has fields behind database and type, perhaps after the length of the document. */
function isDocumentId(path: string): boolean {
  return /^\/[^/]*\/[^/]*\/(?:[0-9]{1,10}\/)?(?:[0-9]+=[^;]*(?:;|$))+$/.test(path);
}

/** Warns about a type without a document, and a search in a document. */
function notePath(pass: Rewrite<keyof typeof diagnostics>, mark: number): void {
  const { text, pathFrom, pathTo } = pass;
  const written = pass.written(mark, pathTo);
  const [, type, document] = written.slice(1).split('/', 3);
  const searched = text.charCodeAt(pathTo) === 0x3f;
  if (type !== undefined && (document === undefined || searched)) pass.note('wais-path', pathFrom, pathTo);
  else if (document !== undefined && !isDocumentId(written)) pass.note('wais-document', pathFrom, pathTo);
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
  ...rules.wais,
  kind: 'wais',
  title: 'Wide Area Information Servers',
  specifications: [
    { document: 'draft-hoffkohn-rfc1738bis', section: '2.7' },
    { document: 'draft-ietf-uri-url-03', section: 'WAIS' },
  ],
  example: 'wais://quake.think.com/directory-of-servers?gopher',
  diagnostics,
  notePath,
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

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
import { type WaisRequest, waisPathFault, waisRequest, waisWireOctets, waisWordsFault } from './request.ts';
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
  'wais-control': warning(
    'No message may contain a control character of this link. Nothing can be sent.',
    'draft-ietf-uri-url-03',
    'Security considerations',
  ),
  'wais-database': warning(
    'The name of the database has an "@", and a server would pass the request on to the host after it. Nothing can be sent.',
    'draft-ietf-uri-url-03',
    'Security considerations',
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

/** Warns about a type without a document, a search in a document, and what no message can name. */
function notePath(pass: Rewrite<keyof typeof diagnostics>, mark: number): void {
  const { text, pathFrom, pathTo } = pass;
  const written = pass.written(mark, pathTo);
  const [, type, document] = written.slice(1).split('/', 3);
  const searched = text.charCodeAt(pathTo) === 0x3f;
  if (type !== undefined && (document === undefined || searched)) pass.note('wais-path', pathFrom, pathTo);
  const fault = waisPathFault(written);
  if (fault !== null) pass.note(fault, pathFrom, pathTo);
}

/** Warns about words that no message can contain. */
function noteQuery(pass: Rewrite<keyof typeof diagnostics>, mark: number): void {
  const fault = waisWordsFault(pass.written(mark, pass.queryTo));
  if (fault !== null) pass.note(fault, pass.pathTo + 1, pass.queryTo);
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
  noteQuery,
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

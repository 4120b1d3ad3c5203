/**
 * Keys of Waypost 0.3, which no program asks for: it made them from canonical forms, and kept escapes. Lines of an
 * index with such a key get one that programs ask for.
 */
import { canonicalize, parse } from '../src/index.ts';

/** Identifiers of sessions in a path. */
const SESSIONS_IN_PATH: readonly RegExp[] = [
  /;jsessionid=[\da-z]{32}(?=$|[?;/])/i,
  /(?<=\/)\((?:[a-z]\([\da-z]{24}\))+\)\/(?=[^?]+\.aspx)/i,
  /(?<=\/)\([\da-z]{24}\)\/(?=[^?]+\.aspx)/i,
];

const SESSION_IN_QUERY =
  /^(?:(?:jsessionid|phpsessid|sid)=[\da-z]{32}|aspsessionid[a-z]{8}=[a-z]{24}|cfid=[^&]+|cftoken=[^&]+)$/i;

/**
 * The key that `surtOf` of Waypost 0.3 made with its default options.
 *
 * @throws {@link UrlError} if it is not a URL
 */
export function keyOfWaypost03(url: string): string {
  const canonical = canonicalize(url);
  const { scheme, host, port, path, query } = parse(canonical);
  if (host === null || host === '') return canonical;
  const isWeb = scheme === 'http' || scheme === 'https';
  const name = isWeb ? host.replace(/^www\d*\.(?=[^.])/, '') : host;
  const reversed = name.startsWith('[') ? name : name.replace(/\.$/, '').split('.').reverse().join(',');
  return [
    isWeb ? '' : `${scheme}://(`,
    reversed,
    port === null ? '' : `:${port}`,
    ')',
    isWeb ? webPath(path) : path,
    isWeb ? webQuery(query) : query === null ? '' : `?${query}`,
  ].join('');
}

function webPath(path: string): string {
  const without = SESSIONS_IN_PATH.reduce((text, session) => text.replace(session, ''), path);
  return without.toLowerCase().replace(/(?<=.)\/$/, '') || '/';
}

function webQuery(query: string | null): string {
  const fields = (query ?? '').split('&').filter((field) => !SESSION_IN_QUERY.test(field));
  const sorted = fields
    .join('&')
    .toLowerCase()
    .split('&')
    .toSorted((a, b) => (a < b ? -1 : Number(a > b)))
    .join('&');
  return sorted === '' ? '' : `?${sorted}`;
}

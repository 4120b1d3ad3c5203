/**
 * Sort-friendly keys of URLs (SURT, "Sort-friendly URI Reordering Transform"): the host is reversed, so that a list in
 * the order of octets has the pages of a site, and the sites of a domain, together. Indexes of web archives (CDX) use
 * them. Entry `waypost/surt` of the package.
 *
 * ```
 *   http://www.Example.org:80/A/?b=2&a=1#top  ──▶  org,example)/a?a=1&b=2
 *   gopher://h.example/1/A                    ──▶  gopher://(example,h)/1/A
 *   mailto:me@h.example                       ──▶  mailto:me@h.example
 * ```
 */
import { canonicalize, parse } from './every-scheme.ts';
import { checkMembers, FLAG, requireThat } from './uri/arguments.ts';
import type { ParsedUrl } from './uri/canonical-parts.ts';
import type { UrlInput } from './uri/url-object.ts';

/** The parts of a URL from which its key is made. */
interface KeyParts {
  readonly host: string;
  readonly userInfo: string | null;
  readonly path: string;
  readonly query: string | null;
  readonly fragment: string | null;
}

/** A rule of {@link SURT_RULES}. */
export interface SurtRule {
  readonly name: SurtRuleName;
  /** What the rule does. */
  readonly about: string;
  /** Where the rule is from. */
  readonly source: string;
}

export type SurtRuleName =
  | 'fragment'
  | 'user-info'
  | 'www'
  | 'path-session'
  | 'path-case'
  | 'final-slash'
  | 'query-session'
  | 'query-case'
  | 'query-order'
  | 'empty-query';

/** How keys are made. */
export interface SurtOptions {
  /** The rules of {@link SURT_RULES} that do not apply: `['www']` keeps `www.` in the key. */
  readonly without?: readonly SurtRuleName[] | undefined;
  /** Whether keys of http and https URLs begin with the scheme, as those of other schemes do. */
  readonly withScheme?: boolean | undefined;
}

/** The default of webarchive-commons and of the Python package surt, with which most CDX files are made. */
const IA = 'webarchive-commons, IAURLCanonicalizer';
const GOOGLE = 'webarchive-commons, GoogleURLCanonicalizer';

/** Identifiers of sessions in a path. */
const SESSIONS_IN_PATH: readonly RegExp[] = [
  // Java servlets: ;jsessionid=<32 digits>
  /;jsessionid=[\da-z]{32}(?=$|[?;/])/i,
  // ASP.NET: /(S(<24 characters>))/page.aspx, and the same without the letter
  /(?<=\/)\((?:[a-z]\([\da-z]{24}\))+\)\/(?=[^?]+\.aspx)/i,
  /(?<=\/)\([\da-z]{24}\)\/(?=[^?]+\.aspx)/i,
];

/** A name and a value in a query that identify a session. */
const SESSION_IN_QUERY =
  /^(?:(?:jsessionid|phpsessid|sid)=[\da-z]{32}|aspsessionid[a-z]{8}=[a-z]{24}|cfid=[^&]+|cftoken=[^&]+)$/i;

/** The rules of every scheme. The others are for http and https alone. */
const EVERY_SCHEME: ReadonlySet<SurtRuleName> = new Set<SurtRuleName>(['fragment', 'user-info']);

/** What each rule makes of the parts. {@link SURT_RULES} has their order. */
const rules: Readonly<Record<SurtRuleName, (parts: KeyParts) => KeyParts>> = {
  fragment: (parts) => ({ ...parts, fragment: null }),
  'user-info': (parts) => ({ ...parts, userInfo: null }),
  www: (parts) => ({ ...parts, host: parts.host.replace(/^www\d*\.(?=[^.])/, '') }),
  'path-session': (parts) => ({
    ...parts,
    path: SESSIONS_IN_PATH.reduce((path, session) => path.replace(session, ''), parts.path),
  }),
  'path-case': (parts) => ({ ...parts, path: parts.path.toLowerCase() }),
  'final-slash': (parts) => ({ ...parts, path: parts.path.replace(/(?<=.)\/$/, '') }),
  'query-session': (parts) => changeQuery(parts, (fields) => fields.filter(isNoSession)),
  'query-case': (parts) => ({ ...parts, query: parts.query?.toLowerCase() ?? null }),
  // The URL is ASCII, so code units are octets.
  'query-order': (parts) => changeQuery(parts, (fields) => fields.toSorted(byCodeUnits)),
  'empty-query': (parts) => ({ ...parts, query: parts.query || null }),
};

/** What is dropped or changed in keys, besides what makes a URL canonical, in the order in which it happens. */
export const SURT_RULES: readonly SurtRule[] = [
  { name: 'fragment', about: 'The fragment is dropped.', source: GOOGLE },
  { name: 'user-info', about: 'User name and password are dropped.', source: IA },
  { name: 'www', about: '`www.` and `www2.` at the beginning of the host are dropped.', source: IA },
  { name: 'path-session', about: 'Identifiers of sessions in the path are dropped.', source: IA },
  { name: 'path-case', about: 'The path is in lower case.', source: IA },
  { name: 'final-slash', about: 'A slash at the end of the path is dropped, unless it is the whole path.', source: IA },
  { name: 'query-session', about: 'Identifiers of sessions in the query are dropped.', source: IA },
  { name: 'query-case', about: 'The query is in lower case.', source: IA },
  { name: 'query-order', about: 'The fields of the query are in the order of their octets.', source: IA },
  { name: 'empty-query', about: 'A query without a character is dropped.', source: IA },
];

function changeQuery(parts: KeyParts, change: (fields: readonly string[]) => readonly string[]): KeyParts {
  return { ...parts, query: parts.query === null ? null : change(parts.query.split('&')).join('&') };
}

const isNoSession = (field: string): boolean => !SESSION_IN_QUERY.test(field);

const byCodeUnits = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

const NONE: readonly SurtRuleName[] = [];

const SURT_OPTIONS = { without: null, withScheme: FLAG };

/**
 * The sort-friendly key of a URL. The URL is canonicalized first, so URLs with one canonical form have one key.
 *
 * @param url - a URL of any scheme; one without a host is its own key
 * @param options - the rules that do not apply
 * @throws {@link UrlError} if it is not a URL; `TypeError` if there is no rule of a name in `without`
 * @example
 * ```ts
 * surtOf('http://www.archive.org/goo/?a=2&b&a=1'); // 'org,archive)/goo?a=1&a=2&b'
 * surtOf('http://www.archive.org/', { without: ['www'] }); // 'org,archive,www)/'
 * surtOf('gopher://h.example/1/A'); // 'gopher://(example,h)/1/A'
 * ```
 */
export function surtOf(url: UrlInput, options: SurtOptions = {}): string {
  checkMembers(options, SURT_OPTIONS);
  const { without = NONE, withScheme = false } = options;
  requireThat(Array.isArray(without), 'option without', 'a list of rules');
  const unknown = without.find((name) => !Object.hasOwn(rules, name));
  if (unknown !== undefined) {
    throw new TypeError(`The rules of keys are ${Object.keys(rules).join(', ')}; there is no rule ${String(unknown)}.`);
  }
  const canonical = canonicalize(url);
  const parsed = parse(canonical);
  const { scheme } = parsed;
  if (parsed.host === null || parsed.host === '') return canonical;
  const isWeb = scheme === 'http' || scheme === 'https';
  let parts = keyParts(parsed, parsed.host);
  for (const { name } of SURT_RULES) {
    if ((isWeb || EVERY_SCHEME.has(name)) && !without.includes(name)) parts = rules[name](parts);
  }
  const { host, userInfo, path, query, fragment } = parts;
  return [
    isWeb && !withScheme ? '' : `${scheme}://(`,
    reversed(host),
    parsed.port === null ? '' : `:${parsed.port}`,
    userInfo === null ? '' : `@${userInfo}`,
    ')',
    path === '' && isWeb ? '/' : path,
    query === null ? '' : `?${query}`,
    fragment === null ? '' : `#${fragment}`,
  ].join('');
}

function keyParts({ user, password, path, query, fragment }: ParsedUrl, host: string): KeyParts {
  const userInfo =
    user === null && password === null ? null : `${user ?? ''}${password === null ? '' : `:${password}`}`;
  return { host, userInfo, path, query, fragment };
}

/** The labels of a name from the last to the first; an address in brackets as it is. */
function reversed(host: string): string {
  return host.startsWith('[') ? host : host.replace(/\.$/, '').split('.').reverse().join(',');
}

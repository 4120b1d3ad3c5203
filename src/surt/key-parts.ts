/**
 * The parts of a URL from which its key is made, and the rules that drop or change them: those of IAURLCanonicalizer,
 * which the Python package surt and webarchive-commons share.
 */
import { withoutPathSession, withoutQuerySession } from './session-ids.ts';

/** The parts of a URL after its escapes were decoded and encoded again. */
export interface KeyParts {
  /** As it is written. */
  readonly scheme: string;
  /** `''` = there is none. */
  readonly host: string;
  readonly port: number | null;
  readonly path: string;
  readonly query: string | null;
  /** A question mark at the end of a URL without a query. */
  readonly end: '?' | '';
}

/** A rule of {@link SURT_RULES}. */
export interface SurtRule {
  readonly name: SurtRuleName;
  /** What the rule does. */
  readonly about: string;
  /** The option of the Python package surt that switches it off. */
  readonly source: string;
}

export type SurtRuleName =
  | 'www'
  | 'default-port'
  | 'path-case'
  | 'path-session'
  | 'final-slash'
  | 'query-session'
  | 'query-case'
  | 'query-order'
  | 'empty-query';

const DEFAULT_PORTS: Readonly<Record<string, number>> = { http: 80, https: 443 };

/** What a program does in its own way. */
export interface KeyMaker {
  /** The key of a URL that the program does not read; `null` = it does. */
  readonly whole: (url: string) => string | null;
  /** The parts of a URL, with the rules that have no name. */
  readonly read: (url: string) => KeyParts;
  /** `www.` at the beginning of a host. */
  readonly www: RegExp;
  /** A host as keys have it. */
  readonly reversed: (host: string) => string;
}

/** How keys are written, and which rules do not apply. */
interface KeyOptions {
  readonly without: readonly SurtRuleName[];
  readonly withScheme: boolean;
}

/** The key of a URL. */
export function keyOf(url: string, maker: KeyMaker, { without, withScheme }: KeyOptions): string {
  const whole = maker.whole(url);
  if (whole !== null) return whole;
  let parts = maker.read(url);
  for (const { name } of SURT_RULES) if (!without.includes(name)) parts = rules[name](parts, maker);
  return writeKey(parts, maker, withScheme);
}

/** What each rule makes of the parts. {@link SURT_RULES} has their order. */
const rules: Readonly<Record<SurtRuleName, (parts: KeyParts, maker: KeyMaker) => KeyParts>> = {
  www: (parts, { www }) => (parts.scheme === 'dns' ? parts : { ...parts, host: parts.host.replace(www, '') }),
  'default-port': (parts) => ({
    ...parts,
    port: parts.port === (DEFAULT_PORTS[parts.scheme.toLowerCase()] ?? 0) ? null : parts.port,
  }),
  'path-case': (parts) => changePath(parts, (path) => path.toLowerCase()),
  'path-session': (parts) => changePath(parts, withoutPathSession),
  'final-slash': (parts) => changePath(parts, (path) => path.replace(/(?<=.)\/$/, '')),
  'query-session': (parts) => changeQuery(parts, withoutQuerySession),
  'query-case': (parts) => changeQuery(parts, (query) => query.toLowerCase()),
  'query-order': (parts) => changeQuery(parts, sortFields),
  'empty-query': (parts) => ({ ...parts, query: parts.query || null, end: '' }),
};

/** What is dropped or changed in keys, in the order in which it happens. */
export const SURT_RULES: readonly SurtRule[] = [
  { name: 'www', about: '`www.` and `www2.` at the beginning of the host are dropped.', source: 'host_massage' },
  { name: 'default-port', about: 'Port 80 of http and 443 of https are dropped.', source: 'port_strip_default' },
  { name: 'path-case', about: 'The path is in lower case.', source: 'path_lowercase' },
  {
    name: 'path-session',
    about: 'Identifiers of ASP.NET sessions in the path are dropped.',
    source: 'path_strip_session_id',
  },
  {
    name: 'final-slash',
    about: 'A slash at the end of the path is dropped, unless it is the whole path.',
    source: 'path_strip_trailing_slash_unless_empty',
  },
  {
    name: 'query-session',
    about: 'Identifiers of sessions in the query are dropped.',
    source: 'query_strip_session_id',
  },
  { name: 'query-case', about: 'The query is in lower case.', source: 'query_lowercase' },
  {
    name: 'query-order',
    about: 'The fields of the query are in the order of their names, then of their values.',
    source: 'query_alpha_reorder',
  },
  { name: 'empty-query', about: 'A query without a character is dropped.', source: 'query_strip_empty' },
];

function changePath(parts: KeyParts, change: (path: string) => string): KeyParts {
  return { ...parts, path: change(parts.path) };
}

function changeQuery(parts: KeyParts, change: (query: string) => string): KeyParts {
  return parts.query === null ? parts : { ...parts, query: change(parts.query) };
}

/** Sorts by name, then by value; a field without `=` comes before those of its name. Fields are ASCII. */
function sortFields(query: string): string {
  const fields = query.split('&').map((text) => ({ text, name: text.split('=', 1).join('') }));
  return fields
    .toSorted((a, b) => byCodeUnits(a.name, b.name) || byCodeUnits(a.text, b.text))
    .map(({ text }) => text)
    .join('&');
}

const byCodeUnits = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** Writes a key; `withScheme` writes the scheme of a URL with a host, too. */
function writeKey(
  { scheme, host, port, path, query, end }: KeyParts,
  { reversed }: KeyMaker,
  withScheme: boolean,
): string {
  // dns URLs have no slashes with Python's surt.
  const before = withScheme ? `${scheme}:${scheme === 'dns' ? '' : '//'}(` : '';
  const authority = `${before}${reversed(host)}${port === null ? '' : `:${port}`})`;
  return [
    host === '' ? `${scheme}:` : authority,
    path === '' && query !== null ? '/' : path,
    query === null ? '' : `?${query}`,
    end,
  ].join('');
}

/** The labels of a name from the last to the first. */
export function reversed(host: string): string {
  return host.split('.').reverse().join(',');
}

/** How many files requests and commands need, with limits. A change that needs fewer lowers its limit. */

export interface Figure {
  /** When the limit was set. */
  readonly was: number;
  readonly limit: number;
}

/**
 * The files of the project that one request executes, when the same was asked before. `/v1/resolve` and `/r` judge the
 * server of a link by the policy, as its gateway does, so they have its files.
 */
export const EXECUTED = {
  '`canonicalize`': { was: 6, limit: 6 },
  '`explain`': { was: 24, limit: 24 },
  'a new link of `/v1/resolve`': { was: 59, limit: 59 },
  // With the programs of schemes that have no client here.
  'a redirect of `/r`': { was: 56, limit: 56 },
  'a redirect of a new short link': { was: 61, limit: 61 },
  'a gopher menu as a page': { was: 116, limit: 116 },
  'an FTP directory as a page': { was: 112, limit: 112 },
  '`waypost get` of a gopher menu': { was: 73, limit: 73 },
  // With the sessions that links of a server share.
  '`waypost check` of a gopher menu': { was: 65, limit: 65 },
} as const satisfies Readonly<Record<string, Figure>>;

/**
 * The files that can be reached by imports, those of types included, from the entry of `get` and `check`. A new kind
 * brings its own folders, and no other file.
 */
export const REACHABLE = {
  // With the reader of news archives, which every link to netnews may need, HTML as a text, a shared decoder, and the
  // three files that look for a successor next door, the sessions that links of a server share, records behind texts.
  ofNoKind: { was: 178, limit: 178 },
  withJsx: { was: 0, limit: 0 },
} as const satisfies Readonly<Record<string, Figure>>;

/** What is wrong with files that are more than their limit; `null` = nothing. */
export function excessOf(what: string, files: readonly string[], { was, limit }: Figure): string | null {
  if (files.length <= limit) return null;
  const counts = `${files.length} files. The limit is ${limit}, and there were ${was} when it was set.`;
  return `${what}: ${counts}\n${files.toSorted().join('\n')}`;
}

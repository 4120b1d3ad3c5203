/** How many files requests and commands need, with limits. A change that needs fewer lowers its limit. */

export interface Figure {
  /** When the limit was set. */
  readonly was: number;
  readonly limit: number;
}

/** The files of the project that one request executes, when the same was asked before. */
export const EXECUTED = {
  '`canonicalize`': { was: 12, limit: 12 },
  '`explain`': { was: 28, limit: 28 },
  'a new link of `/v1/resolve`': { was: 52, limit: 52 },
  'a redirect of `/r`': { was: 51, limit: 51 },
  'a redirect of a new short link': { was: 64, limit: 64 },
  'a gopher menu as a page': { was: 120, limit: 120 },
  'an FTP directory as a page': { was: 116, limit: 116 },
  '`waypost get` of a gopher menu': { was: 73, limit: 76 },
  '`waypost check` of a gopher menu': { was: 61, limit: 71 },
} as const satisfies Readonly<Record<string, Figure>>;

/**
 * The files that can be reached by imports, those of types included, from the entry of `get` and `check`. A new kind
 * brings its own folders, and no other file.
 */
export const REACHABLE = {
  ofNoKind: { was: 159, limit: 159 },
  withJsx: { was: 0, limit: 0 },
} as const satisfies Readonly<Record<string, Figure>>;

/** What is wrong with files that are more than their limit; `null` = nothing. */
export function excessOf(what: string, files: readonly string[], { was, limit }: Figure): string | null {
  if (files.length <= limit) return null;
  const counts = `${files.length} files. The limit is ${limit}, and there were ${was} when it was set.`;
  return `${what}: ${counts}\n${files.toSorted().join('\n')}`;
}

/**
 * The links that this service opens. The Worker knows its settings; it tells the page in an attribute, so that the page
 * can name its button while somebody types.
 */
import type { Resolution } from '../../../src/index.ts';

/**
 * Beginnings of canonical URLs: `gopher:` for every link of a scheme, `go://` for those that name a server,
 * `afs://cell/` for those of one server.
 */
export type OpenedLinks = readonly string[];

/**
 * Whether this service opens a link, or leads to it.
 *
 * @example
 * ```ts
 * opensHere(explain('go:x'), ['gopher:', 'go://']); // false
 * ```
 */
export function opensHere({ canonical }: Pick<Resolution, 'canonical'>, opened: OpenedLinks): boolean {
  return opened.some((beginning) => canonical.startsWith(beginning));
}

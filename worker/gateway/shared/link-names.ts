/**
 * The names that links have on the pages of their own server, for the heading of what they lead to. They are remembered
 * for the lifetime of an isolate and stand in no address, so nobody can make a link that gives a page another name: a
 * menu names only items of its own server.
 */

import { BoundedMap } from '../../../src/kept.ts';

/** All names together, and one with its link, in characters. */
const MOST = 1_000_000;
const LONGEST = 400;

/**
 * By the page that has the links, of which the newest is last: a line for each link, with its name after a tab. One
 * text is smaller than a map, and keeps nothing else of the answer in memory, as the names themselves would.
 */
const pages = new BoundedMap<string, string>(MOST, (_, text) => text.length);

/** The names on one page, which are remembered together. */
export class LinkNames {
  readonly #page: string;
  readonly #part: string;
  readonly #server: string;
  readonly #lines: string[] = [];

  /**
   * @param page - the canonical link of the page
   * @param part - which part of a long list it is
   */
  constructor(page: string, part = 1) {
    this.#page = page;
    this.#part = `${page}#${part}`;
    this.#server = serverName(page);
  }

  /** Takes the name of a link, unless it leads to another server, or up to a page that this one stands below. */
  add(link: string, name: string): void {
    if (!link.startsWith(this.#server) || link.length + name.length > LONGEST) return;
    if (this.#page === link || this.#page.startsWith(`${link}/`)) return;
    this.#lines.push(`${link}\t${name}\n`);
  }

  /** Remembers the names, and forgets those of the oldest pages. */
  remember(): void {
    const text = `\n${this.#lines.join('')}`;
    if (this.#lines.length === 0) pages.delete(this.#part);
    else pages.set(this.#part, text);
  }
}

/** The beginning of all links to the server of a link. */
function serverName(link: string): string {
  return /^[^:]+:\/\/[^/?#]*\//.exec(link)?.[0] ?? link;
}

/**
 * The name that a link has on the page of its server that was read last, fit for a heading; `null` = none is known.
 *
 * @param link - canonical, without what only one request has, such as the words of a search
 */
export function nameOfLink(link: string): string | null {
  const server = serverName(link);
  const before = `\n${link}\t`;
  for (const [page, text] of pages.newestFirst()) {
    const start = page.startsWith(server) ? text.indexOf(before) : -1;
    if (start === -1) continue;
    const heading = headingIn(text.slice(start + before.length, text.indexOf('\n', start + before.length)));
    if (heading !== null) return heading;
  }
  return null;
}

/** A link of the same page, with its name there. */
interface NamedLink {
  readonly link: string;
  readonly name: string;
}

/** How many lines of a page are searched for the next link: more than these are another part of the page. */
const NEAR = 200;

/**
 * The links before and after a link on the page of its server that was read last; `null` = none is known.
 *
 * @param isLike - whether a link is of the same kind
 */
export function linksBeside(
  link: string,
  isLike: (link: string) => boolean,
): Readonly<Record<'previous' | 'next', NamedLink | null>> {
  const server = serverName(link);
  const before = `\n${link}\t`;
  const [, text = ''] =
    pages.newestFirst().find(([page, text]) => page.startsWith(server) && text.includes(before)) ?? [];
  const at = text.indexOf(before);
  if (at === -1) return { previous: null, next: null };
  const named = (lines: readonly string[]): NamedLink | null => {
    for (const line of lines.slice(0, NEAR)) {
      const [other = '', name = ''] = line.split('\t', 2);
      if (other !== link && isLike(other)) return { link: other, name };
    }
    return null;
  };
  const [, ...after] = text.slice(at + 1).split('\n', NEAR + 1);
  return { previous: named(text.slice(0, at).split('\n').reverse()), next: named(after) };
}

/** Names of the way, not of what it leads to: `<< Back`, `Up one level`, `Next page`. */
const WAY =
  /^\P{L}*(?:(?:(?:go|return|jump) (?:back|up|to)|back|up)\b.*|(?:home|next|prev(?:ious)?|more|top|index|menu|here)(?: (?:page|menu|one))?)\P{L}*$/iu;

/** What names a thing: two letters or digits together, or one character of a script without cases. */
const WORD = /[\p{L}\p{N}]{2}|\p{Lo}/u;

/** A column that says of which type an item is: `[TXT]`. */
const TAG = /^[[(<][^\])>]*[\])>]$/;

const LONGEST_HEADING = 100;

/**
 * The heading in the name of a link: the first column with words. Menus have dates and sizes in others.
 * `headingIn('notes.txt          2023-Jan-05 10:00    0.1 KB')` is `'notes.txt'`, and `headingIn('<< Back')` is `null`.
 */
export function headingIn(name: string): string | null {
  const columns = name
    .trim()
    .split(/\s{3,}|\t|\s*\.{4,}/)
    .filter((column) => WORD.test(column));
  const heading = (columns.find((column) => !TAG.test(column)) ?? columns[0])?.replace(/\s+/g, ' ');
  if (heading === undefined || WAY.test(heading)) return null;
  return heading.length <= LONGEST_HEADING ? heading : `${heading.slice(0, LONGEST_HEADING).trimEnd()}…`;
}

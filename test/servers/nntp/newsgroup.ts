/**
 * Newsgroups: articles by number. One group computes its articles when a client reads them, so that 100,000 of them
 * need no memory.
 */
import type { Octets } from '../octets.ts';
import { type Article, parseArticle } from './article.ts';

export interface Newsgroup {
  readonly name: Octets;
  readonly description: Octets;
  /** As in LIST ACTIVE: `y` permits posting, `n` does not, `m` is moderated (RFC 3977 §7.6.3). */
  readonly status: 'y' | 'n' | 'm';
  /** Whether only users with a password may read it. */
  readonly restricted: boolean;
  readonly count: number;
  /** The lowest and highest number; low is high + 1 in an empty group (RFC 3977 §6.1.1.2). */
  readonly low: number;
  readonly high: number;
  readonly article: (number: number) => Article | null;
  readonly byId: (id: Octets) => Article | null;
  /** The existing numbers in a range, both ends inclusive. */
  readonly numbers: (from: number, until: number) => Iterable<number>;
}

type Heading = Pick<Newsgroup, 'name' | 'description' | 'status' | 'restricted'>;

/** A group with these articles. */
export function storedGroup(heading: Heading, articles: ReadonlyMap<number, Article>): Newsgroup {
  const all = [...articles.keys()].sort((one, other) => one - other);
  const high = all.at(-1) ?? 0;
  const byId = new Map([...articles.values()].map((article) => [article.id, article]));
  return {
    ...heading,
    count: all.length,
    low: all[0] ?? high + 1,
    high,
    article: (number) => articles.get(number) ?? null,
    byId: (id) => byId.get(id) ?? null,
    numbers: (from, until) => all.filter((number) => number >= from && number <= until),
  };
}

/** In a computed group every tenth article begins a thread, and the next nine reply to it. */
const THREAD = 10;
const START = Date.UTC(1994, 0, 1);
const MINUTE = 60_000;

/** A group of any size whose articles are computed. */
export function computedGroup(name: Octets, count: number): Newsgroup {
  const id = (number: number): string => `<deluge.${number}@museum.test>`;
  const group: Newsgroup = {
    name,
    description: `${count} articles, none of them read`,
    status: 'n',
    restricted: false,
    count,
    low: 1,
    high: count,
    article(number) {
      if (!Number.isInteger(number) || number < 1 || number > count) return null;
      const first = number - ((number - 1) % THREAD);
      const isAnswer = number !== first;
      const lines = [
        'Path: museum.test!not-for-mail',
        `From: Reader ${number % 997} <reader${number % 997}@museum.test>`,
        `Newsgroups: ${name}`,
        `Subject: ${isAnswer ? 'Re: ' : ''}Drop ${first} of the deluge`,
        `Date: ${new Date(START + number * MINUTE).toUTCString().replace('GMT', '+0000')}`,
        `Message-ID: ${id(number)}`,
        ...(isAnswer ? [`References: ${id(first)}${number - 1 === first ? '' : ` ${id(number - 1)}`}`] : []),
        `Xref: museum.test ${name}:${number}`,
        '',
        `This is article ${number} of ${count}.`,
        '',
      ];
      return parseArticle(lines.join('\r\n'));
    },
    byId(wanted) {
      const digits = /^<deluge\.([1-9]\d{0,14})@museum\.test>$/.exec(wanted)?.[1];
      return digits === undefined ? null : group.article(Number(digits));
    },
    *numbers(from, until) {
      for (let number = Math.max(1, from); number <= Math.min(count, until); number += 1) yield number;
    },
  };
  return group;
}

/**
 * Whether a name matches a wildmat (RFC 3977 §4): patterns separated by commas. The last matching pattern decides. It
 * excludes the name if it begins with `!`. `*` matches any characters, `?` one.
 *
 * @example
 * ```ts
 * matchesWildmat('museum.history', 'museum.*,!museum.private'); // true
 * ```
 */
export function matchesWildmat(name: Octets, wildmat: Octets): boolean {
  const text = (octets: Octets): string => Buffer.from(octets, 'latin1').toString('utf8');
  let matches = false;
  for (const pattern of text(wildmat).split(',')) {
    const negated = pattern.startsWith('!');
    const source = pattern.slice(negated ? 1 : 0).replace(/[\\^$.+()[\]{}|]/g, '\\$&');
    const expression = new RegExp(`^${source.replaceAll('*', '.*').replaceAll('?', '.')}$`, 'su');
    if (expression.test(text(name))) matches = !negated;
  }
  return matches;
}

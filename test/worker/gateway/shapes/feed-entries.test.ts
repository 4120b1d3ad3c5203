/** The entries of feeds: of a listing by its times, and of a menu by its dates. */
import { parseAtomFeed } from 'feedsmith';
import { describe, expect, test } from 'vitest';
import type { Listing, ListingRow, Menu } from '../../../../src/open/opened.ts';
import { feedOf as feedOfListing } from '../../../../worker/gateway/shapes/listing-feed.ts';
import { feedOf as feedOfMenu } from '../../../../worker/gateway/shapes/menu-feed.ts';
import { type Asking, contextOf } from '../context.ts';

async function parsed(response: Response) {
  const { id, title, authors, entries = [] } = parseAtomFeed(await response.text());
  const shown = entries.map((entry) => [entry.title?.value, entry.updated, entry.id, entry.links?.[0]?.href]);
  return { id, title: title?.value, author: authors?.[0]?.name, entries: shown };
}

describe('of a listing', () => {
  const url = 'ftp://xn--bcher-kva.example/pub/';
  const row = (name: string, modified: string | null, of: string | null = `${url}${name}`): ListingRow => ({
    ...{ kind: 'file', name, octets: null, size: null, modified, target: null, url: of },
  });

  function feed(rows: readonly ListingRow[], asking: Asking = {}) {
    const orders: unknown[] = [];
    const listing = {
      url,
      rows: {
        sorted: (order: unknown) => {
          orders.push(order);
          return rows.map((_, index) => index);
        },
        at: (indices: Iterable<number>) => [...indices].flatMap((index) => rows[index] ?? []),
      },
    } as unknown as Listing;
    return { orders, found: parsed(feedOfListing(contextOf({ link: url, ...asking }), listing, {})) };
  }

  const HREF = 'https://waypost.example/ftp/xn--bcher-kva.example/pub/';

  test('has the rows with a time, the newest first', async () => {
    const { orders, found } = feed([
      row('a', '2020-01-02T03:04:05Z'),
      row('b', '2020-01-02T03:04'),
      row('c', '2020-01-02'),
      row('e', null),
      row('f', '2020-01-02', null),
      row('g', 'some day'),
    ]);
    expect(await found).toEqual({
      ...{ id: url, title: url, author: 'bücher.example' },
      entries: [
        ['a', '2020-01-02T03:04:05Z', `${url}a`, `${HREF}a`],
        ['b', '2020-01-02T03:04:00Z', `${url}b`, `${HREF}b`],
        ['c', '2020-01-02T00:00:00Z', `${url}c`, `${HREF}c`],
      ],
    });
    expect(orders).toEqual([{ column: 'modified', direction: 'desc' }]);
  });

  test('repeats the parameters of the page, and has the first hundred rows', async () => {
    const rows = Array.from({ length: 101 }, (_, index) => row(`${index}`, index === 0 ? null : '2020-01-02'));
    const { entries } = await feed(rows, { query: '?charset=cp437' }).found;
    expect(entries).toHaveLength(99);
    expect(entries[0]?.[3]).toBe(`${HREF}1?charset=cp437`);
    expect(entries.at(-1)?.[0]).toBe('99');
  });
});

describe('of a menu', () => {
  const at = (day: number) => new Date(Date.UTC(2020, 0, day));
  const head = () => ({ name: 'h.example' });

  async function feed(dated: readonly (readonly [url: string, title: string, day: number])[], title: string | null) {
    const items = dated.map(([url, title, day]) => ({ url, title, updated: at(day) }));
    const menu = { dated: async () => items, head } as unknown as Menu;
    return parsed(await feedOfMenu(contextOf(), menu, title, {}));
  }

  test('has the newest items first, those of a day in the order of the menu, and each once', async () => {
    const found = await feed(
      [
        ['gopher://h.example/0a', 'A', 1],
        ['gopher://h.example/0b', 'B', 2],
        ['gopher://h.example/0c', 'C', 2],
        ['gopher://h.example/0a', 'A again', 3],
        ['x-none:d', 'D', 1],
      ],
      'The log',
    );
    const HREF = 'https://waypost.example/gopher/h.example/0';
    expect(found).toEqual({
      ...{ id: 'gopher://h.example/1/', title: 'The log', author: 'h.example' },
      entries: [
        ['A again', '2020-01-03T00:00:00Z', 'gopher://h.example/0a', `${HREF}a`],
        ['B', '2020-01-02T00:00:00Z', 'gopher://h.example/0b', `${HREF}b`],
        ['C', '2020-01-02T00:00:00Z', 'gopher://h.example/0c', `${HREF}c`],
        ['D', '2020-01-01T00:00:00Z', 'x-none:d', 'x-none:d'],
      ],
    });
  });

  test('without a title has the name of the menu', async () => {
    expect((await feed([], null)).title).toBe('h.example');
  });
});

/** The JSON of shapes, which is the same for every kind of links. */
import { describe, expect, test } from 'vitest';
import { canonicalize } from '../../../src/index.ts';
import { fewRows } from '../../../src/open/few-rows.ts';
import { jsonPieces } from '../../../src/open/json-pieces.ts';
import type { Listing, ListingRow, Names, SortOrder } from '../../../src/open/opened.ts';
import { draftJson, listingJson, namesJson, sessionJson } from '../../../src/open/shape-json.ts';

const LINKS = { open: (url: string | null) => (url === null ? null : `open ${url}`) };

const row = (name: string, more: Partial<ListingRow> = {}): ListingRow => ({
  ...{ kind: 'file', name, octets: null, size: null, modified: null, target: null, url: null },
  ...more,
});

const listing = (rows: readonly ListingRow[]): Listing => ({
  ...{ shape: 'listing', freshFor: 60, noun: 'directory', url: 'ftp://h.example/', title: '', path: null },
  ...{ isBase: true, form: null, columns: [], rows: fewRows(rows), order: null, facts: { server: 'x' }, words: [] },
  ...{
    readme: { name: 'README', text: 'Words.', cut: false },
    unread: ['?'],
    cut: true,
    nothing: '',
    beside: [],
    others: [],
  },
});

async function jsonOf(rows: readonly ListingRow[], order: SortOrder | null = null) {
  let text = '';
  for await (const piece of jsonPieces(...listingJson(listing(rows), order, LINKS))) text += piece;
  return JSON.parse(text);
}

describe('a listing', () => {
  test('has its facts, its rows with their addresses, and what else the server said', async () => {
    const file = { size: 3, modified: '1995-02-03', target: 'b', url: 'ftp://h.example/a' };
    expect(await jsonOf([row('a', file), row('c', { kind: 'directory' })])).toEqual({
      ...{ kind: 'directory', server: 'x' },
      entries: [
        { kind: 'file', name: 'a', octets: null, ...file, open: 'open ftp://h.example/a' },
        { kind: 'directory', name: 'c', octets: null, size: null, modified: null, target: null, url: null, open: null },
      ],
      ...{ unread: ['?'], cut: true, broken: null, readme: { name: 'README', text: 'Words.', cut: false } },
    });
  });

  test('has its rows in the order that is asked for', async () => {
    const { entries } = await jsonOf([row('b'), row('a')], { column: 'name', direction: 'asc' });
    expect(entries.map(({ name }: { name: string }) => name)).toEqual(['a', 'b']);
  });

  test.each([
    ['a.txt', null],
    ['', null],
    [' ~', null],
    // UTF-8 that a text represents.
    ['J\xc3\xb6rg', null],
    // Anything else.
    ['J\xf6rg', 'SvZyZw=='],
    ['a\tb', 'YQli'],
    ['a\x1fb', 'YR9i'],
    ['a\x7fb', 'YX9i'],
    ['\xc3\xb6\0', 'w7YA'],
  ])('has the octets of the name %j as %s', async (octets, base64) => {
    expect((await jsonOf([row('x', { octets })])).entries[0].octets).toBe(base64);
  });
});

test('names have the addresses of their results and referrals', () => {
  const origin = { service: 'x', dataset: null };
  const result = { ...origin, commonName: 'Fidonet', id: '1', description: null, properties: [] };
  const service = { name: 'h.example', url: canonicalize('go://h.example'), error: null, statuses: [], described: [] };
  const url = canonicalize('go://x.example?Fidonet');
  const query = { commonName: 'Fidonet', id: null, attributes: [], defaults: [] };
  const names: Names = {
    ...{
      shape: 'names',
      title: 'Fidonet',
      query,
      isAboutServices: false,
      narrowed: null,
    },
    services: [
      {
        ...service,
        results: [
          { ...result, uri: 'http://x.example/' },
          { ...result, uri: null },
        ],
        referrals: [{ ...origin, url }],
      },
    ],
  };
  expect(namesJson(names, LINKS)).toEqual({
    ...{ kind: 'names', query },
    services: [
      {
        ...service,
        results: [
          { ...result, uri: 'http://x.example/', open: 'open http://x.example/' },
          { ...result, uri: null, open: null },
        ],
        referrals: [{ ...origin, url, open: `open ${url}` }],
      },
    ],
  });
});

test('a session has the addresses of its socket', () => {
  const session = { shape: 'session', screen: 'characters', sendsUser: false } as const;
  const server = { protocol: 'telnet', host: 'h.example', port: 23 };
  const addresses = { user: 'ada', socket: 'wss://x.example/', subprotocol: 'waypost' };
  expect(sessionJson({ ...session, ...server }, addresses)).toEqual({ kind: 'terminal', ...server, ...addresses });
});

test('a draft has what a mail program gets, and what it does not', () => {
  const draft = {
    ...{ to: ['a@h.example'], headers: [{ name: 'subject', value: 'S' }] },
    ...{ blindCopies: ['b@h.example'], leftOut: ['from'], href: 'mailto:a@h.example?subject=S' },
  };
  expect(draftJson({ shape: 'draft', ...draft })).toEqual({ kind: 'draft', ...draft });
});

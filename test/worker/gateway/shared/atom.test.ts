/** Atom feeds as text: dates that RFC 3339 cannot say, and texts that XML forbids. */
import { parseAtomFeed } from 'feedsmith';
import { expect, test } from 'vitest';
import { canonicalize } from '../../../../src/index.ts';
import { parseDate } from '../../../../src/message/message.ts';
import { linkBuilder } from '../../../../worker/gateway/contract/link-builder.ts';
import { builtInGateways } from '../../../../worker/gateway/open/built-in.ts';
import { type FeedEntry, feedResponse } from '../../../../worker/gateway/shared/atom.ts';
import { environmentOf } from '../../../../worker/settings/environment.ts';

const ID = canonicalize('news:comp.lang.x');
const environment = environmentOf({ ASSETS: { fetch: () => Promise.resolve(new Response()) } }, builtInGateways);
const links = linkBuilder(ID, 'https://waypost.example', environment);
const view = { format: 'html', feed: true, charset: null, query: new URLSearchParams('format=atom') } as const;

async function feedOf(entries: readonly FeedEntry[]) {
  const request = new Request('https://waypost.example/');
  const response = feedResponse({ links, view, request }, { id: ID, title: 'a\0b', author: 'x', entries }, {});
  const text = await response.text();
  return { ...parseAtomFeed(text), text };
}

const entry = (id: string, updated: Date | null): FeedEntry[] =>
  updated === null ? [] : [{ id, title: id, updated, href: null }];

test('an article beyond the year 9999 is left out, and the rest of the feed is valid', async () => {
  const beyond = parseDate('31 Dec 9999 23:59:59 -1200');
  expect(beyond?.toISOString()).toBe('+010000-01-01T11:59:59.000Z');
  const {
    updated,
    entries = [],
    text,
  } = await feedOf([
    ...entry('mid:beyond', beyond),
    ...entry('mid:before', parseDate('0000-01-01T00:00:00+12:00')),
    ...entry('mid:last', parseDate('31 Dec 9999 23:59:59 GMT')),
    ...entry('mid:old', parseDate('1 Jan 1994')),
  ]);
  expect(entries.map(({ id }) => id)).toEqual(['mid:last', 'mid:old']);
  expect(updated).toBe('9999-12-31T23:59:59Z');
  for (const [, time] of text.matchAll(/<updated>(.*?)<\/updated>/g)) {
    expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  }
});

test('names the program that wrote it, and has no character that XML forbids', async () => {
  const { generator, title } = await feedOf([]);
  expect([generator?.text, title?.value]).toEqual(['Waypost', 'a\ufffdb']);
});

/** Atom feeds as text: dates that RFC 3339 cannot say, and texts that XML forbids. */
import { parseAtomFeed } from 'feedsmith';
import { describe, expect, test } from 'vitest';
import { canonicalize } from '../../../../src/index.ts';
import { parseDate } from '../../../../src/message/message.ts';
import { linkBuilder } from '../../../../worker/gateway/contract/link-builder.ts';
import { builtInGateways } from '../../../../worker/gateway/open/built-in.ts';
import { type Feed, type FeedEntry, feedResponse, MOST_ENTRIES } from '../../../../worker/gateway/shared/atom.ts';
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

describe('the response', () => {
  const feed: Feed = { id: ID, title: 'A  title', author: 'h.example', entries: [] };
  const ask = (headers: Record<string, string>, more: Partial<Feed> = {}, query = 'format=atom&charset=cp437') =>
    feedResponse(
      {
        links,
        view: { ...view, query: new URLSearchParams(query) },
        request: new Request('https://waypost.example/', { headers }),
      },
      { ...feed, ...more },
      { Vary: 'Accept' },
    );

  test('has its type, an entity tag and the headers of the list', async () => {
    const response = ask({});
    const { etag = '', ...headers } = Object.fromEntries(response.headers);
    expect([response.status, headers]).toEqual([200, { 'content-type': 'application/atom+xml', vary: 'Accept' }]);
    for (const tags of [etag, `"x", W/${etag}`, '*']) {
      const again = ask({ 'If-None-Match': tags });
      expect([again.status, await again.text(), again.headers.get('ETag')]).toEqual([304, '', etag]);
    }
    expect(ask({ 'If-None-Match': '"x"' }).status).toBe(200);
    expect(ask({}, { title: 'Other' }).headers.get('ETag')).not.toBe(etag);
  });

  test('names itself, and its page without the format', async () => {
    const text = await ask({}).text();
    expect(text).toMatch(
      /^<\?xml version="1\.0" encoding="utf-8"\?>\n<feed xmlns="http:\/\/www\.w3\.org\/2005\/Atom">/,
    );
    expect(text).toMatch(/<\/feed>\n$/);
    const page = 'https://waypost.example/news/~/comp.lang.x';
    expect(text).toContain(
      `<link rel="self" type="application/atom+xml" href="${page}?format=atom&amp;charset=cp437"/>` +
        `<link rel="alternate" type="text/html" href="${page}?charset=cp437"/>`,
    );
    expect(text).toContain('<id>news:comp.lang.x</id><title>A title</title><updated>1970-01-01T00:00:00Z</updated>');
    expect(text).toContain('<author><name>h.example</name></author>');
  });

  test('has the newest time, and for each entry its address and its author', async () => {
    const at = (day: number) => new Date(Date.UTC(2020, 0, day, 1, 2, 3, 999));
    const entries = [
      { id: 'mid:1', title: ' ', updated: at(1), href: '/open?url=mid%3A1' },
      { id: 'mid:3', title: 'a\n<b>', updated: at(3), href: 'https://p.example/3', author: 'Ann' },
      { id: 'mid:2', title: 'c', updated: at(2), href: null, author: '' },
    ];
    const text = await ask({}, { entries }).text();
    expect(/<updated>(.*?)<\/updated>/.exec(text)?.[1]).toBe('2020-01-03T01:02:03Z');
    expect(text.match(/<entry>.*<\/entry>/)?.[0]).toBe(
      '<entry><id>mid:1</id><title>(untitled)</title><updated>2020-01-01T01:02:03Z</updated>' +
        '<link rel="alternate" href="https://waypost.example/open?url=mid%3A1"/></entry>' +
        '<entry><id>mid:3</id><title>a &lt;b&gt;</title><updated>2020-01-03T01:02:03Z</updated>' +
        '<author><name>Ann</name></author><link rel="alternate" href="https://p.example/3"/></entry>' +
        '<entry><id>mid:2</id><title>c</title><updated>2020-01-02T01:02:03Z</updated>' +
        '<author><name>(untitled)</name></author><link rel="alternate" href="mid:2"/></entry>',
    );
  });

  test.each([
    ['a\t\n\r b', 'a b'],
    ['a\x1fb\x0bc', 'a\ufffdb\ufffdc'],
    ['\ud7ff\ue000\ufffd', '\ud7ff\ue000\ufffd'],
    ['\ud800\udfff \ud800', '\ud800\udfff \ufffd'],
    ['\ufffe\uffff', '\ufffd\ufffd'],
    ['\u{10ffff}', '\u{10ffff}'],
  ])('the title %j is %j', async (title, written) => {
    expect(await ask({}, { title }).text()).toContain(`<title>${written}</title>`);
  });

  test(`has ${MOST_ENTRIES} entries at most`, async () => {
    const entries = Array.from({ length: 101 }, (_, number) => ({
      ...{ id: `mid:${number}.`, title: 'x', href: null },
      updated: new Date(number),
    }));
    const text = await ask({}, { entries }).text();
    expect(text.match(/<entry>/g)).toHaveLength(100);
    expect([text.includes('mid:0.'), text.includes('mid:99.'), text.includes('mid:100.')]).toEqual([true, true, false]);
  });
});

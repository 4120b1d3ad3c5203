/**
 * Atom feeds (RFC 4287) of groups, directories and menus, read by a parser that is not ours. `test/real/feeds.test.ts`
 * validates the same feeds against a grammar.
 */
import { parseAtomFeed } from 'feedsmith';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FeedSources, feedPaths, startFeedSources } from '../../servers/feeds.ts';

let sources: FeedSources;
let paths: Readonly<Record<string, string>>;

beforeAll(async () => {
  sources = await startFeedSources();
  paths = feedPaths(sources);
});
afterAll(() => sources?.close());

const pathOf = (name: string): string => paths[name] ?? '';

async function feed(name: string) {
  const response = await sources.worker.fetch(pathOf(name));
  const text = await response.text();
  expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'application/atom+xml']);
  return { ...parseAtomFeed(text), text };
}

describe('a phlog', () => {
  test('has the dated items, the newest first, each once, with its title and address', async () => {
    const { id, title, updated, authors, entries } = await feed('a phlog');
    const at = `localhost:${sources.phlog.port}`;
    expect({ id, title, updated, authors }).toEqual({
      id: `gopher://${at}/1/phlog`,
      title: { value: 'The log of a lighthouse' },
      updated: '2024-05-03T00:00:00Z',
      authors: [{ name: 'localhost' }],
    });
    const { origin } = sources.worker;
    expect(entries?.map((entry) => [entry.title?.value, entry.updated, entry.links?.[0]?.href])).toEqual([
      ['Fog & <fog>', '2024-05-03T00:00:00Z', `${origin}/gopher/${at}/0/phlog/fog.txt`],
      ['Bell', '2024-05-02T00:00:00Z', `${origin}/gopher/${at}/0/phlog/bell.txt`],
      ['Lamp', '2024-05-01T00:00:00Z', `${origin}/gopher/${at}/0/phlog/2024-05-01-lamp.txt`],
      ['On the Web', '2024-04-30T00:00:00Z', 'http://h.example/?a&b'],
    ]);
  });

  test('is well-formed whatever the server sends', async () => {
    const { text } = await feed('a phlog');
    expect(text).toContain('<title>Fog &amp; &lt;fog&gt;</title>');
    expect(text).not.toMatch(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/);
  });
});

describe('feeds', () => {
  test.each(['a phlog', 'a directory', 'a group'])(
    'the page of %s names its feed, and HEAD does, too',
    async (name) => {
      const page = pathOf(name).replace('?format=atom', '');
      const headers = { Accept: 'text/html' };
      const response = await sources.worker.fetch(page, { headers });
      const [, href = ''] =
        /<link rel="alternate" type="application\/atom\+xml" title="[^"]+" href="([^"]+)"/.exec(
          await response.text(),
        ) ?? [];
      expect(href).toBe(pathOf(name));
      const head = await sources.worker.fetch(page, { method: 'HEAD', headers });
      expect(head.headers.get('Link')).toContain(`<${href}>; rel="alternate"; type="application/atom+xml"`);
      expect(head.headers.get('Link')).toContain('rel="canonical"');
    },
  );

  test('a menu without dates names no feed', async () => {
    const text = await (await sources.worker.fetch(`/gopher/localhost:${sources.gopher.port}/1/about`)).text();
    expect(text).not.toContain('application/atom+xml');
  });

  test.each([
    ['a text', () => `/gopher/localhost:${sources.gopher.port}/0/about/terms.txt`],
    ['a file', () => `/ftp/localhost:${sources.ftp.port}/pub/welcome.txt`],
    ['the groups', () => `/news/localhost:${sources.news.port}/*`],
    ['a terminal', () => '/telnet/localhost:23/'],
  ])('%s has no feed', async (_, path) => {
    const response = await sources.worker.fetch(`${path()}?format=atom`);
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.headers.get('Content-Type')).not.toBe('application/atom+xml');
  });
});

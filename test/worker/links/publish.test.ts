/** An export that `waypost publish` writes as pages: they lead where the service leads. */
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LinkRecord } from '../../../src/links/record.ts';
import { waypost } from '../../bin/harness.ts';
import { scaled } from '../../fast-check.ts';
import { type LinkService, startLinks } from './harness.ts';
import { serveFolder } from './static-server.ts';
import { exportOf, importTo, record, textOf } from './transfers.ts';

describe('an export that `waypost publish` writes as pages', () => {
  const COUNT = scaled(1000);
  /** Links that are followed at a time, and how often the page about a link is read. */
  const AT_ONCE = 25;
  const ABOUT_EVERY = 50;
  const folder = mkdtempSync(join(tmpdir(), 'waypost-publish-'));
  let old: LinkService;
  let paths: readonly string[];
  beforeAll(async () => {
    old = await startLinks();
    const claim = { owner: 'alice', createdAt: '2026-01-31T12:00:00.000Z', expiresAt: null, title: null, note: null };
    const gone = [{ ...claim, expiresAt: '2026-02-01T00:00:00.000Z' }];
    const odd = [
      'aB3xY',
      'Ab3xY',
      'dots.in.it',
      '...',
      '~tilde',
      '-',
      '_',
      'TenCharact',
      'x'.repeat(64),
      '%41'.slice(1),
    ];
    const special: readonly (readonly [slug: string, more: Partial<LinkRecord>])[] = [
      ...odd.map((slug) => [slug, {}] as const),
      ['gone', { claims: gone }],
      ['blocked', { blocked: { at: claim.createdAt, reason: 'By <order>.' } }],
      ['by-host', { url: 'https://evil.org/' }],
      ['by-target', { url: 'https://www.ietf.org/secret#x' }],
      ['by-owner', { claims: [{ ...claim, owner: 'mallory' }] }],
      ['gopher-link', { url: 'gopher://gopher.floodgap.com/1/a"b' }],
      ['user-name', { url: 'https://me@www.ietf.org/' }],
      ['many-characters', { url: 'https://www.ietf.org/?a=1&b=%22%3C%3E#c' }],
    ];
    const aliases = special.map(([slug, more]) =>
      record('https://www.ietf.org/odd', { slug, claims: [claim], ...more }),
    );
    const hashes = Array.from({ length: COUNT - special.length - 1 }, (_, index) =>
      record(`https://www.ietf.org/${index}`),
    );
    const blocks = [
      ['host', 'evil.org'],
      ['target', 'https://www.ietf.org/secret'],
      ['owner', 'mallory'],
    ].map(([kind, value]) => ({ block: { kind, value, reason: 'By order.', at: claim.createdAt } }));
    const records = await Promise.all([...aliases, ...hashes]);
    const answers = await importTo(old, textOf(...blocks, ...records, { slug: 'purged', purged: true }));
    expect(answers.filter(({ outcome }) => outcome === 'created')).toHaveLength(COUNT);
    paths = [...records.map(({ slug }) => slug), 'purged'];
    await writeFile(join(folder, 'links.ndjson'), await exportOf(old));
  });
  afterAll(async () => {
    await old.close();
    rmSync(folder, { recursive: true });
  });

  const publish = (into: string, ...more: readonly string[]) =>
    waypost(['publish', '--folder', join(folder, into), ...more, join(folder, 'links.ndjson')]);

  /** Where the page of a link leads on to; `null` = it does not. */
  async function refreshOf(response: Response): Promise<string | null> {
    const [, url = null] = /http-equiv="refresh" content="0; url=([^"]*)"/.exec(await response.text()) ?? [];
    const references: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
    return url?.replace(/&(#?\w+);/g, (reference, name: string) => references[name] ?? reference) ?? null;
  }

  test('leads where the service leads, from any web server', async () => {
    expect(await publish('pages')).toEqual({
      status: 0,
      stdout: `${COUNT - 6} links, 2 gone, 4 blocked\n`,
      stderr: '',
    });
    const redirecting = await serveFolder(join(folder, 'pages'), true);
    const plain = await serveFolder(join(folder, 'pages'), false);
    const follow = async (slug: string, index: number): Promise<void> => {
      const [expected, byRedirect, byPage] = await Promise.all([
        old.fetch(`/${slug}`, { method: 'HEAD' }),
        fetch(`${redirecting.origin}/${slug}`, { redirect: 'manual' }),
        fetch(`${plain.origin}/${slug}`),
      ]);
      const isLive = expected.status < 400;
      const location = slug === 'gopher-link' || !isLive ? null : expected.headers.get('location');
      expect([slug, byRedirect.headers.get('location')]).toEqual([slug, location]);
      expect([slug, await refreshOf(byPage)]).toEqual([slug, location]);
      if (location !== null) expect(byRedirect.status).toBe(expected.status === 308 ? 301 : 302);
      await byRedirect.text();
      if (index % ABOUT_EVERY !== 0) return;
      const about = await fetch(`${redirecting.origin}/${slug}+`);
      expect([about.status, await refreshOf(about)]).toEqual([200, null]);
    };
    expect(paths).toHaveLength(COUNT);
    for (let from = 0; from < COUNT; from += AT_ONCE) {
      await Promise.all(paths.slice(from, from + AT_ONCE).map((slug, index) => follow(slug, from + index)));
    }
    const texts: readonly (readonly [path: string, status: number, text: string])[] = [
      ['gone', 200, 'has expired'],
      ['purged', 200, 'has expired'],
      ['blocked', 200, 'By &lt;order&gt;.'],
      ['by-host', 200, 'By order.'],
      ['by-owner', 200, 'By order.'],
      ['gopher-link', 200, 'gopher://gopher.floodgap.com/1/a%22b'],
      ['AB3XY', 404, 'no such short link'],
    ];
    for (const [path, status, text] of texts) {
      const response = await fetch(`${redirecting.origin}/${path}`, { redirect: 'manual' });
      expect([path, response.status]).toEqual([path, status]);
      expect(await response.text()).toContain(text);
    }
    await Promise.all([redirecting.close(), plain.close()]);
  });

  test('sends other links to a Waypost that opens them', async () => {
    await publish('with-gateway', '--waypost', 'https://waypost.example');
    const redirects = await readFile(join(folder, 'with-gateway/_redirects'), 'utf8');
    const url = encodeURIComponent('gopher://gopher.floodgap.com/1/a%22b');
    expect(redirects).toContain(`/gopher-link https://waypost.example/r?url=${url} 302\n`);
  });

  test('goes to an empty folder, and each line that cannot be written is named', async () => {
    expect(await publish('pages')).toMatchObject({ status: 2, stderr: expect.stringContaining('is not empty') });
    expect(await waypost(['publish'])).toMatchObject({ status: 2, stderr: expect.stringContaining('--folder') });
    const lines = ['x', '{"slug":"_redirects","url":"go:x"}', '{"slug":"../up"}', '{"slug":"a","purged":true}'];
    const stdin = [...lines, '{"slug":"a","purged":true}', ''].join('\n');
    const { status, stdout, stderr } = await waypost(['publish', '--folder', join(folder, 'odd')], { stdin });
    expect([status, stdout]).toEqual([1, '0 links, 1 gone, 0 blocked\n']);
    expect(stderr.match(/^\d+/gm)).toEqual(['1', '2', '3', '5']);
  });
});

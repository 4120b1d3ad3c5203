/** The pages for owners, of other sites and of short links: their recipes run here as they stand on the page. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { definitions } from '../../src/schemes/registry.ts';
import { embedFacts } from '../../worker/build/embed.ts';
import { version } from '../../worker/version.ts';
import { program } from '../bin/pipe.ts';
import { MEDIAWIKI, WORDPRESS } from '../site-systems.ts';
import { hasChromium, startProfile } from './chromium.ts';
import { faultsOf } from './open-page.ts';
import { type Session, startSession } from './session.ts';

/** Scripts put it before each own path. */
const BASE_PATH = '/tools/waypost';

/** The token of an owner, whose links no other test sees. */
const tokenOf = (name: string): string => `a-token-of-32-characters-or-more-of-${name}`;
const run = promisify(execFile);

let session: Session;
let folder: string;
beforeAll(async () => {
  const tokens = ['carol', 'dave'].map((name) => `${name}:${tokenOf(name)}`);
  session = await startSession({ LINK_TOKENS: tokens.join(' '), BASE_PATH });
  folder = mkdtempSync(join(tmpdir(), 'waypost-owners-'));
});
afterAll(async () => {
  await session?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The texts that the copy buttons of a page copy. */
async function copyTexts(path: string): Promise<readonly string[]> {
  const html = await (await session.fetch(path, { headers: { Accept: 'text/html' } })).text();
  const texts = [...html.matchAll(/ data-copy="([^"]*)"/g)].map(([, text = '']) => text);
  return texts.map((text) => text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&'));
}

async function copyText(path: string, part: string): Promise<string> {
  const text = (await copyTexts(path)).find((candidate) => candidate.includes(part));
  if (text === undefined) throw new Error(`nothing to copy on ${path} has ${part}`);
  return text;
}

/** Runs a command of a page as an owner would, in a folder of its own. */
async function shell(command: string, owner: string): Promise<string> {
  const waypost = `waypost() { '${process.execPath}' --disable-warning=ExperimentalWarning '${program}' "$@"; }`;
  const { stdout } = await run('bash', ['-c', `${waypost}\n${command}`], {
    cwd: folder,
    env: { ...process.env, WAYPOST_TOKEN: tokenOf(owner) },
  });
  return stdout;
}

/** A link of the scheme, as pages have them. */
const explorable = (name: string): string => definitions.find((scheme) => scheme.name === name)?.example ?? '';

describe('the page for site owners', () => {
  test('has the address of this service, and the hash of the script that it serves', async () => {
    expect(await copyText('/owners', 'waypost.js')).toBe(
      `<script src="${session.root}/assets/waypost.js" defer></script>`,
    );
    const [, path = '', hash] =
      /src="([^"]+)".* integrity="sha384-([^"]+)"/s.exec(await copyText('/owners', 'integrity')) ?? [];
    const script = Buffer.from(await (await session.fetch(path.slice(session.root.length))).arrayBuffer());
    expect(createHash('sha384').update(script).digest('base64')).toBe(hash);
  });

  test('has a command that shortens a list of links', async () => {
    writeFileSync(
      join(folder, 'links.txt'),
      'GOPHER://gopher.floodgap.com:70/1/bulk\nnot a link\ngo:bulk\nhttp://127.1/\n',
    );
    const lines = (await shell(await copyText('/owners', 'links.txt'), 'carol')).trimEnd().split('\n');
    expect(lines).toEqual([
      expect.stringMatching(/^http:.*\/[a-z0-9]{10}$/),
      expect.stringMatching(/^http:.*\/[a-z0-9]{10}$/),
      expect.stringContaining('Loopback'),
    ]);
    const followed = await session.fetch((lines[0] ?? '').slice(session.root.length));
    expect(followed.headers.get('location')).toBe(`${BASE_PATH}/gopher/gopher.floodgap.com/1/bulk`);
  });

  test('has recipes that let each scheme of the script through', async () => {
    const { schemes } = embedFacts(version);
    const missing = async (system: string, known: readonly string[], close: string): Promise<readonly string[]> => {
      const code = await copyText('/owners', system);
      const added = [...code.matchAll(/'([^' ]+)'/g)].map(([, text = '']) => text);
      return schemes.split(' ').filter((scheme) => {
        const example = explorable(scheme);
        return ![...known, ...added].some((name) => example.startsWith(`${name}${close}`));
      });
    };
    // Links without `//` may be words of a text.
    const words = ['go', 'afs'];
    expect(await missing('$wgUrlProtocols', MEDIAWIKI, '')).toEqual(words);
    expect(await missing('kses_allowed_protocols', WORDPRESS, ':')).toEqual(words);
  });

  test('has a command that adds the line to finished pages', async () => {
    mkdirSync(join(folder, 'public/deep'), { recursive: true });
    writeFileSync(join(folder, 'public/deep/page.html'), '<head><title>Old & new</title></head><p>');
    await shell(await copyText('/owners', 'sed -i'), 'carol');
    expect(readFileSync(join(folder, 'public/deep/page.html'), 'utf8')).toBe(
      `<head><title>Old & new</title><script src="${session.root}/assets/waypost.js" defer></script></head><p>`,
    );
  });
});

test('the curl commands of the page of links do what they say', async () => {
  const [make = '', list = '', change = '', clicks = '', move = '', end = '', exporting = ''] =
    await copyTexts('/links');
  expect(JSON.parse(await shell(make, 'dave'))).toMatchObject({ slug: 'floodgap', title: 'Floodgap', created: true });
  expect(JSON.parse(await shell(list, 'dave'))).toMatchObject({ links: [{ slug: 'floodgap' }] });
  expect(JSON.parse(await shell(change, 'dave'))).toMatchObject({ canonical: 'gopher://gopher.floodgap.com/1/world' });
  expect(JSON.parse(await shell(clicks, 'dave'))).toMatchObject({ slug: 'floodgap', days: [] });
  expect(JSON.parse(await shell(move, 'dave'))).toMatchObject({ slug: 'floodgap', outcome: 'would-change' });
  await shell(exporting, 'dave');
  expect(readFileSync(join(folder, 'links.ndjson'), 'utf8')).toContain('"slug":"floodgap"');
  expect(await shell(end, 'dave')).toBe('');
  expect(JSON.parse(await shell(list, 'dave'))).toMatchObject({ links: [] });
});

describe.skipIf(!hasChromium())('in Chromium', () => {
  describe('Chromium as the handler of a protocol', () => {
    let folder: string;
    let profile: BrowserContext;
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'waypost-profile-'));
      profile = await startProfile(folder);
    });
    afterAll(async () => {
      await profile?.close();
      rmSync(folder, { recursive: true, force: true });
    });

    test.each([
      ['ftp', 'ftp://ftp.example/a%20b;type=i'],
      ['ftps', 'ftps://ftp.example/%2Fetc/motd'],
      ['news', 'news:a+b@c.example'],
      ['nntp', 'nntp://news.example/a.b/7'],
    ])('opens %s: links in Waypost', async (scheme, url) => {
      const page = await profile.newPage();
      await page.goto(`${session.root}/owners`);
      // Accepts what Chromium would ask the user.
      const devtools = await profile.newCDPSession(page);
      await devtools.send('Page.setRPHRegistrationMode', { mode: 'autoAccept' });
      await page.click(`[data-register="${scheme}"]`);
      const status = await page.textContent('[data-status="register"]');
      expect(status).toBe(`Your browser will now ask whether to open ${scheme}: links here.`);
      const request = page.waitForRequest((candidate) => candidate.url().startsWith(`${session.root}/r?`));
      await page.evaluate((href) => {
        const link = document.createElement('a');
        link.href = href;
        document.body.append(link);
        link.click();
      }, url);
      expect((await request).url()).toBe(`${session.root}/r?url=${encodeURIComponent(url)}`);
    });
  });

  test('the bookmarklet rewrites links as the script for other sites does', async () => {
    await using opened = await session.open('/owners');
    const { page } = opened;
    const source = (await page.getAttribute('[data-bookmarklet]:has-text("Fix")', 'href')) ?? '';
    const messages: string[] = [];
    page.on('dialog', (dialog) => {
      messages.push(dialog.message());
      void dialog.accept();
    });
    const rewritten = async (body: string): Promise<unknown> => {
      await page.goto('about:blank');
      await page.setContent(body);
      await page.evaluate(decodeURIComponent(source.slice('javascript:'.length)));
      return page.evaluate(() =>
        [...document.querySelectorAll('[*|href]')].map((link) => [
          link.getAttribute('href') ?? link.getAttribute('xlink:href'),
          link.getAttribute('title'),
        ]),
      );
    };
    const to = (url: string): string => `${session.root}/r?${new URLSearchParams({ url })}`;
    expect(await rewritten('<a href="gopher://h.example/1" title="Named">a</a>')).toEqual([
      [to('gopher://h.example/1'), 'Named (gopher://h.example/1)'],
    ]);
    expect(
      await rewritten(`<a href="https://h.example/">b</a><a href="mid:a@h.example">m</a>
        <a href="ftp://user:secret@h.example/a:b@c">c</a>
        <map><area href="wais://h.example/db"></map><svg><a href="news:a.b"><text>d</text></a>
        <a xlink:href="gopher://h.example/9"><text>e</text></a></svg>`),
    ).toEqual([
      ['https://h.example/', null],
      ['mid:a@h.example', null],
      // Without the password, which must not appear in an address.
      [to('ftp://user@h.example/a:b@c'), 'ftp://user:secret@h.example/a:b@c'],
      [to('wais://h.example/db'), 'wais://h.example/db'],
      [to('news:a.b'), 'news:a.b'],
      [to('gopher://h.example/9'), 'gopher://h.example/9'],
    ]);
    expect(messages).toEqual(['1 link now leads through Waypost', '4 links now lead through Waypost']);
  });

  test('a bookmarklet can be copied, and a click says so below it', async () => {
    await using opened = await session.open('/owners', { permissions: ['clipboard-read', 'clipboard-write'] });
    const { page } = opened;
    await page.click('[data-bookmarklet]:has-text("Fix")');
    expect(await page.textContent('[data-status="bookmarklet"]')).toMatch(/copy its address/);
    expect(await page.textContent('[data-status="register"]')).toBe('');
    await page.getByRole('button', { name: 'Copy “Fix links”' }).press('Enter');
    await page.waitForSelector('li .copied');
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
      await page.getAttribute('[data-bookmarklet]:has-text("Fix")', 'href'),
    );
  });

  test.each(['/owners', '/links'])('%s has no fault in either theme, nor at 320 pixels', async (path) => {
    await using opened = await session.open(path);
    expect(await faultsOf(opened)).toEqual([]);
  });
});

/** The script for other sites in a browser, on a page of another origin. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import manifest from '../../../../package.json';
import { bundleEmbed, embedNames, integrityOf } from '../../../../worker/build/embed.ts';
import { hasChromium, sharedChromium } from '../../../browser/chromium.ts';
import { type RunningWorker, startWorker } from '../../harness.ts';
import { type Site, startSite } from './site.ts';

const { version } = manifest;
const [, pinned] = embedNames(version);

/** The script finds the service below it. */
const BASE_PATH = '/tools/waypost';

interface SitePage {
  /** Attributes of the script element beyond `src` and `defer`. */
  readonly script?: string;
  readonly body: string;
  /** The path of the script; by default that of this version. */
  readonly path?: string;
}

describe.skipIf(!hasChromium())('the script', () => {
  let worker: RunningWorker;
  let site: Site;
  let page: Page;
  /** Errors in the console of the page, violations of its policy included. */
  let errors: string[];

  beforeAll(async () => {
    [worker, site] = await Promise.all([startWorker({ BASE_PATH }, { platform: true }), startSite()]);
    page = await (await sharedChromium()).newPage();
  });
  afterAll(() => Promise.all([page?.close(), worker?.close(), site?.close()]));
  beforeEach(() => {
    errors = [];
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    page.on('pageerror', (error) => errors.push(error.message));
  });
  afterEach(async () => {
    page.removeAllListeners();
    await page.goto('about:blank');
    expect(errors).toEqual([]);
  });

  /** Opens a page that contains the script. */
  async function show({ script = '', body, path = `${BASE_PATH}/${pinned}` }: SitePage): Promise<void> {
    site.show({
      policy: `default-src 'none'; script-src ${worker.origin}; img-src data:; require-trusted-types-for 'script'`,
      html: `<!doctype html><title>A site</title><link rel="icon" href="data:,">
        <script src="${worker.origin}${path}" defer ${script}></script>${body}`,
    });
    await page.goto(site.origin);
  }

  const linkOf = (url: string): string => `${worker.origin}${BASE_PATH}/r?${new URLSearchParams({ url })}`;
  const attribute = (selector: string, name: string) => page.locator(selector).getAttribute(name);

  const rewritten: readonly (readonly [href: string, url: string])[] = [
    ['gopher://h.example/7a%09b', 'gopher://h.example/7a%09b'],
    ['gopher://h.example/1a/../b', 'gopher://h.example/1a/../b'],
    ['  GOPHER://H.example:70/1 a', '  GOPHER://H.example:70/1 a'],
    ['ftp://h.example/a+b?c&amp;d#e', 'ftp://h.example/a+b?c&d#e'],
    ['news:a@b.example', 'news:a@b.example'],
    ['go://?Martin%20J.%20D%C3%BCrst', 'go://?Martin%20J.%20D%C3%BCrst'],
    ['telnet://guest@h.example', 'telnet://guest@h.example'],
    ['ftp://u:secret@h.example/', 'ftp://u@h.example/'],
    ['ftp://h.example/a:b@c', 'ftp://h.example/a:b@c'],
    ['gopher://bücher.example/0ü', 'gopher://bücher.example/0ü'],
  ];

  test.each(rewritten)('rewrites %s to lead to the gateway', async (href, url) => {
    await show({ body: `<a href="${href}">link</a>` });
    expect(await attribute('a', 'href')).toBe(linkOf(url));
    expect(await attribute('a', 'title')).toBe(url);
    expect(await attribute('a', 'class')).toBeNull();
  });

  test.each([
    'http://h.example/',
    'https://h.example/?gopher://h',
    '//h.example/',
    '/gopher:',
    'page',
    '#gopher:',
    'mailto:a@h.example',
    'file:///a',
    'javascript:void(0)',
    'goph:a',
    '',
  ])('does not rewrite "%s"', async (href) => {
    await show({ script: 'data-mark', body: `<a href="${href}">link</a>` });
    expect(await page.locator('a').evaluate((link) => link.outerHTML)).toBe(`<a href="${href}">link</a>`);
  });

  test('rewrites the areas of image maps and the links of drawings', async () => {
    await show({
      body: `<map><area href="gopher://h.example/"></map><svg><a id="svg" href="ftp://h.example/"><text>a</text></a></svg>`,
    });
    expect(await attribute('area', 'href')).toBe(linkOf('gopher://h.example/'));
    expect(await attribute('#svg', 'href')).toBe(linkOf('ftp://h.example/'));
  });

  test('rewrites links that are added or changed later', async () => {
    await show({ body: '<a id="changed" href="/">link</a><p></p>' });
    await page.evaluate(`{
      const link = document.createElement('a');
      link.id = 'added';
      link.href = 'gopher://h.example/1added';
      const parent = document.createElement('div');
      parent.append(link);
      document.querySelector('p').append(parent);
      document.querySelector('#changed').setAttribute('href', 'news:changed');
    }`);
    expect(await attribute('#added', 'href')).toBe(linkOf('gopher://h.example/1added'));
    expect(await attribute('#changed', 'href')).toBe(linkOf('news:changed'));
  });

  test('rewrites a link that the page sets again, without repeating the title', async () => {
    await show({ body: '<a href="go:x" title="Name">link</a>' });
    await page.evaluate(`document.querySelector('a').setAttribute('href', 'go:x')`);
    expect(await attribute('a', 'href')).toBe(linkOf('go:x'));
    expect(await attribute('a', 'title')).toBe('Name (go:x)');
  });

  test('adds a class if the page asks for one', async () => {
    await show({ script: 'data-mark', body: '<a class="own" href="go:x">link</a>' });
    expect(await attribute('a', 'class')).toBe('own waypost');
    await show({ script: 'data-mark="old"', body: '<a href="go:x">link</a>' });
    expect(await attribute('a', 'class')).toBe('old');
  });

  test('rewrites only the schemes that the page names, and never the Web', async () => {
    await show({
      script: 'data-schemes=" gopher https  mailto "',
      body: ['gopher://h', 'ftp://h', 'https://h', 'mailto:a@h'].map((href) => `<a href="${href}">link</a>`).join(''),
    });
    const hrefs = await page.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(hrefs).toEqual([linkOf('gopher://h'), 'ftp://h', 'https://h', linkOf('mailto:a@h')]);
  });

  test.each([
    ['https://other.example', 'https://other.example/r'],
    ['https://other.example/', 'https://other.example/r'],
    ['https://other.example/links', 'https://other.example/links/r'],
    ['/links/', '/links/r'],
  ])('may lead to another Waypost: %s', async (gateway, redirect) => {
    await show({ script: `data-gateway="${gateway}"`, body: '<a href="go:x">link</a>' });
    expect(await attribute('a', 'href')).toBe(`${new URL(redirect, site.origin)}?url=go%3Ax`);
  });

  test('runs with an integrity attribute', async () => {
    const integrity = integrityOf(bundleEmbed(version));
    await show({ script: `integrity="${integrity}" crossorigin`, body: '<a href="go:x">link</a>' });
    expect(await attribute('a', 'href')).toBe(linkOf('go:x'));
  });

  test('does not run if its octets have changed, and links stay as they are', async () => {
    await show({ script: `integrity="sha384-${'A'.repeat(64)}" crossorigin`, body: '<a href="go:x">link</a>' });
    expect(await attribute('a', 'href')).toBe('go:x');
    expect(errors.splice(0).join()).toContain('integrity');
  });

  test('works without defer, before the page has loaded', async () => {
    site.show({
      policy: '',
      html: `<!doctype html><link rel="icon" href="data:,"><script src="${worker.origin}${BASE_PATH}/${pinned}"></script><a href="go:x">link</a>`,
    });
    await page.goto(site.origin);
    expect(await attribute('a', 'href')).toBe(linkOf('go:x'));
  });

  test('a click leads to the gateway', async () => {
    await show({ path: `${BASE_PATH}/assets/waypost.js`, body: '<a href="gopher://127.0.0.1/0a">link</a>' });
    const [response] = await Promise.all([page.waitForResponse(`${worker.origin}${BASE_PATH}/r?**`), page.click('a')]);
    // The egress policy refuses this address, which the page says. The test only checks that the click leads there.
    expect(response.status()).toBe(403);
    errors.length = 0;
  });

  test('rewrites a thousand links before other code runs', async () => {
    await show({ body: '<p></p>' });
    const done = await page.evaluate(`(async () => {
        const links = Array.from({ length: 1000 }, (_, index) => document.createElement('a'));
        links.forEach((link, index) => { link.href = 'gopher://h.example/0' + index; });
        document.querySelector('p').append(...links);
        // Observers run before the continuation of this promise.
        await Promise.resolve();
        return document.querySelectorAll('a[href^="${worker.origin}${BASE_PATH}/r"]').length;
      })()`);
    expect(done).toBe(1000);
  });
});

/** The documentation in a browser: complete, short pages, search, samples and forms that work, and accessible. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { topics } from '../../worker/pages/docs/topics.ts';
import { hasChromium } from './chromium.ts';
import { faultsOf, horizontalOverflow } from './open-page.ts';
import { type Session, startSession } from './session.ts';

/** Scripts put it before each own path. */
const BASE_PATH = '/tools/waypost';

const paths = ['/docs', ...[...topics.keys()].map((topic) => `/docs/${topic}`)];

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
  readonly components: { readonly schemas: object };
}

/** The most screens of a page, by the size of the window. */
const SCREENS = [
  { viewport: { width: 1280, height: 800 }, most: 20 },
  { viewport: { width: 390, height: 844 }, most: 28 },
] as const;

/** Pages in which people look things up. */
const REFERENCES: ReadonlySet<string> = new Set(['/docs/decisions', '/docs/figures']);

/** Pages that together have every kind of part. */
const AUDITED: ReadonlySet<string> = new Set(['/docs', '/docs/urls', '/docs/embed', '/docs/settings', '/docs/figures']);

describe.skipIf(!hasChromium())('the documentation', () => {
  let session: Session;
  beforeAll(async () => {
    session = await startSession({ BASE_PATH });
  });
  afterAll(() => session?.close());

  test('has every operation of the description and every shape, on pages that the overview links to', async () => {
    const { paths: described, components }: Description = await (await session.fetch('/openapi.json')).json();
    const operations = Object.values(described).flatMap((methods) =>
      Object.values(methods).map((one) => one.operationId),
    );
    const anchors = new Set<string>();
    const found: string[] = [];
    const shapes: string[] = [];
    const links: string[] = [];
    for (const path of paths) {
      await using opened = await session.open(path);
      const { page, errors } = opened;
      const idsOf = (selector: string) => page.locator(selector).evaluateAll((all) => all.map(({ id }) => id));
      found.push(...(await idsOf('.operation')));
      shapes.push(...(await idsOf('.shape')));
      for (const id of await idsOf('main [id]')) anchors.add(`${path}#${id}`);
      const hrefs = await page
        .locator('main a[href*="#"]')
        .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
      links.push(...hrefs.map((href) => (href.startsWith('#') ? `${path}${href}` : href)));
      expect(errors).toEqual([]);
    }
    expect(found.sort()).toEqual(operations.sort());
    expect(shapes.sort()).toEqual(
      Object.keys(components.schemas)
        .map((name) => `shape-${name}`)
        .sort(),
    );
    expect(links.filter((link) => link.startsWith('/docs') && !anchors.has(link))).toEqual([]);
    for (const id of [...operations, ...shapes, 'shapes']) expect([...anchors]).toContain(`/docs#${id}`);
  });

  test.each(SCREENS)(
    'no page is wider than $viewport.width pixels or has more than $most screens, and no sample wraps',
    async ({ viewport, most }) => {
      const long: string[] = [];
      for (const path of paths) {
        await using opened = await session.open(path, { viewport });
        expect(await horizontalOverflow(opened.page), path).toBe(0);
        const wrapped = await opened.page
          .locator('.reference pre')
          .evaluateAll((all) => all.filter((code) => getComputedStyle(code).whiteSpace !== 'pre').length);
        expect(wrapped, path).toBe(0);
        if (REFERENCES.has(path)) continue;
        const height = await opened.page.evaluate(() => document.documentElement.scrollHeight);
        if (height > most * viewport.height) long.push(`${path}: ${height / viewport.height} screens`);
      }
      expect(long).toEqual([]);
    },
  );

  test('an anchor of the time when it was one page leads to the operation or the shape', async () => {
    await using opened = await session.open('/docs#deleteLink');
    await opened.page.waitForURL('**/docs/short-links#deleteLink');
    await opened.page.goto(`${session.root}/docs#shape-Diagnostic`);
    await opened.page.waitForURL('**/docs/urls#shape-Diagnostic');
    await opened.page.waitForSelector('#shape-Diagnostic[open]');
  });

  test('the search finds text, operations, settings and shapes, and sends nothing', async () => {
    await using opened = await session.open('/docs/gateways');
    const { page, errors, takeRequests } = opened;
    const search = async (query: string) => {
      await page.fill('#docs-search', query);
      await page.waitForFunction(
        (query) => document.querySelector<HTMLInputElement>('#docs-search')?.dataset.shown === query,
        query,
      );
      return page.locator('[data-search] a > span').allTextContents();
    };
    takeRequests();
    expect(await search('delete')).toContain('Short links › Delete a link');
    expect(takeRequests().map((address) => new URL(address).pathname)).toEqual([
      `${BASE_PATH}/assets/docs-index.json`,
      `${BASE_PATH}/assets/docs-search.js`,
    ]);
    expect((await search('NEWS_SERVER'))[0]).toBe('Settings › NEWS_SERVER');
    expect(await search('diagn')).toContain('Resolve and compare URLs › Diagnostic');
    expect((await search('terminals'))[0]).toBe('Terminals');
    expect((await search('idempotnet'))[0]).toBe('The HTTP API › Rules for every request');
    expect(await page.locator('[data-search] a').first().locator('mark').allTextContents()).toEqual(['idempotent']);
    await search('curl');
    expect(await page.textContent('[data-search] li small')).toContain(`${session.root}/v1/resolve`);
    expect(await search('egress-denied')).toContain('Errors and notes › egress-denied');
    expect(await faultsOf(opened)).toEqual([]);
    expect(await search('zzz')).toEqual([]);
    expect(await page.textContent('[data-search] p')).toBe('Nothing found.');
    expect(takeRequests()).toEqual([]);
    await search('compare two links');
    await page.press('#docs-search', 'Enter');
    await page.waitForURL('**/docs/urls#compare-two-links');
    expect(errors).toEqual([]);
  });

  test('a search that could not be loaded says so, and is loaded when somebody types on', async () => {
    await using opened = await session.open('/docs/gateways');
    const { page } = opened;
    const status = page.locator('[data-search] p');
    await page.route('**/docs-index.json*', (route) => route.abort());
    await page.fill('#docs-search', 'curl');
    await expect.poll(() => status.textContent()).toBe('The search could not be loaded. Keep typing to try again.');
    await page.unroute('**/docs-index.json*');
    await page.fill('#docs-search', 'nginx');
    await expect.poll(() => page.locator('[data-search] li').count()).toBeGreaterThan(1);
    expect(await status.textContent()).toBe('');
  });

  test('the contents mark the page, and the section that is read', async () => {
    await using opened = await session.open('/docs/urls');
    const { page } = opened;
    expect(await page.textContent('.contents [aria-current="page"]')).toBe('Resolve and compare URLs');
    await page.evaluate(() => document.getElementById('resolveMany')?.scrollIntoView());
    await page.waitForFunction(
      () => document.querySelector('.contents [aria-current="location"]')?.getAttribute('href') === '#resolveMany',
    );
  });

  test('a language holds for all samples of the page, and the code can be copied', async () => {
    await using opened = await session.open('/docs/urls');
    const { page } = opened;
    await page
      .context()
      .grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(session.root).origin });
    await page.click('label[for="resolve-python"]');
    expect(await page.isVisible('#resolveMany [data-language="python"]')).toBe(true);
    expect(await page.isVisible('#resolveMany [data-language="curl"]')).toBe(false);
    await page.click('#resolve [data-language="python"] .copy');
    await page.waitForSelector('#resolve [data-language="python"] .copied');
    expect(await page.textContent('#announcement')).toBe('Copied.');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain(`urllib.request.urlopen("${session.root}/v1/resolve?" + query)`);
  });

  test('an operation can be tried in its section', async () => {
    await using opened = await session.open('/docs/urls');
    const { page, errors } = opened;
    await page.click('#resolve .try summary');
    await page.fill('#resolve-url', 'GO:a&b');
    await page.fill('#resolve-fields', 'canonical');
    expect(await page.textContent('#resolve-lax option')).toBe('not sent (false)');
    await page.click('#resolve .try button');
    await page.waitForFunction(() => document.querySelector('#resolve .try pre')?.textContent?.startsWith('200'));
    expect(await page.getAttribute('#resolve .response a', 'href')).toBe(
      `${BASE_PATH}/v1/resolve?url=GO%3Aa%26b&fields=canonical`,
    );
    expect(await page.textContent('#resolve .try pre')).toContain('"canonical": "go:a%26b"');
    expect(errors).toEqual([]);
  });

  test('a POST can be tried, with each of its media types', async () => {
    await using opened = await session.open('/docs/urls');
    const { page, errors } = opened;
    await page.click('#resolveMany .try summary');
    await page.selectOption('#resolveMany-type', 'application/x-ndjson');
    expect(await page.inputValue('#resolveMany-body')).toMatch(/^"GOPHER:.*"\n\{/);
    await page.fill('#resolveMany-body', '"GO:x"\n"NEWS:*"\n');
    await page.fill('#resolveMany-fields', 'canonical');
    await page.click('#resolveMany .try button');
    await page.waitForFunction(() => document.querySelector('#resolveMany .try pre')?.textContent?.startsWith('200'));
    expect(await page.textContent('#resolveMany .response p')).toBe(`POST ${BASE_PATH}/v1/resolve?fields=canonical`);
    expect(await page.textContent('#resolveMany .try pre')).toContain('{"canonical":"go:x"}\n{"canonical":"news:*"}');
    expect(errors).toEqual([]);
  });

  test('a path parameter goes into the path', async () => {
    await using opened = await session.open('/docs/opening');
    const { page } = opened;
    await page.click('#openGatewayPath .try summary');
    await page.fill('#openGatewayPath-scheme', 'mailto');
    await page.click('#openGatewayPath .try button');
    await page.waitForSelector('#openGatewayPath .response a');
    expect(await page.getAttribute('#openGatewayPath .response a', 'href')).toMatch(
      /^\/tools\/waypost\/mailto\/[^/?]+\/.*world$/,
    );
  });

  test('without scripts everything can be read, languages chosen, and a GET without path parameters tried', async () => {
    await using opened = await session.open('/docs/urls', { javaScriptEnabled: false });
    const { page } = opened;
    expect(await page.isVisible('#docs-search')).toBe(false);
    expect(await page.isVisible('#compare .copy')).toBe(false);
    await page.click('label[for="compare-javascript"]');
    expect(await page.isVisible('#compare [data-language="javascript"]')).toBe(true);
    expect(await page.isVisible('#compare [data-language="curl"]')).toBe(false);
    await page.click('#compare .try summary');
    await page.click('#compare .try button');
    expect(new URL(page.url()).pathname).toBe(`${BASE_PATH}/v1/compare`);
    expect(await page.textContent('body')).toContain('"equivalent":true');
  });

  test.each(paths)('%s has no fault in either theme, nor at 320 pixels, with all details open', async (path) => {
    await using opened = await session.open(path);
    await opened.page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true;
    });
    // The other pages are made from the same parts.
    if (AUDITED.has(path)) expect(await faultsOf(opened)).toEqual([]);
    await opened.page.setViewportSize({ width: 320, height: 800 });
    expect(await horizontalOverflow(opened.page)).toBe(0);
  });
});

/**
 * Newsgroups and articles in a browser: accessible in both themes and in a narrow window. HTML parts of articles run no
 * scripts and send no requests.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningServer } from '../servers/listener.ts';
import { startNntp } from '../servers/nntp.ts';
import { hasChromium } from './chromium.ts';
import { faultsOf } from './open-page.ts';
import { type Session, startSession } from './session.ts';

/** One page of each kind. */
const pages: Readonly<Record<string, string>> = {
  'all groups': '*',
  'a group with threads': 'museum.history',
  'a group with odd subjects': 'museum.curiosities',
  'an empty group': 'museum.empty',
  'quotes and a signature': 'veronica.2@museum.test',
  attachments: 'attachment.1@museum.test',
  'a page in a frame': 'inline.1@museum.test',
  'a message-id with markup characters': encodeURIComponent('markup/%41&b@museum.test'),
  'an article with a sound and a film': 'sounds.1@museum.test',
  'a missing article': 'gone@museum.test',
};

describe.skipIf(!hasChromium())('news', () => {
  let server: RunningServer;
  let session: Session;
  beforeAll(async () => {
    server = await startNntp();
    session = await startSession({
      EGRESS_ALLOW: `localhost:${server.port}`,
      NEWS_SERVER: `localhost:${server.port}`,
    });
  });
  afterAll(async () => {
    await session?.close();
    await server?.close();
  });

  test.each(Object.entries(pages))('%s has no fault in either theme, nor at 320 pixels', async (_, path) => {
    await using opened = await session.open(`/news/~/${path}`);
    expect(await faultsOf(opened)).toEqual([]);
  });

  test.each([
    ['by its message-id', 'veronica.2@museum.test'],
    ['by its number', `nntp://<server>/museum.history/5`],
  ])('an article stands in its thread, %s', async (_, name) => {
    const path = name.startsWith('nntp') ? `/nntp/localhost:${server.port}/museum.history/5` : `/news/~/${name}`;
    await using opened = await session.open(path);
    const { page } = opened;
    const subjects = await page.locator('.thread-links .threads .subject').allTextContents();
    expect(subjects.length).toBe(5);
    expect(subjects[0]).toBe('Who remembers Veronica?');
    expect(await page.textContent('.thread.current .author')).toBe(
      await page.textContent('.news-article > .details .person bdi'),
    );
    expect(await page.locator('.thread-links .subject [aria-current=page]').count()).toBe(1);
    const before = await page.textContent('h1');
    await page.click('.beside li:has-text("Next") a');
    await page.waitForLoadState();
    await page.click('.beside li:has-text("Previous") a');
    await page.waitForLoadState();
    expect(await page.textContent('h1')).toBe(before);
    await page.click('.thread-links .threads .subject a >> nth=0');
    await page.waitForLoadState();
    expect(await page.textContent('h1')).toBe('Who remembers Veronica?');
  });

  test('subjects have most of the width of a tablet', async () => {
    await using opened = await session.open('/news/~/museum.history', { viewport: { width: 768, height: 900 } });
    const share = await opened.page
      .locator('.thread.depth-0')
      .first()
      .evaluate((row) => {
        const subject = row.querySelector('.subject');
        return (subject?.getBoundingClientRect().width ?? 0) / row.getBoundingClientRect().width;
      });
    expect(share).toBeGreaterThan(0.5);
  });

  test('a file that was posted before MIME is a picture, and can be saved', async () => {
    await using opened = await session.open('/news/~/uuencoded.1@museum.test');
    const { page, errors } = opened;
    const picture = page.locator('.attachments img');
    await expect.poll(() => picture.evaluate((image) => Reflect.get(image, 'naturalWidth'))).toBeGreaterThan(0);
    expect(await page.textContent('.attachments')).toMatch(/post\.gif.*image\/gif/s);
    expect(errors).toEqual([]);
  });

  test('prose fills a narrow window, and a drawing keeps its lines', async () => {
    await using opened = await session.open('/news/~/veronica.3@museum.test', {
      viewport: { width: 390, height: 800 },
    });
    const prose = opened.page.locator('.news-text p.prose').first();
    expect(await prose.evaluate((element) => getComputedStyle(element).whiteSpace)).toBe('normal');
  });

  test.each(['light', 'dark'] as const)(
    'a page in a frame is as high as it needs, in the %s theme',
    async (colorScheme) => {
      await using opened = await session.open('/news/~/inline.1@museum.test', { colorScheme });
      const height = await opened.page.locator('iframe').evaluate((frame) => frame.getBoundingClientRect().height);
      const content = opened.page.frameLocator('iframe').locator('html');
      const needed = await content.evaluate((html) => html.scrollHeight);
      expect(height).toBeGreaterThanOrEqual(needed);
      expect(height).toBeLessThan(needed + 300);
    },
  );

  test('an HTML part runs no script, and sends no request', async () => {
    await using opened = await session.open('/news/~/alternative.1@museum.test');
    await opened.page.click('text="The article as a page"');
    await opened.page.waitForLoadState();
    const frame = opened.page.frameLocator('iframe.document');
    expect(await frame.locator('body').textContent()).toContain('The HTML part');
    expect(await opened.page.title()).not.toBe('trapped');
    expect(opened.takeRequests().filter((address) => !address.startsWith(new URL(opened.page.url()).origin))).toEqual(
      [],
    );
  });

  test('the inline pictures of an article are shown', async () => {
    await using opened = await session.open('/news/~/inline.1@museum.test');
    const picture = opened.page.frameLocator('iframe').locator('img');
    await picture.waitFor();
    await expect.poll(() => picture.evaluate((image) => Reflect.get(image, 'naturalWidth'))).toBeGreaterThan(0);
  });
});

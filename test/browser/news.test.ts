/**
 * Groups and articles in a browser: in both themes and a narrow window, for those who listen; and pages that came with
 * an article, which may run nothing and tell nobody.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningServer } from '../servers/listener.ts';
import { startNntp } from '../servers/nntp.ts';
import { hasChromium } from './chromium.ts';
import { type Session, startSession } from './session.ts';
import { barriers, overhang } from './visit.ts';

/** Every kind of page of this gateway. */
const pages: Readonly<Record<string, string>> = {
  'all groups': '*',
  'a group with threads': 'museum.history',
  'a group with odd subjects': 'museum.curiosities',
  'an empty group': 'museum.empty',
  'quotes and a signature': 'veronica.2@museum.test',
  attachments: 'attachment.1@museum.test',
  'a page in a frame': 'inline.1@museum.test',
  'markup that is none': encodeURIComponent('markup/%41&b@museum.test'),
  'what is not there': 'gone@museum.test',
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
  }, 60_000);
  afterAll(async () => {
    await session?.close();
    await server?.close();
  });

  describe.each(Object.entries(pages))('%s', (_, path) => {
    test.each(['light', 'dark'] as const)('has no barriers: %s', async (colorScheme) => {
      await using visiting = await session.open(`/news/~/${path}`, { colorScheme });
      expect(await barriers(visiting.page)).toEqual([]);
    });

    test('fits a telephone', async () => {
      await using visiting = await session.open(`/news/~/${path}`, { viewport: { width: 320, height: 640 } });
      expect(await overhang(visiting.page)).toBeLessThanOrEqual(0);
    });
  });

  test('a page that came with an article runs nothing, and asks nobody else for anything', async () => {
    await using visiting = await session.open('/news/~/alternative.1@museum.test');
    const refused: (string | undefined)[] = [];
    visiting.page.on('requestfailed', (request) => refused.push(request.failure()?.errorText));
    await visiting.page.click('text="The article as a page"');
    await visiting.page.waitForLoadState();
    expect(await visiting.page.textContent('body')).toContain('The HTML part');
    expect(await visiting.page.title()).not.toBe('trapped');
    // The browser tells of the picture from far away, and that the policy of the page did not let it be asked for.
    const [picture, ...others] = visiting.complaints.filter((complaint) => complaint.startsWith('a request to'));
    expect([picture, others]).toEqual(['a request to http://tracker.elsewhere.test/pixel.gif?reader=1', []]);
    await expect.poll(() => refused).toEqual(['csp']);
  });

  test('its own pictures are shown', async () => {
    await using visiting = await session.open('/news/~/inline.1@museum.test');
    const picture = visiting.page.frameLocator('iframe').locator('img');
    await picture.waitFor();
    await expect.poll(() => picture.evaluate((image) => Reflect.get(image, 'naturalWidth'))).toBeGreaterThan(0);
  });
});

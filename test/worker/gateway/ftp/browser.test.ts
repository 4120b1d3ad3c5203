/**
 * A browser and two FTP servers. A password for one must never reach the other (RFC 7617 §2.2), and a login must take
 * effect at once. Only a real browser shows when browsers send passwords and use their cache.
 */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasChromium, sharedChromium } from '../../../browser/chromium.ts';
import { startFtp } from '../../../servers/ftp.ts';
import type { RunningServer } from '../../../servers/listener.ts';
import type { RunningWorker } from '../../harness.ts';
import { commandsTo, startGateway } from '../worker.ts';

const missing = !hasChromium();

let home: RunningServer;
let other: RunningServer;
/** Accepts anonymous users, and shows another directory to users with a password. */
let open: RunningServer;
let worker: RunningWorker;
let browser: Browser;

beforeAll(async () => {
  if (missing) return;
  home = await startFtp({ login: 'refused' });
  other = await startFtp({ login: 'refused' });
  open = await startFtp();
  worker = await startGateway([home, other, open]);
  browser = await sharedChromium();
});

afterAll(async () => {
  await worker?.close();
  await home?.close();
  await other?.close();
  await open?.close();
});

const logins = (server: RunningServer) => commandsTo(server).filter((line) => /^(?:USER|PASS)/.test(line));

test.skipIf(missing)('a second server receives no password', async () => {
  // The policy of Waypost's pages would block the requests below, so another page sends them.
  const context = await browser.newContext({ bypassCSP: true });
  const page = await context.newPage();
  const at = ({ port }: RunningServer, path: string) => `${worker.origin}/ftp/127.0.0.1:${port}${path}`;
  const goto = async (url: string) => (await page.goto(url).catch(() => null))?.status() ?? null;

  // The browser treats credentials in the URL like those entered in its dialog.
  const { host } = new URL(worker.origin);
  expect(await goto(`http://curator:museum@${host}/ftp/127.0.0.1:${home.port}/`)).toBe(200);
  expect(logins(home)).toContain('PASS museum');

  home.log.length = 0;
  expect(await goto(at(home, '/ledger.txt'))).toBe(200);
  expect(logins(home)).toEqual(['USER curator', 'PASS museum']);

  const mirror = (path: string) => `${at(other, path)}`;
  const opened = (path: string) =>
    `${worker.origin}/open?url=${encodeURIComponent(`ftp://127.0.0.1:${other.port}${path}`)}`;
  const otherPaths = [
    mirror('/'),
    mirror(''),
    mirror('/pub/'),
    mirror('/README'),
    opened('/'),
    opened('/pub//'),
    opened('//'),
  ];
  for (const url of otherPaths) await goto(url);
  // The browser sends the stored password with the requests of the first server's page.
  const second = await context.newPage();
  await second.goto(at(home, '/'));
  // A 401 would open a dialog, which nobody would answer.
  const fetching = '(url) => fetch(url, { signal: AbortSignal.timeout(1000) }).catch(() => null)';
  await second.evaluate(`Promise.all(${JSON.stringify(otherPaths)}.map(${fetching}))`);

  expect(other.log.length).toBeGreaterThan(0);
  expect(new Set(logins(other))).toEqual(new Set(['USER anonymous']));
  await context.close();
});

test.skipIf(missing)('after a login, the page from before is not shown', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const root = `/ftp/127.0.0.1:${open.port}/`;
  const names = () => page.locator('td.name bdi').allTextContents();
  await page.goto(`${worker.origin}${root}pub/`);
  await page.goto(worker.origin + root);
  expect(await names()).not.toContain('ledger.txt');

  const { host } = new URL(worker.origin);
  const link = await page.locator('a', { hasText: 'Log in' }).getAttribute('href');
  await page.goto(`http://curator:museum@${host}${link}`);
  // The same addresses as before: credentials in the URL of a page are not those of the dialog.
  await page.goto(worker.origin + root);
  expect(await names()).toContain('ledger.txt');
  await page.goto(`${worker.origin}${root}pub/`);
  await page.locator('.breadcrumbs a').first().click();
  await page.waitForURL(worker.origin + root);
  expect(await names()).toContain('ledger.txt');
  await context.close();
});

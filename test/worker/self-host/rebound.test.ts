/**
 * DNS rebinding: a page of a stranger whose name leads to a self-hosted server by now. Its scripts are of the same
 * origin, so the browser lets them send headers and read answers; only the server can refuse.
 */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, startChromium } from '../../browser/chromium.ts';
import { startGopher } from '../../servers/gopher.ts';
import type { RunningServer as RunningTestServer } from '../../servers/listener.ts';
import { falseReports } from './hostile-requests.ts';
import { type BuiltServer, buildForTests, type RunningServer } from './server.ts';

const EVIL = 'evil.example';

/** What a page reads of an answer. */
interface Reading {
  readonly status: number;
  readonly text: string;
}

/** Runs in the page. */
async function readAll(requests: readonly (readonly [string, Record<string, string>])[]): Promise<Reading[]> {
  const readings: Reading[] = [];
  for (const [path, headers] of requests) {
    const response = await fetch(path, { headers }).catch(() => null);
    readings.push({ status: response?.status ?? 0, text: (await response?.text().catch(() => '')) ?? '' });
  }
  return readings;
}

describe.skipIf(!hasChromium())('a page whose name was rebound to this server', () => {
  let browser: Browser;
  let gopher: RunningTestServer;
  let built: BuiltServer;
  beforeAll(async () => {
    gopher = await startGopher({});
    built = await buildForTests(() => ({ EGRESS_ALLOW: `localhost:${gopher.port}`, LOG: 'off' }));
    browser = await startChromium([
      `--host-resolver-rules=MAP ${EVIL} 127.0.0.1`,
      // What the browser does against such pages by itself is not what is tried here.
      '--disable-features=LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests',
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    await gopher?.close();
    built?.remove();
  });

  /** What a page at a host reads from a server there, which does not have the page itself. */
  async function readFrom(host: string, waypost: RunningServer, headersOf: readonly (readonly string[])[]) {
    const { port } = new URL(waypost.origin);
    const secret = `/gopher/localhost:${gopher.port}/0/about/motto.txt?format=raw`;
    const context = await browser.newContext();
    const page = await context.newPage();
    const address = `http://${host}:${port}/a-page-of-the-stranger`;
    await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: '<title>A page</title>' }));
    await page.goto(address);
    const requests = headersOf.map((lines) => {
      const headers = lines.map((line) => /^([^:]+): ?(.*)$/s.exec(line)?.slice(1) ?? []);
      return [secret, Object.fromEntries(headers)] as const;
    });
    const readings = await page.evaluate(readAll, requests);
    await context.close();
    return readings;
  }

  /** The browser leaves out what a script may not set. */
  const lies = (own: string): readonly (readonly string[])[] => [
    [],
    ['X-Forwarded-Proto: https'],
    ...falseReports(own),
    ['Host: localhost'],
    [`X-Forwarded-Proto: http://${own}/gopher/localhost:${gopher.port}/0/about/motto.txt?format=raw#`],
    [`X-Forwarded-Proto: http://localhost/gopher/localhost:${gopher.port}/0/about/motto.txt?format=raw#`],
  ];

  test.each([
    ['with HOSTS', 'w.example', 421],
    ['without HOSTS', '', 403],
  ])('reads nothing of the intranet, %s', async (_, hosts, refusal) => {
    const waypost = await built.start({ HOSTS: hosts });
    try {
      const readings = await readFrom(EVIL, waypost, lies('w.example'));
      expect(new Set(readings.map(({ status }) => status))).toEqual(new Set([refusal]));
      expect(readings.map(({ text }) => text).join('')).not.toContain('Nothing here was ever urgent.');
      expect(gopher.log).toEqual([]);
      // A page of this machine may.
      const [own] = await readFrom('localhost', waypost, [[]]);
      expect([own?.status, own?.text]).toEqual([200, expect.stringContaining('Nothing here was ever urgent.')]);
    } finally {
      gopher.log.length = 0;
      await waypost.stop();
    }
  });
});

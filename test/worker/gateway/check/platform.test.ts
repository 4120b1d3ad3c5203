/** Cloudflare’s platform and outside: a server that nobody asked is never `unreachable`, and its page says so. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { built } from '../../built.ts';
import { type RunningWorker, startWorker } from '../../harness.ts';
import { type RunningModule, startModule } from '../../runtime.ts';

/**
 * The free plan: 50 calls of `fetch` in a request, and then the words of the platform. A request is told by the names
 * that it asks for: `n1.batch1.example.org`. Every name has an address of Cloudflare.
 */
const FREE_PLAN = `
const calls = {};
globalThis.fetch = async (url, { body }) => {
  const query = new Uint8Array(body);
  const batch = /batch\\d/.exec(String.fromCharCode(...query))[0];
  calls[batch] = (calls[batch] ?? 0) + 1;
  if (calls[batch] > 50) throw new Error('Too many subrequests by single Worker invocation.');
  const isA = query[query.length - 3] === 1;
  const answers = isA ? [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 104, 16, 132, 229] : [];
  const message = Uint8Array.from([...query, ...answers]);
  message.set([0x81, 0x80], 2);
  message[7] = isA ? 1 : 0;
  return new Response(message);
};
`;

let platform: RunningModule;
let outside: RunningWorker;
let unnamed: RunningWorker;

beforeAll(async () => {
  const { module, assets, settings } = await built();
  const { ratelimits: _, ...others } = settings;
  platform = await startModule(FREE_PLAN + (await readFile(module, 'utf8')), {
    ...others,
    bindings: { ...settings.bindings, LOG: 'off', RATE_LIMITS: 'off', DEADLINES: 'connect=300ms' },
    assets: { ...settings.assets, directory: assets },
  });
  outside = await startWorker({ DEADLINES: 'connect=300ms' });
  // Nothing listens at the port of the discard protocol.
  unnamed = await startWorker({ DOH_URL: 'http://127.0.0.1:9/dns-query' });
});
afterAll(() => Promise.all([platform?.close(), outside?.close(), unnamed?.close()]));

interface Answer {
  readonly status: string;
  readonly reason: string | null;
  readonly detail: string;
}

/** How many of 40 links have each status and reason. */
async function checkMany(batch: string): Promise<Record<string, number>> {
  const links = Array.from({ length: 40 }, (_, index) => `https://n${index}.${batch}.example.org/`);
  const response = await fetch(`${platform.origin}/v1/check`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(links),
  });
  const answers: readonly Answer[] = await response.json();
  const kinds = Map.groupBy(answers, ({ status, reason }) => `${status} ${reason}`);
  return Object.fromEntries([...kinds].map(([kind, { length }]) => [kind, length]));
}

test('links beyond the subrequests of the plan are not checked, and the limit is learned', async () => {
  expect(await checkMany('batch1')).toEqual({ 'not-checked platform': 25, 'not-checked connection-limit': 15 });
  // A connection may take three subrequests, and some are left to spare.
  const { 'not-checked platform': asked = 0, ...rest } = await checkMany('batch2');
  expect(Object.keys(rest)).toEqual(['not-checked connection-limit']);
  expect(asked).toBeGreaterThanOrEqual(13);
  expect(asked).toBeLessThan(25);
});

const LINK = 'https://104.16.132.229/';

test('a server behind the platform is not asked there, and the answer says how to ask it', async () => {
  const response = await fetch(`${platform.origin}/v1/check?url=${LINK}`);
  const { status, reason, detail }: Answer = await response.json();
  expect({ status, reason }).toEqual({ status: 'not-checked', reason: 'platform' });
  expect(detail).toContain('waypost check');
});

test.each([
  ['shared with other readers', {}],
  ['for one reader', { 'Cache-Control': 'no-cache' }],
])('nor does a gateway ask it for an answer that is %s', async (_, headers) => {
  const response = await fetch(`${platform.origin}/gopher/104.16.132.229/1/`, {
    headers: { Accept: 'application/json', ...headers },
  });
  expect(response.status).toBe(502);
  expect(await response.json()).toMatchObject({ detail: expect.stringContaining('behind Cloudflare') });
});

test('outside it is asked, and nobody hears of the platform', async () => {
  const { reason, detail }: Answer = await (await outside.fetch(`/v1/check?url=${LINK}`)).json();
  expect(reason).not.toBe('platform');
  expect(detail).not.toMatch(/cloudflare/i);
});

test('a link is not checked if our own resolver does not answer', async () => {
  const response = await unnamed.fetch('/v1/check?url=gopher://gopher.waypost.example.org/');
  expect(await response.json()).toMatchObject({
    status: 'not-checked',
    reason: 'resolver-failed',
    detail: 'Waypost could not look up this name: its DNS resolver did not answer. The server was not contacted.',
  });
});

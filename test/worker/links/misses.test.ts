/** Clients that try out slugs: a miss counts, and a client beyond the limit is refused before a store is asked. */
import { describe, expect, test } from 'vitest';
import { Misses } from '../../../worker/links/misses.ts';
import { LocalRate } from '../../../worker/settings/rate-limits.ts';
import { startLinks } from './harness.ts';

describe('a client that misses', () => {
  const start = () => {
    let time = 0;
    const now = () => time;
    const rate = new LocalRate(3, 60_000, now);
    const misses = new Misses(now);
    return { misses, miss: (client: string | null) => misses.count(rate, client), pass: (ms: number) => (time += ms) };
  };

  test('is refused after three misses, until the minute is over', async () => {
    const { misses, miss, pass } = start();
    for (let count = 0; count < 3; count++) await miss('192.0.2.1');
    expect(() => misses.check('192.0.2.1')).not.toThrow();
    await expect(miss('192.0.2.1')).rejects.toMatchObject({ code: 'rate-limited' });
    expect(() => misses.check('192.0.2.1')).toThrow('more requests than this gateway allows');
    expect(() => misses.check('192.0.2.2')).not.toThrow();
    pass(60_000);
    expect(() => misses.check('192.0.2.1')).not.toThrow();
    await miss('192.0.2.1');
  });

  test('is a whole /64 of IPv6', async () => {
    const { misses, miss } = start();
    for (const end of [1, 2, 3]) await miss(`2001:db8::${end}`);
    await expect(miss('2001:db8::4')).rejects.toMatchObject({ code: 'rate-limited' });
    expect(() => misses.check('2001:db8::ffff')).toThrow();
    expect(() => misses.check('2001:db8:0:1::1')).not.toThrow();
  });

  test('without an address, or without a limit, is never refused', async () => {
    const { misses, miss } = start();
    for (let count = 0; count < 9; count++) await miss(null);
    for (let count = 0; count < 9; count++) await misses.count(undefined, '192.0.2.1');
    expect(() => misses.check(null)).not.toThrow();
    expect(() => misses.check('192.0.2.1')).not.toThrow();
  });
});

test('unknown slugs are 404, then 429 for this client; links of others are followed', async () => {
  const service = await startLinks({ RATE_LIMITS: 'client=5' });
  await service.as('alice', 'POST', '/v1/links', { url: 'go:here', alias: 'here' });
  const statusOf = async (path: string, client: string) => {
    const response = await service.fetch(path, { method: 'HEAD', headers: { 'X-Forwarded-For': client } });
    return response.status;
  };
  const statuses: number[] = [];
  for (const end of ['', '+', '.svg', ',', '', '']) statuses.push(await statusOf(`/none${end}`, '192.0.2.1'));
  expect(statuses).toEqual([404, 404, 404, 404, 404, 429]);
  expect(await statusOf('/here', '192.0.2.1')).toBe(429);
  expect(await statusOf('/here', '192.0.2.2')).toBe(302);
  await service.close();
});

test('with CLICKS=private, only owners see figures', async () => {
  const service = await startLinks({ CLICKS: 'private' });
  await service.as('alice', 'POST', '/v1/links', { url: 'go:here', alias: 'here' });
  await (await service.fetch('/here')).text();
  const json: object = await (await service.fetch('/here+')).json();
  for (const figure of ['clicks', 'lastClickAt', 'createdAt']) expect(json).not.toHaveProperty(figure);
  expect(json).toMatchObject({ slug: 'here', canonical: 'go:here', expiresAt: null });
  const page = await (await service.fetch('/here+', { headers: { Accept: 'text/html' } })).text();
  expect(page).not.toMatch(/Clicks|Last click|Created/);
  expect(await (await service.as('alice', 'GET', '/v1/links/here')).json()).toMatchObject({ clicks: 1 });
  await service.close();
});

test('another failure of the limit is no reason to refuse a client', async () => {
  const misses = new Misses(() => 0);
  const broken = { limit: () => Promise.reject(new TypeError('broken')) };
  await expect(misses.count(broken, '192.0.2.1')).rejects.toThrow('broken');
  expect(() => misses.check('192.0.2.1')).not.toThrow();
});

test('an isolate remembers ten thousand clients, until their minute is over', async () => {
  let now = 0;
  const misses = new Misses(() => now);
  const full = { limit: async () => ({ success: false }) };
  const isRefused = (index: number) => {
    try {
      misses.check(`client ${index}`);
      return false;
    } catch {
      return true;
    }
  };
  for (let index = 0; index <= 10_000; index++) await misses.count(full, `client ${index}`).catch(() => undefined);
  expect([isRefused(0), isRefused(1), isRefused(10_000)]).toEqual([false, true, true]);
  now = 59_999;
  expect(isRefused(1)).toBe(true);
  now = 60_000;
  expect(isRefused(1)).toBe(false);
});

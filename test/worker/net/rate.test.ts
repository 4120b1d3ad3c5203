/** Rate limits with a binding that counts. The platform's own binding is tested in `socket.test.ts`. */
import { describe, expect, it } from 'vitest';
import { admitChallenge, admitClient, admitTarget, clientAddress } from '../../../worker/net/rate.ts';
import { LocalRate } from '../../../worker/settings/rate-limits.ts';

/** A binding that lets each key pass `limit` times, and the keys that it has counted. */
function counting(limit: number): { binding: RateLimit; keys: string[] } {
  const keys: string[] = [];
  const binding: RateLimit = {
    async limit({ key }) {
      keys.push(key);
      return { success: keys.filter((earlier) => earlier === key).length <= limit };
    },
  };
  return { binding, keys };
}

describe('a client', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
    ['2001:db8:1:2::1', '2001:db8:1:2::'],
    ['2001:db8:1:ffff:ff00::1', '2001:db8:1:ffff::'],
    ['a key of another kind', 'a key of another kind'],
  ])('%s counts as %s', async (address, key) => {
    const { binding, keys } = counting(1);
    await admitClient(binding, address);
    expect(keys).toEqual([key]);
  });

  it('beyond its limit gets Retry-After', async () => {
    const { binding } = counting(1);
    await admitClient(binding, '2001:db8::1');
    await expect(admitClient(binding, '2001:db8::2')).rejects.toMatchObject({
      code: 'rate-limited',
      headers: { 'Retry-After': '60' },
    });
  });

  it('without an address, or without a binding, passes', async () => {
    const { binding, keys } = counting(0);
    await admitClient(binding, null);
    await admitClient(undefined, '192.0.2.1');
    await admitTarget(undefined, '192.0.2.1');
    await admitChallenge(undefined, '192.0.2.1');
    expect(keys).toEqual([]);
  });
});

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['2001:db8::1', '2001:db8::1'],
  ['127.0.0.1', null],
  ['::1', null],
  [null, null],
])('the address %s of a client is %s', (reported, address) => {
  const headers = reported === null ? {} : { 'CF-Connecting-IP': reported };
  expect(clientAddress(new Request('https://waypost.example.net/', { headers }))).toBe(address);
});

it.each([
  ['target', admitTarget],
  ['host that is challenged', admitChallenge],
])('a %s has its own count, for all clients together', async (_, admit) => {
  const { binding, keys } = counting(1);
  await admit(binding, '192.0.2.1');
  await admit(binding, '192.0.2.2');
  await expect(admit(binding, '192.0.2.1')).rejects.toMatchObject({ code: 'rate-limited' });
  expect(keys).toEqual(['192.0.2.1', '192.0.2.2', '192.0.2.1']);
});

describe('the rate that the Worker counts itself', () => {
  it('passes each key as often as its limit in a period', async () => {
    let now = 1000;
    const rate = new LocalRate(2, 500, () => now);
    const successes = async (...keys: string[]) =>
      Promise.all(keys.map(async (key) => (await rate.limit({ key })).success));
    expect(await successes('a', 'a', 'b', 'a')).toEqual([true, true, true, false]);
    now = 1499;
    expect(await successes('a', 'b')).toEqual([false, true]);
    now = 1500;
    expect(await successes('a')).toEqual([true]);
  });

  it('forgets the oldest of more than 100,000 keys', async () => {
    const rate = new LocalRate(1, 500, () => 0);
    for (let key = 0; key <= 100_000; key++) await rate.limit({ key: String(key) });
    expect(await rate.limit({ key: '100000' })).toEqual({ success: false });
    expect(await rate.limit({ key: '0' })).toEqual({ success: true });
  });
});

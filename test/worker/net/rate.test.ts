/** Rate limits over a binding that counts; the platform's own binding is asked in `socket.test.ts`. */
import { describe, expect, it } from 'vitest';
import { admitClient, admitTarget, type RateRule } from '../../../worker/net/rate.ts';

/** A binding that lets every key pass so many times, and remembers the keys. */
function rule(limit: number): { rule: RateRule; keys: string[] } {
  const keys: string[] = [];
  return {
    keys,
    rule: {
      period: 10,
      binding: {
        async limit({ key }) {
          keys.push(key);
          return { success: keys.filter((earlier) => earlier === key).length <= limit };
        },
      },
    },
  };
}

describe('a client', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
    ['2001:db8:1:2::1', '2001:db8:1:2::'],
  ])('%s counts as %s', async (address, key) => {
    const { rule: limit, keys } = rule(1);
    await admitClient(limit, address);
    expect(keys).toEqual([key]);
  });

  it('beyond its limit is told when to come again', async () => {
    const { rule: limit } = rule(1);
    await admitClient(limit, '2001:db8::1');
    await expect(admitClient(limit, '2001:db8::2')).rejects.toMatchObject({
      code: 'rate-limited',
      status: 429,
      headers: { 'Retry-After': '10' },
    });
  });

  it('without an address, or where nothing counts, passes', async () => {
    const { rule: limit, keys } = rule(0);
    await admitClient(limit, null);
    await admitClient(null, '192.0.2.1');
    await admitTarget(null, '192.0.2.1');
    expect(keys).toEqual([]);
  });
});

it('a target has its own count, whoever asks', async () => {
  const { rule: limit } = rule(1);
  await admitTarget(limit, '192.0.2.1');
  await admitTarget(limit, '192.0.2.2');
  await expect(admitTarget(limit, '192.0.2.1')).rejects.toMatchObject({ code: 'rate-limited' });
});

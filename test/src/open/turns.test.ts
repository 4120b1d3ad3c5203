/** Turns: one check a server at a time with a pause after it, a few servers at the same time, and failures. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { explain } from '../../../src/index.ts';
import { serverOf, Turns } from '../../../src/open/turns.ts';

afterEach(() => void vi.useRealTimers());

/** Runs work for each server, and reports what was under way together. */
async function run(servers: readonly string[], concurrency: number): Promise<{ most: number; together: number }> {
  const turns = new Turns({ concurrency, pause: 0 });
  const underWay = new Map<string, number>();
  let [most, together, all] = [0, 0, 0];
  await Promise.all(
    servers.map((server) =>
      turns.take(server, async () => {
        const count = (underWay.get(server) ?? 0) + 1;
        underWay.set(server, count);
        all += 1;
        together = Math.max(together, count);
        most = Math.max(most, all);
        await sleep(5);
        underWay.set(server, count - 1);
        all -= 1;
      }),
    ),
  );
  return { most, together };
}

test('a server has one check at a time, and only so many servers are asked at the same time', async () => {
  expect(await run(['a', 'a', 'a', 'b', 'b', 'c', 'd', 'e'], 3)).toEqual({ most: 3, together: 1 });
  expect(await run(['a', 'a', 'a'], 3)).toEqual({ most: 1, together: 1 });
});

test('links without a server do not wait for each other', async () => {
  expect(await run(['', '', ''], 3)).toEqual({ most: 3, together: 3 });
});

test('the next check of a server waits for the pause', async () => {
  const turns = new Turns({ concurrency: 3, pause: 60 });
  const started = performance.now();
  await Promise.all([turns.take('a', async () => {}), turns.take('a', async () => {})]);
  expect(performance.now() - started).toBeGreaterThan(55);
});

test('a pause of a millisecond is one', async () => {
  vi.useFakeTimers();
  const turns = new Turns({ concurrency: 3, pause: 1 });
  let checks = 0;
  const check = async () => {
    checks += 1;
  };
  const both = Promise.all([turns.take('a', check), turns.take('a', check)]);
  await vi.advanceTimersByTimeAsync(0);
  expect(checks).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  await both;
  expect(checks).toBe(2);
});

test('a turn that ends leaves room for one', async () => {
  const turns = new Turns({ concurrency: 1, pause: 0 });
  await turns.take('a', async () => {});
  let [now, most] = [0, 0];
  const check = async () => {
    now += 1;
    most = Math.max(most, now);
    await Promise.resolve();
    now -= 1;
  };
  await Promise.all(['b', 'c', 'd'].map((server) => turns.take(server, check)));
  expect(most).toBe(1);
});

test('a failure ends its turn', async () => {
  const turns = new Turns({ concurrency: 1, pause: 0 });
  await expect(turns.take('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await turns.take('a', async () => 'checked')).toBe('checked');
});

test.each([
  ['gopher://h.example:7070/', 'h.example'],
  ['news:comp.lang.c', 'news'],
  ['mid:a@h.example', 'mid'],
  ['go:name', 'go'],
  ['mailto:a@h.example', ''],
  ['file:///a', ''],
])('the server of %s is %j', (url, server) => {
  expect(serverOf(explain(url))).toBe(server);
});

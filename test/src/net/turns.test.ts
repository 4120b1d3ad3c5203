/** Turns: one check a server at a time with a pause after it, a few servers at the same time, and failures. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { Turns } from '../../../src/net/turns.ts';

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

test('a turn of several servers waits for each of them, and holds up each of them', async () => {
  const turns = new Turns({ concurrency: 3, pause: 0 });
  const done: string[] = [];
  const work = (name: string) => async () => {
    done.push(name);
    await Promise.resolve();
    done.push(`${name} ends`);
  };
  await Promise.all([
    turns.take('a', work('a')),
    turns.take(['a', 'b'], work('ab')),
    turns.take('b', work('b')),
    turns.take('c', work('c')),
  ]);
  expect(done.filter((name) => !name.startsWith('c'))).toEqual(['a', 'a ends', 'ab', 'ab ends', 'b', 'b ends']);
  expect(done.indexOf('c')).toBeLessThan(done.indexOf('a ends'));
});

test('a server that rests has no turn for so long, and others have theirs', async () => {
  vi.useFakeTimers();
  const turns = new Turns({ concurrency: 1, pause: 0 });
  const done: string[] = [];
  const work = (name: string) => async () => void done.push(name);
  const tired = async () => turns.rest('a', 1000);
  const all = Promise.all([turns.take(['a', 'b'], tired), turns.take('a', work('a')), turns.take('b', work('b'))]);
  await vi.advanceTimersByTimeAsync(999);
  expect(done).toEqual(['b']);
  await vi.advanceTimersByTimeAsync(1);
  expect(done).toEqual(['b', 'a']);
  await all;
  // It rests only once.
  await Promise.all([turns.take('a', work('a again')), turns.take('a', work('and again'))]);
  expect(done.slice(2)).toEqual(['a again', 'and again']);
});

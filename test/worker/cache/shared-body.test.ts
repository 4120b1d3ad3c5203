/** One body for several readers: whole for each, at the pace of each, with bounded memory. */
import { describe, expect, test } from 'vitest';
import type { Body } from '../../../src/protocols/connection.ts';
import { SharedBody } from '../../../worker/cache/shared-body.ts';

const MEMORY = 1_000_000;

/** A source that counts what was read from it, in chunks of 100 octets. */
function source(chunks: number, fails = false) {
  const state = { pulled: 0 };
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (state.pulled === chunks) return fails ? controller.error(new Error('reset')) : controller.close();
        controller.enqueue(new Uint8Array(100).fill(state.pulled));
        state.pulled += 1;
      },
    },
    { highWaterMark: 0 },
  );
  return { state, stream };
}

function share(chunks: number, options: { keep?: number; patience?: number; left?: number; fails?: boolean } = {}) {
  const { keep = 1000, patience = 10_000, left = MEMORY, fails = false } = options;
  const { state, stream } = source(chunks, fails);
  const memory = { left };
  return { state, memory, body: new SharedBody(stream, { keep, window: 300, memory, patience }) };
}

async function readAll(reader: Body): Promise<number[]> {
  const firsts: number[] = [];
  for (;;) {
    const octets = await reader.read();
    if (octets === null) return firsts;
    firsts.push(octets[0] ?? -1);
  }
}

const range = (length: number) => Array.from({ length }, (_, index) => index);
const turn = () => new Promise((resolve) => setTimeout(resolve, 5));

describe('a body that is kept', () => {
  test('is whole for each reader, also for one who joins when all of it has been read', async () => {
    const { body, memory } = share(8);
    const first = readAll(body.join());
    await body.whole;
    expect(body.hasBeginning).toBe(true);
    expect([await first, await readAll(body.join())]).toEqual([range(8), range(8)]);
    expect((await body.whole)?.byteLength).toBe(800);
    expect(memory.left).toBe(MEMORY - 800);
  });

  test('does not keep its server waiting for a reader who reads nothing', async () => {
    const { body, state } = share(8);
    const slow = body.join();
    await body.whole;
    expect(state.pulled).toBe(8);
    expect(await readAll(slow)).toEqual(range(8));
  });

  test('gives its memory back when nobody reads any more', async () => {
    const { body, memory } = share(8);
    const reader = body.join();
    await readAll(reader);
    expect(memory.left).toBe(MEMORY - 800);
    reader.close();
    expect(memory.left).toBe(MEMORY);
  });

  test('that breaks off is broken for every reader, after what has come, and is nowhere whole', async () => {
    const { body } = share(4, { fails: true });
    const readers = [body.join(), body.join()];
    for (const reader of readers) {
      for (const first of range(4)) expect((await reader.read())?.[0]).toBe(first);
      await expect(reader.read()).rejects.toMatchObject({ code: 'unreachable' });
    }
    expect(await body.whole).toBeNull();
  });
});

describe('a body that is too long to keep', () => {
  test('goes at the pace of its only reader', async () => {
    const { body, state } = share(100);
    const reader = body.join();
    await turn();
    // What is kept at most, and the chunk with which it was too much.
    expect(state.pulled).toBe(11);
    expect(await readAll(reader)).toEqual(range(100));
    expect([body.hasBeginning, await body.whole]).toEqual([false, null]);
  });

  test('is whole for two readers of different pace', async () => {
    const { body } = share(100);
    const [fast, slow] = [body.join(), body.join()];
    const whole = readAll(fast);
    const firsts: number[] = [];
    for (let octets = await slow.read(); octets !== null; octets = await slow.read()) {
      firsts.push(octets[0] ?? -1);
      if (firsts.length % 10 === 0) await turn();
    }
    expect([firsts, await whole]).toEqual([range(100), range(100)]);
  });

  test('goes on for the others when a reader leaves', async () => {
    const { body } = share(100);
    const [leaver, other] = [body.join(), body.join()];
    const whole = readAll(other);
    await leaver.read();
    await turn();
    leaver.close();
    expect(await whole).toEqual(range(100));
  });

  test('cuts off a reader who takes nothing while others wait, and not one who is alone', async () => {
    const { body } = share(100, { patience: 20 });
    const [slow, other] = [body.join(), body.join()];
    expect(await readAll(other)).toEqual(range(100));
    await expect(readAll(slow)).rejects.toMatchObject({ code: 'timeout' });
    const alone = share(100, { patience: 20 });
    const reader = alone.body.join();
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(await readAll(reader)).toEqual(range(100));
  });

  test('is not kept from its beginning if other bodies have the memory', async () => {
    const { body, memory, state } = share(8, { left: 250 });
    const reader = body.join();
    await turn();
    expect([body.hasBeginning, state.pulled]).toEqual([false, 4]);
    expect(await readAll(reader)).toEqual(range(8));
    reader.close();
    expect([await body.whole, memory.left]).toEqual([null, 250]);
  });
});

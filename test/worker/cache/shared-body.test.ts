/** One body for several readers: whole for each, at the pace of each, with bounded memory. */
import { afterEach, describe, expect, test, vi } from 'vitest';
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

interface Sharing {
  readonly keep?: number;
  readonly window?: number;
  readonly patience?: number;
  readonly left?: number;
}

/** A shared body, and the memory that it uses. */
function shareStream(stream: ReadableStream<Uint8Array>, sharing: Sharing = {}) {
  const { keep = 1000, window = 300, patience = 60_000, left = MEMORY } = sharing;
  const memory = { left };
  return { memory, body: new SharedBody(stream, { keep, window, memory, patience }) };
}

function share(chunks: number, { fails = false, ...sharing }: Sharing & { readonly fails?: boolean } = {}) {
  const { state, stream } = source(chunks, fails);
  return { state, ...shareStream(stream, sharing) };
}

/** A shared body whose source gives what is written, and waits for more. */
function shareWritten(sharing: Sharing = {}) {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const write = (...octets: readonly number[]): Promise<void> => writer.write(Uint8Array.from(octets));
  return { ...shareStream(readable, sharing), write, end: () => writer.close() };
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

afterEach(() => void vi.useRealTimers());

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

  test('has the octets of its source, without empty pieces', async () => {
    const { body, write, end } = shareWritten();
    const reader = body.join();
    for (const piece of [[], [1], [2, 3], []]) await write(...piece);
    await end();
    expect([await reader.read(), await reader.read()]).toEqual([Uint8Array.of(1), Uint8Array.of(2, 3)]);
    expect([await reader.read(), await body.whole]).toEqual([null, Uint8Array.of(1, 2, 3)]);
  });

  test('holds its memory until it has ended and nobody reads, and gives it back once', async () => {
    const { body, memory, write, end } = shareWritten();
    body.join().close();
    await write(1, 2, 3);
    await turn();
    body.join().close();
    expect(MEMORY - memory.left).toBe(3);
    await end();
    await body.whole;
    expect(memory.left).toBe(MEMORY);
    body.join().close();
    expect(memory.left).toBe(MEMORY);
  });

  test.each<[chunks: number, sharing: Sharing, isKept: boolean]>([
    [10, {}, true],
    [11, {}, false],
    [8, { left: 800 }, true],
    [8, { left: 799 }, false],
  ])('is one of %i chunks with %o: %s', async (chunks, sharing, isKept) => {
    const { body } = share(chunks, sharing);
    const reader = body.join();
    if (isKept) await body.whole;
    expect(await readAll(reader)).toEqual(range(chunks));
    expect([body.hasBeginning, (await body.whole)?.byteLength ?? null]).toEqual([isKept, isKept ? chunks * 100 : null]);
    const unread = share(chunks, sharing).body;
    await unread.whole;
    expect(unread.hasBeginning).toBe(isKept);
  });

  test('of one octet is not kept without memory', async () => {
    const { body, write } = shareWritten({ left: 0 });
    await write(1);
    await turn();
    expect(body.hasBeginning).toBe(false);
  });
});

describe('the length', () => {
  test('is known at once if the source needs no time', async () => {
    vi.useFakeTimers();
    expect(await share(2).body.lengthAtOnce()).toBe(200);
  });

  test('is not waited for', async () => {
    const { body, write } = shareWritten();
    void write(1);
    expect(await body.lengthAtOnce()).toBeNull();
  });
});

describe('a stream of octets', () => {
  test.each([
    [1, 1],
    [32_767, 32_767],
    [32_768, 65_536],
    [65_536, 65_536],
  ])('is read in buffers of 64 KiB: %i octets hold %i', async (octets, held) => {
    const asked: (number | undefined)[] = [];
    const stream = new ReadableStream({
      type: 'bytes',
      pull(controller) {
        asked.push(controller.byobRequest?.view?.byteLength);
        if (asked.length > 1) controller.close();
        controller.byobRequest?.respond(asked.length > 1 ? 0 : octets);
      },
    });
    const { body } = shareStream(stream, { keep: 100_000 });
    const reader = body.join();
    const chunk = await reader.read();
    expect([chunk?.byteLength, chunk?.buffer.byteLength, asked[0]]).toEqual([octets, held, 65_536]);
    expect(await reader.read()).toBeNull();
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

  test('takes no memory for what its readers have', async () => {
    const { body, memory } = share(100);
    const reader = body.join();
    for (let chunk = 0; chunk < 50; chunk += 1) await reader.read();
    await turn();
    // The window, and the chunk with which it was too much.
    expect(MEMORY - memory.left).toBe(400);
    await readAll(reader);
    reader.close();
    expect(memory.left).toBe(MEMORY);
  });

  test('is read to its end when its only reader leaves, who took nothing', async () => {
    const { body, state } = share(100, { window: 0 });
    const reader = body.join();
    await turn();
    reader.close();
    expect([await body.whole, state.pulled]).toEqual([null, 100]);
  });

  test('cuts off who is behind by more than the window, after the patience, and takes no memory for it', async () => {
    vi.useFakeTimers();
    const { body, memory, write } = shareWritten({ patience: 100 });
    const [slow, other] = [body.join(), body.join()];
    for (let chunk = 0; chunk < 11; chunk += 1) void write(...range(100));
    await vi.advanceTimersByTimeAsync(0);
    for (let chunk = 0; chunk < 8; chunk += 1) await other.read();
    await vi.advanceTimersByTimeAsync(99);
    expect(MEMORY - memory.left).toBe(1100);
    await vi.advanceTimersByTimeAsync(1);
    expect(MEMORY - memory.left).toBe(300);
    await expect(slow.read()).rejects.toMatchObject({ code: 'timeout' });
    expect((await other.read())?.byteLength).toBe(100);
  });

  test('that stops is waited for three times as long', async () => {
    vi.useFakeTimers();
    const { body, write } = shareWritten({ patience: 100 });
    void write(1);
    const reader = body.join();
    expect(await reader.read()).toEqual(Uint8Array.of(1));
    const failed = vi.fn();
    reader.read().catch(failed);
    await vi.advanceTimersByTimeAsync(299);
    expect(failed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(failed).toHaveBeenCalledWith(expect.objectContaining({ code: 'timeout' }));
    const rest = reader.read();
    await write(2);
    expect([await rest, vi.getTimerCount()]).toEqual([Uint8Array.of(2), 0]);
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

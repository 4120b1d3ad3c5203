/** Bodies that a proxy passes on: whole, up to their limits, in time, and counted until the Worker has taken them. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MOST_FORWARDED, readForwarded } from '../../../worker/self-host/forwarded-body.ts';
import { stubStreams } from '../gateway/bodies.ts';

const KIB = 1024;
const MIB = 1024 * KIB;
/** What is read of every body, whatever the others have. */
const SMALL = 64 * KIB;

let work: Promise<unknown>[] = [];
beforeEach(() => {
  work = [];
  stubStreams();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A body of this length, in pieces, that may fail at its end. Says how much of it was read. */
function bodyOf(length: number, fails = false) {
  const state = { left: length };
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (state.left === 0) return fails ? controller.error(new Error('The client has left.')) : controller.close();
        const piece = new Uint8Array(Math.min(state.left, 4 * MIB)).fill(7);
        state.left -= piece.byteLength;
        controller.enqueue(piece);
      },
    },
    { highWaterMark: 0 },
  );
  return { state, stream };
}

const read = (stream: ReadableStream<Uint8Array>) => readForwarded(stream, (more) => void work.push(more));

/** A body of this length, for the Worker. */
async function accept(length: number): Promise<ReadableStream<Uint8Array>> {
  const taken = await read(bodyOf(length).stream);
  if (typeof taken === 'string') throw new Error(taken);
  return taken;
}

/** Takes the rest of a body, and returns its length. */
async function lengthOf(taken: ReadableStream<Uint8Array>): Promise<number> {
  let length = 0;
  for await (const { byteLength } of taken) length += byteLength;
  return length;
}

describe('the length of a body', () => {
  test.each([0, 1, SMALL, SMALL + 1, MOST_FORWARDED])('%i octets pass', async (length) => {
    expect(await lengthOf(await accept(length))).toBe(length);
  });

  test.each([
    ['16 MiB and one octet', MOST_FORWARDED + 1, 0],
    ['128 MiB', 128 * MIB, 0],
    // The rest is not read.
    ['140 MiB', 140 * MIB, 8 * MIB],
  ])('%s: too long, after what a proxy may send', async (_, length, left) => {
    const { state, stream } = bodyOf(length);
    expect(await read(stream)).toBe('too-long');
    expect(state.left).toBe(left);
  });

  test('its octets stay in their order, in parts of at most 64 KiB', async () => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const taken = read(readable);
    const sent = Uint8Array.from({ length: 3 * SMALL + 5 }, (_, index) => index % 251);
    const writer = writable.getWriter();
    for (let at = 0; at < sent.length; at += 50_001) await writer.write(sent.subarray(at, at + 50_001));
    await writer.close();
    const parts: Uint8Array[] = [];
    const body = await taken;
    if (typeof body === 'string') throw new Error(body);
    for await (const part of body) parts.push(part);
    expect(parts.map(({ byteLength }) => byteLength)).toEqual([SMALL, SMALL, SMALL, 5]);
    expect(Buffer.concat(parts).equals(sent)).toBe(true);
  });
});

describe('all bodies together', () => {
  /** Bodies that take all memory, and of which nothing has been taken. */
  async function fill(): Promise<ReadableStream<Uint8Array>[]> {
    // A body counts without its last part.
    const lengths = [...new Array<number>(8).fill(MOST_FORWARDED), 9 * SMALL];
    const bodies: ReadableStream<Uint8Array>[] = [];
    for (const length of lengths) bodies.push(await accept(length));
    return bodies;
  }

  async function cancelAll(bodies: readonly ReadableStream<Uint8Array>[]): Promise<void> {
    for (const body of bodies) await body.cancel();
    await Promise.all(work);
  }

  /** Whether a body has memory that counts. It is not kept. */
  async function hasMemory(): Promise<boolean> {
    const taken = await read(bodyOf(SMALL + 1).stream);
    if (typeof taken !== 'string') await taken.cancel();
    return taken !== 'too-many';
  }

  test('have 128 MiB: then only bodies up to 64 KiB are read', async () => {
    const waiting = await fill();
    for (let count = 0; count < 100; count += 1) expect(await lengthOf(await accept(SMALL))).toBe(SMALL);
    const { state, stream } = bodyOf(SMALL + 1);
    expect(await read(stream)).toBe('too-many');
    expect(state.left).toBe(0);
    await cancelAll(waiting);
    expect(await hasMemory()).toBe(true);
  });

  test('give back each part when the Worker has taken it', async () => {
    const waiting = await fill();
    const reader = waiting[0]?.getReader();
    expect(await hasMemory()).toBe(false);
    for (let count = 0; count < 3; count += 1) {
      await reader?.read();
      const kept = await accept(SMALL + 1);
      expect(await hasMemory()).toBe(false);
      waiting.push(kept);
    }
    reader?.releaseLock();
    await cancelAll(waiting);
  });

  test('drop the one that has waited for two minutes when another needs its memory, and no other one', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const waiting = await fill();
    await vi.advanceTimersByTimeAsync(60_000);
    const [first, second] = waiting;
    const reader = first?.getReader();
    await reader?.read();
    // The part that was taken has been given back, and is taken by another.
    waiting.push(await accept(SMALL + 1));
    await vi.advanceTimersByTimeAsync(59_999);
    expect(await hasMemory()).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await hasMemory()).toBe(true);
    await expect(second === undefined ? 0 : lengthOf(second)).rejects.toThrow('waited too long');
    // Nobody needs more, so the others have all the time.
    await vi.advanceTimersByTimeAsync(3_600_000);
    reader?.releaseLock();
    const others = waiting.filter((body) => body !== second);
    expect(await Promise.all(others.map(lengthOf))).toEqual([
      MOST_FORWARDED - SMALL,
      ...new Array<number>(6).fill(MOST_FORWARDED),
      9 * SMALL,
      SMALL + 1,
    ]);
  });

  test('count nothing of bodies that broke, that were too long, or that nobody wanted', async () => {
    for (let count = 0; count < 9; count += 1) {
      await expect(read(bodyOf(MOST_FORWARDED, true).stream)).rejects.toThrow('The client has left.');
      expect(await read(bodyOf(MOST_FORWARDED + 1).stream)).toBe('too-long');
      await (await accept(MOST_FORWARDED)).cancel();
      await Promise.all(work);
    }
    const waiting = await fill();
    expect(await hasMemory()).toBe(false);
    await cancelAll(waiting);
  });
});

describe('the time of a body', () => {
  /** A body that the client has begun, and what becomes of it. */
  function begin(length: number) {
    let end: Awaited<ReturnType<typeof read>> | null = null;
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    // A client whose body is not read any more has nothing to say.
    writer.closed.catch(() => {});
    const send = (octets: number) => void writer.write(new Uint8Array(octets)).catch(() => {});
    void read(readable).then((result) => {
      end = result;
    });
    send(length);
    return { send, close: () => void writer.close(), ended: () => end };
  }

  const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));

  test('is 30 seconds for the next octets, and a body that stands still gives its memory back', async () => {
    const bodies = Array.from({ length: 8 }, () => begin(MOST_FORWARDED - 1));
    const [first] = bodies;
    await pass(29_999);
    for (const { ended } of bodies) expect(ended()).toBeNull();
    expect(await read(bodyOf(MIB).stream)).toBe('too-many');
    first?.send(1);
    await pass(1);
    expect(bodies.map(({ ended }) => ended())).toEqual([null, ...new Array<string>(7).fill('too-slow')]);
    first?.close();
    await pass(0);
    const body = first?.ended();
    if (!(body instanceof ReadableStream)) throw new Error('It was refused.');
    expect(await lengthOf(body)).toBe(MOST_FORWARDED);
    await Promise.all(Array.from({ length: 8 }, () => accept(MOST_FORWARDED).then((other) => other.cancel())));
  });

  test('is five minutes in all', async () => {
    const { send, ended } = begin(1);
    for (let count = 0; count < 10; count += 1) {
      await pass(29_990);
      send(1);
    }
    await pass(99);
    expect(ended()).toBeNull();
    await pass(1);
    expect(ended()).toBe('too-slow');
  });

  test('ends a body that is refused already, with the first reason', async () => {
    const { ended } = begin(MOST_FORWARDED + 1);
    await pass(30_000);
    expect(ended()).toBe('too-long');
  });

  test('leaves no timer behind', async () => {
    await lengthOf(await accept(MOST_FORWARDED));
    await expect(read(bodyOf(1, true).stream)).rejects.toThrow();
    expect(vi.getTimerCount()).toBe(0);
  });
});

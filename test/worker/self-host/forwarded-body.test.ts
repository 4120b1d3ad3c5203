/** Bodies that a proxy passes on: whole, up to their limits, and counted until the Worker has taken them. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MOST_FORWARDED, readForwarded } from '../../../worker/self-host/forwarded-body.ts';
import { stubStreams } from '../gateway/bodies.ts';

const MIB = 1024 * 1024;

let work: Promise<unknown>[] = [];
beforeEach(() => {
  work = [];
  stubStreams();
});
afterEach(() => void vi.unstubAllGlobals());

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

/** The length of a whole body, when the Worker has taken it. */
async function lengthOf(taken: ReadableStream<Uint8Array>): Promise<number> {
  const { byteLength } = await new Response(taken).arrayBuffer();
  await Promise.all(work);
  return byteLength;
}

describe('the length of a body', () => {
  test.each([0, 1, MOST_FORWARDED])('%i octets pass', async (length) => {
    expect(await lengthOf(await read(bodyOf(length).stream))).toBe(length);
  });

  test.each([
    ['16 MiB and one octet', MOST_FORWARDED + 1, 0],
    ['128 MiB', 128 * MIB, 0],
    // The rest is not read.
    ['140 MiB', 140 * MIB, 8 * MIB],
  ])('%s: 413, after what a proxy may send', async (_, length, left) => {
    const { state, stream } = bodyOf(length);
    await expect(read(stream)).rejects.toMatchObject({
      problem: 'body-too-large',
      faults: [{ message: expect.stringContaining('at most 16 MiB. Send the list in several requests') }],
    });
    expect(state.left).toBe(left);
  });
});

describe('all bodies together', () => {
  test('may have 128 MiB: one more is read and refused, until the Worker has taken another', async () => {
    const waiting: ReadableStream<Uint8Array>[] = [];
    for (let count = 0; count < 8; count += 1) waiting.push(await read(bodyOf(MOST_FORWARDED).stream));
    const { state, stream } = bodyOf(1);
    await expect(read(stream)).rejects.toMatchObject({ problem: 'rate-limited', headers: { 'Retry-After': '10' } });
    expect(state.left).toBe(0);
    const [first, ...others] = waiting;
    // One is taken, and the others are not wanted.
    await new Response(first).arrayBuffer();
    for (const other of others) await other.cancel();
    await Promise.all(work);
  });

  test('count nothing of bodies that broke, that were too long, or that nobody wanted', async () => {
    for (let count = 0; count < 9; count += 1) {
      await expect(read(bodyOf(MOST_FORWARDED, true).stream)).rejects.toThrow('The client has left.');
      await expect(read(bodyOf(MOST_FORWARDED + 1).stream)).rejects.toThrow();
      await (await read(bodyOf(MOST_FORWARDED).stream)).cancel();
      await Promise.all(work);
    }
    const waiting: ReadableStream<Uint8Array>[] = [];
    for (let count = 0; count < 8; count += 1) waiting.push(await read(bodyOf(MOST_FORWARDED).stream));
    expect(await Promise.all(waiting.map(lengthOf))).toEqual(waiting.map(() => MOST_FORWARDED));
  });
});

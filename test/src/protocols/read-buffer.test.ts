/** The growth of read buffers, and the budget that they share. */
import { afterEach, expect, it } from 'vitest';
import { ReadBuffer } from '../../../src/protocols/read-buffer.ts';

const KiB = 1024;
const buffers: ReadBuffer[] = [];
afterEach(() => {
  for (const buffer of buffers.splice(0)) buffer.release();
});

function started(): ReadBuffer {
  const buffer = new ReadBuffer();
  buffers.push(buffer);
  return buffer;
}

/**
 * Reads until the buffer is full, `times` times, as a reader does: the old buffer is detached. Returns the new size.
 */
function fill(buffer: ReadBuffer, times = 1): number {
  for (let time = 0; time < times; time++) buffer.giveBack(new Uint8Array(buffer.take().buffer.transfer()));
  return buffer.take().byteLength;
}

it('a buffer grows when a read fills it, up to 1 MiB', () => {
  const buffer = started();
  expect(buffer.take().byteLength).toBe(16 * KiB);
  expect([fill(buffer), fill(buffer), fill(buffer), fill(buffer)]).toEqual([64, 256, 1024, 1024].map((n) => n * KiB));
});

it('a read that does not fill the buffer leaves it as it is', () => {
  const buffer = started();
  buffer.giveBack(buffer.take().subarray(0, 16 * KiB - 1));
  expect(buffer.take().byteLength).toBe(16 * KiB);
});

it('the octets of a read stay valid until the next one', () => {
  const buffer = started();
  const octets = buffer.take().fill(7);
  buffer.giveBack(octets);
  expect(octets.every((octet) => octet === 7)).toBe(true);
});

it('all buffers together grow to 32 MiB, and a connection that ends makes room for another', () => {
  const sizes = Array.from({ length: 33 }, () => fill(started(), 3));
  expect(sizes.filter((size) => size === 1024 * KiB)).toHaveLength(32);
  const last = buffers.at(-1);
  expect(last && fill(last, 3)).toBe(16 * KiB);
  // Its read is pending, so that its buffer has no length now.
  buffers[0]?.take().buffer.transfer();
  buffers[0]?.release();
  buffers[0]?.release();
  expect(last && fill(last, 3)).toBe(1024 * KiB);
  expect(fill(started())).toBe(16 * KiB);
});

/**
 * What a server sends as the content of a file: octets that are kept, or a pattern that is computed while it is
 * sent, so that a file of 1 GiB costs nothing until somebody reads it, and can be read from any offset.
 */

/** Content that can be read from any offset on. */
export interface Source {
  /** Length in octets. */
  readonly size: number;
  /** The octets from `start` (default 0) to the end, in chunks. */
  readonly read: (start?: number) => Iterable<Buffer>;
}

/** Content that is kept in memory. */
export function stored(octets: Buffer): Source {
  return {
    size: octets.length,
    *read(start = 0) {
      if (start < octets.length) yield octets.subarray(start);
    },
  };
}

const BLOCK = 64 * 1024;

/** One block of noise (xorshift32 from a fixed seed), the same on every machine and in every year. */
const noise: Buffer = (() => {
  const block = Buffer.alloc(BLOCK);
  let state = 0x2545f491;
  for (let offset = 0; offset < BLOCK; offset += 4) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    block.writeInt32LE(state | 0, offset);
  }
  return block;
})();

/**
 * Content of any size that is the same every time. Each block of 64 KiB begins with its own number, so that a
 * block which was lost, doubled or misplaced shows.
 */
export function generated(size: number): Source {
  return {
    size,
    *read(start = 0) {
      for (let offset = start; offset < size; ) {
        const index = Math.floor(offset / BLOCK);
        const block = Buffer.from(noise);
        block.writeUInt32BE(index, 0);
        const from = offset - index * BLOCK;
        const until = Math.min(BLOCK, size - index * BLOCK);
        yield block.subarray(from, until);
        offset += until - from;
      }
    },
  };
}

/** The whole of a source in one buffer, for content that is small. */
export function whole(source: Source): Buffer {
  return Buffer.concat([...source.read()]);
}

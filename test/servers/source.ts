/**
 * The content of a file on a test server: octets in memory, or a pattern that is computed while it is sent. A file of 1
 * GiB needs no memory and can be read from any offset.
 */

/** Content that can be read from any offset. */
export interface Source {
  /** Length in octets. */
  readonly size: number;
  /** The octets from `start` (default 0) to the end, in chunks. */
  readonly read: (start?: number) => Iterable<Buffer>;
}

/** Content in memory. */
export function stored(octets: Buffer): Source {
  return {
    size: octets.length,
    *read(start = 0) {
      if (start < octets.length) yield octets.subarray(start);
    },
  };
}

const BLOCK = 64 * 1024;

/** One block of noise (xorshift32 with a fixed seed), the same on every machine. */
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
 * Content of any size, always the same. Each block of 64 KiB begins with its number, so that a test notices a block
 * that is lost, repeated or misplaced.
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

/** All octets of a source in one buffer, for small content. */
export function whole(source: Source): Buffer {
  return Buffer.concat([...source.read()]);
}

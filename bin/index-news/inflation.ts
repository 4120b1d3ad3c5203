/** Inflates compressed files in constant memory, and stops at what no text compresses like. */
import { Readable, type Transform } from 'node:stream';
import { createGunzip, createInflateRaw } from 'node:zlib';
import { InputFault } from './input-fault.ts';

/** Text never compresses better than this for long. What does is there to fill memory or disks. */
const MOST_RATIO = 250;
/** In octets. Repeated lines may compress very well for a while. */
const RATIO_FROM = 64 * 1024 * 1024;
const chunkSize = 64 * 1024;

const DECODERS = {
  gzip: () => createGunzip({ chunkSize }),
  deflate: () => createInflateRaw({ chunkSize }),
} as const satisfies Readonly<Record<string, () => Transform>>;

/** @throws InputFault for what inflates to far too much; the error of zlib for damaged octets */
export async function* inflated(
  format: keyof typeof DECODERS,
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let [stored, octets] = [0, 0];
  const counted = async function* () {
    for await (const chunk of source) {
      stored += chunk.byteLength;
      yield chunk;
    }
  };
  const decoder = DECODERS[format]();
  const input = Readable.from(counted(), { objectMode: false });
  input.on('error', (error) => decoder.destroy(error));
  try {
    for await (const chunk of input.pipe(decoder)) {
      octets += chunk.length;
      if (octets > RATIO_FROM && octets > MOST_RATIO * stored) {
        throw new InputFault(`it inflates to more than ${MOST_RATIO} times its octets, which no text does`);
      }
      yield chunk;
    }
  } finally {
    input.destroy();
  }
}

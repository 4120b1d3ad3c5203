/** `canonicalizeLines` for streams of every platform, around the synchronous {@link LineCanonicalizer}. */
import type { LineCanonicalizer, Octets } from './canonicalize-lines.ts';

/** Octets in pieces: a stream of Node or of the web, an array, a generator. */
export type OctetSource = AsyncIterable<Uint8Array> | Iterable<Uint8Array> | ReadableStream<Uint8Array>;

/** The output for each piece of the source that completes a line. */
export async function* pushAll(lines: LineCanonicalizer, source: OctetSource): AsyncGenerator<Octets, void, undefined> {
  for await (const piece of piecesOf(source)) {
    const output = lines.push(piece);
    if (output.length > 0) yield output;
  }
  const last = lines.end();
  if (last.length > 0) yield last;
}

/** Not every browser can iterate over a stream. */
function piecesOf(source: OctetSource): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
  return 'getReader' in source && !(Symbol.asyncIterator in source) ? readAll(source) : source;
}

async function* readAll(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = stream.getReader();
  let ended = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      ended = done;
      if (value === undefined) return;
      yield value;
    }
  } finally {
    // Whoever stops early needs no more of it.
    if (!ended) await reader.cancel();
    reader.releaseLock();
  }
}

/** A stream that canonicalizes the lines written to it. */
export function transformStreamOf(lines: LineCanonicalizer): TransformStream<Uint8Array<ArrayBufferLike>, Octets> {
  return new TransformStream({
    transform(piece, controller) {
      const output = lines.push(piece);
      if (output.length > 0) controller.enqueue(output);
    },
    flush(controller) {
      const output = lines.end();
      if (output.length > 0) controller.enqueue(output);
    },
  });
}

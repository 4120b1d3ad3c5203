/** `canonicalizeLines` for streams of every platform, around the synchronous {@link LineCanonicalizer}. */
import { type LineCanonicalizer, type Octets, requireOctets } from './canonicalize-lines.ts';

/** What is read of a stream of the web. Programs without the types of a platform have no other type for it. */
export interface ReadableOctets {
  getReader(): {
    read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
    cancel(): Promise<void>;
    releaseLock(): void;
  };
}

/** Octets in pieces: a stream of Node or of the web, an array, a generator. */
export type OctetSource = AsyncIterable<Uint8Array> | Iterable<Uint8Array> | ReadableOctets;

/**
 * The platform's stream of octets, which is the body of a response: `fetch` is declared in every platform as something
 * that `globalThis` has, streams are not.
 */
type PlatformStream = typeof globalThis extends {
  readonly fetch: (...parameters: never) => Promise<{ readonly body: infer Body }>;
}
  ? NonNullable<Body>
  : object;

/**
 * What `pipeThrough` takes: octets are written to one stream, and {@link Octets} read from the other. In a program
 * without the types of a platform, both are objects of which nothing is known.
 */
export interface LineStream {
  readonly readable: PlatformStream;
  readonly writable: PlatformStream extends { pipeTo(destination: infer Destination): unknown } ? Destination : object;
}

/** The output for each piece of the source that completes a line. */
export async function* pushAll(
  lines: LineCanonicalizer,
  pieces: AsyncIterable<unknown> | Iterable<unknown>,
): AsyncGenerator<Octets, void, undefined> {
  for await (const piece of pieces) {
    requireOctets(piece);
    const output = lines.push(piece);
    if (output.length > 0) yield output;
  }
  const last = lines.end();
  if (last.length > 0) yield last;
}

/**
 * The pieces of a source. Not every browser can iterate over a stream.
 *
 * @throws TypeError if it has none
 */
export function piecesOf(source: OctetSource): AsyncIterable<unknown> | Iterable<unknown> {
  if (typeof source === 'object' && source !== null) {
    if (Symbol.asyncIterator in source || Symbol.iterator in source) return source;
    if ('getReader' in source) return readAll(source);
  }
  throw new TypeError('The source must be a stream of octets, or an object with pieces of octets to iterate over.');
}

/** Reads as the iterator of a stream does: a source that fails is not cancelled, and the lock is always released. */
async function* readAll(stream: ReadableOctets): AsyncGenerator<unknown, void, undefined> {
  const reader = stream.getReader();
  let stopped = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      // If the consumer stops at this piece, it never asks for the next one.
      stopped = true;
      yield value;
      stopped = false;
    }
  } finally {
    try {
      if (stopped) await reader.cancel();
    } finally {
      reader.releaseLock();
    }
  }
}

/** A stream that canonicalizes the lines written to it. */
export function transformStreamOf(lines: LineCanonicalizer): LineStream {
  return new TransformStream<Uint8Array, Octets>({
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

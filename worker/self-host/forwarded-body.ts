/**
 * The bodies of requests that a proxy passes on. nginx sends no more of a request as soon as its answer has begun, and
 * so do Apache and many others: a list that is answered line by line would wait for ever in the middle. So such a body
 * is read as a whole before its request goes on.
 */
import { Collector } from '../../src/octets/collector.ts';
import { fault, RequestError } from '../errors/request-error.ts';

const MIB = 1024 * 1024;

/** The most octets of a body. */
export const MOST_FORWARDED = 16 * MIB;

/** The most octets that the bodies of all requests take together, in this process. */
const MOST_OF_ALL = 128 * MIB;

/** A longer body is read up to here: a proxy that can send no more of it may never look for the answer. */
const MOST_DISCARDED = 128 * MIB;

/** The octets of all bodies that have been read, and that the Worker has not taken yet. */
let kept = 0;

/**
 * Reads a body, for a request to the Worker.
 *
 * @param waitUntil - keeps this request alive until its octets are no longer kept, also when the client has left
 * @throws RequestError 413 if the body is too long, 429 if those of other requests leave no memory for it
 */
export async function readForwarded(
  body: ReadableStream<Uint8Array>,
  waitUntil: (work: Promise<unknown>) => void,
): Promise<ReadableStream<Uint8Array>> {
  const reading = collect(body);
  waitUntil(reading.catch(noop));
  const octets = await reading;
  const { readable, writable } = new FixedLengthStream(octets.byteLength);
  waitUntil(passOn(octets, writable.getWriter()));
  return readable;
}

const noop = (): void => {};

/** Collects the octets of a body, which are kept from then on. */
async function collect(body: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const collector = new Collector(MOST_FORWARDED);
  let length = 0;
  let refusal: RequestError | null = null;
  try {
    for await (const piece of body) {
      length += piece.byteLength;
      if (length > MOST_DISCARDED) break;
      if (length > MOST_FORWARDED) refusal ??= tooLong();
      else if (kept + piece.byteLength > MOST_OF_ALL) refusal ??= tooMany();
      if (refusal !== null) {
        kept -= collector.take().byteLength;
        continue;
      }
      kept += collector.add(piece);
    }
    if (refusal !== null) throw refusal;
    return collector.take();
  } catch (error) {
    kept -= collector.length;
    throw error;
  }
}

/** Hands octets to the Worker, which may not want them. */
async function passOn(octets: Uint8Array<ArrayBuffer>, writer: WritableStreamDefaultWriter): Promise<void> {
  try {
    await writer.write(octets);
    await writer.close();
  } catch {
    // It has answered without the rest, or the client has left.
  } finally {
    kept -= octets.byteLength;
  }
}

function tooLong(): RequestError {
  const message =
    'Through the proxy of this server, a body may have at most 16 MiB. Send the list in several requests, or to the server itself.';
  return new RequestError('body-too-large', [fault('body-too-large', message)]);
}

function tooMany(): RequestError {
  const message = 'This server reads too many long bodies at the moment. Try again later.';
  return new RequestError('rate-limited', [fault('rate-limited', message)], { 'Retry-After': '10' });
}

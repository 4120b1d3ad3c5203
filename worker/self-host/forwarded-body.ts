/**
 * The bodies of requests that a proxy passes on. nginx sends no more of a request as soon as its answer has begun, and
 * so do Apache and many others: a list that is answered line by line would wait for ever in the middle. So such a body
 * is read as a whole before its request goes on.
 */
import { Deadline, underSignal } from '../../src/net/deadline.ts';
import { GatewayError } from '../../src/net/failure.ts';
import type { BodyRefusal } from '../http/body-refusal.ts';
import { KeptBody } from './kept-body.ts';

const MIB = 1024 * 1024;

/** The most octets of a body. */
export const MOST_FORWARDED = 16 * MIB;

/** A body that is refused is read up to here: a proxy that can send no more of it may never look for the answer. */
const MOST_DISCARDED = 128 * MIB;

/** How long the next octets of a body may take, and all of them, in milliseconds. */
const NEXT_MS = 30_000;
const WHOLE_MS = 5 * 60_000;

/** The reason of both deadlines. Nobody reads it: the client gets a refusal. */
const LATE = new GatewayError('gateway-timeout', 'The body did not arrive in time.');

/**
 * Reads a body, for a request to the Worker. Returns why it was refused if it was too long or too slow, or if those of
 * other requests leave no memory for it.
 *
 * @param waitUntil - keeps this request alive until its octets are no longer kept, also when the client has left
 */
export async function readForwarded(
  body: ReadableStream<Uint8Array>,
  waitUntil: (work: Promise<unknown>) => void,
): Promise<ReadableStream<Uint8Array> | BodyRefusal> {
  const reading = collect(body);
  waitUntil(reading.catch(noop));
  const kept = await reading;
  if (!(kept instanceof KeptBody)) return kept;
  const { readable, writable } = new FixedLengthStream(kept.length);
  waitUntil(passOn(kept, writable.getWriter()));
  return readable;
}

const noop = (): void => {};

async function collect(body: ReadableStream<Uint8Array>): Promise<KeptBody | BodyRefusal> {
  const kept = new KeptBody();
  const reader = body.getReader();
  const whole = new Deadline(WHOLE_MS, LATE, null);
  let length = 0;
  let refusal: BodyRefusal | null = null;
  try {
    for (;;) {
      const { done, value } = await nextOf(reader, whole.signal);
      if (done) break;
      length += value.byteLength;
      if (length > MOST_DISCARDED) break;
      if (length > MOST_FORWARDED) refusal ??= 'too-long';
      else if (refusal === null && !kept.add(value)) refusal = 'too-many';
      if (refusal !== null) kept.drop();
    }
  } catch (error) {
    kept.drop();
    if (error !== LATE) throw error;
    refusal ??= 'too-slow';
  } finally {
    whole.end();
    // A body that is complete, or that broke, has nothing to cancel.
    reader.cancel().catch(noop);
  }
  return refusal ?? kept;
}

async function nextOf(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  signal: AbortSignal,
): Promise<ReadableStreamReadResult<Uint8Array>> {
  const deadline = new Deadline(NEXT_MS, LATE, signal);
  try {
    return await underSignal(reader.read(), deadline.signal);
  } finally {
    deadline.end();
  }
}

/** Hands the parts of a body to the Worker, which may not want them. */
async function passOn(kept: KeptBody, writer: WritableStreamDefaultWriter): Promise<void> {
  try {
    for (const part of kept.take()) await writer.write(part);
    await writer.close();
  } catch (error) {
    // It has answered without the rest, the client has left, or the body has waited too long.
    writer.abort(error).catch(noop);
  } finally {
    kept.drop();
  }
}

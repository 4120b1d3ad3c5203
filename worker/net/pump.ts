/**
 * Pumps the stream of a server into the body of a response, with back-pressure and a cap. A transfer that breaks
 * ends the body with an error. It uses the memory of one buffer for any length.
 */

import { GatewayError } from '../../src/net/failure.ts';
import type { Body, Filter } from '../../src/protocols/connection.ts';
import { otherLength, ProtocolError } from '../../src/protocols/protocol-error.ts';
import type { RequestContext } from '../http/request-context.ts';
import { type BodyEnding, brokenBody, noteEnding } from '../http/text-stream.ts';

export interface Delivery {
  /** The length to announce, in octets. A body of another length is an error. `null` = unknown. */
  readonly length: number | null;
  /** Ends the body at `length` although the server may have more: a range, or a length that the protocol states. */
  readonly stopAtLength?: boolean;
  /** The largest number of octets to send. */
  readonly cap: number;
  readonly filter?: Filter | null;
  /** Called once, however the transfer ends: closes what else was opened. */
  readonly ended?: (outcome: TransferOutcome) => void;
}

export interface TransferOutcome {
  /** Octets that were sent. */
  readonly octets: number;
  /** The error that broke the body; `null` = no error. Any error but a `Failure` is a bug in Waypost. */
  readonly failure: unknown;
}

/** What surrounds a transfer. */
export interface TransferExecution extends Pick<ExecutionContext, 'waitUntil'> {
  /** Hears the length of the body in octets, which the runtime sends and does not tell. */
  readonly announce?: (length: number) => void;
  /** Hears that the server sent nothing, so that it may have failed. */
  readonly suspect?: () => void;
}

/** The request whose answer is pumped. `execution` keeps the Worker alive until the stream has ended. */
export interface PumpContext extends Pick<RequestContext, 'request' | 'notes'> {
  readonly execution: TransferExecution;
}

/**
 * Starts to pump `source` into the body that it returns, and closes `source` at the end. The log line of the request
 * says whether the body was aborted.
 *
 * @throws ProtocolError `too-large` if the announced length is beyond the cap
 */
export function pump(source: Body, delivery: Delivery, context: PumpContext): ReadableStream<Uint8Array> {
  const { length, cap } = delivery;
  if (length !== null && length > cap) {
    source.close();
    throw tooLarge(cap);
  }
  const { readable, writable } = length === null ? new IdentityTransformStream() : new FixedLengthStream(length);
  if (length !== null) context.execution.announce?.(length);
  context.execution.waitUntil(carry(source, writable.getWriter(), delivery, context));
  return readable;
}

function tooLarge(cap: number): ProtocolError {
  return new ProtocolError('too-large', `The file is larger than ${cap} octets.`);
}

function clientGone(cause: unknown): never {
  throw new GatewayError('client-closed', 'The client disconnected.', { cause });
}

function endingOf(error: unknown): BodyEnding {
  if (error === null) return { kind: 'complete' };
  const left = error instanceof GatewayError && error.code === 'client-closed';
  return left ? { kind: 'cancelled' } : { kind: 'broken', error };
}

async function carry(
  source: Body,
  writer: WritableStreamDefaultWriter<ArrayBuffer | ArrayBufferView>,
  { length, stopAtLength, cap, filter, ended }: Delivery,
  context: PumpContext,
): Promise<void> {
  let sent = 0;
  let failure: unknown = null;
  // A client that knows the length is done when it has the last octet, so that octet is held back until the source has
  // ended without an error, such as a failure that an FTP server reports after the data. Its silence is no error.
  const last = stopAtLength ? null : length;
  let held: Uint8Array | null = null;
  const send = async (octets: Uint8Array) => {
    sent += octets.byteLength;
    if (sent > cap) throw tooLarge(cap);
    if (length !== null && sent > length) throw otherLength(length, 'more');
    const holding = sent === last && octets.byteLength > 0;
    if (holding) held = octets.slice(-1);
    const free = holding ? octets.subarray(0, -1) : octets;
    // Resolves when the client has taken the octets. Then the buffer is free, and a slow client slows down the server.
    if (free.byteLength > 0) await writer.write(free).catch(clientGone);
  };
  try {
    const end = stopAtLength && length !== null ? length : Number.POSITIVE_INFINITY;
    while (sent < end) {
      const octets = await source.read();
      if (octets === null) break;
      for (const part of filter ? filter.pass(octets) : [octets]) await send(part.subarray(0, end - sent));
    }
    if (filter) await send(filter.flush().subarray(0, end - sent));
    if (length !== null && sent < length) throw otherLength(length, sent);
    source.close();
    if (held !== null) await writer.write(held).catch(clientGone);
    await writer.close().catch(clientGone);
  } catch (error) {
    failure = error;
    // An error, not an end: the client must see that the transfer broke.
    await writer.abort(await brokenBody()).catch(() => {});
  } finally {
    source.close();
    context.notes.octets = sent;
    noteEnding(context, endingOf(failure));
    ended?.({ octets: sent, failure });
  }
}

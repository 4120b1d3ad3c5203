/**
 * The one pump: a stream of a server into the body of a response, with back-pressure, a cap, a verdict at the end,
 * and an end that looks broken when it is. Memory stays that of one buffer, whatever the length.
 */
import { GatewayError } from './errors.ts';
import type { Source } from './lines.ts';

/** What the pump reads from, and closes. A `Connection` is one. */
export interface Pumped extends Source {
  liftTotal(): void;
  close(): void;
}

/** A change to the octets on their way, such as a terminator that is taken off. */
export interface Filter {
  /** The parts to send for these octets. They may be views of `octets`, and are sent before the next call. */
  pass(octets: Uint8Array): readonly Uint8Array[];
  /** What was held back, once the stream has ended. */
  flush(): Uint8Array;
}

export interface Delivery {
  /** The length to announce; a body of another length is broken. `null` = unknown. */
  readonly length: number | null;
  /** Ends the body at `length` although the server may have more: a range, or a length that the protocol states. */
  readonly stopAtLength?: boolean;
  /** The most octets to carry. */
  readonly cap: number;
  readonly filter?: Filter | null;
  /**
   * The verdict before the end, such as FTP's 226; it throws to break the body. The source is closed by then, as a
   * server may wait for that before it speaks.
   */
  readonly finish?: () => Promise<void>;
  /** Hears how it went, however it ended: the place to log it, and to close what else was opened. */
  readonly ended?: (outcome: Outcome) => void;
}

export interface Outcome {
  /** Octets that were handed on. */
  readonly octets: number;
  /** What broke the body; `null` = nothing. Other than a `GatewayError` it is a fault of this house. */
  readonly failure: unknown;
}

/**
 * Starts to carry `source` into the body that it returns, and closes `source` at the end.
 *
 * @param context - keeps the runtime from stopping before the stream has ended
 * @throws GatewayError `gateway-limit` when the length that is announced is already beyond the cap
 * @example
 * ```ts
 * return new Response(pump(connection, { length: null, cap: limits.download }, context), { headers });
 * ```
 */
export function pump(
  source: Pumped,
  delivery: Delivery,
  context: Pick<ExecutionContext, 'waitUntil'>,
): ReadableStream<Uint8Array> {
  const { length, cap } = delivery;
  if (length !== null && length > cap) {
    source.close();
    throw tooLarge(cap);
  }
  source.liftTotal();
  const { readable, writable } = length === null ? new IdentityTransformStream() : new FixedLengthStream(length);
  context.waitUntil(carry(source, writable.getWriter(), delivery));
  return readable;
}

function tooLarge(cap: number): GatewayError {
  return new GatewayError('gateway-limit', `The file is larger than ${cap} octets.`);
}

function clientGone(cause: unknown): never {
  throw new GatewayError('client-closed', 'The client went away.', { cause });
}

function otherLength(): GatewayError {
  return new GatewayError('gateway-protocol', 'The server sent another length than it announced.');
}

async function carry(
  source: Pumped,
  writer: WritableStreamDefaultWriter<ArrayBuffer | ArrayBufferView>,
  { length, stopAtLength, cap, filter, finish, ended }: Delivery,
): Promise<void> {
  let sent = 0;
  let failure: unknown = null;
  // A client that was told a length is content with the last octet, whatever comes after it: so that one waits for
  // the verdict.
  const last = finish ? length : null;
  let held: Uint8Array | null = null;
  const send = async (octets: Uint8Array) => {
    sent += octets.byteLength;
    if (sent > cap) throw tooLarge(cap);
    if (length !== null && sent > length) throw otherLength();
    const holding = sent === last && octets.byteLength > 0;
    if (holding) held = octets.slice(-1);
    const free = holding ? octets.subarray(0, -1) : octets;
    // Resolves when the client has taken the octets: so the buffer is free again, and a slow client slows the server.
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
    if (length !== null && sent < length) throw otherLength();
    source.close();
    await finish?.();
    if (held !== null) await writer.write(held).catch(clientGone);
    await writer.close().catch(clientGone);
  } catch (error) {
    failure = error;
    // An error, not an end: the client must see that the transfer broke.
    await writer.abort(failure).catch(() => {});
  } finally {
    source.close();
    ended?.({ octets: sent, failure });
  }
}

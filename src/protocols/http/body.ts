/** The body of an answer, by the rules of RFC 9112 §6.3: of a length, in chunks, or to the end of the connection. */
import { Collector } from '../../octets/collector.ts';
import type { Source } from '../connection.ts';
import { cutAnswer, ProtocolError } from '../protocol-error.ts';
import { ChunkedDecoder, longBody } from './chunked.ts';
import type { Head } from './head.ts';

/** The next octets of a body, valid until the next call; `null` at its end. Throws a `ProtocolError`. */
export type ReadPart = () => Promise<Uint8Array | null>;

/** Status codes whose answers have no body (RFC 9112 §6.3). */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 304]);

/**
 * Reads a body in parts.
 *
 * @param source - after the head of the answer
 * @param cap - the most octets of the body
 * @throws ProtocolError `malformed` for a length that cannot be true, `too-large` for one beyond the cap; the parts
 * throw the same
 */
export function bodyParts(source: Source, { status, version, headers }: Head, cap: number): ReadPart {
  const coding = headers.get('transfer-encoding') ?? null;
  const length = headers.get('content-length') ?? null;
  if (coding !== null && (length !== null || version === '1.0')) {
    throw new ProtocolError('malformed', 'The answer gives its length in two ways, which may differ.');
  }
  if (WITHOUT_BODY.has(status)) return async () => null;
  if (coding === null) return length === null ? partsToEnd(source, cap) : partsOfLength(source, lengthOf(length, cap));
  if (coding.toLowerCase() !== 'chunked') {
    throw new ProtocolError('malformed', 'The answer has a transfer coding that is not chunked.');
  }
  return partsOfChunks(source, cap);
}

/** Reads the whole body of an answer that is not compressed. Throws a `ProtocolError` as `exchange`. */
export async function readBody(source: Source, head: Head, cap: number): Promise<Uint8Array> {
  const read = bodyParts(source, head, cap);
  const content = head.headers.get('content-encoding') ?? 'identity';
  if (content.toLowerCase() !== 'identity' && !WITHOUT_BODY.has(head.status)) {
    throw new ProtocolError('malformed', 'The answer is compressed, which the request did not allow.');
  }
  const body = new Collector(cap);
  for (let part = await read(); part !== null; part = await read()) body.add(part);
  return body.octets;
}

/** The length is judged before anything is read. Equal lengths in a list are one (RFC 9110 §8.6). */
function lengthOf(field: string, cap: number): number {
  const [first = '', ...others] = field.split(/[\t ]*,[\t ]*/);
  if (!/^\d+$/.test(first) || others.some((other) => other !== first)) {
    throw new ProtocolError('malformed', 'The length of the answer is not a number.');
  }
  const length = Number(first);
  if (length > cap) throw longBody(cap);
  return length;
}

function partsOfLength(source: Source, length: number): ReadPart {
  let left = length;
  return async () => {
    if (left === 0) return null;
    const octets = await source.read();
    if (octets === null) throw cutAnswer();
    const part = octets.subarray(0, left);
    left -= part.byteLength;
    source.unread(octets.subarray(part.byteLength));
    return part;
  };
}

function partsToEnd(source: Source, cap: number): ReadPart {
  let left = cap;
  return async () => {
    const octets = await source.read();
    left -= octets?.byteLength ?? 0;
    if (left < 0) throw longBody(cap);
    return octets;
  };
}

function partsOfChunks(source: Source, cap: number): ReadPart {
  const decoded = new Collector();
  const decoder = new ChunkedDecoder(cap, (octets) => decoded.add(octets));
  let ended = false;
  return async () => {
    while (!ended && decoded.length === 0) {
      const octets = await source.read();
      if (octets === null) throw cutAnswer();
      ended = decoder.push(octets);
    }
    return decoded.length === 0 ? null : decoded.take();
  };
}

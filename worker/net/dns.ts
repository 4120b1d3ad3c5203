/**
 * Resolves names by DNS over HTTPS (RFC 8484) in the wire format of RFC 1035 §4, so that the socket connects to exactly
 * the address that the policy has approved.
 */
import type { Address } from '../../src/egress/address.ts';
import { Collector } from '../../src/octets/collector.ts';
import { ProtocolError } from '../../src/protocols/protocol-error.ts';
import { limits } from '../settings/limits.ts';
import { abortReason } from './deadline.ts';

/** An address of a name, as a resolver answered it. */
export interface AnswerAddress extends Address {
  /** How long the answer may be kept, in seconds: the smallest number of the records that lead to the address. */
  readonly ttl: number;
}

/** The answer to one question. `absent` = there is no record. `failed` = there was no usable answer. */
export type Answer =
  | { readonly kind: 'addresses'; readonly addresses: readonly AnswerAddress[] }
  | { readonly kind: 'absent' }
  | { readonly kind: 'failed'; readonly reason: string };

/** The answers to both questions about a name. */
export type Resolved =
  | {
      /** At least one address, the IPv4 ones first. */
      readonly kind: 'addresses';
      readonly addresses: readonly AnswerAddress[];
      /** Why one of the two questions has no answer, so that the name may have more addresses; `null` if both have. */
      readonly failure: string | null;
    }
  /** Both questions are answered: the name has no address. */
  | { readonly kind: 'absent' }
  /** No address is known, and a question has no answer. */
  | { readonly kind: 'failed'; readonly failure: string };

export function noAddress(): ProtocolError {
  return new ProtocolError('unreachable', 'The name of the server has no address.');
}

/** RFC 1035 §3.2.2 and RFC 3596 §2.1. */
const TYPES = { A: { code: 1, family: 4, length: 4 }, AAAA: { code: 28, family: 6, length: 16 } } as const;
type RecordType = (typeof TYPES)[keyof typeof TYPES];

/** RFC 1035 §3.2.2. */
const CNAME = 5;

const HEADER_LENGTH = 12;
const RCODE = { noError: 0, nameError: 3 } as const;

/**
 * Asks for the A and AAAA records of a name. The resolver follows CNAME records.
 *
 * @param name - a canonical DNS name without a final dot
 * @param url - the DoH endpoint, which the operator has configured
 * @throws the reason of the signal. Every other failure is a value.
 */
export async function resolve(name: string, url: string, signal: AbortSignal): Promise<Resolved> {
  const [a, aaaa] = await Promise.all([query(name, TYPES.A, url, signal), query(name, TYPES.AAAA, url, signal)]);
  if (signal.aborted) throw abortReason(signal);
  const addresses = [a, aaaa].flatMap((answer) => (answer.kind === 'addresses' ? answer.addresses : []));
  const failure = failureOf(a) ?? failureOf(aaaa);
  // Some old name servers fail on AAAA alone. A gateway connects only to an address that it saw, so the addresses from
  // the other query are good enough for it. They are not enough for a verdict on every address of the name.
  if (addresses.length > 0) return { kind: 'addresses', addresses, failure };
  return failure === null ? { kind: 'absent' } : { kind: 'failed', failure };
}

function failureOf(answer: Answer): string | null {
  return answer.kind === 'failed' ? answer.reason : null;
}

async function query(name: string, type: RecordType, url: string, signal: AbortSignal): Promise<Answer> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/dns-message', accept: 'application/dns-message' },
      body: encodeQuery(name, type.code),
      // The operator chose this endpoint, so do not follow it to another one.
      redirect: 'manual',
      signal,
    });
    if (response.status !== 200 || !response.body) {
      await response.body?.cancel();
      return { kind: 'failed', reason: `the resolver answered with HTTP status ${response.status}` };
    }
    return decodeAnswer(await readAtMost(response.body, limits.dnsMessage), type);
  } catch (error) {
    return { kind: 'failed', reason: error instanceof Error ? error.message : 'the resolver cannot be reached' };
  }
}

async function readAtMost(body: ReadableStream<Uint8Array>, cap: number): Promise<Uint8Array> {
  const message = new Collector(cap);
  for await (const octets of body) {
    if (message.add(octets) < octets.byteLength) throw new RangeError('the resolver sent more than a DNS message');
  }
  return message.octets;
}

/** A query (RFC 1035 §4.1) that asks for recursion. The identifier is 0, as RFC 8484 §4.1 recommends. */
export function encodeQuery(name: string, type: number): Uint8Array<ArrayBuffer> {
  const labels = name.split('.').map((label) => new TextEncoder().encode(label));
  const message = [0, 0, 0x01, 0, 0, 1, 0, 0, 0, 0, 0, 0];
  for (const label of labels) message.push(label.length, ...label);
  message.push(0, 0, type, 0, 1);
  return Uint8Array.from(message);
}

/** Reads the addresses of one type from an answer, and skips other records, such as CNAME. */
export function decodeAnswer(message: Uint8Array, type: RecordType): Answer {
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
  try {
    const flags = view.getUint16(2);
    const isResponse = flags >> 15 === 1;
    const isTruncated = (flags & 0x0200) !== 0;
    const rcode = flags & 0x0f;
    if (!isResponse || isTruncated) return { kind: 'failed', reason: 'the resolver sent no complete answer' };
    if (rcode === RCODE.nameError) return { kind: 'absent' };
    if (rcode !== RCODE.noError) return { kind: 'failed', reason: `the resolver answered with RCODE ${rcode}` };
    const addresses = [...readAddresses(view, type)];
    return addresses.length > 0 ? { kind: 'addresses', addresses } : { kind: 'absent' };
  } catch (error) {
    if (error instanceof RangeError) return { kind: 'failed', reason: 'the resolver sent a damaged message' };
    throw error;
  }
}

/** @throws RangeError if the message ends before its records do: `DataView` checks every access */
function* readAddresses(view: DataView, type: RecordType): Generator<AnswerAddress> {
  let at = HEADER_LENGTH;
  /** Of the CNAME records before the address (RFC 1034 §3.6.2). */
  let aliasTtl = Number.POSITIVE_INFINITY;
  for (let left = view.getUint16(4); left > 0; left--) at = skipName(view, at) + 4;
  for (let left = view.getUint16(6); left > 0; left--) {
    at = skipName(view, at);
    const code = view.getUint16(at);
    // RFC 2181 §8: a number with the first bit set is 0.
    const ttl = Math.max(0, view.getInt32(at + 4));
    const length = view.getUint16(at + 8);
    at += 10;
    if (at + length > view.byteLength) throw new RangeError('record beyond the end');
    if (code === CNAME) aliasTtl = Math.min(aliasTtl, ttl);
    if (code === type.code && length === type.length) {
      const octets = new Uint8Array(view.buffer, view.byteOffset + at, length).slice();
      yield { family: type.family, octets, ttl: Math.min(ttl, aliasTtl) };
    }
    at += length;
  }
}

/** The end of a name (RFC 1035 §4.1.4). A pointer is the last part of a name, so it need not be followed. */
function skipName(view: DataView, from: number): number {
  let at = from;
  for (;;) {
    const length = view.getUint8(at);
    if (length >= 0xc0) return at + 2;
    at += 1 + length;
    if (length === 0) return at;
  }
}

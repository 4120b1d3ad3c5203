/**
 * Messages of DNS for addresses (RFC 1035 §4, RFC 3596 §2.1): a query for one type, and the addresses in its answer.
 * An answer counts only if every address in it belongs to the name that was asked for, perhaps by a chain of aliases.
 *
 * ```
 *   hooks.example.com   CNAME  edge.example.net      the question, and its alias
 *   edge.example.net    A      192.0.2.1             belongs to the chain
 *   other.example.org   A      192.0.2.2             a foreign name: the whole answer is refused
 * ```
 */
import type { Address } from '../egress/address.ts';

/** An address of a name, as a resolver answered it. */
export interface AnswerAddress extends Address {
  /** How long the answer may be kept, in seconds: the smallest number of the records that lead to the address. */
  readonly ttl: number;
}

/** The answer to one question. `absent` = there is no record. `failed` = there was no usable answer. */
export type DnsAnswer =
  | { readonly kind: 'addresses'; readonly addresses: readonly AnswerAddress[] }
  | { readonly kind: 'absent' }
  | {
      readonly kind: 'failed';
      readonly reason: string;
      /** Whether the resolver gave no message of DNS, so that nothing is known about the name. Absent = `false`. */
      readonly isSilence?: boolean;
    };

/** RFC 1035 §3.2.2 and RFC 3596 §2.1. */
export const TYPES = { A: { code: 1, family: 4, length: 4 }, AAAA: { code: 28, family: 6, length: 16 } } as const;
export type RecordType = (typeof TYPES)[keyof typeof TYPES];

/** RFC 1035 §3.2.2. */
const CNAME = 5;
/** RFC 1035 §3.2.4: the Internet. */
const IN = 1;

const HEADER_LENGTH = 12;
const RCODE = { noError: 0, nameError: 3 } as const;

/** A query (RFC 1035 §4.1) that asks for recursion. The identifier is 0, as RFC 8484 §4.1 recommends. */
export function encodeQuery(name: string, type: number): Uint8Array<ArrayBuffer> {
  const labels = name.split('.').map((label) => new TextEncoder().encode(label));
  const message = [0, 0, 0x01, 0, 0, 1, 0, 0, 0, 0, 0, 0];
  for (const label of labels) message.push(label.length, ...label);
  message.push(0, 0, type, 0, IN);
  return Uint8Array.from(message);
}

/**
 * Reads the addresses of a name from an answer.
 *
 * @param name - the name that was asked for, in lower case and without a final dot
 * @param type - the type that was asked for
 */
export function decodeAnswer(message: Uint8Array, name: string, type: RecordType): DnsAnswer {
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
  try {
    const flags = view.getUint16(2);
    const isResponse = flags >> 15 === 1;
    const isTruncated = (flags & 0x0200) !== 0;
    const rcode = flags & 0x0f;
    if (!isResponse || isTruncated) return failed('the resolver sent no complete answer');
    if (rcode === RCODE.nameError) return { kind: 'absent' };
    if (rcode !== RCODE.noError) return failed(`the resolver answered with RCODE ${rcode}`);
    const { isOther, records } = readDnsMessage(view, name, type);
    if (isOther) return failed('the resolver answered another question');
    const chain = chainFrom(name, records);
    const addresses = records.filter(({ code }) => code === type.code);
    if (addresses.some(({ octets }) => octets.length !== type.length)) {
      return failed('the resolver sent an address of the wrong length');
    }
    if (addresses.some(({ owner, isInternet }) => !isInternet || !chain.has(owner))) {
      return failed('the resolver sent an address of another name');
    }
    if (addresses.length === 0) return { kind: 'absent' };
    return {
      kind: 'addresses',
      addresses: addresses.map(({ owner, octets, ttl }) => ({
        family: type.family,
        octets,
        ttl: Math.min(ttl, chain.get(owner) ?? ttl),
      })),
    };
  } catch (error) {
    if (error instanceof RangeError) return failed('the resolver sent a damaged message');
    throw error;
  }
}

const failed = (reason: string): DnsAnswer => ({ kind: 'failed', reason });

/** A record of an answer. */
interface ResourceRecord {
  readonly owner: string;
  readonly code: number;
  readonly isInternet: boolean;
  readonly ttl: number;
  /** A copy. */
  readonly octets: Uint8Array;
  /** The name that a CNAME record leads to; `null` = another record. */
  readonly target: string | null;
}

/** Throws a `RangeError` if the message ends before its records do: `DataView` checks every access. */
function readDnsMessage(view: DataView, name: string, type: RecordType) {
  let at = HEADER_LENGTH;
  let isOther = false;
  for (let left = view.getUint16(4); left > 0; left--) {
    const question = readName(view, at);
    isOther ||= question.name !== name || view.getUint16(question.end) !== type.code;
    at = question.end + 4;
  }
  const records: ResourceRecord[] = [];
  for (let left = view.getUint16(6); left > 0; left--) {
    const owner = readName(view, at);
    at = owner.end;
    const code = view.getUint16(at);
    const isInternet = view.getUint16(at + 2) === IN;
    // RFC 2181 §8: a number with the first bit set is 0.
    const ttl = Math.max(0, view.getInt32(at + 4));
    const length = view.getUint16(at + 8);
    at += 10;
    if (at + length > view.byteLength) throw new RangeError('record beyond the end');
    const octets = new Uint8Array(view.buffer, view.byteOffset + at, length).slice();
    const target = code === CNAME ? readName(view, at).name : null;
    records.push({ owner: owner.name, code, isInternet, ttl, octets, target });
    at += length;
  }
  return { isOther, records };
}

/**
 * The name with its aliases (RFC 1034 §3.6.2), each with the smallest TTL on the way to it. Records have any order.
 */
function chainFrom(name: string, records: readonly ResourceRecord[]): ReadonlyMap<string, number> {
  const aliases = new Map(
    records.flatMap(({ owner, ttl, target }) => (target === null ? [] : [[owner, { target, ttl }]])),
  );
  const chain = new Map<string, number>();
  let ttl = Number.POSITIVE_INFINITY;
  for (let next: string | undefined = name; next !== undefined && !chain.has(next); ) {
    chain.set(next, ttl);
    const alias = aliases.get(next);
    ttl = Math.min(ttl, alias?.ttl ?? ttl);
    next = alias?.target;
  }
  return chain;
}

/** RFC 1035 §2.3.4. */
const LONGEST_NAME = 255;

/**
 * Reads a name (RFC 1035 §4.1.4) in lower case, and finds its end. Pointers lead back, so they form no circle.
 */
function readName(view: DataView, from: number): { readonly name: string; readonly end: number } {
  const labels: string[] = [];
  let end: number | null = null;
  let octets = 0;
  for (let at = from, start = from; ; ) {
    const length = view.getUint8(at);
    if (length >= 0xc0) {
      const target = view.getUint16(at) & 0x3fff;
      if (target >= start) throw new RangeError('a pointer that does not lead back');
      end ??= at + 2;
      at = target;
      start = target;
      continue;
    }
    if (length === 0) return { name: labels.join('.'), end: end ?? at + 1 };
    octets += 1 + length;
    if (length > 63 || octets >= LONGEST_NAME) throw new RangeError('a label or a name that is too long');
    labels.push(labelAt(view, at + 1, length));
    at += 1 + length;
  }
}

/** A dot within a label would look like the end of it. */
function labelAt(view: DataView, from: number, length: number): string {
  const codes = Array.from({ length }, (_, index) => view.getUint8(from + index));
  return String.fromCharCode(...codes)
    .toLowerCase()
    .replaceAll('.', '\\.');
}

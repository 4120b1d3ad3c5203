/**
 * IP addresses as octets: reads the canonical text forms of RFC 3986 §3.2.2 and RFC 4291 §2.2, writes RFC 5952, and
 * tests membership in a CIDR block. The library resolves obfuscated IPv4 notations; this module does not read them.
 */
import { canonicalIpv6 } from '../uri/ipv6.ts';

export interface Address {
  readonly family: 4 | 6;
  /** 4 or 16 octets in network order. */
  readonly octets: Uint8Array;
}

/** A CIDR block: the addresses whose first `length` bits are those of `base`. */
export interface AddressBlock {
  readonly base: Address;
  readonly length: number;
}

const DECIMAL_OCTET = /^(?:0|[1-9]\d{0,2})$/;

/**
 * Reads an address literal; `null` for anything else, including names and lenient IPv4 notations.
 *
 * @param text - dotted decimal, or an IPv6 address with or without the brackets of a URL
 */
export function parseAddress(text: string): Address | null {
  return text.includes(':') ? parseIPv6(text.replace(/^\[(.*)\]$/, '$1')) : parseIPv4(text);
}

function parseIPv4(text: string): Address | null {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => DECIMAL_OCTET.test(part) && Number(part) <= 255)) return null;
  return { family: 4, octets: Uint8Array.from(parts, Number) };
}

function parseIPv6(text: string): Address | null {
  const canonical = canonicalIpv6(text);
  if (canonical === null) return null;
  const [head = [], tail = []] = canonical.split('::').map(octetsOfGroups);
  const octets = new Uint8Array(16);
  octets.set(head, 0);
  octets.set(tail, 16 - tail.length);
  return { family: 6, octets };
}

function octetsOfGroups(groups: string): number[] {
  return groups === '' ? [] : groups.split(':').flatMap((group) => bigEndian(Number.parseInt(group, 16)));
}

function bigEndian(group: number): [number, number] {
  return [group >> 8, group & 0xff];
}

/**
 * Writes an address as RFC 5952 §4 recommends, without brackets.
 * `formatAddress({ family: 6, octets: new Uint8Array(16) })` is `'::'`.
 */
export function formatAddress({ family, octets }: Address): string {
  if (family === 4) return octets.join('.');
  const view = new DataView(octets.buffer, octets.byteOffset, octets.byteLength);
  const groups = Array.from({ length: 8 }, (_, index) => view.getUint16(index * 2).toString(16)).join(':');
  return canonicalIpv6(groups) ?? groups;
}

/**
 * Reads a CIDR block from a table in the source.
 * `contains(parseBlock('10.0.0.0/8'), { family: 4, octets: Uint8Array.of(10, 1, 2, 3) })` is `true`.
 *
 * @throws TypeError for text that is not a block
 */
export function parseBlock(text: string): AddressBlock {
  const slash = text.indexOf('/');
  const base = parseAddress(text.slice(0, slash));
  const length = Number(text.slice(slash + 1));
  if (slash < 0 || !base || !Number.isInteger(length) || length > base.octets.length * 8) {
    throw new TypeError(`not a CIDR block: ${text}`);
  }
  return { base, length };
}

/**
 * The first address of a block: its base without the bits after the length.
 * `formatAddress(networkAddress(parseBlock('10.1.2.3/8')))` is `'10.0.0.0'`.
 */
export function networkAddress({ base, length }: AddressBlock): Address {
  const octets = base.octets.map((octet, index) => {
    const bits = Math.min(8, Math.max(0, length - index * 8));
    return octet & (0xff00 >> bits);
  });
  return { family: base.family, octets };
}

export function contains(block: AddressBlock, address: Address): boolean {
  if (block.base.family !== address.family) return false;
  const whole = block.length >> 3;
  for (let i = 0; i < whole; i++) if (block.base.octets[i] !== address.octets[i]) return false;
  const rest = block.length & 7;
  if (rest === 0) return true;
  const difference = (block.base.octets[whole] ?? 0) ^ (address.octets[whole] ?? 0);
  return difference >> (8 - rest) === 0;
}

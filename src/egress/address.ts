/**
 * IP addresses as octets: reads the canonical text forms of RFC 3986 §3.2.2 and RFC 4291 §2.2, writes RFC 5952, and
 * tests membership in a CIDR block. The library resolves obfuscated IPv4 notations; this module does not read them.
 *
 * The addresses that are not on the public Internet are those of the IANA special-purpose registries (RFC 6890),
 * multicast, the reserved space, and those that a cloud keeps for itself. IPv4 is open except for its rows. IPv6 is
 * closed except for 2000::/3.
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
 * Reads an address literal; `null` for anything else, including names and lenient IPv4 notations. `text` is dotted
 * decimal, or an IPv6 address with or without the brackets of a URL.
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

/** Writes an address by RFC 5952 §4. `formatAddress({ family: 6, octets: new Uint8Array(16) })` is `'::'`. */
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
  if (!base || !Number.isInteger(length) || length > base.octets.length * 8) {
    throw new TypeError(`not a CIDR block: ${text}`);
  }
  return { base, length };
}

/** The first address. `formatAddress(networkAddress(parseBlock('10.1.2.3/8')))` is `'10.0.0.0'`. */
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
  const difference = (block.base.octets[whole] ?? 0) ^ (address.octets[whole] ?? 0);
  return difference >> (8 - rest) === 0;
}

interface SpecialPurpose {
  readonly block: AddressBlock;
  /** The name in the registry, or who keeps the block, and for what. */
  readonly name: string;
  readonly document: string;
}

const registry = (rows: readonly (readonly [block: string, name: string, document: string])[]): SpecialPurpose[] =>
  rows.map(([block, name, document]) => ({ block: parseBlock(block), name, document }));

/** IPv4 blocks that are refused. The anycast services in them (AS112, AMT) are public, but serve no documents. */
const specialIPv4: readonly SpecialPurpose[] = registry([
  ['0.0.0.0/8', 'This network', 'RFC 791 §3.2'],
  ['10.0.0.0/8', 'Private-Use', 'RFC 1918'],
  ['100.64.0.0/10', 'Shared Address Space', 'RFC 6598'],
  ['127.0.0.0/8', 'Loopback', 'RFC 1122 §3.2.1.3'],
  ['169.254.0.0/16', 'Link Local', 'RFC 3927'],
  ['172.16.0.0/12', 'Private-Use', 'RFC 1918'],
  ['192.0.0.0/24', 'IETF Protocol Assignments', 'RFC 6890 §2.1'],
  ['192.0.2.0/24', 'Documentation (TEST-NET-1)', 'RFC 5737'],
  ['192.31.196.0/24', 'AS112-v4', 'RFC 7535'],
  ['192.52.193.0/24', 'AMT', 'RFC 7450'],
  ['192.88.99.0/24', 'Deprecated (6to4 Relay Anycast)', 'RFC 7526'],
  ['192.168.0.0/16', 'Private-Use', 'RFC 1918'],
  ['192.175.48.0/24', 'Direct Delegation AS112 Service', 'RFC 7534'],
  ['198.18.0.0/15', 'Benchmarking', 'RFC 2544'],
  ['198.51.100.0/24', 'Documentation (TEST-NET-2)', 'RFC 5737'],
  ['203.0.113.0/24', 'Documentation (TEST-NET-3)', 'RFC 5737'],
  ['224.0.0.0/4', 'Multicast', 'RFC 5771'],
  ['255.255.255.255/32', 'Limited Broadcast', 'RFC 919 §7'],
  ['240.0.0.0/4', 'Reserved', 'RFC 1112 §4'],
]);

/** IPv6 blocks with a name. Those outside 2000::/3 would be refused without a row, but a name explains why. */
const specialIPv6: readonly SpecialPurpose[] = registry([
  ['::/128', 'Unspecified Address', 'RFC 4291 §2.5.2'],
  ['::1/128', 'Loopback Address', 'RFC 4291 §2.5.3'],
  ['::/96', 'Deprecated (IPv4-Compatible Address)', 'RFC 4291 §2.5.5.1'],
  // Each network chooses where to embed the IPv4 address in this block, so it cannot be judged as IPv4.
  ['64:ff9b:1::/48', 'IPv4-IPv6 Translation, local use', 'RFC 8215'],
  ['100::/64', 'Discard-Only Address Block', 'RFC 6666'],
  ['100:0:0:1::/64', 'Dummy IPv6 Prefix', 'RFC 9780'],
  ['2001::/32', 'TEREDO', 'RFC 4380'],
  ['2001::/23', 'IETF Protocol Assignments', 'RFC 2928'],
  ['2001:db8::/32', 'Documentation', 'RFC 3849'],
  ['2002::/16', '6to4', 'RFC 3056'],
  ['2620:4f:8000::/48', 'Direct Delegation AS112 Service', 'RFC 7534'],
  ['3fff::/20', 'Documentation', 'RFC 9637'],
  ['5f00::/16', 'Segment Routing (SRv6) SIDs', 'RFC 9602'],
  ['fc00::/7', 'Unique-Local', 'RFC 4193'],
  ['fe80::/10', 'Link-Local Unicast', 'RFC 4291 §2.5.6'],
  ['fec0::/10', 'Deprecated (Site-Local Unicast)', 'RFC 3879'],
  ['ff00::/8', 'Multicast', 'RFC 4291 §2.7'],
]);

/**
 * Blocks that registries call public, and that answer inside a cloud alone. The agents and metadata servers of other
 * clouds have addresses of the blocks above: 169.254.0.0/16, 100.64.0.0/10, 192.0.0.0/24, fc00::/7, fe80::/10. Read in
 * November 2026. Resolvers of providers are not here: their port is closed, and their answers are judged.
 */
const fabric: readonly SpecialPurpose[] = registry([
  // The agent of the host, which hands out secrets to every machine.
  ['168.63.129.16/32', 'Azure host agent (WireServer)', 'Microsoft, “What is IP address 168.63.129.16?”'],
  // The APIs of Google, for machines without a public address. Not announced to the Internet.
  ['199.36.153.4/30', 'Google Cloud, restricted.googleapis.com', 'Google, “Private Google Access”'],
  ['199.36.153.8/30', 'Google Cloud, private.googleapis.com', 'Google, “Private Google Access”'],
  ['2600:2d00:2:1000::/56', 'Google Cloud, restricted.googleapis.com', 'Google, “Private Google Access”'],
  ['2600:2d00:2:2000::/56', 'Google Cloud, private.googleapis.com', 'Google, “Private Google Access”'],
  // Mirrors, storage, databases and other services of the private network. Not announced to the Internet.
  ['161.26.0.0/16', 'IBM Cloud, IaaS endpoints', 'IBM, “Service endpoints for VPC”'],
  ['166.8.0.0/14', 'IBM Cloud, service endpoints', 'IBM, “Service endpoints for VPC”'],
]);

const GLOBAL_UNICAST = parseBlock('2000::/3');
const OUTSIDE_GLOBAL_UNICAST: SpecialPurpose = {
  block: parseBlock('::/0'),
  name: 'Reserved by IETF',
  document: 'RFC 4291 §2.4',
};

/** IPv6 blocks whose last 32 bits are the IPv4 address that a connection reaches. */
const embeddingIPv4: readonly AddressBlock[] = [
  parseBlock('::ffff:0:0/96'), // IPv4-mapped, RFC 4291 §2.5.5.2
  parseBlock('64:ff9b::/96'), // IPv4-IPv6 translation, RFC 6052 §2.1
];

/** The address that a connection to this one reaches: the embedded IPv4 address if there is one, else itself. */
export function reachedAddress(address: Address): Address {
  return embeddingIPv4.some((block) => contains(block, address))
    ? { family: 4, octets: address.octets.slice(12) }
    : address;
}

/** The special purpose that keeps an address off the public Internet; `null` for a globally routable one. */
export function specialPurpose(address: Address): SpecialPurpose | null {
  const reached = reachedAddress(address);
  const rows = reached.family === 4 ? specialIPv4 : specialIPv6;
  const within = ({ block }: SpecialPurpose) => contains(block, reached);
  const row = rows.find(within) ?? fabric.find(within);
  if (row) return row;
  return reached.family === 4 || contains(GLOBAL_UNICAST, reached) ? null : OUTSIDE_GLOBAL_UNICAST;
}

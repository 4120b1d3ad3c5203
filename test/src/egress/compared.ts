/** 300 addresses that other judges judge, too, and the blocks of which they say otherwise. */
import { contains, parseAddress, parseBlock } from '../../../src/egress/address.ts';
import { judgePublicHost } from '../../../src/egress/judgement.ts';
import fc from '../../fast-check.ts';
import { embeddedIPv4, publicAddresses, specialIPv4Blocks, specialIPv6Blocks } from './addresses.ts';

/** Where clouds answer their own machines, by the documents of the providers. */
export const CLOUDS: readonly string[] = [
  // Amazon, Google, Microsoft, Oracle, DigitalOcean, Hetzner, OpenStack and others
  ...['169.254.169.254', '169.254.169.253', '169.254.169.123', '169.254.170.2', '169.254.170.23'],
  ...['fd00:ec2::254', 'fd00:ec2::253', 'fd00:ec2::123', 'fd00:ec2::23', 'fd20:ce::254', 'fe80::a9fe:a9fe'],
  // Oracle, Alibaba, Tencent, Huawei, Volcengine, Scaleway, Linode
  ...['192.0.0.192', '100.100.100.200', '169.254.0.23', '100.125.1.250', '100.96.0.96', '169.254.42.42'],
  ...['fd00:42::42', 'fd00:a9fe:a9fe::1'],
];

const BLOCKS = [...specialIPv4Blocks, ...specialIPv6Blocks];

/** Blocks of clouds that registries call public. */
export const FABRIC: readonly string[] = BLOCKS.filter(([, name]) => /Azure|Cloud,/.test(name)).map(([block]) => block);

const octets = (least: number, most: number) => fc.integer({ min: least, max: most });
const anyIPv4 = fc.tuple(octets(1, 223), octets(0, 255), octets(0, 255), octets(1, 254)).map((four) => four.join('.'));
const anyIPv6 = fc
  .tuple(octets(0x2400, 0x2fff), ...Array.from({ length: 7 }, () => octets(1, 0xffff)))
  .map((groups) => groups.map((group) => group.toString(16)).join(':'));

export const NUMBER = 300;
const known = [
  ...BLOCKS.flatMap(([, , , inside, beside]) => [...inside, ...beside]),
  ...embeddedIPv4.map(([address]) => address),
  ...publicAddresses.map(([address]) => address),
  ...CLOUDS,
];
const others = fc.sample(fc.oneof(anyIPv4, anyIPv6), { numRuns: NUMBER, seed: 1994 });
export const ADDRESSES = [...new Set([...known, ...others])].slice(0, NUMBER);

export const allows = (address: string) => judgePublicHost(address).allowed;

/** The block of the tables that has an address, or the address. */
function blockOf(text: string): string {
  const address = parseAddress(text);
  return BLOCKS.find(([block]) => address !== null && contains(parseBlock(block), address))?.[0] ?? text;
}

/** Blocks of which another judge says otherwise, and single addresses that are in none. */
export function differences(allowsToo: (address: string, index: number) => boolean) {
  const different = ADDRESSES.filter((address, index) => allows(address) !== allowsToo(address, index));
  const blocks = (allowed: boolean) =>
    [...new Set(different.filter((address) => allows(address) === allowed).map(blockOf))].sort();
  return { onlyWeRefuse: blocks(false), onlyWeAllow: blocks(true) };
}

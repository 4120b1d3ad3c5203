/**
 * The table of addresses: every special-purpose range of IANA's registries, in every notation, and the public addresses
 * next to them. No special-purpose address passes, and no public one fails. Two common packages run on the same table,
 * and a report compares them.
 */
import ipaddr from 'ipaddr.js';
import isPrivate from 'private-ip';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseAddress } from '../../../src/egress/address.ts';
import type { WebhookVerdict } from '../../../worker/webhooks/verdict.ts';
import {
  embeddedIPv4,
  notations,
  publicAddresses,
  specialIPv4Blocks,
  specialIPv6Blocks,
} from '../../src/egress/addresses.ts';
import { checkOf, startValidator, type Validator } from './harness.ts';

interface Row {
  /** The host as written in a URL. */
  readonly host: string;
  readonly why: string;
  readonly isPublic: boolean;
}

/** The notations of an IPv4 address: the plain one first, then disguises. */
const spellings: readonly (readonly [notation: string, write: (octets: readonly number[]) => string])[] = [
  ['dotted decimal', (octets) => octets.join('.')],
  ['dotted decimal with a final dot', (octets) => `${octets.join('.')}.`],
  ['decimal number', (octets) => String(numberOf(octets))],
  ['hexadecimal number', (octets) => `0x${numberOf(octets).toString(16)}`],
  ['octal number', (octets) => `0${numberOf(octets).toString(8)}`],
  ['hexadecimal parts', (octets) => octets.map((octet) => `0x${octet.toString(16)}`).join('.')],
  ['octal parts', (octets) => octets.map((octet) => `0${octet.toString(8)}`).join('.')],
  ['parts of different bases', ([a = 0, b = 0, c = 0, d = 0]) => `0x${a.toString(16)}.0${b.toString(8)}.${c}.${d}`],
  ['three parts', ([a = 0, b = 0, c = 0, d = 0]) => `${a}.${b}.${c * 256 + d}`],
  ['two parts', ([a = 0, b = 0, c = 0, d = 0]) => `${a}.${b * 65_536 + c * 256 + d}`],
  ['full-width digits', (octets) => octets.join('.').replace(/\d/g, (digit) => shifted(digit, 0xff10))],
  ['circled digits', (octets) => octets.join('.').replace(/\d/g, circled)],
  ['mathematical digits', (octets) => octets.join('.').replace(/\d/g, (digit) => shifted(digit, 0x1d7ce))],
  ['ideographic full stops', (octets) => octets.join('。')],
  ['half-width full stops', (octets) => octets.join('｡')],
  ['percent-encoded', (octets) => [...octets.join('.')].map(percent).join('')],
  [
    'percent-encoded full width',
    (octets) => encodeURIComponent(octets.join('.').replace(/\d/g, (d) => shifted(d, 0xff10))),
  ],
];

/** Forms of IPv6 that carry an IPv4 address. A connection to the first two reaches it; the others reach nothing. */
const embeddings: readonly (readonly [form: string, reaches: boolean, write: (octets: readonly number[]) => string])[] =
  [
    ['IPv4-mapped', true, (octets) => `[::ffff:${octets.join('.')}]`],
    ['IPv4-mapped, in hexadecimal', true, (octets) => `[::ffff:${hex(octets)}]`],
    ['IPv4-mapped, at full length', true, (octets) => `[0000:0000:0000:0000:0000:FFFF:${hex(octets)}]`],
    ['NAT64', true, (octets) => `[64:ff9b::${octets.join('.')}]`],
    ['NAT64, in hexadecimal', true, (octets) => `[64:ff9b::${hex(octets)}]`],
    ['NAT64, local use', false, (octets) => `[64:ff9b:1::${hex(octets)}]`],
    ['IPv4-compatible', false, (octets) => `[::${octets.join('.')}]`],
    ['IPv4-translated', false, (octets) => `[::ffff:0:${octets.join('.')}]`],
    ['6to4', false, (octets) => `[2002:${hex(octets)}::1]`],
    ['Teredo, as server', false, (octets) => `[2001:0:${hex(octets)}::1]`],
    ['Teredo, as client', false, (octets) => `[2001:0:808:808::${hex(octets.map((octet) => octet ^ 255))}]`],
  ];

const numberOf = (octets: readonly number[]) => octets.reduce((number, octet) => number * 256 + octet, 0);
const shifted = (digit: string, zero: number) => String.fromCodePoint(zero + Number(digit));
const circled = (digit: string) => (digit === '0' ? '⓪' : shifted(digit, 0x245f));
const percent = (character: string) => `%${character.charCodeAt(0).toString(16)}`;
const hex = ([a = 0, b = 0, c = 0, d = 0]: readonly number[]) =>
  `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;

const bracketed = (address: string) => (address.includes(':') ? `[${address}]` : address);
const octetsOf = (address: string) => [...(parseAddress(address)?.octets ?? [])];

/** Addresses of IPv4, which are written in every notation. */
const addresses: readonly (readonly [address: string, why: string, isPublic: boolean])[] = [
  ...specialIPv4Blocks.flatMap(([block, name, document, inside, neighbours]) => [
    ...inside.map((address) => [address, `${block} ${name} (${document})`, false] as const),
    ...neighbours.map((address) => [address, `beside ${block}`, true] as const),
  ]),
  ...publicAddresses
    .filter(([address]) => !address.includes(':'))
    .map(([address, what]) => [address, what, true] as const),
];

const rows: readonly Row[] = [
  ...addresses.flatMap(([address, why, isPublic]) => {
    const octets = octetsOf(address);
    return [
      ...spellings.map(([notation, write]) => ({ host: write(octets), why: `${why}: ${notation}`, isPublic })),
      ...embeddings.map(([form, reaches, write]) => ({
        host: write(octets),
        why: `${why}: ${form}`,
        isPublic: isPublic && reaches,
      })),
    ];
  }),
  ...specialIPv6Blocks.flatMap(([block, name, document, inside, neighbours]) => [
    ...inside.map((address) => ({ host: `[${address}]`, why: `${block} ${name} (${document})`, isPublic: false })),
    ...neighbours.map((address) => ({ host: `[${address}]`, why: `beside ${block}`, isPublic: true })),
  ]),
  ...embeddedIPv4.map(([address, form, document, isPublic]) => ({
    host: `[${address}]`,
    why: `${form} (${document})`,
    isPublic,
  })),
  ...publicAddresses.map(([address, what]) => ({ host: bracketed(address), why: what, isPublic: true })),
  ...notations.map(([written, canonical, why]) => ({ host: written, why, isPublic: canonical === '8.8.8.8' })),
];

let validator: Validator;
let verdicts: ReadonlyMap<Row, WebhookVerdict>;
beforeAll(async () => {
  validator = await startValidator();
  verdicts = await verdictsOn(rows);
});
afterAll(() => validator.close());

/** The verdicts on all rows, from one NDJSON request. Names are not resolved. */
async function verdictsOn(rows: readonly Row[]): Promise<ReadonlyMap<Row, WebhookVerdict>> {
  const response = await validator.fetch('/v1/validate?requireDns=false', {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-ndjson' },
    body: rows.map(({ host }) => `${JSON.stringify(`https://${host}/`)}\n`).join(''),
  });
  const lines = (await response.text()).trimEnd().split('\n');
  return new Map(rows.map((row, index) => [row, JSON.parse(lines[index] ?? '')]));
}

const passes = (row: Row): boolean => {
  const verdict = verdicts.get(row);
  return verdict !== undefined && checkOf(verdict, 'public-address').pass === true;
};

describe(`of ${rows.length} rows`, () => {
  test('there are many of each kind', () => {
    expect(rows.filter(({ isPublic }) => isPublic).length).toBeGreaterThan(500);
    expect(rows.filter(({ isPublic }) => !isPublic).length).toBeGreaterThan(1000);
  });

  test('no special-purpose address passes', () => {
    expect(rows.filter((row) => !row.isPublic && passes(row))).toEqual([]);
    expect(rows.filter((row) => !row.isPublic && verdicts.get(row)?.valid !== false)).toEqual([]);
  });

  test('no public address fails', () => {
    expect(rows.filter((row) => row.isPublic && !passes(row))).toEqual([]);
  });

  test('a plain address fails no other check; a disguise fails host-not-obfuscated', () => {
    const plain = new Set([
      ...publicAddresses.map(([address]) => bracketed(address)),
      ...addresses.map(([address]) => address),
    ]);
    for (const row of rows) {
      const verdict = verdicts.get(row);
      if (verdict === undefined || checkOf(verdict, 'well-formed').pass !== true) continue;
      const { pass } = checkOf(verdict, 'host-not-obfuscated');
      const isDisguised =
        !row.host.startsWith('[') && new URL(`https://${row.host}/`).hostname !== row.host.toLowerCase();
      expect([row, pass]).toEqual([row, !isDisguised]);
      if (row.isPublic && plain.has(row.host)) expect(verdict.valid).toBe(true);
    }
  });
});

/** Whether a package allows a host. A host that it cannot parse counts as refused. */
const packages: Readonly<Record<string, (host: string) => boolean>> = {
  'ipaddr.js': (host) => {
    const bare = host.replace(/^\[|\]$/g, '');
    return ipaddr.isValid(bare) && ipaddr.process(bare).range() === 'unicast';
  },
  'private-ip': (host) => isPrivate(host.replace(/^\[|\]$/g, '')) === false,
};

/** The comparison leaves out hosts that ipaddr.js cannot parse. */
const readable = rows.filter(({ host }) => ipaddr.isValid(host.replace(/^\[|\]$/g, '')));

test('the report: beside ipaddr.js and private-ip', () => {
  const judges: Readonly<Record<string, ((host: string) => boolean) | null>> = { waypost: null, ...packages };
  const table = Object.entries(judges).map(([name, judge]) => {
    const lets = (row: Row) => (judge === null ? passes(row) : judge(row.host));
    const wrong = (among: readonly Row[], isPublic: boolean) =>
      among.filter((row) => row.isPublic === isPublic && lets(row) !== isPublic).length;
    return {
      judge: name,
      'special but let through': wrong(rows, false),
      'public but refused': wrong(rows, true),
      'the same, of what ipaddr.js reads': wrong(readable, true),
    };
  });
  const special = rows.filter(({ isPublic }) => !isPublic).length;
  console.log(`${rows.length} hosts, ${special} of them special; ${readable.length} are readable to ipaddr.js`);
  console.table(table);
  expect(table[0]).toMatchObject({ 'special but let through': 0, 'public but refused': 0 });
});

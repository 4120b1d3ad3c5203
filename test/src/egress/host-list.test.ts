/** Lists of hosts: the hosts that an entry matches, and the entries that are refused. */
import { describe, expect, test } from 'vitest';
import { faultOfHostEntry, isListed, NO_HOSTS, parseHostList } from '../../../src/egress/host-list.ts';

/** An entry, the hosts that are on its list, and hosts that are not. */
const entries: readonly (readonly [entry: string, listed: readonly string[], others: readonly string[]])[] = [
  [
    'example.org',
    ['example.org', 'example.org.', 'EXAMPLE.ORG', 'www.example.org', 'a.b.example.org', 'www.example.org.'],
    ['evilexample.org', 'xexample.org', 'org', 'example.org.evil.net', ''],
  ],
  ['example.org.', ['example.org', 'www.example.org', 'example.org.'], ['evilexample.org']],
  ['Example.ORG', ['example.org', 'www.example.org'], []],
  ['=example.org', ['example.org', 'example.org.'], ['www.example.org']],
  ['=example.org.', ['example.org'], ['www.example.org']],
  ['*.example.org', ['www.example.org', 'a.b.example.org'], ['example.org', 'evilexample.org']],
  ['*.example.org.', ['www.example.org', 'www.example.org.'], ['example.org']],
  ['.example.org', ['www.example.org'], ['example.org']],
  ['org', ['org', 'example.org'], ['example.net']],
  ['bücher.example', ['xn--bcher-kva.example', 'www.xn--bcher-kva.example'], ['bucher.example']],
  ['xn--bcher-kva.example', ['xn--bcher-kva.example'], []],
  ['xn--a.example', ['xn--a.example', 'www.xn--a.example'], ['xn--b.example']],
  ['a_b.example.org', ['a_b.example.org'], ['b.example.org']],
  // A label has at most 63 characters, and a name 253 (RFC 1035 §2.3.4).
  [`a.${'x'.repeat(63)}`, [`a.${'x'.repeat(63)}`], []],
  [`${'a.'.repeat(125)}org`, [`${'a.'.repeat(125)}org`], []],
  [
    '192.0.2.7',
    ['192.0.2.7', '192.0.2.7.', '[::ffff:192.0.2.7]', '::ffff:c000:207', '[64:ff9b::192.0.2.7]'],
    ['192.0.2.8', '7'],
  ],
  ['=192.0.2.7', ['192.0.2.7'], ['192.0.2.8']],
  ['0xc0.0.2.7', ['192.0.2.7'], []],
  ['192.0.2.0/24', ['192.0.2.0', '192.0.2.255', '[::ffff:192.0.2.7]'], ['192.0.3.0', 'example.org']],
  ['192.0.2.4/31', ['192.0.2.4', '192.0.2.5'], ['192.0.2.3', '192.0.2.6']],
  ['0.0.0.0/0', ['8.8.8.8'], ['[2001:db8::1]', 'example.org']],
  ['2001:DB8::1', ['[2001:db8::1]'], ['[2001:db8::2]']],
  ['2001:db8::1', ['[2001:db8::1]', '2001:db8::1', '[2001:DB8:0::1]'], ['[2001:db8::2]']],
  ['[2001:db8::1]', ['[2001:db8::1]'], ['[2001:db8::2]']],
  ['=[2001:db8::1]', ['[2001:db8::1]'], []],
  ['2001:db8::/32', ['[2001:db8::1]', '2001:db8:ffff::'], ['[2001:db9::]']],
  ['[2001:db8::]/32', ['[2001:db8::1]'], ['[2001:db9::]']],
  ['2001:db8::/33', ['[2001:db8:7fff::]'], ['[2001:db8:8000::]']],
  // Blocks of embedded IPv4 addresses are those of the addresses that they reach.
  ['::ffff:10.0.0.0/104', ['10.1.2.3', '[::ffff:10.1.2.3]', '10.255.0.0'], ['11.0.0.0']],
  ['64:ff9b::/96', ['8.8.8.8', '[64:ff9b::808:808]'], ['[2001:db8::1]']],
  ['64:ff9b::/64', ['[64:ff9b::808:808]'], ['8.8.8.8']],
];

describe.each(entries)('%s', (entry, listed, others) => {
  const list = parseHostList(entry);
  test.each([...listed])('has %s', (host) => {
    expect(isListed(host, list)).toBe(true);
  });
  test.each([...others])('does not have %s', (host) => {
    expect(isListed(host, list)).toBe(false);
  });
});

test.each([
  ['10.0.0.0/08', '10.0.0.0/8'],
  ['2001:db8::/032', '2001:db8::/32'],
])('the length of a block is a number: %s', (entry, canonical) => {
  expect(parseHostList(entry)).toEqual(parseHostList(canonical));
});

test('an address with a final dot is the address', () => {
  expect(isListed('192.0.2.1.', parseHostList('192.0.2.0/24'))).toBe(true);
  expect(isListed('192.0.2.1.', parseHostList('198.51.100.0/24'))).toBe(false);
});

test('a list without entries has none', () => {
  expect(NO_HOSTS).toEqual(parseHostList(''));
});

test('an error has its name', () => {
  expect(() => parseHostList('*')).toThrow(expect.objectContaining({ name: 'HostListError' }));
});

test('a list has entries with commas or blanks between them', () => {
  const list = parseHostList(' example.org, .example.net\n*.example.com,,192.0.2.7\t');
  const hosts = ['example.org', 'a.example.net', 'a.example.com', '192.0.2.7', 'example.com', 'example.net'];
  expect(hosts.map((host) => isListed(host, list))).toEqual([true, true, true, true, false, false]);
  expect(parseHostList(' , ')).toEqual(parseHostList(''));
});

const HOST = 'must be a host, such as `example.org`, `=example.org`, `*.example.org` or `192.0.2.0/24`';

/** Entries that are refused, with the right form. */
test.each([
  ['https://example.org/path', 'must be a host alone: write `example.org`'],
  ['https://user:secret@Example.org:8080/', 'must be a host alone: write `example.org`'],
  ['user@example.org', 'must be a host alone: write `example.org`'],
  ['example.org/', 'must be a host alone: write `example.org`'],
  ['example.org?', 'must be a host alone: write `example.org`'],
  ['example.org#x', 'must be a host alone: write `example.org`'],
  ['svn+ssh://example.org', 'must be a host alone: write `example.org`'],
  ['HTTPS://Bücher.example/', 'must be a host alone: write `xn--bcher-kva.example`'],
  ['https://a b/', HOST],
  ['a]b/c', HOST],
  ['a:b:c/d', HOST],
  ['example.org:443', 'must be a host without a port: write `example.org`'],
  ['[2001:db8::1]:443', 'must be a host without a port: write `2001:db8::1`'],
  ['10.1.2.3/8', 'must begin with the first address of the block: write `10.0.0.0/8`'],
  ['10.1.2.3/08', 'must begin with the first address of the block: write `10.0.0.0/8`'],
  ['192.0.2.5/31', 'must begin with the first address of the block: write `192.0.2.4/31`'],
  ['2001:db8::1/32', 'must begin with the first address of the block: write `2001:db8::/32`'],
  ['10.0.0.0/33', 'must be a block whose length is from 0 to 32'],
  ['2001:db8::/129', 'must be a block whose length is from 0 to 128'],
  ['10.0.0.0/0008', 'must be a host alone: write `10.0.0.0`'],
  ['*.[2001:db8::1]', 'must have a name after `*.`, not an address: write `2001:db8::1`'],
  ['*.192.0.2.1', 'must have a name after `*.`, not an address: write `192.0.2.1`'],
  ['10.1', 'must be an address in full, or a block: write `10.0.0.1`, or a block such as `192.0.2.0/24`'],
  ['=7', 'must be an address in full, or a block: write `0.0.0.7`, or a block such as `192.0.2.0/24`'],
  ['*', HOST],
  ['*.', HOST],
  ['=', HOST],
  ['', HOST],
  ['hooks.*.org', HOST],
  ['*example.org', HOST],
  ['=*.example.org', HOST],
  ['a b', HOST],
  ['a..org', HOST],
  ['1.2.3.4.5', HOST],
  ['nonsense!', HOST],
  ["o'clock.example.org", HOST],
  ['*.a%20b', HOST],
  [`${'x'.repeat(64)}.org`, HOST],
  [`a.${'x'.repeat(64)}`, HOST],
  [`a${'a.'.repeat(125)}org`, HOST],
  ['[::1', HOST],
  ['[v1.a]', HOST],
  ['fe80::1%25eth0', HOST],
])('%s %s', (entry, fault) => {
  expect(faultOfHostEntry(entry)).toBe(fault);
  expect(() => parseHostList(['example.org', entry])).toThrow(`entry 2 ${fault}`);
});

test('a block of a link may name a host that DNS cannot hold', () => {
  expect(() => parseHostList(['[v1.a]'], 'url')).toThrow(HOST);
  const list = parseHostList(['nonsense!', "*.o'clock"], 'url');
  const hosts = ['nonsense!', 'x.nonsense!', "x.o'clock", 'nonsense'];
  expect(hosts.map((host) => isListed(host, list))).toEqual([true, true, true, false]);
  expect(['nonsense!', '10.1'].map((entry) => faultOfHostEntry(entry, 'url'))).toEqual([null, null]);
  expect(faultOfHostEntry('a..org', 'url')).toBe(HOST);
});

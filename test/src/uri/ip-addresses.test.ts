/** IPv4 and IPv6 addresses in every notation, and the quick recognition of canonical ones. */
import { describe, expect, test } from 'vitest';
import { canonicalIpv4, endsInNumber, isCanonicalIpv4 } from '../../../src/uri/ipv4.ts';
import { canonicalIpv6, isCanonicalIpv6Literal } from '../../../src/uri/ipv6.ts';

describe('IPv4', () => {
  test.each([
    ['1.2.3.4', '1.2.3.4'],
    ['1.2.3.4.', '1.2.3.4'],
    ['255.255.255.255', '255.255.255.255'],
    ['1.2.65535', '1.2.255.255'],
    ['1.16777215', '1.255.255.255'],
    ['4294967295', '255.255.255.255'],
    ['0', '0.0.0.0'],
    ['0x', '0.0.0.0'],
    ['0X7f.010.0xFf', '127.8.0.255'],
    ['256.1', 0],
    ['1.256.1', 1],
    ['1.2.3.256', 3],
    ['1.2.65536', 2],
    ['1.16777216', 1],
    ['4294967296', 0],
    ['1.2.3.4.5', 4],
    ['08', 0],
    ['1.0x1g', 1],
    ['1..2', 1],
    ['1.2..', 2],
    ['1.-2', 1],
    ['1.2a', 1],
    ['1.a2', 1],
    ['1.00x2', 1],
  ])('%s is %s', (host, address) => {
    expect(canonicalIpv4(host)).toBe(address);
  });

  test.each(['1', 'a.1', 'a.0x', 'a.0XfA', 'a.1.', '0x.'])('%s ends in a number', (host) => {
    expect(endsInNumber(host)).toBe(true);
  });

  test.each(['', 'a', 'a1', '1.a', '0xg', '1..', 'a.1a', 'a.00x1', 'x0x1', '1-1'])('%s does not', (host) => {
    expect(endsInNumber(host)).toBe(false);
  });

  test.each([
    ['0.10.200.255', true],
    ['1.2.3', false],
    ['1.2.3.', false],
    ['1.2.3.4.', false],
    ['1.2.3.4.5', false],
    ['.2.3.4', false],
    ['1..3.4', false],
    ['1.2.3.00', false],
    ['1.2.3.04', false],
    ['1.2.3.256', false],
    ['1.2.3./', false],
    ['1.2.3.:', false],
    ['1.2.3.9', true],
    ['', false],
  ])('%s is canonical: %s', (host, is) => {
    expect(isCanonicalIpv4(`9${host}9`, 1, 1 + host.length)).toBe(is);
  });
});

describe('IPv6', () => {
  test.each([
    ['::', '::'],
    ['::1', '::1'],
    ['1::', '1::'],
    ['1:2:3:4:5:6:7:8', '1:2:3:4:5:6:7:8'],
    ['0001:DEF:aF09::0', '1:def:af09::'],
    ['1:0:0:2:0:0:0:3', '1:0:0:2::3'],
    ['1:0:0:2:0:0:3:4', '1::2:0:0:3:4'],
    ['1:0:2:3:4:5:6:7', '1:0:2:3:4:5:6:7'],
    ['1::2:3:4:5:6:7', '1:0:2:3:4:5:6:7'],
    ['0:0:1:2:3:4:5:6', '::1:2:3:4:5:6'],
    ['1:2:3:4:5:6:0:0', '1:2:3:4:5:6::'],
    ['10:0:0:1:2:3:4:5', '10::1:2:3:4:5'],
    ['::ffff:1.2.3.4', '::ffff:102:304'],
    ['1:2:3:4:5:6:1.2.254.255', '1:2:3:4:5:6:102:feff'],
    ['1:2:3:4:5:6:7:1.2.3.4', null],
    ['1:2:3:4:5:1.2.3.4', null],
    ['::1.2.3', null],
    ['::1.2.3.04', null],
    ['1.2.3.4::', null],
    ['1::2:3:4:5:6:7:8', null],
    ['1:2:3:4:5:6:7', null],
    ['1:2:3:4:5:6:7:8:9', null],
    ['1:2:3:4:5:6:7:8:', null],
    ['1::2::3', null],
    [':::', null],
    [':1:2:3:4:5:6:7', null],
    ['1:2:3:4:5:6:7:', null],
    ['12345::', null],
    ['::12345', null],
    ['::g', null],
    ['::/', null],
    ['::@', null],
    ['::1-', null],
    ['', null],
  ])('%s is %s', (text, address) => {
    expect(canonicalIpv6(text)).toBe(address);
  });

  test.each(['::', '::1', '1::', '2001:db8::9f', '1:2:3::4:5:6', 'abcd::ffff', '1:2:3:4:5:6::', 'a0::'])(
    '[%s] is canonical at a glance',
    (text) => {
      expect(canonicalIpv6(text)).toBe(text);
      expect(isCanonicalIpv6Literal(`[[${text}]]`, 1, 3 + text.length)).toBe(true);
    },
  );

  test.each([
    ...[
      '[1:2:3:4:5:6:7:8]',
      '[1:2:3:4::5:6:7]',
      '[::0]',
      '[::01]',
      '[0::]',
      '[::A]',
      '[::g]',
      '[::`]',
      '[::/]',
      '[:::]',
    ],
    ...[
      '[::1::]',
      '[1:::2]',
      '[:1::2]',
      '[1::2:]',
      '[12345::]',
      '[::12345]',
      '[::1.2.3.4]',
      '[]',
      '[::',
      '::]',
      '[1::2;3]',
    ],
  ])('%s is not', (text) => {
    expect(isCanonicalIpv6Literal(`x${text}]`, 1, 1 + text.length)).toBe(false);
  });
});

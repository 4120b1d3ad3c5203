/** IP addresses as text, as octets, and in disguise. */

import { describe, expect, it } from 'vitest';
import { contains, formatAddress, networkAddress, parseAddress, parseBlock } from '../../../src/egress/address.ts';
import { judgeHost } from '../../../src/egress/judgement.ts';
import { parseEgressPolicy } from '../../../src/egress/policy.ts';
import { explain } from '../../../src/index.ts';
import fc from '../../fast-check.ts';
import { notations, publicAddresses } from './addresses.ts';

describe('address text', () => {
  it.each([
    ['1.2.3.4', '1.2.3.4'],
    ['0.0.0.0', '0.0.0.0'],
    ['255.255.255.255', '255.255.255.255'],
    ['256.0.0.1', null],
    ['01.2.3.4', null],
    ['1.2.3', null],
    ['1.2.3.4.', null],
    ['0x1.2.3.4', null],
    ['::', '::'],
    ['[::1]', '::1'],
    ['::1.2.3.4', '::102:304'],
    ['2001:DB8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
    ['1:0:2:3:4:5:6:7', '1:0:2:3:4:5:6:7'],
    ['1:2:3:4:5:6:7', null],
    ['1:2:3:4:5:6:7:8:9', null],
    ['1::2::3', null],
    ['::12345', null],
    ['[::1', null],
    ['a[::1]', null],
    ['[::1]a', null],
    ['::1%lo', null],
    ['localhost', null],
    ['', null],
  ])('%j is %j (RFC 4291 §2.2, RFC 5952)', (text, canonical) => {
    const parsed = parseAddress(text);
    expect(parsed && formatAddress(parsed)).toBe(canonical);
  });

  it('is the same after conversion to octets and back', () => {
    const octets = fc.oneof(
      fc.uint8Array({ minLength: 4, maxLength: 4 }),
      fc.uint8Array({ minLength: 16, maxLength: 16 }),
    );
    fc.assert(
      fc.property(octets, (octets) => {
        const text = formatAddress({ family: octets.length === 4 ? 4 : 6, octets });
        expect(parseAddress(text)?.octets).toEqual(octets);
      }),
    );
  });
});

describe('a block', () => {
  it.each([
    ['10.0.0.0/8', '10.255.255.255', true],
    ['10.0.0.0/8', '11.0.0.0', false],
    ['172.16.0.0/12', '172.31.0.0', true],
    ['172.16.0.0/12', '172.32.0.0', false],
    ['192.0.2.1/32', '192.0.2.1', true],
    ['192.0.2.1/32', '192.0.2.0', false],
    ['0.0.0.0/0', '8.8.8.8', true],
    ['0.0.0.0/0', '::8.8.8.8', false],
    ['::/0', 'ffff::', true],
    ['fe80::/10', 'febf::', true],
    ['fe80::/10', 'fec0::', false],
  ])('%s contains %s: %s', (block, text, inside) => {
    const address = parseAddress(text);
    expect(address && contains(parseBlock(block), address)).toBe(inside);
  });

  it.each(['10.0.0.0', '10/8', '10.0.0.0/33', '::/129', '10.0.0.0/x', '/8'])('is not %j', (text) => {
    expect(() => parseBlock(text)).toThrow(new TypeError(`not a CIDR block: ${text}`));
  });

  it.each([
    ['10.200.201.202/8', '10.0.0.0'],
    ['10.200.201.202/9', '10.128.0.0'],
    ['10.200.201.202/32', '10.200.201.202'],
    ['10.200.201.202/0', '0.0.0.0'],
  ])('%s begins at %s', (block, first) => {
    expect(formatAddress(networkAddress(parseBlock(block)))).toBe(first);
  });
});

describe('a disguise', () => {
  const policy = parseEgressPolicy({});
  const isPublic = (host: string) => publicAddresses.some(([address]) => address === host);

  it.each(notations)('%s is %s for the library (%s), and the policy judges that host', (written, canonical) => {
    const host = explain(`gopher://${written}/`).components.host ?? '';
    expect(host).toBe(canonical);
    expect(judgeHost(host, policy).allowed).toBe(isPublic(canonical));
  });
});

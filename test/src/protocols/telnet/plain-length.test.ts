/** The search for NUL and IAC finds what a search octet by octet finds, at every alignment. */
import { expect, test } from 'vitest';
import { plainLength } from '../../../../src/protocols/telnet/plain-length.ts';
import fc, { PROPERTY_TIMEOUT, runs } from '../../../fast-check.ts';

const octetByOctet = (octets: Uint8Array): number => {
  const at = octets.findIndex((octet) => octet === 0 || octet === 0xff);
  return at === -1 ? octets.length : at;
};

test('any octets, at any place of their buffer', { timeout: PROPERTY_TIMEOUT }, () => {
  const octet = fc.oneof(fc.constantFrom(0, 1, 0x7f, 0x80, 0x81, 0xfe, 0xff), fc.nat(0xff));
  const plain = fc.integer({ min: 1, max: 0xfe });
  const list = fc.tuple(fc.array(plain, { maxLength: 60 }), fc.array(octet, { maxLength: 30 }));
  fc.assert(
    fc.property(list, fc.nat(7), ([before, after], offset) => {
      const buffer = new Uint8Array(offset + before.length + after.length);
      buffer.set([...before, ...after], offset);
      const octets = buffer.subarray(offset);
      expect(plainLength(octets)).toBe(octetByOctet(octets));
    }),
    runs(),
  );
});

test.each([0, 0xff])('%i at each place of 40 octets is found, and nothing before it', (wanted) => {
  for (let at = 0; at < 40; at++) {
    for (const other of [0x01, 0x41, 0x7f, 0x80, 0xfe]) {
      const octets = new Uint8Array(40).fill(other);
      octets[at] = wanted;
      expect(plainLength(octets)).toBe(at);
    }
  }
});

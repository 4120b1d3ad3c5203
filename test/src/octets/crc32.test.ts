/** CRC-32, beside that of Node. */
import { crc32 as crc32OfNode } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { crc32 } from '../../../src/octets/crc32.ts';
import { runs } from '../../fast-check.ts';

test('is that of zlib, in one piece or two', () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.uint8Array(), (first, second) => {
      expect(crc32(first)).toBe(crc32OfNode(first));
      expect(crc32(second, crc32(first))).toBe(crc32OfNode(second, crc32OfNode(first)));
    }),
    runs(),
  );
});

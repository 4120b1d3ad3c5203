/** Numbers of things: the same as the platform's, which is too slow for rows. */
import { expect, test } from 'vitest';
import { counted, grouped, sizeText } from '../../../worker/pages/parts/counted.ts';

test.each([0, 7, 999, 1000, 12_345, 999_999, 1_000_000, Number.MAX_SAFE_INTEGER])('%i', (value) => {
  expect(grouped(value)).toBe(value.toLocaleString('en'));
});

test.each([
  [0, '0 groups'],
  [1, '1 group'],
  [50_000, '50,000 groups'],
])('%i of a thing', (count, text) => {
  expect(counted(count, 'group')).toBe(text);
});

test.each([
  [0, '0 B'],
  [587, '587 B'],
  [1024, '1.0 KiB'],
  [18_432, '18 KiB'],
  [2_621_440, '2.5 MiB'],
  [5 * 1024 ** 4, '5.0 TiB'],
])('%i octets are %s', (octets, text) => {
  expect(sizeText(octets)).toBe(text);
});

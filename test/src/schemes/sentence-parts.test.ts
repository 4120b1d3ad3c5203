/** Values in sentences and in commands: strangers chose them. */
import { expect, test } from 'vitest';
import { capital, shellQuoted } from '../../../src/schemes/sentence-parts.ts';

test.each([
  ['aZ0_@%+=:,./-', 'aZ0_@%+=:,./-'],
  ['', "''"],
  ['a b', "'a b'"],
  ['a\nb', "'a\nb'"],
  ['$(a)', "'$(a)'"],
  ["'a'", "''\\''a'\\'''"],
  ['é', "'é'"],
])('%j is %s in a shell', (text, quoted) => {
  expect(shellQuoted(text)).toBe(quoted);
});

test('only the first letter becomes a capital', () => {
  expect(['éa b', ''].map(capital)).toEqual(['Éa b', '']);
});

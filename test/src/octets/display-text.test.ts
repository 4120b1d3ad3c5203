/** Text of servers on pages: what of it is not shown. */
import { expect, test } from 'vitest';
import { displayText } from '../../../src/octets/ansi.ts';

test.each([
  ['plain text stays', 'a\tb\nGöteborg', 'a\tb\nGöteborg'],
  ['escape sequences', 'a \x1b[31mred\x1b[0m door', 'a red door'],
  ['control characters', 'a\0b\x7fc', 'abc'],
  ['C1 controls', 'a\x9b31mb\x85', 'a31mb'],
  ['an override of the direction', 'gpj\u202etxt.exe', 'gpjtxt.exe'],
  ['an isolate', 'a\u2066b\u2069c', 'abc'],
  ['both', '\u202e\x1b[1mbold', 'bold'],
])('%s', (_, text, shown) => {
  expect(displayText(text)).toBe(shown);
});

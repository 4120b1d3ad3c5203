/** Words to look for. */
import { expect, test } from 'vitest';
import { hasWords, wordsOf } from '../../src/words.ts';

test.each([
  ['A cake for tea', 'Tea CAKE', true],
  ['A cake', 'tea cake', false],
  ['anything', '', true],
  ['Cafe\u0301', 'CAF\u00c9', true],
  ['teacake', 'tea', true],
])('"%s" has "%s": %s', (text, query, expected) => {
  expect(hasWords(text, wordsOf(query))).toBe(expected);
});

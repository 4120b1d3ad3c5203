/** Lists and tables in the text of a setting. */
import { expect, test } from 'vitest';
import { entriesIn, entriesOf } from '../../../src/egress/entries.ts';

test.each([
  ['', []],
  [' , ', []],
  ['a', ['a']],
  [' a,b\tc\n,  d,', ['a', 'b', 'c', 'd']],
])('the list %j has %j', (text, entries) => {
  expect(entriesIn(text)).toEqual(entries);
});

test.each([
  ['', []],
  ['{}', []],
  [
    '{"a": "1", "b": ""}',
    [
      ['a', '1'],
      ['b', ''],
    ],
  ],
])('the table %j has %j', (text, entries) => {
  expect(entriesOf(text)).toEqual(entries);
});

test.each([
  ['1', 'not a table'],
  ['null', 'not a table'],
  ['["a"]', 'not a table'],
  ['{"a": 1}', 'not a table of strings'],
])('%j is refused: %s', (text, message) => {
  expect(() => entriesOf(text)).toThrow(new TypeError(message));
});

test('a table that is not JSON is a SyntaxError', () => {
  expect(() => entriesOf('a=b')).toThrow(SyntaxError);
});

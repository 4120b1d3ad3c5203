/** The query of a request is decoded as browsers decode a form, and octets that are not UTF-8 are marked. */
import { expect, test } from 'vitest';
import { parameterValue, parseQuery } from '../../../worker/http/query.ts';

test.each([
  ['', []],
  ['?', []],
  ['?a', [['a', '', true]]],
  ['?a=', [['a', '', true]]],
  ['?=b', [['', 'b', true]]],
  [
    '?a=b&&c=d',
    [
      ['a', 'b', true],
      ['c', 'd', true],
    ],
  ],
  ['?a=b=c', [['a', 'b=c', true]]],
  ['?a=b?c', [['a', 'b?c', true]]],
  [
    '?a=1&a=2',
    [
      ['a', '1', true],
      ['a', '2', true],
    ],
  ],
  ['?a+b=c+d', [['a b', 'c d', true]]],
  ['?%61=%C3%A9', [['a', 'é', true]]],
  ['?a=100%', [['a', '100%', true]]],
  ['?a=%zz%41', [['a', '%zzA', true]]],
  ['?a=%E9', [['a', '\uFFFD', false]]],
  ['?a=x+%E9%zz', [['a', 'x \uFFFD%zz', false]]],
  ['?a+b', [['a b', '', true]]],
  ['?%E9', [['%E9', '', true]]],
  ['?%E9=%41', [['%E9', 'A', true]]],
  ['?a+%62=c', [['a b', 'c', true]]],
  ['?&=', [['', '', true]]],
  ['?a=%c3%a9%', [['a', 'é%', true]]],
  ['?a=%4', [['a', '%4', true]]],
  ['?a=b#c=d', [['a', 'b', true]]],
])('%j', (query, parameters) => {
  const parsed = parseQuery(`https://waypost.example/open${query}`);
  expect(parsed.map(({ name, value, isUtf8 }) => [name, value, isUtf8])).toEqual(parameters);
});

test('the decoder agrees with URLSearchParams', () => {
  const query = '?a=%E9+%C3%A9&%62=100%&c&=d&e=%2B';
  expect(parseQuery(`https://waypost.example/${query}`).map(({ name, value }) => [name, value])).toEqual([
    ...new URLSearchParams(query),
  ]);
});

test('a parameter has its first value, or none', () => {
  const query = parseQuery('https://waypost.example/?a=1&b=2&b=3&c');
  expect(['a', 'b', 'c', 'd'].map((name) => parameterValue(query, name))).toEqual(['1', '2', '', null]);
});

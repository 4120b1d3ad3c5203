/** mailto (RFC 6068): addresses, header fields, and what is moved from one to the other. */
import { expect, test } from 'vitest';
import { canonicalize, explain } from '../../../../src/index.ts';

test.each<[url: string, canonical: string, ...codes: string[]]>([
  ['mailto:a@h', 'mailto:a@h'],
  ['mailto:', 'mailto:'],
  ['mailto:/a@h', 'mailto:%2Fa@h', 'percent-encoded'],
  ['mailto:///a@h', 'mailto:a@h', 'mailto-slashes'],
  ['mailto:A@H,b@I', 'mailto:A@h,b@i', 'mailto-domain', 'mailto-domain'],
  ['mailto:a@h,B,c@I', 'mailto:a@h,B,c@i', 'mailto-domain', 'mailto-address'],
  ['mailto:a@H?x=,', 'mailto:a@h?x=,', 'mailto-domain'],
  ['mailto:%61@H', 'mailto:a@h', 'percent-unreserved', 'mailto-domain'],
  ['mailto:a%40B@H', 'mailto:a%40B@h', 'mailto-domain', 'mailto-address'],
  ['mailto:a@B@H', 'mailto:a%40B@h', 'mailto-domain', 'mailto-address'],
  ['mailto:a%40H', 'mailto:a@h', 'mailto-domain'],
  ['mailto:a@H_-.9', 'mailto:a@h_-.9', 'mailto-domain'],
  ['mailto:a@[IPv6:X]', 'mailto:a@%5BIPv6:X%5D', 'percent-encoded'],
  ['mailto:a@H!', 'mailto:a@H!'],
  ['mailto:a@%FC', 'mailto:a@%FC'],
  ['mailto:a@h?', 'mailto:a@h', 'mailto-fields'],
  ['mailto:a@h?#f', 'mailto:a@h#f', 'mailto-fields'],
  ['mailto:a@h?&', 'mailto:a@h', 'mailto-fields'],
  ['mailto:a@h?x', 'mailto:a@h?x=', 'mailto-fields'],
  ['mailto:a@h?x=1&', 'mailto:a@h?x=1', 'mailto-fields'],
  ['mailto:a@h?x=1&&y=2', 'mailto:a@h?x=1&y=2', 'mailto-fields'],
  ['mailto:a@h?x=1=2', 'mailto:a@h?x=1%3D2', 'mailto-fields'],
  ['mailto:a@h?=1', 'mailto:a@h?=1'],
  ['mailto:a@h?X=Y+Z%2B', 'mailto:a@h?x=Y%2BZ%2B', 'mailto-header-case', 'percent-encoded'],
  ['mailto:a@h?x=%26%3D%2C', 'mailto:a@h?x=%26%3D,', 'percent-unreserved'],
  ['mailto:a@h?To=b@H', 'mailto:a@h,b@h', 'mailto-to-field', 'mailto-fields'],
  ['mailto:?t%4f=b@h', 'mailto:b@h', 'mailto-to-field', 'mailto-fields'],
  ['mailto:?%74%6F=b@h#f', 'mailto:b@h#f', 'mailto-to-field', 'mailto-fields'],
  ['mailto:a@h?to=&x=1', 'mailto:a@h?x=1', 'mailto-fields'],
  ['mailto:a@h?to&x=1', 'mailto:a@h?x=1', 'mailto-fields'],
  ['mailto:a@h?x=1&to=b@h', 'mailto:a@h,b@h?x=1', 'mailto-to-field', 'mailto-fields'],
  ['mailto:?to=b?c@h&to=d@h', 'mailto:b%3Fc@h,d@h', 'mailto-to-field', 'mailto-fields'],
  ['mailto:a@h?x=1#&to=b@h', 'mailto:a@h?x=1#&to=b@h'],
  ['mailto:a@h?toto=1', 'mailto:a@h?toto=1'],
])('%s is %s', (url, canonical, ...codes) => {
  const link = explain(url);
  expect([link.canonical, canonicalize(canonical)]).toEqual([canonical, canonical]);
  expect(new Set(link.diagnostics.map(({ code }) => code))).toEqual(new Set(codes));
});

test('raw characters are UTF-8 in the dialect of 1994, too', () => {
  expect(canonicalize('mailto:é@h', { dialect: 'url-1994' })).toBe('mailto:%C3%A9@h');
});

test.each<[url: string, to: readonly string[], headers: readonly (readonly [name: string, value: string])[]]>([
  ['mailto:', [], []],
  ['mailto:a%2Cb@h,c@h', ['a,b@h', 'c@h'], []],
  [
    'mailto:?cc=a@h&Body=%C3%BC%20%3D',
    [],
    [
      ['cc', 'a@h'],
      ['body', 'ü ='],
    ],
  ],
])('the details of %s', (url, to, headers) => {
  expect(explain(url)).toMatchObject({
    details: { to, headers: headers.map(([name, value]) => ({ name, value })) },
    request: null,
  });
});

test.each([
  ['a.b+c@h', true],
  ['%22a%20b%22@h', true],
  ['%22a%5C%22%22@h', true],
  ['a%20b@h', false],
  ['a:b@h', false],
  ['a%22b@h', false],
  ['a%0A@h', false],
  ['a@', false],
  ['@h', false],
  ['a@h,', false],
  ['%22a@h', false],
])('mailto:%s is an address: %s', (address, isAddress) => {
  const { diagnostics } = explain(`mailto:${address}`);
  expect(diagnostics.some(({ code }) => code === 'mailto-address')).toBe(!isAddress);
});

/** How much of a list or a text is read, on both sides of each limit; the rest is counted. */
import { expect, test } from 'vitest';
import { explain } from '../../../src/index.ts';
import { Extent } from '../../../src/schemes/extent.ts';

test.each<[what: string, read: (extent: Extent) => unknown, found: unknown, omitted?: number]>([
  ['three pieces', (extent) => extent.split('m', 'a;b;c', ';'), ['a', 'b', 'c']],
  ['four pieces', (extent) => extent.split('m', 'a;b;;', ';'), ['a', 'b', ''], 1],
  ['a long text in two pieces', (extent) => extent.split('m', 'aaaa;b', ';'), ['aaaa', 'b']],
  ['three entries', (extent) => extent.beginning('m', [1, 2, 3]), [1, 2, 3]],
  ['five entries', (extent) => extent.beginning('m', [1, 2, 3, 4, 5]), [1, 2, 3], 2],
  ['a text of eight', (extent) => extent.text('m', 'abcdefgh'), 'abcdefgh'],
  ['a text of nine', (extent) => extent.text('m', 'abcdefghi'), 'abcdefgh', 1],
  ['a short text before others', (extent) => extent.text('m', 'abc', 2), 'abc', 2],
  ['a long text before others', (extent) => extent.text('m', 'abcdefghi', 2), 'abcdefgh', 3],
  ['six octets, which are eight in base64', (extent) => extent.octets('m', 'abcdef'), 'abcdef'],
  ['seven octets', (extent) => extent.octets('m', 'abcdefg'), 'abcdef', 4],
  ['ten octets', (extent) => extent.octets('m', new Uint8Array(10)).length, 6, 8],
  ['a count of one', (extent) => extent.omit('m', 1), undefined, 1],
  ['a count of none', (extent) => extent.omit('m', 0), undefined],
])('%s', (_, read, found, omitted) => {
  const extent = new Extent(3, 8);
  expect(read(extent)).toEqual(found);
  expect(extent.omitted).toEqual(omitted === undefined ? {} : { m: omitted });
});

test('without limits, everything is read', () => {
  const extent = new Extent();
  const found = [extent.split('m', 'a;b', ';'), extent.text('m', 'abc'), extent.octets('m', 'abc')];
  expect(found).toEqual([['a', 'b'], 'abc', 'abc']);
  expect(extent.omitted).toEqual({});
});

test.each<[member: string, url: (entries: number) => string]>([
  ['details.attributes', (entries) => `go:a${';b=c'.repeat(entries)}`],
  ['details.fields', (entries) => `prospero://h/a${';b=c'.repeat(entries)}`],
  ['details.fields', (entries) => `wais://h/d/t/1/${'1=a;'.repeat(entries)}`],
  ['details.gopherPlus.attributes', (entries) => `gopher://h/0a%09%09!${'+a'.repeat(entries)}`],
  [
    'details.gopherPlus.answers',
    (entries) => `gopher://h/0a%09%09+a%091%0D%0A+-1%0D%0A${'b%0D%0A'.repeat(entries)}.%0D%0A`,
  ],
])('a hundred %s are told, and more are counted', (member, url) => {
  expect(explain(url(100)).omitted?.[member]).toBeUndefined();
  expect(explain(url(101)).omitted?.[member]).toBe(1);
});

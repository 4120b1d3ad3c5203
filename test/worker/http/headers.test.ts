/** The header `Link`, as answers write it and as copies of them are found. */
import { expect, test } from 'vitest';
import { canonicalHeader, canonicalIn, canonicalLink } from '../../../worker/http/headers.ts';

test.each([
  ['gopher://h.example/1/a', 'gopher://h.example/1/a'],
  ['telnet://me@h.example/', 'telnet://me@h.example/'],
  ['ftp://@h.example/', 'ftp://@h.example/'],
  ['ftp://u%40s@h.example/a:b@c', 'ftp://u%40s@h.example/a:b@c'],
  ['go:x', 'go:x'],
])('%s is canonical', (url, canonical) => {
  expect(canonicalIn(canonicalLink(url))).toBe(canonical);
  expect(canonicalIn(`<https://a.example/>; rel="alternate", ${canonicalLink(url)}`)).toBe(canonical);
});

test.each([
  ['a password', 'ftp://me:secret@h.example/'],
  ['an empty password', 'ftp://me:@h.example/'],
  ['a password without a user', 'ftp://:secret@h.example/'],
  ['a user name that servers take for both', 'http://me%3Asecret@h.example/'],
])('no header repeats %s', (_, url) => {
  expect(canonicalLink(url)).toBeNull();
  expect(canonicalHeader(url)).toEqual({});
});

test.each([null, '', '<https://a.example/>; rel="alternate"'])('%j names no canonical URL', (link) => {
  expect(canonicalIn(link)).toBeNull();
});

/** The header `Link`, as answers write it and as copies of them are found. */
import { expect, test } from 'vitest';
import { canonicalIn, canonicalLink } from '../../../worker/http/headers.ts';

test.each([
  ['gopher://h.example/1/a', 'gopher://h.example/1/a'],
  ['ftp://me:secret@h.example/', 'ftp://h.example/'],
  ['go:x', 'go:x'],
])('%s is canonical, without its user information', (url, canonical) => {
  expect(canonicalIn(canonicalLink(url))).toBe(canonical);
  expect(canonicalIn(`<https://a.example/>; rel="alternate", ${canonicalLink(url)}`)).toBe(canonical);
});

test.each([null, '', '<https://a.example/>; rel="alternate"'])('%j names no canonical URL', (link) => {
  expect(canonicalIn(link)).toBeNull();
});

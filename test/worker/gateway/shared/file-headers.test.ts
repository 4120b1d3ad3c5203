/** The media types that count as documents, whose policy allows them to load nothing, and the names of files. */
import { expect, test } from 'vitest';
import { dispositionOf, documentPolicy } from '../../../../worker/gateway/shared/file-headers.ts';

test.each([
  ['text/html; charset=utf-8', true],
  ['image/svg+xml', true],
  ['application/xhtml+xml', true],
  ['application/rss+xml; charset=utf-8', true],
  ['text/xml', true],
  ['application/xml', true],
  ['text/plain; note=text/xml', false],
  ['application/x-xmlish', false],
  ['image/png', false],
])('%s is a document: %s', (type, isDocument) => {
  expect(documentPolicy(type)?.includes("default-src 'none'") ?? false).toBe(isDocument);
});

test.each([
  ['a right-to-left override', 'gpj\u202etxt.exe'],
  ['isolates', '\u2067gpjtxt\u2069.exe'],
  ['marks', 'gpj\u200ftxt\u200e.exe\u061c'],
])('a file name loses %s, which would hide its extension', (_, name) => {
  expect(dispositionOf(name, 'application/octet-stream')).toBe('attachment; filename="gpjtxt.exe"');
});

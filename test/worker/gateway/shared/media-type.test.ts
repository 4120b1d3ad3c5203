/** The media types that count as documents. Their policy allows them to load nothing. */
import { expect, test } from 'vitest';
import { documentPolicy } from '../../../../worker/gateway/shared/media-type.ts';

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

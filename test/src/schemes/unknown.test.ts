/** Schemes without a definition: what is noted about them. */
import { expect, test } from 'vitest';
import { definitionOf } from '../../../src/definition-of.ts';
import { explain } from '../../../src/index.ts';

test.each([
  ['javascript:a', 'unsafe-scheme', false],
  ['data:a', 'unsafe-scheme', false],
  ['vbscript:a', 'unsafe-scheme', false],
  ['blob:a', 'unsafe-scheme', false],
  ['c:a', 'drive-letter', false],
  ['cd:a', 'unknown-scheme', false],
  ['x-a:b', 'experimental-scheme', true],
  ['xa-x-:b', 'unknown-scheme', false],
])('%s: %s', (url, code, experimental) => {
  const { kind, diagnostics, details, request } = explain(url);
  expect({ kind, details, request }).toEqual({ kind: 'unknown', details: { experimental }, request: null });
  expect(diagnostics.map((one) => one.code)).toEqual([code]);
});

test('they are specified by the generic syntax', () => {
  expect(definitionOf('foo').specifications).toEqual([{ document: 'RFC 3986', section: '3' }]);
});

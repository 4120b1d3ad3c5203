/** urn (RFC 8141): where a namespace ends, and what stands behind the name. */
import { expect, test } from 'vitest';
import { canonicalize, explain } from '../../../../src/index.ts';

test.each([
  ['urn:A-9:B', 'urn:a-9:B'],
  ['urn:%41%5a%6A%7a%2D%39:B', 'urn:azjz-9:B'],
  ['urn:%40:B', 'urn:%40:B'],
  ['urn:A%40:B', 'urn:A%40:B'],
  ['urn:A%2E:B', 'urn:A%2E:B'],
  ['urn:A%5B:B', 'urn:A%5B:B'],
  ['urn:A%60:B', 'urn:A%60:B'],
  ['urn:A%7B:B', 'urn:A%7B:B'],
  ['urn:A%3A:B', 'urn:A%3A:B'],
  ['urn:A_:B', 'urn:A_:B'],
  ['urn:A/B:C', 'urn:A/B:C'],
  ['urn::A', 'urn::A'],
  ['urn://A:B', 'urn:%2F/A:B'],
  ['urn:/A:B', 'urn:/A:B'],
])('%s is %s', (url, canonical) => {
  expect([explain(url).canonical, canonicalize(url), canonicalize(canonical)]).toEqual([
    ...[canonical, canonical, canonical],
  ]);
});

test.each([
  ['urn:a', { namespace: null, name: 'a', resolution: null, query: null }],
  ['urn:a:b:c', { namespace: 'a', name: 'b:c', resolution: null, query: null }],
  ['urn:a:b?', { namespace: 'a', name: 'b', resolution: null, query: null }],
  ['urn:a:b?c?=d', { namespace: 'a', name: 'b', resolution: null, query: null }],
  ['urn:a:b?=', { namespace: 'a', name: 'b', resolution: null, query: '' }],
  ['urn:a:b?+?=c', { namespace: 'a', name: 'b', resolution: '', query: 'c' }],
  ['urn:a:b?=c?=d', { namespace: 'a', name: 'b', resolution: null, query: 'c?=d' }],
])('the details of %s', (url, details) => {
  expect(explain(url)).toMatchObject({ details, request: null });
});

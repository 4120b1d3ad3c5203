/** urn (RFC 8141): the examples of its §3.2, the parts, and what is not a URN. */
import { describe, expect, it } from 'vitest';
import { canonicalize, equivalent, explain } from '../../../../src/index.ts';

describe('the examples of RFC 8141 §3.2', () => {
  const name = 'urn:example:a123,z456';
  it.each([
    ['URN:example:a123,z456', name],
    ['urn:EXAMPLE:a123,z456', name],
    ['urn:example:a123%2cz456', 'urn:example:a123%2Cz456'],
    ['URN:EXAMPLE:a123%2Cz456', 'urn:example:a123%2Cz456'],
    ['urn:example:A123,z456', 'urn:example:A123,z456'],
    ['urn:example:%D0%B0123,z456', 'urn:example:%D0%B0123,z456'],
    [`${name}/foo`, `${name}/foo`],
  ])('%s is %s', (url, canonical) => {
    expect(canonicalize(url)).toBe(canonical);
    expect(canonicalize(canonical)).toBe(canonical);
  });

  it.each(['/foo', '/bar', '?+abc', '?=xyz', '#789'])('%s after the name makes another URL', (end) => {
    expect(equivalent(name, name + end)).toBe(false);
  });
});

it.each([
  ['urn:ISBN:0395363411', 'urn:isbn:0395363411'],
  ['urn:uuid:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6', 'urn:uuid:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6'],
  ['urn:%69sbn:1', 'urn:isbn:1'],
  ['urn:example:%41~%7e', 'urn:example:%41~%7E'],
  ['urn:example:a/./../b', 'urn:example:a/./../b'],
  ['urn:example:é', 'urn:example:%C3%A9'],
  ['urn:ISBN', 'urn:ISBN'],
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
  expect([canonicalize(url), explain(url).canonical, canonicalize(canonical)]).toEqual([
    ...[canonical, canonical, canonical],
  ]);
});

it.each([
  ['urn:example:a?+res?x=1?=q?+r#f', { namespace: 'example', name: 'a', resolution: 'res?x=1', query: 'q?+r' }],
  ['urn:a', { namespace: null, name: 'a', resolution: null, query: null }],
  ['urn:a:b:c', { namespace: 'a', name: 'b:c', resolution: null, query: null }],
  ['urn:a:b?', { namespace: 'a', name: 'b', resolution: null, query: null }],
  ['urn:a:b?c?=d', { namespace: 'a', name: 'b', resolution: null, query: null }],
  ['urn:a:b?=', { namespace: 'a', name: 'b', resolution: null, query: '' }],
  ['urn:a:b?+?=c', { namespace: 'a', name: 'b', resolution: '', query: 'c' }],
  ['urn:a:b?+r', { namespace: 'a', name: 'b', resolution: 'r', query: null }],
  ['urn:a:b?=c?=d', { namespace: 'a', name: 'b', resolution: null, query: 'c?=d' }],
])('%s has its parts', (url, details) => {
  expect(explain(url)).toMatchObject({ kind: 'urn', details, request: null });
});

it.each([
  ['urn:example:a', false],
  [`urn:${'a'.repeat(32)}:x`, false],
  ['urn:urn-7:x', false],
  [`urn:${'a'.repeat(33)}:x`, true],
  ['urn:a:x', true],
  ['urn:-a:x', true],
  ['urn:a-:x', true],
  ['urn:a_b:x', true],
  ['urn:isbn', true],
  ['urn:isbn:', true],
  ['urn:example:/x', true],
])('%s has the warning: %s', (url, warned) => {
  expect(explain(url).diagnostics.some(({ code }) => code === 'urn-syntax')).toBe(warned);
});

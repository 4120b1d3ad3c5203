/** Links: their canonical forms, those that run code, and the servers that they name. */
import { describe, expect, test } from 'vitest';
import { canonicalize, explain } from '../../../src/index.ts';
import { canonicalOrNull, runsCode, socketTarget } from '../../../src/open/links.ts';

test.each([
  ['HTTP://h.example', 'http://h.example/'],
  ['gopher://h.example:70/1/a', 'gopher://h.example/1/a'],
  ['http://h:x/', null],
  ['', null],
])('the canonical form of %s is %s', (url, canonical) => {
  expect(canonicalOrNull(url)).toBe(canonical);
});

test.each([
  ['javascript:zq9', true],
  ['data:text/html,x', true],
  ['http://h.example/javascript:zq9', false],
  ['gopher://h.example/', false],
])('the link %s runs code: %s', (url, isCode) => {
  expect(runsCode(canonicalize(url))).toBe(isCode);
});

describe('the server', () => {
  test.each([
    ['gopher://h.example/', {}, { host: 'h.example', port: 70, defaultPort: 70, tls: 'none' }],
    ['gopher://h.example:7070/', {}, { host: 'h.example', port: 7070, defaultPort: 70, tls: 'none' }],
    ['gopher://h.example/', { tls: 'implicit' }, { host: 'h.example', port: 70, defaultPort: 70, tls: 'implicit' }],
    ['ftp://h.example/', { port: 2020 }, { host: 'h.example', port: 2020, defaultPort: 21, tls: 'none' }],
    ['gopher://h.example:105/2', {}, { host: 'h.example', port: 105, defaultPort: 105, tls: 'none' }],
    ['gopher://h.example:105/1', {}, { host: 'h.example', port: 105, defaultPort: 70, tls: 'none' }],
    ['gopher://h.example/2', {}, { host: 'h.example', port: 70, defaultPort: 70, tls: 'none' }],
    ['gopher://h.example:25/2', {}, { host: 'h.example', port: 25, defaultPort: 70, tls: 'none' }],
    ['gopher://h.example/2', { port: 105 }, { host: 'h.example', port: 105, defaultPort: 70, tls: 'none' }],
    ['news:a.b', { host: 'x.example', defaultPort: 563 }, { host: 'x.example', port: 563, defaultPort: 563 }],
    ['mid:a@h.example', { host: 'x.example', port: 119 }, { host: 'x.example', port: 119, defaultPort: null }],
    ['news:a.b', { host: 'x.example' }, { host: 'x.example', port: 119, defaultPort: 119 }],
  ] as const)('of %s with %j is %j', (url, options, target) => {
    expect(socketTarget(explain(url), options)).toMatchObject(target);
  });

  test.each([
    ['news:a.b', {}],
    ['news:a.b', { port: 119 }],
    ['mid:a@h.example', { host: 'x.example' }],
  ])('of %s with %j is named by nothing', (url, options) => {
    expect(() => socketTarget(explain(url), options)).toThrow('The link does not say which server.');
  });
});

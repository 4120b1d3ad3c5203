/** file (RFC 8089): hosts, drives, and references against files. */
import { expect, test } from 'vitest';
import { canonicalize, explain, resolve } from '../../../../src/index.ts';

test.each([
  ['file:///a%20b', { host: null, path: '/a b', windowsDrive: null }],
  ['file://h/C:', { host: 'h', path: '/C:', windowsDrive: 'C:' }],
  ['file:///z:/a', { host: null, path: '/z:/a', windowsDrive: 'z:' }],
  ['file:///C:a', { host: null, path: '/C:a', windowsDrive: null }],
  ['file:///a/C:/', { host: null, path: '/a/C:/', windowsDrive: null }],
])('the details of %s', (url, details) => {
  expect(explain(url)).toMatchObject({ canonical: url, details, request: null });
});

test.each([
  ['file://localhost', 'file:///'],
  ['file://LOCALHOST/C|/a', 'file:///C:/a'],
  ['file://localhost.example/', 'file://localhost.example/'],
  ['file:a', 'file:///a'],
  ['file:', 'file:///'],
  ['file://C|?a', 'file:///C:?a'],
  ['file://C|#a', 'file:///C:#a'],
  ['file:///./C|', 'file:///C:'],
  ['file:///a/../C|/b', 'file:///C:/b'],
  ['file:///a/C|/b', 'file:///a/C%7C/b'],
  ['file:///C%7C/b', 'file:///C%7C/b'],
  ['file:///C|a', 'file:///C%7Ca'],
  ['file:///?C|', 'file:///?C%7C'],
])('%s is %s', (url, canonical) => {
  expect([canonicalize(url), explain(url).canonical]).toEqual([canonical, canonical]);
});

test.each([
  ['b', 'file://h/a/c', 'file://h/a/b'],
  ['/b', 'file://h/a/c', 'file://h/b'],
  ['//i/b', 'file://h/a', 'file://i/b'],
  ['?q', 'file:///a?b#c', 'file:///a?q'],
  ['#f', 'file:///a?b#c', 'file:///a?b#f'],
  ['', 'file:///a?b#c', 'file:///a?b'],
  ['/b', 'file:///C:/a/c', 'file:///C:/b'],
  ['b', 'file:///C:', 'file:///C:/b'],
  ['b', 'file:///C:/', 'file:///C:/b'],
  ['../../b', 'file:///C:/a/c', 'file:///C:/b'],
  ['D|/b', 'file://h/C:/a', 'file://h/D:/b'],
  ['/D:/b', 'file:///C:/a', 'file:///D:/b'],
  ['D|', 'file:///a/b', 'file:///D:'],
  ['/D|/b', 'file:///C:/a', 'file:///D:/b'],
  ['/D:b', 'file:///C:/a', 'file:///C:/D:b'],
  ['/b', 'file:///%43:/a', 'file:///C:/b'],
])('%j against %s is %s', (reference, base, target) => {
  expect(resolve(reference, base)).toBe(target);
});

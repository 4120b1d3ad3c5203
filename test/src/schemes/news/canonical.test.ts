/** news, snews, nntp and nntps (RFC 5538): canonical forms, references, ports, and what is unusual. */
import { expect, test } from 'vitest';
import { wireOctetsOf } from '../../../../src/definition-of.ts';
import { canonicalize, explain, resolve } from '../../../../src/index.ts';

test.each<[url: string, canonical: string, ...codes: string[]]>([
  ['news://', 'news:', 'news-empty-server', 'newsgroup-unusual'],
  ['news:///a', 'news:a', 'news-empty-server'],
  ['news://#a', 'news:#a', 'news-empty-server', 'newsgroup-unusual'],
  ['news://@/a', 'news://@/a'],
  ['news://h', 'news://h/', 'path-empty'],
  ['news:a/b', 'news:a%2Fb', 'percent-encoded', 'newsgroup-command'],
  ['news:/a', 'news:%2Fa', 'percent-encoded', 'newsgroup-command'],
  ['news://h/%3Ca@b.c%3E', 'news://h/a@b.c', 'message-id-brackets'],
  ['news:%3Ca@b.c', 'news:%3Ca@b.c', 'message-id-command'],
  ['news:<a>', 'news:%3Ca%3E', 'percent-encoded', 'percent-encoded', 'newsgroup-command'],
  ['news:a%40b.c', 'news:a@b.c', 'percent-unreserved'],
  ['nntp://h/a/', 'nntp://h/a', 'newsgroup-final-slash'],
  ['nntp://h/', 'nntp://h/', 'newsgroup-unusual'],
  ['nntp://h//', 'nntp://h/', 'newsgroup-final-slash', 'newsgroup-unusual'],
  ['nntp://h/a/1/', 'nntp://h/a/1/', 'article-number'],
  ['nntp://h/a/000', 'nntp://h/a/0', 'article-number-zeros', 'article-number-range'],
  ['nntp://h/a/007', 'nntp://h/a/7', 'article-number-zeros'],
  ['nntp://h/a/%30%37', 'nntp://h/a/7', 'percent-unreserved', 'article-number-zeros'],
  ['nntp://h/a/07x', 'nntp://h/a/07x', 'article-number'],
  ['nntp://h/007', 'nntp://h/007', 'newsgroup-unusual'],
  ['nntp:a/', 'nntp:a', 'nntp-no-server', 'newsgroup-final-slash'],
  ['nntp:a/07', 'nntp:a/7', 'nntp-no-server', 'article-number-zeros'],
  ['nntp://h/a@b.c', 'nntp://h/a@b.c', 'newsgroup-unusual'],
  ['nntp://h/a/1', 'nntp://h/a/1'],
  ['nntp://h/a/2147483647', 'nntp://h/a/2147483647'],
  ['news:a@b/thread', 'news:a@b%2Fthread', 'percent-encoded'],
  ['news:a@b/part/2', 'news:a@b%2Fpart%2F2', 'percent-encoded', 'percent-encoded'],
  ['nntp://h/a/1/thread', 'nntp://h/a/1/thread'],
  ['nntp://h/a/1/part/2', 'nntp://h/a/1/part/2'],
  // With zeros, two canonical forms would mean the same.
  ['nntp://h/a/01/thread', 'nntp://h/a/01/thread', 'article-number'],
  ['nntp://h/a/0/thread', 'nntp://h/a/0/thread', 'article-number-range'],
  ['nntp://h/a/123456789012345/thread', 'nntp://h/a/123456789012345/thread', 'article-number-range'],
  ['nntp://h/a/1234567890123456/thread', 'nntp://h/a/1234567890123456/thread', 'article-number'],
  ['nntp://h/a/2147483648', 'nntp://h/a/2147483648', 'article-number-range'],
  ['nntp://h/a/123456789012345', 'nntp://h/a/123456789012345', 'article-number-range'],
  ['nntp://h/a/1234567890123456', 'nntp://h/a/1234567890123456', 'article-number-range'],
])('%s is %s', (url, canonical, ...codes) => {
  const link = explain(url);
  expect([link.canonical, canonicalize(url), canonicalize(canonical)]).toEqual([canonical, canonical, canonical]);
  expect(link.diagnostics.map(({ code }) => code).toSorted()).toEqual(codes.toSorted());
});

test.each([
  ...['news:*', 'news:A9+_-.*!,z', 'news:!a', 'news://h/', 'news:a@b', 'news:a@b-c.d9', 'news:a@1.2.3.123'],
  ...['news:a@9b.c'],
])('%s is usual', (url) => {
  expect(explain(url).diagnostics).toEqual([]);
});

test.each([
  ...['news:9a', 'news:a**', 'news:'].map((url) => [url, 'newsgroup-unusual']),
  ...['news:.a', 'news:a:b', 'nntp://h/*/1', 'nntp://h/a.*/1'].map((url) => [url, 'newsgroup-command']),
  ...['@b', 'a@', 'a@b.', 'a@-b', 'a@b-', 'a@9', 'a@1.2.3', 'a@1.2.3.1234', 'a@b@c', 'a%25@b', 'a@b.9c.'].map((id) => [
    `news:${id}`,
    'message-id-unusual',
  ]),
])('%s is unusual: %s', (url, code) => {
  expect(explain(url ?? '').diagnostics.map((one) => one.code)).toContain(code);
});

test.each([
  ['b', 'news:a', 'news:b'],
  ['a@b', 'snews:c', 'snews:a@b'],
  ['#f', 'news:a', 'news:a#f'],
  ['', 'news:a', 'news:a'],
  ['b', 'news://h/a', 'news://h/b'],
  ['/b', 'nntp://h/a/1', 'nntp://h/b'],
])('%j against %s is %s', (reference, base, target) => {
  expect(resolve(reference, base)).toBe(target);
});

test.each([
  ['news:a', { transport: 'tcp', host: null, port: 119 }],
  ['snews:a', { transport: 'tls', host: null, port: 563 }],
  ['snews://h/a', { transport: 'tls', host: 'h', port: 563 }],
  ['nntp:a', { transport: 'tcp', host: null, port: 119 }],
  ['nntps://h:99/a', { transport: 'tls', host: 'h', port: 99 }],
])('the server of %s', (url, request) => {
  expect(explain(url)).toMatchObject({ request });
  expect(wireOctetsOf(explain(url)).map((octets) => Buffer.from(octets).toString())).toEqual([
    ...['MODE READER\r\n', 'GROUP a\r\n', 'OVER\r\n'],
  ]);
});

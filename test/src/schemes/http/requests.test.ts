/** Where clients of http, https, ws and wss connect, and what they ask for. */
import { expect, test } from 'vitest';
import { wireOctetsOf } from '../../../../src/definition-of.ts';
import { canonicalize, explain } from '../../../../src/index.ts';

test.each([
  ['http://h', { transport: 'tcp', host: 'h', port: 80, method: 'GET', target: '/' }],
  ['https://h:99/a?b', { transport: 'tls', host: 'h', port: 99, method: 'GET', target: '/a?b' }],
  ['ws://h/a?', { transport: 'tcp', host: 'h', port: 80, target: '/a?' }],
  ['wss://h', { transport: 'tls', host: 'h', port: 443, target: '/' }],
])('%s', (url, request) => {
  expect(explain(url)).toMatchObject({ details: {}, request });
  expect(explain(url).request).toEqual(request);
});

test.each([
  ['https://h/a?b', 'GET /a?b HTTP/1.1\r\nHost: h\r\n\r\n'],
  ['http://h:99', 'GET / HTTP/1.1\r\nHost: h:99\r\n\r\n'],
])('the octets for %s', (url, text) => {
  expect(wireOctetsOf(explain(url)).map((octets) => Buffer.from(octets).toString())).toEqual([text]);
});

test.each([
  ['http://h:80', 'http://h/'],
  ['http://h:443/', 'http://h:443/'],
  ['https://h:443', 'https://h/'],
  ['https://h:80/', 'https://h:80/'],
  ['ws://h:80', 'ws://h/'],
  ['wss://h:443', 'wss://h/'],
])('%s is %s', (url, canonical) => {
  expect([canonicalize(url), explain(url).canonical]).toEqual([canonical, canonical]);
});

/** Servers for links that name none: how `NEWS_SERVER`, `NEWS_LOGIN` and `CNRP_SERVICES` are read. */
import { expect, test } from 'vitest';
import { parseCnrpServices, parseNewsLogin, parseNewsServer } from '../../../src/net/configured-servers.ts';

test.each([
  ['', null],
  ['news.example', { host: 'news.example', port: 119, tls: 'none' }],
  ['news.example:1119', { host: 'news.example', port: 1119, tls: 'none' }],
  ['nntps://news.example', { host: 'news.example', port: 563, tls: 'implicit' }],
  ['n.e', { host: 'n.e', port: 119, tls: 'none' }],
  ['NNTPS://News.Example:1/', { host: 'news.example', port: 1, tls: 'implicit' }],
  ['nntp://[::1]:65535/', { host: '[::1]', port: 65_535, tls: 'none' }],
])('NEWS_SERVER %j', (text, server) => {
  expect(parseNewsServer(text)).toEqual(server);
});

test.each([
  ['ftp://h', 'not a host'],
  ['user@h', 'not a host'],
  ['nonsense!', 'not a host'],
  ['news-.example', 'not a host'],
  ['news.example/a', 'not a host'],
  ['news.example news.example', 'not a host'],
  [':119', 'not a host'],
  ['[]', 'not a host'],
  ['news.example:0', 'not a port'],
  ['news.example:65536', 'not a port'],
  ['news.example:100000', 'not a host'],
])('NEWS_SERVER %j is refused: %s', (text, message) => {
  expect(() => parseNewsServer(text)).toThrow(new TypeError(message));
});

test.each([
  ['', []],
  ['names.example', [{ host: 'names.example', port: 1096 }]],
  ['HTTP://[2001:DB8::A]:1', [{ host: '[2001:db8::a]', port: 1 }]],
  ['a b,c d', ['a', 'b', 'c', 'd'].map((host) => ({ host, port: 1096 }))],
  [
    'Names.example:8096, http://other.example:80/ go://[2001:db8::1]',
    [
      { host: 'names.example', port: 8096 },
      { host: 'other.example', port: 80 },
      { host: '[2001:db8::1]', port: 1096 },
    ],
  ],
])('CNRP_SERVICES %j', (text, services) => {
  expect(parseCnrpServices(text)).toEqual(services);
});

test.each([
  ['https://names.example', 'not a host'],
  ['names.example/path', 'not a host'],
  ['user@names.example', 'not a host'],
  ['x=y', 'not a host'],
  ['go-.example', 'not a host'],
  ['names.example:0', 'not a port'],
  ['names.example:65536', 'not a port'],
  ['names.example:100000', 'not a host'],
  [':1096', 'not a host'],
  ['[]', 'not a host'],
  ['a b c d e', 'more than 4 services'],
])('CNRP_SERVICES %j is refused: %s', (text, message) => {
  expect(() => parseCnrpServices(text)).toThrow(new TypeError(message));
});

test.each([
  ['', null],
  ['curator:museum', { user: 'curator', password: 'museum' }],
  ['a:b: c', { user: 'a', password: 'b: c' }],
  [`${'u'.repeat(200)}:${'p'.repeat(200)}`, { user: 'u'.repeat(200), password: 'p'.repeat(200) }],
])('NEWS_LOGIN %j', (text, login) => {
  expect(parseNewsLogin(text)).toEqual(login);
});

test.each([
  ...['curator', ':museum', 'curator:', 'two words:x', 'a:b\n', 'a\x7f:b'],
  ...[`${'u'.repeat(201)}:p`, `u:${'p'.repeat(201)}`],
])('NEWS_LOGIN %j is refused', (text) => {
  expect(() => parseNewsLogin(text)).toThrow(new TypeError('not name:password'));
});

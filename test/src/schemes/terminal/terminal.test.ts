/** telnet, rlogin and tn3270: sessions with suggestions, which no client sends automatically. */
import { expect, test } from 'vitest';
import { explain } from '../../../../src/index.ts';

const OWN = { interactive: true, host: 'h', user: null };

test.each([
  ['telnet://h', { user: null, password: null }, { ...OWN, protocol: 'telnet', port: 23 }],
  ['tn3270://h:99/', { user: null, password: null }, { ...OWN, protocol: 'tn3270', port: 99 }],
  ['rlogin://a%20b:c%3A@h', { user: 'a b', password: 'c:' }, { ...OWN, protocol: 'rlogin', port: 513, user: 'a b' }],
  ['telnet://a%1F@h', { user: 'a\x1f', password: null }, { ...OWN, protocol: 'telnet', port: 23 }],
  ['telnet://%7Fa@h', { user: '\x7fa', password: null }, { ...OWN, protocol: 'telnet', port: 23 }],
  ['telnet://a%C2%9F@h', { user: 'a\x9f', password: null }, { ...OWN, protocol: 'telnet', port: 23 }],
  ['telnet://a%C2%A0@h', { user: 'a\xa0', password: null }, { ...OWN, protocol: 'telnet', port: 23, user: 'a\xa0' }],
])('%s', (url, details, request) => {
  const link = explain(url);
  expect([link.details, link.request]).toEqual([{ ...details, advisory: true }, request]);
});

test.each([
  ['telnet://h/', []],
  ['telnet://h/x', ['terminal-path']],
  ['rlogin://h//', ['terminal-path']],
])('%s has the diagnostics %j', (url, codes) => {
  expect(explain(url).diagnostics.map(({ code }) => code)).toEqual(codes);
});

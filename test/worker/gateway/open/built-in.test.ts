/** The data about the built-in gateways that settings, destinations and links use. */
import { describe, expect, test } from 'vitest';
import { isInBrowser } from '../../../../src/definition-of.ts';
import { explain } from '../../../../src/index.ts';
import { openers } from '../../../../src/open/registry.ts';
import { builtInGateways, gateways } from '../../../../worker/gateway/open/built-in.ts';

test('each scheme that browsers do not open has its gateway', () => {
  const opened = openers.flatMap(({ schemes }) => schemes);
  const names = opened.filter((scheme) => !isInBrowser(scheme)).toSorted();
  expect(names).toEqual(expect.arrayContaining(['ftps', 'gopher', 'mailto', 'mid', 'telnet']));
  expect(opened.filter(isInBrowser)).toEqual(['http', 'https']);
  expect([...gateways.keys()].sort()).toEqual(names);
  expect([...builtInGateways.schemes].sort()).toEqual(names);
  expect(gateways.get('gophers')?.submit).toBeTypeOf('function');
  expect(gateways.get('telnet')?.upgrade).toBeTypeOf('function');
});

test('some need a relay, some are sessions, and of some the spelling counts', () => {
  expect([...builtInGateways.relayed]).toEqual(['prospero']);
  expect([...builtInGateways.sessions]).toEqual(['telnet', 'rlogin', 'tn3270']);
  expect([...builtInGateways.spelled]).toEqual(['news', 'snews', 'nntp', 'nntps', 'mid']);
});

test.each([
  ['go', [], true],
  ['go', ['names.example'], false],
  ['news', [], true],
  ['mid', [], true],
  ['gopher', [], false],
  ['foo', [], false],
])('links of %s, with the services %j, need a server: %s', (scheme, cnrpServices, needs) => {
  const settings = { newsServer: null, newsArchive: null, cnrpServices } as unknown as Parameters<
    typeof builtInGateways.needsServer
  >[1];
  expect(builtInGateways.needsServer(scheme, settings)).toBe(needs);
});

describe('the parameters of the address of a link', () => {
  test.each([
    ['ftp://me@h.example/', { login: 'me' }],
    ['ftp://me:sesame@h.example/', { login: 'me' }],
    ['ftp://me:@h.example/', { login: 'me', password: 'empty' }],
    ['ftp://@h.example/', {}],
    ['ftp://anonymous@h.example/', {}],
    ['ftp://h.example/', {}],
    ['gopher://me@h.example/', {}],
    ['news:NM%76@h.example', { literal: 'NM%76@h.example' }],
    ['news:NMv@h.example', {}],
    ['telnet://me:sesame@h.example/', { user: 'me', password: 'withheld' }],
    ['telnet://h.example/', {}],
    ['afs://cell/a', {}],
  ])('%s: %j', (url, parameters) => {
    expect(builtInGateways.entry(explain(url))).toEqual(parameters);
  });
});

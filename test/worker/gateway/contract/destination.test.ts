/** Where links lead, by the settings: the gateway of this Worker, another one, the Web, or nowhere. */
import { describe, expect, test } from 'vitest';
import { explain } from '../../../../src/index.ts';
import {
  destinationOf,
  explanationOf,
  followHref,
  gatewaySettingOf,
  openedLinks,
  ownHref,
  REDIRECTS,
  redirectTo,
} from '../../../../worker/gateway/contract/destination.ts';
import { builtInGateways } from '../../../../worker/gateway/open/built-in.ts';
import { environmentOf } from '../../../../worker/settings/environment.ts';

const ASSETS = { fetch: () => Promise.resolve(new Response()) };
const RELAY = { PROSPERO_RELAY: 'http://127.0.0.1:1526', PROSPERO_RELAY_SECRET: 'secret' };
const plain = environmentOf({ ASSETS }, builtInGateways);
const set = environmentOf(
  {
    ASSETS,
    ...RELAY,
    GATEWAYS: { gemini: 'https://portal.example/{+authority}/{+path}', wais: 'none', magnet: 'none' },
    AFS_WEB: { 'andrew.cmu.edu': 'https://web.example/afs' },
    NEWS_SERVER: 'news.example',
  },
  builtInGateways,
);

describe('the setting of a scheme', () => {
  test.each([
    ['gopher', 'self', 'self'],
    // Without its relay, nothing reaches a server by UDP.
    ['prospero', 'none', 'self'],
    ['wais', 'self', 'none'],
    // Sessions are for those who set `TERMINALS`.
    ['telnet', 'none', 'none'],
    ['afs', 'none', 'none'],
    ['gemini', 'none', set.gateways.get('gemini')],
  ])('%s: by default %s, else %s', (scheme, byDefault, here) => {
    expect(gatewaySettingOf(scheme, plain)).toBe(byDefault);
    expect(gatewaySettingOf(scheme, set)).toBe(here);
  });

  test.each([
    ['gopher', 'self'],
    ['prospero', 'none'],
    ['telnet', 'self'],
    ['foo', 'none'],
  ])('a gateway that the operator names is there only if it is built in, with its relay: %s', (scheme, expected) => {
    const environment = environmentOf({ ASSETS, GATEWAYS: { [scheme]: 'self' } }, builtInGateways);
    expect(gatewaySettingOf(scheme, environment)).toBe(expected);
  });
});

describe('the destination', () => {
  test.each([
    ['gopher://h.example/1/world', { kind: 'gateway', href: '/gopher/h.example/1/world' }],
    ['ftp://me:sesame@h.example/', { kind: 'gateway', href: '/ftp/h.example/?login=me' }],
    ['ftp://anonymous@h.example/', { kind: 'gateway', href: '/ftp/h.example/' }],
    ['gemini://h.example/a', { kind: 'external', href: 'https://portal.example/h.example/a' }],
    ['afs://andrew.cmu.edu/usr', { kind: 'external', href: 'https://web.example/afs/usr' }],
    ['afs://andrew.cmu.edu/a%7Eb', { kind: 'external', href: 'https://web.example/afs/a~b' }],
    ['afs://other.example/usr', { kind: 'none' }],
    ['wais://h.example/db', { kind: 'none' }],
    ['foo:x', { kind: 'none' }],
    ['https://me:sesame@h.example/a', { kind: 'web', href: 'https://h.example/a', host: 'h.example' }],
    ['javascript:alert(1)', { kind: 'unsafe' }],
    ['data:,x', { kind: 'unsafe' }],
    ['go:x', { kind: 'none' }],
    ['go://?x', { kind: 'none' }],
    ['go://h.example?x', { kind: 'gateway', href: '/open?url=go%3A%2F%2Fh.example%3Fx' }],
  ])('of %s is %j', (url, destination) => {
    expect(destinationOf(explain(url), set)).toEqual(destination);
  });

  test.each([
    ['gopher://h.example/1/world', '/gopher/h.example/1/world'],
    ['gemini://h.example/a', 'https://portal.example/h.example/a'],
    // The owner of a short link has chosen it, so no page stands before it.
    ['https://me:sesame@h.example/a', 'https://me:sesame@h.example/a'],
    ['foo:x?a&b', '/r?url=foo%3Ax%3Fa%26b'],
    ['javascript:alert(1)', '/r?url=javascript%3Aalert(1)'],
  ])('a short link to %s redirects to %s', (url, href) => {
    expect(followHref(explain(url), set)).toBe(href);
  });
});

describe('the own address of a link', () => {
  test.each([
    ['gopher://h.example/0a', {}, '/gopher/h.example/0a'],
    ['ftp://me@h.example/', {}, '/ftp/h.example/?login=me'],
    ['ftp://me@h.example/', { format: 'json' }, '/ftp/h.example/?login=me&format=json'],
    // At /open, the whole link is there.
    ['ftp://me@h.example//a', {}, '/open?url=ftp%3A%2F%2Fh.example%2F%2Fa'],
    ['news:NM%76@h.example', {}, '/news/~/NMv@h.example?literal=NM%2576%40h.example'],
    ['news:NM%76@h.example', { literal: 'x' }, '/news/~/NMv@h.example?literal=x'],
  ])('%s with %j: %s', (url, query, href) => {
    expect(ownHref(explain(url), set, query)).toBe(href);
  });
});

describe('the beginnings of the links that are opened', () => {
  const opened = openedLinks(set);

  test.each(['gopher:', 'ftp:', 'news:', 'http:', 'https:', 'gemini:', 'prospero:', 'go://'])('%s', (start) => {
    expect(opened).toContain(start);
  });

  test.each(['wais:', 'telnet:', 'afs:', 'magnet:', 'file:', 'ws:', 'go:', 'gopher://'])('not %s', (start) => {
    expect(opened).not.toContain(start);
  });

  test('of a collection, only what is published', () => {
    expect(opened.filter((start) => start.startsWith('afs'))).toEqual(['afs://andrew.cmu.edu/']);
    expect(opened).not.toContain('wais://andrew.cmu.edu/');
  });

  test('of a collection whose scheme has a gateway, everything', () => {
    const environment = environmentOf(
      { ASSETS, GATEWAYS: { afs: 'https://p.example/{+path}' }, AFS_WEB: { 'a.example': 'https://web.example/' } },
      builtInGateways,
    );
    expect(openedLinks(environment).filter((start) => start.startsWith('afs'))).toEqual(['afs:']);
  });

  test('another gateway needs no server in the link', () => {
    const environment = environmentOf({ ASSETS, GATEWAYS: { go: 'https://p.example/{+url}' } }, builtInGateways);
    expect(openedLinks(environment)).toContain('go:');
  });

  test('with a service of its own, a common name needs no server', () => {
    const environment = environmentOf({ ASSETS, CNRP_SERVICES: 'names.example' }, builtInGateways);
    expect(openedLinks(environment)).toContain('go:');
  });
});

test('a redirect may have every status that has a place (RFC 9110 §15.4)', () => {
  expect(REDIRECTS).toEqual([301, 302, 303, 307, 308]);
});

describe('a redirect', () => {
  const of = (url: string, href: string, basePath = '') => redirectTo(href, explain(url), 302, { basePath });

  test('names where it leads, and the canonical link', async () => {
    const response = of('GOPHER://h.example/1', '/gopher/h.example/');
    expect(response.status).toBe(302);
    expect(Object.fromEntries(response.headers)).toEqual({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'Accept-Patch, Allow, ETag, Link, Location, Retry-After, X-Request-Id',
      'cache-control': 'public, max-age=3600',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'content-type': 'text/plain; charset=utf-8',
      link: '<gopher://h.example/>; rel="canonical"',
      location: '/gopher/h.example/',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    });
    expect(await response.text()).toBe('/gopher/h.example/\n');
  });

  test('below a base path, the text has it', async () => {
    expect(await of('gopher://h.example/', '/gopher/h.example/', '/w').text()).toBe('/w/gopher/h.example/\n');
    expect(await of('http://h.example/', 'http://h.example/', '/w').text()).toBe('http://h.example/\n');
  });

  test.each([
    ['telnet://guest@h.example/', '<telnet://guest@h.example/>; rel="canonical"'],
    ['ftp://u%40s@h.example/', '<ftp://u%40s@h.example/>; rel="canonical"'],
    ['ftp://me:sesame@h.example/', null],
    ['ftp://me:@h.example/', null],
  ])('of %s has the header Link %s', (url, link) => {
    expect(of(url, '/x').headers.get('Link')).toBe(link);
  });

  test('of a link with a password is kept by nobody', () => {
    const control = (url: string) => of(url, '/x').headers.get('Cache-Control');
    expect(control('ftp://me:sesame@h.example/')).toBe('no-store');
    expect(control('ftp://me@h.example/')).toBe('public, max-age=3600');
  });
});

describe('the explanation of a link that no gateway opens', () => {
  const of = (url: string, environment = set) => explanationOf(explain(url), environment);
  const OFF = (scheme: string) => `The gateway of this service for ${scheme} links is switched off.`;
  const LACKING = (scheme: string) => `Waypost has no gateway for ${scheme} links.`;

  test.each([
    ['wais://h.example/db', OFF('wais')],
    // There is none that could be on.
    ['magnet:?x', 'An app on your computer may be able to open it.'],
    ['telnet://h.example/', OFF('telnet')],
    ['finger://h.example/', LACKING('finger')],
    ['x-mine:a', 'Their software may open it.'],
  ])('%s says why', (url, reason) => {
    expect(of(url).reason).toBe(reason);
  });

  test('a gateway that is on is not switched off', () => {
    expect(of('wais://h.example/db', plain).reason).toBe(LACKING('wais'));
  });

  test.each([
    ['wais://h.example/db', 'client'],
    // Nothing answers at a port that nobody knows.
    ['urn:isbn:1', null],
    ['foo:x', null],
    ['mailto:a@h.example', 'mail program'],
    ['telnet://h.example/', 'terminal'],
    ['file:///etc/motd', null],
  ])('%s is opened by: %s', (url, program) => {
    expect(of(url).program).toBe(program);
  });

  test.each([
    ['cid:a@b.example', 'incomplete-link'],
    ['wais://h.example/db', 'no-gateway'],
  ])('the problem of %s is %s', (url, problem) => {
    expect(of(url).problem).toBe(problem);
  });

  test('has details and a command if there are some', () => {
    expect(of('afs://other.example/usr').details[0]).toEqual(['Cell', 'other.example']);
    expect(of('telnet://h.example/').command).toBe('telnet h.example');
    expect(of('urn:isbn:1')).toMatchObject({
      what: 'A permanent name. It says what something is, not where it is.',
      command: null,
    });
  });
});

/** `compare`: the rung on which two URLs meet, or the parts, the octet and the clause in which they differ. */
import { describe, expect, it, test } from 'vitest';
import { wireOctetsOf } from '../../src/definition-of.ts';
import {
  canonicalize,
  compare,
  compareOf,
  createWaypost,
  equivalent,
  explain,
  safeCompare,
  schemes,
} from '../../src/index.ts';
import { ftp } from '../../src/schemes/ftp/definition.ts';
import fc, { runs } from '../fast-check.ts';
import { anyModel } from './generators.ts';

describe('equivalent URLs', () => {
  it.each([
    ['http://h/', 'http://h/', 'simple-string', '6.2.1'],
    ['HTTP://h/', 'http://H/', 'case', '6.2.2.1'],
    ['http://h/%7Ea', 'http://h/~a', 'percent-encoding', '6.2.2.2'],
    ['http://h/a/../b', 'http://h/b', 'path-segment', '6.2.2.3'],
    ['gopher://h', 'gopher://h:70/1', 'scheme-based', '6.2.3'],
  ])('%s and %s meet at %s', (a, b, because, section) => {
    expect(compare(a, b)).toMatchObject({
      equivalent: true,
      because,
      spec: { document: 'RFC 3986', section },
      differs: [],
      request: { sameServer: true, octet: null, octets: [null, null] },
    });
  });

  it('have no rung as references', () => {
    const base = 'http://h/a/b';
    expect(compare('../c', '/c', { base })).toMatchObject({ equivalent: true, because: null, spec: null });
  });
});

describe('other URLs', () => {
  const octet = (character: string): number => character.charCodeAt(0);
  it.each([
    ['the selector', 'gopher://h/0a', 'gopher://h/0b', 0, [octet('a'), octet('b')], 'RFC 4266', '2'],
    ['the end of a selector', 'gopher://h/0a', 'gopher://h/0ab', 1, [octet('\r'), octet('b')], 'RFC 4266', '2'],
    ['the user', 'ftp://h/a', 'ftp://me@h/a', 5, [octet('a'), octet('m')], 'RFC 3986', '3.2.1'],
    ['a path', 'http://h/a', 'http://h/A', 5, [octet('a'), octet('A')], 'RFC 9110', '4.2.1'],
    ['a query', 'http://h/?', 'http://h/', 5, [octet('?'), octet(' ')], 'RFC 9110', '4.2.1'],
    ['an escaped delimiter', 'http://h/a,b', 'http://h/a%2Cb', 6, [octet(','), octet('%')], 'RFC 3986', '2.2'],
    ['a message-id', 'news:a@h', 'news:b@h', 22, [octet('a'), octet('b')], 'RFC 5538', '4'],
    [
      'the number of commands',
      'ftp://h/a/b',
      'ftp://h/b',
      33,
      [octet('C'), octet('T')],
      'draft-hoffkohn-rfc1738bis',
      '2.2',
    ],
  ] as const)('%s: %s and %s differ at octet %i', (_, a, b, at, octets, document, section) => {
    expect(compare(a, b)).toMatchObject({
      equivalent: false,
      because: null,
      spec: { document, section },
      request: { octet: at, octets },
    });
  });

  it.each([
    ['another host', 'gopher://a/0x', 'gopher://b/0x', { sameServer: false, octet: null, octets: [null, null] }],
    ['another port', 'gopher://a/0x', 'gopher://a:7070/0x', { sameServer: false, octet: null }],
    ['TLS', 'gopher://a/0x', 'gophers://a/0x', { sameServer: false, octet: null }],
    ['another protocol', 'telnet://h/', 'rlogin://h:23/', { sameServer: false, octet: null }],
    ['a fragment, which is never sent', 'http://h/#a', 'http://h/#b', { sameServer: true, octet: null }],
    ['another name service', 'go://a?x', 'go://b?x', { sameServer: false, octet: 23 }],
  ])('%s', (_, a, b, request) => {
    expect(compare(a, b)).toMatchObject({ equivalent: false, request });
  });

  it.each([
    ['ws://h/a', 'ws://h/b', true],
    ['rlogin://a@h', 'rlogin://b@h', true],
    ['telnet://h', 'gopher://h:23/0a', false],
  ])('%s and %s: a session has no octets to compare', (a, b, sameServer) => {
    expect(compare(a, b).request).toEqual({ sameServer, octet: null, octets: [null, null] });
  });

  it('have no requests to compare if nothing can be sent for one of them', () => {
    expect(compare('mailto:a@h', 'mailto:b@h').request).toBeNull();
    expect(compare('gopher://h/0a', 'mailto:b@h').request).toBeNull();
    expect(compare('x-a:b', 'x-a:c')).toMatchObject({
      differs: ['path'],
      spec: { document: 'RFC 3986', section: '3' },
    });
  });

  it('differ in parts, in their order in a URL', () => {
    expect(compare('http://u:p@a.example/x?1#2', 'ftp://b.example/y#1').differs).toEqual([
      'scheme',
      'user',
      'password',
      'host',
      'port',
      'path',
      'query',
      'fragment',
    ]);
  });
});

test('agrees with equivalent, with the canonical forms and with the wire octets', () => {
  fc.assert(
    fc.property(anyModel, anyModel, fc.boolean(), (one, other, same) => {
      const [a, b] = same ? [one.a, one.b] : [one.a, other.a];
      const { equivalent: isEquivalent, canonical, differs, request, spec } = compare(a, b);
      expect(isEquivalent).toBe(equivalent(a, b));
      expect(canonical).toEqual([canonicalize(a), canonicalize(b)]);
      expect(differs.length === 0).toBe(canonical[0] === canonical[1]);
      if (differs.length === 0) expect(isEquivalent).toBe(true);
      // The one exception from "equivalent = the same form".
      else if (rulesOf(a)?.identity === undefined) expect(isEquivalent).toBe(false);
      expect(spec).not.toBeNull();
      if (request === null) return;
      const [left, right] = [a, b].map((url) => wireOctetsOf(explain(url)).flatMap((octets) => [...octets]));
      if (request.octet === null) {
        if (left?.length !== 0 && right?.length !== 0) expect(left).toEqual(right);
        return;
      }
      expect(left?.slice(0, request.octet)).toEqual(right?.slice(0, request.octet));
      expect(request.octets).toEqual([left?.[request.octet] ?? null, right?.[request.octet] ?? null]);
      expect(request.octets[0]).not.toBe(request.octets[1]);
    }),
    runs(),
  );
});

const rulesOf = (url: string) => schemes.get(explain(url).scheme);

test('a scheme whose URLs have an identity names the rule, and the other way round', () => {
  const named = [...schemes.values()].filter(({ equivalence }) => equivalence !== undefined);
  expect(named.length).toBeGreaterThan(0);
  expect([...schemes.values()].filter(({ identity }) => identity !== undefined)).toEqual(named);
});

test('what is not a URL is an error', () => {
  expect(safeCompare('go:a', 'x')).toMatchObject({ ok: false, error: { code: 'scheme-missing' } });
});

test('compareOf, for a library of fewer schemes', () => {
  const few = createWaypost([ftp]);
  expect(compareOf(few)('FTP://h/a', 'ftp://h/a').because).toBe('case');
});

/** New parts in a canonical URL: each stays the part that it was. */

import { describe, expect, test } from 'vitest';
import {
  canonicalize,
  explain,
  type ReplacedParts,
  replaceParts,
  safeReplaceParts,
  UrlError,
} from '../../src/index.ts';
import fc, { runs } from '../fast-check.ts';

describe('replaceParts', () => {
  test.each<[url: string, parts: ReplacedParts, result: string]>([
    ['gopher://h.example/1/a', { host: 'Bücher.example' }, 'gopher://xn--bcher-kva.example/1/a'],
    ['gopher://h.example/1/a', { host: '[::1]' }, 'gopher://[::1]/1/a'],
    ['gopher://h.example/1/a', { port: 7070 }, 'gopher://h.example:7070/1/a'],
    ['gopher://h.example:7070/1/a', { port: 70 }, 'gopher://h.example/1/a'],
    ['gopher://h.example:7070/1/a', { port: null }, 'gopher://h.example/1/a'],
    ['gopher://h.example/1/a', { path: '/0/what?#' }, 'gopher://h.example/0/what%3F%23'],
    ['gopher://h.example/1/a', { path: '' }, 'gopher://h.example/'],
    ['gopher://h.example/1/a', { scheme: 'gophers' }, 'gophers://h.example/1/a'],
    ['http://h.example/a?b#c', { query: null, fragment: null }, 'http://h.example/a'],
    ['http://h.example/a?b#c', { query: '' }, 'http://h.example/a?#c'],
    ['http://h.example/a?b#c', { query: 'x#y z' }, 'http://h.example/a?x%23y%20z#c'],
    ['http://h.example/a', { fragment: ' top ' }, 'http://h.example/a#%20top%20'],
    ['http://h.example/a', { path: 'b/../c\\d' }, 'http://h.example/c%5Cd'],
    ['ftp://h.example/a', { user: 'me@work:x/y', password: 'a:b@c' }, 'ftp://me%40work%3Ax%2Fy:a%3Ab%40c@h.example/a'],
    ['ftp://me:secret@h.example/a', { password: null }, 'ftp://me@h.example/a'],
    ['ftp://me:secret@h.example/a', { user: null, password: null }, 'ftp://h.example/a'],
    ['mailto:a@h.example', { path: 'b@h.example', query: 'subject=x' }, 'mailto:b@h.example?subject=x'],
    ['x://h/a', { host: null }, 'x:/a'],
    ['x://u:p@h:1/a', { host: null }, 'x:/a'],
    ['x:/a', { host: 'h', port: 1 }, 'x://h:1/a'],
    ['news:a@h.example', { path: '%41@h.example' }, 'news:A@h.example'],
  ])('%s with %j is %s', (url, parts, result) => {
    expect(replaceParts(url, parts)).toBe(result);
  });

  test.each<[url: string, parts: ReplacedParts, code: string]>([
    ['gopher://h.example/', { host: 'a/b' }, 'host-forbidden-character'],
    ['gopher://h.example/', { host: 'a@b' }, 'host-forbidden-character'],
    ['gopher://h.example/', { host: 'a:70' }, 'host-forbidden-character'],
    ['gopher://h.example/', { host: '[::1]:70' }, 'host-forbidden-character'],
    ['gopher://h.example/', { host: 'a\nb' }, 'host-forbidden-character'],
    ['gopher://h.example/', { scheme: 'a b' }, 'scheme-invalid'],
    ['gopher://h.example/', { scheme: 'go:x' }, 'scheme-invalid'],
    ['x:/a', { port: 1 }, 'host-missing'],
    ['x://h/a', { host: null, user: 'u' }, 'host-missing'],
    ['gopher://h.example/', { port: 65_536 }, 'port-range'],
    ['gopher://h.example/', { port: 1.5 }, 'port-character'],
  ])('%s with %j is the error %s', (url, parts, code) => {
    const result = safeReplaceParts(url, parts);
    expect(result.ok ? result.value : result.error.code).toBe(code);
  });

  test('no text in a part changes another part', () => {
    const text = fc.string({ unit: fc.constantFrom(...'/?#@:[]%\\<> \t\na1é'), maxLength: 8 });
    const url = canonicalize('x://u:p@h.example:1/a?b#c');
    const before = explain(url).components;
    fc.assert(
      fc.property(fc.constantFrom('user', 'password', 'path', 'query', 'fragment'), text, (part, value) => {
        const { components } = explain(replaceParts(url, { [part]: value }));
        expect({ ...components, [part]: null }).toEqual({ ...before, [part]: null });
      }),
      runs(),
    );
  });

  test('no text as host leads to another part', () => {
    const text = fc.string({ unit: fc.constantFrom(...'/?#@:[]%\\<> \t\na1é.'), maxLength: 8 });
    fc.assert(
      fc.property(text, (host) => {
        const result = safeReplaceParts('x://u:p@h.example:1/a?b#c', { host });
        if (!result.ok) {
          expect(result.error).toBeInstanceOf(UrlError);
          return;
        }
        const { user, password, port, path, query, fragment } = explain(result.value).components;
        expect([user, password, port, path, query, fragment]).toEqual(['u', 'p', 1, '/a', 'b', 'c']);
      }),
      runs(),
    );
  });
});

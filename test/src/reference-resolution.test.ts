/** RFC 3986 §5.4: every normal and abnormal example of reference resolution, against `http://a/b/c/d;p?q`. */
import uriJs from 'uri-js';
import { describe, expect, it } from 'vitest';
import { canonicalize, explain, resolve } from '../../src/index.ts';
import { definitions } from '../../src/schemes/registry.ts';
import type { SchemeRules } from '../../src/uri/scheme-rules.ts';
import { abnormal, base, normal } from './rfc3986-examples.ts';

describe.each([
  ['§5.4.1', normal],
  ['§5.4.2', abnormal],
] as const)('RFC 3986 %s', (_, table) => {
  it.each(table)('%j is %s', (reference, target) => {
    expect(resolve(reference, base)).toBe(target);
    expect(canonicalize(reference, { base })).toBe(target);
  });
});

describe('RFC 3986 §5.4.2, the last example', () => {
  it('is relative, as in browsers; a strict parser would give http:g', () => {
    expect(resolve('http:g', base)).toBe('http://a/b/c/g');
    expect(resolve('http:g', base, { lax: true })).toBe('http://a/b/c/g');
  });
  it('lax changes nothing for another scheme, or if an authority follows', () => {
    expect(resolve('ftp://h.example/g', base, { lax: true })).toBe('ftp://h.example/g');
    expect(resolve('http://h.example/g', base, { lax: true })).toBe('http://h.example/g');
  });
});

describe('RFC 3986 Appendix C: angle brackets are a wrapper', () => {
  it.each([
    ['<b>', 'http://h/b'],
    ['< <URL:b> >', 'http://h/b'],
    ['<>', 'http://h/'],
    ['<var>b</var>', 'http://h/%3Cvar%3Eb%3C/var%3E'],
    ['<<a> <b>>', 'http://h/%3C%3Ca%3E%20%3Cb%3E%3E'],
    ['<a>b', 'http://h/%3Ca%3Eb'],
  ])('%s is %s', (reference, target) => {
    expect(resolve(reference, 'http://h/')).toBe(target);
  });
});

describe('RFC 3986 §5.2.2 in other schemes', () => {
  const rows: readonly (readonly [clause: string, base: string, reference: string, target: string])[] = [
    [
      'an absolute reference ignores the base',
      'http://a/b',
      'gopher://h.example/1a/../b',
      'gopher://h.example/1a/../b',
    ],
    ['a base that is not canonical', 'HTTP://A:80/b/../c/d', 'e', 'http://a/c/e'],
    ["the base's fragment is dropped", 'http://a/b#x', '', 'http://a/b'],
    ['a rootless path merges (§5.2.3)', 'x:a/b', 'c', 'x:a/c'],
    ['a rootless path without a slash is dropped (§5.2.3)', 'x:a', 'b:c', 'b:c'],
    ['a colon behind a dot segment is data (§4.2)', 'x:a', './b:c', 'x:b:c'],
    ['a query, against a rootless path', 'x:a', '?b', 'x:a?b'],
    ['an authority, against a rootless path', 'x:a', '//h/b', 'x://h/b'],
    ['a path that begins with two slashes is no authority', 'x:a/b', '..//c', 'x:/.//c'],
    ['go: no clause of RFC 3368 forbids it', 'go:a', 'b', 'go:b'],
    ['go: a server', 'go:a', '//h.example?b', 'go://h.example?b'],
    ['nntp: an article of the group', 'nntp:a.b/12', '13', 'nntp:a.b/13'],
    ['lax: the scheme may repeat', 'x:a/b', 'x:c', 'x:c'],
    ["ftp: the base's type is dropped", 'ftp://h.example/a/b;type=i', 'c', 'ftp://h.example/a/c'],
    ['a drive letter survives (WHATWG URL, file state)', 'file:///C:/a/b', '/x', 'file:///C:/x'],
    ['news: a partial form (draft-ietf-uri-url-03, News)', 'news:comp.lang.c', 'comp.lang.perl', 'news:comp.lang.perl'],
  ];
  it.each(rows)('%s: %s + %s', (_, from, reference, target) => {
    expect(resolve(reference, from)).toBe(target);
  });
});

describe('a scheme whose URLs have no hierarchy', () => {
  const opaque = definitions.flatMap((definition: SchemeRules & { readonly example: string }) =>
    definition.opaque === undefined ? [] : [[definition.example, definition.opaque] as const],
  );

  it.each(opaque)('%s takes the empty reference and a fragment alone', (example, spec) => {
    const base = canonicalize(example).replace(/#.*$/, '');
    expect([resolve('', base), resolve('#x', base)]).toEqual([base, `${base}#x`]);
    for (const reference of ['b', '?b', '/b', '//h/b', '.', 'b#c']) {
      const refusal = expect.objectContaining({ code: 'base-not-hierarchical', index: 0, input: reference, spec });
      expect(() => resolve(reference, base)).toThrow(refusal);
      expect(() => explain(reference, { base })).toThrow(refusal);
    }
    // With `lax` too, its own scheme makes a URL absolute.
    const absolute = `${base}x`;
    expect(resolve(absolute, base, { lax: true })).toBe(canonicalize(absolute));
  });

  it('is one of four', () => {
    expect(opaque).toHaveLength(4);
  });
});

describe('every short reference of dots, slashes and a letter', () => {
  const alphabet = ['.', '/', 'a', '%2e'];
  const references = [''];
  for (const reference of references) {
    if (reference.replaceAll('%2e', 'e').length < 6) references.push(...alphabet.map((piece) => reference + piece));
  }

  it.each(['http://h.example/', 'http://h.example/a/b', 'http://h.example/a//b/../'])(
    'leads from %s where browsers go',
    (from) => {
      // `new URL` is the oracle. It leaves escapes as they are.
      const relative = references.filter((reference) => !reference.startsWith('//'));
      const differing = relative.filter(
        (reference) => resolve(reference, from) !== canonicalize(new URL(reference, from).href),
      );
      expect(differing).toEqual([]);
    },
  );

  it.each(['x-a:', 'x-a:a', 'x-a:a/b', 'x-a:a//b', 'x-a:a/b/c/d?e', 'x-a:./a', 'x-a:../a/b', 'x-a:a/../b/c'])(
    'leads from %s where uri-js goes',
    (from) => {
      // uri-js keeps escaped dots, removes those of the base even if the reference is empty, and writes a path that
      // begins with two slashes in its own way.
      const known = references.filter((reference) => !/^$|^\/\/|%/.test(reference));
      const targets = known.map((reference) => [resolve(reference, from), uriJs.resolve(from, reference)]);
      const differing = targets.filter(([target, other]) => target !== other && !target?.startsWith('x-a:/.//'));
      expect(differing).toEqual([]);
    },
  );
});

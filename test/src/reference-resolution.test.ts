/** RFC 3986 §5.4: every normal and abnormal example of reference resolution, against `http://a/b/c/d;p?q`. */
import { describe, expect, it } from 'vitest';
import { canonicalize, resolve } from '../../src/index.ts';
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
    ['a rootless base takes the empty reference', 'mailto:a@b.example', '', 'mailto:a@b.example'],
    ['a rootless base takes a fragment', 'mailto:a@b.example', '#x', 'mailto:a@b.example#x'],
    ["ftp: the base's type is dropped", 'ftp://h.example/a/b;type=i', 'c', 'ftp://h.example/a/c'],
    ['a drive letter survives (WHATWG URL, file state)', 'file:///C:/a/b', '/x', 'file:///C:/x'],
    ['news: a partial form (draft-ietf-uri-url-03, News)', 'news:comp.lang.c', 'comp.lang.perl', 'news:comp.lang.perl'],
  ];
  it.each(rows)('%s: %s + %s', (_, from, reference, target) => {
    expect(resolve(reference, from)).toBe(target);
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
});

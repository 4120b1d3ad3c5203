/** Relative references: their targets, where these come from, and the references that lead back to a target. */
import { describe, expect, test } from 'vitest';
import { canonicalize, resolver } from '../../../src/index.ts';
import { bareUrlError } from '../../../src/uri/bare-error.ts';
import type { Canonical } from '../../../src/uri/canonical-parts.ts';
import { RecordedSteps } from '../../../src/uri/recorded-rewrite.ts';
import { originInReference, transform } from '../../../src/uri/reference-resolution.ts';
import { relativeForm } from '../../../src/uri/relative-form.ts';
import { makeAbsolute, mayRepeatScheme } from '../../../src/uri/relative-reference.ts';
import { relativizeOf, rootedPath } from '../../../src/uri/relativization.ts';
import { SchemeIndex, type SchemeRules, unknownRules } from '../../../src/uri/scheme-rules.ts';
import { browserSyntax, internetSyntax } from '../../../src/uri/syntax.ts';

test.each([
  ['a:/b/c?d#e', '', 'a:/b/c?d'],
  ['a:/b/c?d#e', '#f', 'a:/b/c?d#f'],
  ['a:/b/c?d#e', '?f#g', 'a:/b/c?f#g'],
  ['a:/b/c?d#e', '?', 'a:/b/c?'],
  ['a:/b/c?d#e', 'f?g', 'a:/b/f?g'],
  ['a:/b/c?d/e', '/f', 'a:/f'],
  ['a:/b/c', '//f/g', 'a://f/g'],
  ['a://h', 'f', 'a://h/f'],
  ['a:b', 'f', 'a:f'],
  ['a:b', '?f', 'a:b?f'],
  ['a:b', '/f', 'a:/f'],
  ['a:b', '//f', 'a://f'],
  ['a:', 'f', 'a:f'],
  ['a:b', 'f:g', 'a:f:g'],
  ['a:b/c', 'f', 'a:b/f'],
  ['a:b/c?d/e', 'f', 'a:b/f'],
  // Of a rootless path, a step up removes the first segment, and leaves the slash behind it (§5.2.4).
  ['a:b/c', '../f', 'a:/f'],
  ['a:b/c', '../../f', 'a:/f'],
  ['a:b/c/d', '../f', 'a:b/f'],
  ['a:b/c', '..', 'a:/'],
  ['a:b/c', '..//f', 'a:/.//f'],
  ['a:b', '../f', 'a:f'],
  ['a:b', './../.f', 'a:.f'],
  ['a:b', '..f/../g', 'a:/g'],
  ['a:b', '..', 'a:'],
  ['a:b', './..', 'a:'],
  ['a:b', './/f', 'a:/f'],
  ['a:b', '%2E%2e/f', 'a:f'],
  ['a:/', 'f', 'a:/f'],
  ['a://h/b/c/d', '../f', 'a://h/b/f'],
  ['a://h/b/c/d', './%2e%2E/f', 'a://h/b/f'],
  ['a://h/b/c', '%2fe', 'a://h/b/%2fe'],
  ['a://h/b/c', '%2E%2F', 'a://h/b/.%2F'],
  ['a:/b/c', '..//f', 'a:/.//f'],
  ['a://h/b/c', '..//f', 'a://h//f'],
  ['a://h/b/c', 'x:y', 'a://h/b/x:y'],
])('against %s, %j is %s', (base, reference, target) => {
  expect(transform(base, reference)).toBe(target);
});

test.each([
  ['a:/b/c', 'b/c', [-1, -1, -1, 0, 1, 2, 3]],
  ['a:c', 'bc', [-1, -1, 1, 2]],
  ['ab', 'ab', [0, 1, 2]],
  ['a', 'b', [-1, 1]],
])('%s comes from %s at %j', (target, reference, origin) => {
  expect([...originInReference(target, reference)]).toEqual(origin);
});

test.each([
  ['go:a', true],
  ['GO:/a', true],
  ['go:', true],
  ['go://a', false],
  ['god:a', false],
  ['g:a', false],
  ['ga:a', false],
  ['go', false],
])('%s may repeat the scheme of its base: %s', (reference, may) => {
  expect(mayRepeatScheme(reference, 'go')).toBe(may);
});

describe('a reference is made absolute', () => {
  const rules = (name: string, syntax: SchemeRules['syntax'], more: Partial<SchemeRules> = {}): SchemeRules => ({
    name,
    defaultPort: null,
    syntax,
    ...more,
  });
  const index = new SchemeIndex<SchemeRules>(
    [
      rules('web', browserSyntax(80)),
      rules('net', internetSyntax(70)),
      rules('own', internetSyntax(1), { transform: (base, reference) => `${base}+${reference}` }),
      rules('id', internetSyntax(1), { opaque: { document: 'RFC 2392', section: '2' } }),
    ],
    unknownRules,
  );
  const absoluteOf = (reference: string, base: string, lax = false) =>
    makeAbsolute(reference, base as Canonical, index, lax, bareUrlError, new RecordedSteps());

  test.each<[reference: string, base: string, text: string, ...steps: string[]]>([
    ['b', 'net://h/a', 'net://h/b'],
    [' b', 'net://h/a', 'net://h/b', 'surrounding-blanks 0-1 '],
    ['\\b\tc', 'net://h/a', 'net://h/\\b\tc'],
    ['\\b\tc', 'web://h/a', 'web://h/bc', 'backslash 0-1 /', 'tab-or-newline 2-3 '],
    ['///b', 'net://h/a', 'net:///b'],
    ['///b', 'web://h/a', 'web://b', 'slashes 0-3 //'],
    ['\t////b', 'web://h/a', 'web://b', 'surrounding-blanks 0-1 ', 'slashes 1-5 //'],
    ['WEB:b', 'web://h/a', 'web://h/b', 'reference-same-scheme 0-4 '],
    ['web:///b', 'web://h/a', 'web:///b'],
    ['web:/\t/b', 'web://h/a', 'web://b', 'tab-or-newline 5-6 '],
    ['net:b', 'net://h/a', 'net:b'],
    ['net:\tb', 'web://h/a', 'net:\tb'],
    ['we\tb:b', 'net://h/a', 'net://h/we\tb:b'],
    ['', 'x:a', 'x:a'],
    ['#b', 'x:a', 'x:a#b'],
    ['', 'id:a', 'id:a'],
    ['#b', 'id:a', 'id:a#b'],
    ['b', 'x:a', 'x:b'],
    ['b', 'x:/a', 'x:/b'],
    ['b', 'x://a', 'x://a/b'],
    ['b', 'own:a', 'own:a+b'],
  ])('%j against %s is %s', (reference, base, text, ...steps) => {
    const made = absoluteOf(reference, base);
    const told = made.steps.list.map(({ code, at, after }) => `${code} ${at.join('-')} ${after}`);
    expect([made.text, made.input, ...told]).toEqual([text, reference, ...steps]);
  });

  test.each([
    ['net:b', 'net://h/a', 'net://h/b'],
    ['own:b', 'own:a', 'own:a+b'],
    ['x:b', 'x:/a', 'x:/b'],
    ['x:b', 'x:a/c', 'x:a/b'],
    ['id:b', 'id:a/c', 'id:b'],
    ['web:b', 'net://h/a', 'web:b'],
  ])('%s against %s is %s if it may repeat the scheme', (reference, base, text) => {
    expect(absoluteOf(reference, base, true).text).toBe(text);
  });

  test.each([' b', '?b', '//b', '/b'])('unless the scheme of the base has no hierarchy: %j', (reference) => {
    expect(() => absoluteOf(reference, 'id:a')).toThrow(
      expect.objectContaining({ code: 'base-not-hierarchical', index: 0, input: reference }),
    );
  });

  test('and its characters have their places in what was written', () => {
    const placesIn = (reference: string, base: string) => [...(absoluteOf(reference, base).originOf?.() ?? [])];
    expect(placesIn(' bc', 'net://h/')).toEqual([...Array(8).fill(-1), 1, 2, 3]);
    expect(placesIn('web:bc', 'web://h/')).toEqual([...Array(8).fill(-1), 4, 5, 6]);
    expect(placesIn('////b', 'web://h/')).toEqual([...Array(4).fill(-1), 2, 3, 4, 5]);
    expect(absoluteOf('b', 'net://h/')).toMatchObject({ base: 'net://h/', cleaned: false, origin: null });
    expect(absoluteOf('\\b', 'web://h/').cleaned).toBe(true);
  });
});

describe('the reference to', () => {
  const relativize = relativizeOf({ canonicalize, resolver });

  test.each([
    ['http://h/a/b', 'http://h/a/c', 'b'],
    ['http://h/a/b', 'http://h/a/b', ''],
    ['http://h/a/b#c', 'http://h/a/b#d', '#c'],
    ['http://h/a/b?c', 'http://h/a/b', '?c'],
    ['http://h/a/b', 'http://h/a/b?c', 'b'],
    ['http://h/a/b?c#d', 'http://h/a/b?e', '?c#d'],
    ['http://h/a/b?c#d', 'http://h/a/b?c', '#d'],
    ['http://h/a/', 'http://h/a/b', './'],
    ['http://h/a/b:c', 'http://h/a/d', './b:c'],
    ['http://h/a/b/c:d', 'http://h/a/d', 'b/c:d'],
    ['http://h/a//b', 'http://h/a/c', './/b'],
    ['http://h//b', 'http://h/c', './/b'],
    ['http://h/b', 'http://h/a/c/d/e', '/b'],
    ['http://h/a/b', 'http://h/a/c/d', '../b'],
    ['http://h/ab/c', 'http://h/a/c', '/ab/c'],
    ['http://h.example/a', 'http://h/a', '//h.example/a'],
    ['gopher://h/a', 'http://h/a', 'gopher://h/a'],
    ['mailto:a@h', 'mailto:b@h', 'mailto:a@h'],
    ['x:a/b', 'x:a/c', 'b'],
    ['x:a/b', 'x:a/c/d', '../b'],
    ['x:b', 'x:a', 'b'],
    ['x:b:c', 'x:a', './b:c'],
    ['x:', 'x:a', './'],
    ['x:b', 'x:a/c', 'x:b'],
    ['x:/b', 'x:a/c', '/b'],
    ['x:a', 'x:/b', 'x:a'],
    ['x:a?b', 'x:a', '?b'],
    ['x:ab/c', 'x:a/c', 'x:ab/c'],
  ])('%s from %s is %j', (target, base, reference) => {
    expect(relativize(target, base)).toBe(reference);
  });

  test('a path with two slashes does not name a host', () => {
    expect(['//a', '/a', 'a//', ''].map(rootedPath)).toEqual(['/.//a', '/a', 'a//', '']);
  });
});

describe('the form of a reference without its base', () => {
  /** Marks what is made canonical. */
  const formOf = (reference: string | URL): string =>
    relativeForm(reference, (url) => (typeof url === 'string' ? url.replace('~', '!') : 'a URL') as Canonical);

  test.each([
    ['a~', 'a!'],
    ['/a~', '/a!'],
    ['?~', '?!'],
    ['', ''],
    ['x:~', 'x:!'],
    ['~:a', '!:a'],
    ['//~', '//~'],
    ['a//~', 'a//!'],
    ...['<~', '~>', ' ~', '~\0', '\0~', '~ '].map((text) => [text, text]),
    ...['~\\', '~|', '~\t', '~\n', '~\r', '~%7c', '~%7C', '~%2e', '~%2E', '~é', '~\x7f', '~\x1fa'].map((text) => [
      text,
      text,
    ]),
    ...['/c:~', '/a/c:/~', '/C:', '/%43:?~', '/~a/c:#'].map((text) => [text, text === '/c:~' ? '/c:!' : text]),
    ['~<a', '!<a'],
    ['/~?/c:', '/!?/c:'],
    ['/~cc:/', '/!cc:/'],
    ['/~1:/', '/!1:/'],
    ['~%2f', '!%2f'],
  ])('of %j is %j', (reference, form) => {
    expect(formOf(reference)).toBe(form);
  });

  test('a segment that became a scheme has a dot before it, and URL objects are URLs', () => {
    const decoded = (url: unknown): Canonical => String(url).replace('%41', 'A') as Canonical;
    expect(['%41:b', 'b%41', '/%41:b'].map((text) => relativeForm(text, decoded))).toEqual(['./A:b', 'bA', '/A:b']);
    expect(relativeForm('/%41', () => 'x-reference://h//b' as Canonical)).toBe('/.//b');
    expect(formOf(new URL('http://h/'))).toBe('a URL');
  });
});

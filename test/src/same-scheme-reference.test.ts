/**
 * References that repeat the scheme of their base without `//`. For http, https, ftp and file they lead where browsers
 * go (WHATWG URL, "special relative or authority state" and "file state"); other schemes are strict unless `lax` is
 * set.
 */
import { describe, expect, it } from 'vitest';
import { URL as ReferenceUrl } from 'whatwg-url';
import { canonicalize, explain, resolve, UrlError } from '../../src/index.ts';
import { sampled } from '../fast-check.ts';

const BASES = {
  http: ['http://a/b/c', 'http://a', 'http://u:p@a:8080/b/c?q#f', 'http://a/b//c/;p'],
  https: ['https://a/b/c/d;p?q'],
  // A question mark is data in an ftp URL, but not to browsers.
  ftp: ['ftp://a/b/c', 'ftp://u@a:2121/b/', 'ftp://a/b/c;type=i'],
  file: [
    'file:///b/c',
    'file://host/',
    'file://host/b/c',
    'file:///C:/b/c',
    'file:///C:',
    'file://host/C:/b',
    'file:///',
  ],
} as const;

type Browsed = keyof typeof BASES;
const SCHEMES = ['http', 'https', 'ftp', 'file'] as const satisfies readonly Browsed[];

const SLASHES = ['', '/', '\\', '//', '\\\\', '/\\', '\\/', '///', '\t', '/\t', '/\n/'];
const RESTS = [
  '',
  'g',
  'g/h',
  './g',
  '../g',
  '../../g',
  'g/../h',
  '?x',
  '#x',
  'g?x#y',
  'g:h',
  'C:/x',
  'C|/x',
  'C:',
  'g\\h',
];
const spellings = (scheme: string): readonly string[] => [
  scheme,
  scheme.toUpperCase(),
  `${scheme.slice(0, 2)}\t${scheme.slice(2)}`,
];

const REFERENCES: readonly string[] = sampled(
  SCHEMES.flatMap(spellings).flatMap((scheme) =>
    SLASHES.flatMap((slashes) => RESTS.map((rest) => `${scheme}:${slashes}${rest}`)),
  ),
);

/** The outcome in canonical spelling; `null` for an error. */
function outcome(resolved: () => string): string | null {
  try {
    return resolved();
  } catch (error) {
    if (error instanceof UrlError || error instanceof TypeError) return null;
    throw error;
  }
}

/** Where the URL Standard leads. The target is canonicalized, so that meanings are compared and not spellings. */
const browsers = (reference: string, base: string): string | null =>
  outcome(() => canonicalize(new ReferenceUrl(reference, base).href));

describe.each(SCHEMES.flatMap((scheme) => BASES[scheme].map((base) => [scheme, base] as const)))(
  'against the %s base %s',
  (scheme, base) => {
    it('every reference leads where browsers go', () => {
      const wrong = REFERENCES.flatMap((reference) => {
        const expected = browsers(reference, base);
        const ours = outcome(() => resolve(reference, base));
        const explained = outcome(() => explain(reference, { base }).canonical);
        return ours === expected && explained === expected ? [] : [{ reference, expected, ours, explained }];
      });
      expect(wrong).toEqual([]);
    });

    it('the platform agrees with the reference implementation', () => {
      const platform = (reference: string): string | null => outcome(() => canonicalize(new URL(reference, base).href));
      expect(REFERENCES.filter((reference) => platform(reference) !== browsers(reference, base))).toEqual([]);
    });

    it('is told where the reference repeats the scheme', () => {
      const { canonical, diagnostics } = explain(`${scheme}:g`, { base });
      expect(canonical).toBe(resolve('g', base));
      expect(diagnostics).toContainEqual(
        expect.objectContaining({ code: 'reference-same-scheme', severity: 'warning', at: [0, scheme.length + 1] }),
      );
    });
  },
);

describe('in other schemes a reference with a scheme is absolute', () => {
  it.each([
    ['gopher:1/x', 'gopher://h.example/1/a', 'authority-missing'],
    ['ftps:x', 'ftps://h.example/a', 'authority-missing'],
    ['wais:x', 'wais://h.example/a', 'authority-missing'],
  ])('%s against %s: %s', (reference, base, code) => {
    expect(() => resolve(reference, base)).toThrow(expect.objectContaining({ code }));
  });

  it('also if only the base is read as browsers read it', () => {
    expect(resolve('http:g', 'ftp://h.example/a')).toBe('http://g/');
    expect(resolve('http:g', 'https://h.example/a')).toBe('http://g/');
    expect(resolve('x-y:g', 'x-y://h.example/a/b')).toBe('x-y:g');
  });
});

describe('lax extends the rule to the other schemes', () => {
  const lax = { lax: true };
  it.each([
    ['gopher:/1/x', 'gopher://h.example/1/a', 'gopher://h.example/1/x'],
    ['FTPS:x', 'ftps://h.example/a/b', 'ftps://h.example/a/x'],
    ['x-y:g', 'x-y://h.example/a/b', 'x-y://h.example/a/g'],
    ['http:g', 'http://h.example/a/b', 'http://h.example/a/g'],
  ])('%s against %s is %s', (reference, base, target) => {
    expect(resolve(reference, base, lax)).toBe(target);
    const { diagnostics } = explain(reference, { base, lax: true });
    expect(diagnostics).toContainEqual(expect.objectContaining({ code: 'reference-same-scheme', severity: 'warning' }));
  });

  it.each([
    ['two slashes follow', 'gopher://other.example/1/x', 'gopher://h.example/1/a', 'gopher://other.example/1/x'],
    ['nothing can be relative to the base', 'mailto:b@h.example', 'mailto:a@h.example', 'mailto:b@h.example'],
  ])('but the reference is absolute if %s', (_, reference, base, target) => {
    expect(resolve(reference, base, lax)).toBe(target);
    expect(explain(reference, { base, lax: true }).diagnostics).toEqual([]);
  });
});

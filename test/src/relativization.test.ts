/** `relativize`, the inverse of `resolve`: a table, and the round trip for URLs of every scheme. */
import { describe, expect, it, test } from 'vitest';
import {
  canonicalize,
  createWaypost,
  relativize,
  relativizeOf,
  resolve,
  safeRelativize,
  UrlError,
} from '../../src/index.ts';
import { ftp } from '../../src/schemes/ftp/definition.ts';
import fc, { PROPERTY_TIMEOUT, runs } from '../fast-check.ts';
import { anyInput, anyModel, intricateBase, intricateReference } from './generators.ts';

type Row = readonly [target: string, base: string, reference: string];

const hierarchical: readonly Row[] = [
  ['http://h/a/b/c', 'http://h/a/b/d', 'c'],
  ['http://h/a/b/c/d', 'http://h/a/b/d', 'c/d'],
  ['http://h/a/b/', 'http://h/a/b/d', './'],
  ['http://h/a/x/y', 'http://h/a/b/c/d', '/a/x/y'],
  ['http://h/long/path/x', 'http://h/long/path/b/d', '../x'],
  ['http://h/long/path/', 'http://h/long/path/b/d', '../'],
  ['http://h/long/path', 'http://h/long/path/b/d', '../../path'],
  ['http://h/x', 'http://h/a/b/c/d', '/x'],
  ['http://h/', 'http://h/a', '/'],
  // Of two references of one length, the relative path.
  ['http://h/a/b', 'http://h/a/c/d', '../b'],
  ['http://other/a', 'http://h/a', '//other/a'],
  ['http://h:81/a', 'http://h/a', '//h:81/a'],
  ['http://u@h/a', 'http://h/a', '//u@h/a'],
  ['https://h/a', 'http://h/a', 'https://h/a'],
  ['HTTP://H:80/%7Ea', 'http://h/b', '~a'],
];

const documents: readonly Row[] = [
  ['http://h/a', 'http://h/a', ''],
  ['http://h/a', 'http://h/a#x', ''],
  ['http://h/a#top', 'http://h/a', '#top'],
  ['http://h/a#', 'http://h/a', '#'],
  ['http://h/a?q#top', 'http://h/a?q', '#top'],
  ['http://h/a?q', 'http://h/a', '?q'],
  ['http://h/a?', 'http://h/a', '?'],
  ['http://h/a?', 'http://h/a?q', '?'],
  ['http://h/a?r#f', 'http://h/a?q', '?r#f'],
  // An empty reference would keep the query of the base.
  ['http://h/d/a', 'http://h/d/a?q', 'a'],
  ['http://h/d/', 'http://h/d/?q', './'],
  ['mailto:a@h', 'mailto:a@h', ''],
  ['mailto:a@h#x', 'mailto:a@h', '#x'],
];

const guarded: readonly Row[] = [
  // What would be a scheme, a host or an empty reference has a dot before it (RFC 3986 §4.2).
  ['http://h/d/a:b', 'http://h/d/c', './a:b'],
  ['http://h/d/e/a:b', 'http://h/d/c', 'e/a:b'],
  ['http://h/d/url:b', 'http://h/d/c', './url:b'],
  ['http://h//a', 'http://h/b', './/a'],
  ['http://h//a', 'http://h/some/path/b', '/.//a'],
  ['http://h/d//', 'http://h/d/c', './/'],
  ['x-a:/.//b', 'x-a:/c', './/b'],
  ['x-a:b', 'x-a:/c', 'x-a:b'],
  ['x-a://h', 'x-a://h/b', '//h'],
  ['x-a://h/b', 'x-a://h', '/b'],
  ['x-a:/b', 'x-a://h/b', 'x-a:/b'],
  ['x-a://h/b', 'x-a:/b', '//h/b'],
];

const schemes: readonly Row[] = [
  ['mailto:a@h', 'mailto:b@h', 'mailto:a@h'],
  ['mid:a@h/b', 'mid:a@h/c', 'mid:a@h/b'],
  ['news:comp.infosystems.gopher', 'news:alt.test', 'comp.infosystems.gopher'],
  ['news:a@h', 'news://server/alt.test', 'news:a@h'],
  ['news://server/a', 'news://server/b', 'a'],
  ['go:a', 'go:b', 'a'],
  ['go://h?a', 'go://h?b', '?a'],
  ['ftp://h/a/b;type=i', 'ftp://h/a/c;type=a', 'b;type=i'],
  ['ftp://u:p@h/a/b', 'ftp://u:p@h/a/c', 'b'],
  ['ftp://h/%2Fetc/motd', 'ftp://h/%2Fetc/passwd', 'motd'],
  // Gopher merges the generic path; the item type is the beginning of it (draft-murali-url-gopher §2.9).
  ['gopher://h/0/docs/a', 'gopher://h/0/docs/b', 'a'],
  ['gopher://h/0docs', 'gopher://h/1', '0docs'],
  ['gopher://h/', 'gopher://h/0/docs', '/'],
  // Its dots are data, which a path reference would lose.
  ['gopher://h/0a/../b', 'gopher://h/0c', '//h/0a/../b'],
  // Drives of file URLs (WHATWG URL, file state).
  ['file:///C:/a/b', 'file:///C:/a/c', 'b'],
  ['file:///D:/a', 'file:///C:/a/c', '/D:/a'],
  ['file:///a', 'file:///C:/a', '///a'],
  ['file://host/a', 'file:///a', '//host/a'],
];

describe.each(Object.entries({ hierarchical, documents, guarded, schemes }))('%s', (_, rows) => {
  it.each(rows)('%s from %s is %j', (target, base, reference) => {
    expect(relativize(target, base)).toBe(reference);
    expect(resolve(reference, base)).toBe(canonicalize(target));
  });
});

test('the dialect applies to both URLs; the reference has the current form', () => {
  const options = { dialect: 'url-1994' } as const;
  expect(relativize('gopher://h/7find?gold', 'gopher://h/7find?lead', options)).toBe('7find%09gold');
});

test('what is not a URL is an error', () => {
  expect(safeRelativize('a', 'http://h/')).toMatchObject({ ok: false, error: { code: 'scheme-missing' } });
  expect(safeRelativize('http://h/', 'a')).toMatchObject({ ok: false, error: { code: 'base-invalid' } });
});

test('relativizeOf, for a library of fewer schemes', () => {
  const few = createWaypost([ftp]);
  expect(relativizeOf(few)('ftp://h/a', 'ftp://h/b')).toBe('a');
});

test('64 KiB of directories need one reference', () => {
  const deep = 'a/'.repeat(30_000);
  expect(relativize(`http://h/${deep}x`, `http://h/${deep}y`)).toBe('x');
  expect(relativize('http://h/b/c', `http://h/${deep}y`)).toBe('/b/c');
});

/** Two URLs that have something in common: one is where a reference from the other leads. */
const related = fc.tuple(
  fc.oneof(intricateReference, anyInput),
  fc.oneof(
    intricateBase,
    anyModel.map(({ a }) => a),
  ),
);

/** The canonical form, or `null` for what is not a URL. */
function canonicalOrNull(read: () => string): string | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof UrlError) return null;
    throw error;
  }
}

describe('resolve leads back', () => {
  function expectRoundTrip(target: string, base: string, dialect: 'current' | 'url-1994'): void {
    const reference = relativize(target, base, { dialect });
    const wanted = canonicalize(target, { dialect });
    expect(resolve(reference, base, { dialect }), `${reference} from ${base}`).toBe(wanted);
    expect(reference.length).toBeLessThanOrEqual(wanted.length);
    // With `lax`, only a reference with the base's scheme and without a host means something else.
    if (reference !== wanted) expect(resolve(reference, base, { dialect, lax: true })).toBe(wanted);
  }

  it(
    'from any URL to any other',
    () => {
      fc.assert(
        fc.property(anyModel, anyModel, fc.constantFrom('current', 'url-1994'), ({ a }, { a: base }, dialect) => {
          expectRoundTrip(a, base, dialect);
        }),
        runs(),
      );
    },
    PROPERTY_TIMEOUT,
  );

  it(
    'to where a reference from the base leads',
    () => {
      fc.assert(
        fc.property(related, fc.constantFrom('current', 'url-1994'), ([reference, base], dialect) => {
          const target = canonicalOrNull(() => resolve(reference, base, { dialect }));
          if (target !== null) expectRoundTrip(target, base, dialect);
        }),
        runs(2),
      );
    },
    PROPERTY_TIMEOUT,
  );

  it(
    'to and from variants of one URL',
    () => {
      fc.assert(
        fc.property(anyModel, intricateReference, intricateReference, ({ a }, left, right) => {
          const target = canonicalOrNull(() => resolve(left, a));
          const base = canonicalOrNull(() => resolve(right, a));
          if (target !== null && base !== null) expectRoundTrip(target, base, 'current');
        }),
        runs(2),
      );
    },
    PROPERTY_TIMEOUT,
  );
});

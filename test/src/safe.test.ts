/** The forms that do not throw, the resolver, and errors as values. */
import { describe, expect, test } from 'vitest';
import { UrlError as BareUrlError, canonicalize as canonicalizeAlone } from '../../src/canonical.ts';
import {
  explain,
  resolve,
  resolver,
  safeCanonicalize,
  safeCompare,
  safeEquivalent,
  safeExplain,
  safely,
  safeParse,
  safeRelativize,
  safeResolve,
  safeResolver,
  UrlError,
} from '../../src/index.ts';

const BAD = 'gopher://h.example/0a%0Ab';

describe('the forms that do not throw', () => {
  test('return what the others return', () => {
    expect(safeCanonicalize('GO:a')).toEqual({ ok: true, value: 'go:a' });
    expect(safeParse('GO:a')).toMatchObject({ ok: true, value: { scheme: 'go' } });
    expect(safeExplain('go:a')).toEqual({ ok: true, value: explain('go:a') });
    expect(safeResolve('../b', 'gopher://h.example/1/users/a')).toEqual({ ok: true, value: 'gopher://h.example/1/b' });
    expect(safeEquivalent('go:a', 'GO:b')).toEqual({ ok: true, value: false });
  });

  test.each([
    ['safeCanonicalize', () => safeCanonicalize(BAD), 'gopher-cr-lf'],
    ['safeParse', () => safeParse(BAD), 'gopher-cr-lf'],
    ['safeExplain', () => safeExplain(BAD), 'gopher-cr-lf'],
    ['safeResolve', () => safeResolve('x', 'y'), 'base-invalid'],
    ['safeResolver', () => safeResolver('y'), 'base-invalid'],
    ['safeEquivalent', () => safeEquivalent('go:a', BAD), 'gopher-cr-lf'],
    ['safeCompare', () => safeCompare('go:a', BAD), 'gopher-cr-lf'],
    ['safeRelativize', () => safeRelativize(BAD, 'go:a'), 'gopher-cr-lf'],
  ])('%s returns the error', (_, call, code) => {
    const result = call();
    expect(result.ok ? null : [result.error instanceof UrlError, result.error.code]).toEqual([true, code]);
  });

  test('faults of the program are still thrown', () => {
    const fault = safely(() => {
      throw new RangeError('a fault');
    });
    expect(fault).toThrow(RangeError);
  });

  test('errors of waypost/canonical have no clause, so they are thrown', () => {
    expect(() => safely(canonicalizeAlone)(BAD)).toThrow(BareUrlError);
  });
});

describe('a resolver', () => {
  const base = 'HTTP://h.example/a/b?c';
  test.each(['d', '../d', '?x', '#f', '', '//other.example/', 'go:x', 'http:g', 'a b', '\\x'])(
    'gives for %j what resolve gives',
    (reference) => {
      expect(resolver(base)(reference)).toBe(resolve(reference, base));
      const options = { dialect: 'url-1994', lax: true } as const;
      expect(resolver(base, options)(reference)).toBe(resolve(reference, base, options));
    },
  );

  test('reads its base in its dialect, once', () => {
    const options = { dialect: 'url-1994' } as const;
    const link = resolver('gopher://h.example/7find?gold', options);
    expect(link('#x')).toBe(resolve('#x', 'gopher://h.example/7find?gold', options));
  });

  test('throws for a reference, and for a base that is not a URL', () => {
    expect(() => resolver('gopher://h.example/')('/0a%0Ab')).toThrow(UrlError);
    expect(() => resolver('not a URL')).toThrow('The base must be an absolute URL.');
  });
});

test('an error in JSON has its message', () => {
  const result = safeCanonicalize(BAD);
  expect(JSON.parse(JSON.stringify(result))).toMatchObject({
    ok: false,
    error: { name: 'UrlError', code: 'gopher-cr-lf', message: expect.stringContaining('line break'), index: 21 },
  });
});

test('an error has a cause only if another error is one: Node prints it', () => {
  const [alone, ofBase] = [safeCanonicalize(BAD), safeResolve('x', BAD)];
  expect(alone.ok ? null : Object.hasOwn(alone.error, 'cause')).toBe(false);
  expect(ofBase.ok ? null : ofBase.error.cause).toMatchObject({ code: 'gopher-cr-lf' });
});

test('a dialect that does not exist is named', () => {
  const options = JSON.parse('{ "dialect": "nope" }');
  expect(() => explain('go:a', options)).toThrow('The option dialect must be current or url-1994.');
});

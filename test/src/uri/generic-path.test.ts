/** Dot segments beside other changes of a path: `canonicalize` and `resolve` agree with `explain` and with browsers. */
import { describe, expect, test } from 'vitest';
import { canonicalize, explain, resolve } from '../../../src/index.ts';

describe('dot segments (RFC 3986 §5.2.4)', () => {
  test.each([
    ['https://h/a/b/../c', 'https://h/a/c'],
    ['https://H/%7Ea/../c', 'https://h/c'],
    ['https://h/a/%2e%2e/c', 'https://h/c'],
    ['https://h/a/b/\\c/..', 'https://h/a/b//'],
    ['https://h/a\\..\\b/./c', 'https://h/b/c'],
    ['https://h/a/b/é \\ %25/..', 'https://h/a/b/%C3%A9%20/'],
  ])('%s', (url, canonical) => {
    expect(canonicalize(url)).toBe(canonical);
    expect(explain(url).canonical).toBe(canonical);
    expect(new URL(url).href).toBe(canonical);
  });

  test.each([
    ['.//..', 'http://h.example/x/y?z', 'http://h.example/x/'],
    ['..//..', 'http://h.example/a/b/x/y', 'http://h.example/a/b/'],
    ['./a/../b', 'http://h.example/x/y', 'http://h.example/x/b'],
  ])('%s against %s', (reference, base, target) => {
    expect(resolve(reference, base)).toBe(target);
    expect(explain(reference, { base }).canonical).toBe(target);
    expect(new URL(reference, base).href).toBe(target);
  });
});

/**
 * The invariants of the library for anything that a user may type: URLs of every scheme, damaged URLs, wrapped URLs,
 * and other strings, in both dialects.
 */

import { describe, expect, it } from 'vitest';
import { canonicalize, type Diagnostic, equivalent, explain, parse, resolve, UrlError } from '../../src/index.ts';
import fc, { runs } from '../fast-check.ts';
import { anyInput, anyModel, broken, intricateBase, intricateReference, wrapped } from './generators.ts';
import { faultOf } from './rfc3986-grammar.ts';

const dialects = ['current', 'url-1994'] as const;
const dialect = fc.constantFrom(...dialects);

/** What a function returns, or the UrlError that it throws; any other error fails the test. */
function outcome<Value>(attempt: () => Value): Value | UrlError {
  try {
    return attempt();
  } catch (error) {
    if (error instanceof UrlError) return error;
    throw error;
  }
}

/** The input with every change applied; `null` if two changes overlap. */
function applied(diagnostics: readonly Diagnostic[], input: string): string | null {
  let changed = '';
  let done = 0;
  const changes = diagnostics.filter(({ before, after }) => before !== after);
  for (const { at, after } of changes.toSorted((a, b) => startOf(a) - startOf(b))) {
    if (at === null || at[0] < done) return null;
    changed += input.slice(done, at[0]) + after;
    done = at[1];
  }
  return changed + input.slice(done);
}

function startOf({ at }: Diagnostic): number {
  return at?.[0] ?? 0;
}

describe('canonicalize', () => {
  it('gives a URL that matches RFC 3986 Appendix A, in ASCII and in the normal form of §6.2.2', () => {
    fc.assert(
      fc.property(anyInput, dialect, (input, dialect) => {
        const canonical = outcome(() => canonicalize(input, { dialect }));
        if (typeof canonical === 'string') expect(faultOf(canonical), canonical).toBeNull();
      }),
      runs(),
    );
  });

  it('is idempotent: a canonical URL comes back unchanged', () => {
    fc.assert(
      fc.property(anyInput, dialect, (input, dialect) => {
        const canonical = outcome(() => canonicalize(input, { dialect }));
        if (typeof canonical === 'string') expect(canonicalize(canonical, { dialect })).toBe(canonical);
      }),
      runs(),
    );
  });

  it('gives a form that is the same in both dialects', () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const canonical = outcome(() => canonicalize(input, { dialect: 'url-1994' }));
        // The only exception is an ftp URL that ends in `!A` as data.
        if (typeof canonical !== 'string' || /^ftps?:.*%21[AIDaid](?:#|$)/.test(canonical)) return;
        expect(canonicalize(canonical)).toBe(canonical);
      }),
      runs(),
    );
  });

  it('either succeeds or throws UrlError with a code, the input and an index within it', () => {
    fc.assert(
      fc.property(
        anyInput,
        fc.option(anyInput, { nil: undefined }),
        dialect,
        fc.boolean(),
        (input, base, dialect, lax) => {
          const options = { dialect, lax, ...(base === undefined ? {} : { base }) };
          for (const attempt of [canonicalize, parse, explain] as const) {
            const result = outcome(() => attempt(input, options));
            if (!(result instanceof UrlError)) continue;
            expect(result.code).toMatch(/^[a-z0-9-]+$/);
            expect([input, base]).toContain(result.input);
            expect(Number.isInteger(result.index)).toBe(true);
            expect(result.index).toBeGreaterThanOrEqual(0);
            expect(result.index).toBeLessThanOrEqual(result.input.length);
          }
        },
      ),
      runs(),
    );
  });

  it('agrees with explain on the canonical form and on errors', () => {
    fc.assert(
      fc.property(anyInput, dialect, (input, dialect) => {
        const canonical = outcome(() => canonicalize(input, { dialect }));
        const resolution = outcome(() => explain(input, { dialect }));
        if (canonical instanceof UrlError) {
          expect(resolution).toMatchObject({ code: canonical.code, index: canonical.index, input: canonical.input });
        } else {
          expect(resolution).toMatchObject({ input, canonical });
        }
      }),
      runs(),
    );
  });
});

describe('the meaning of a URL', () => {
  it('is the same in the canonical URL: host, port, details and request', () => {
    fc.assert(
      fc.property(anyInput, dialect, (input, dialect) => {
        const before = outcome(() => explain(input, { dialect }));
        if (before instanceof UrlError) return;
        const after = explain(before.canonical);
        expect(after.components.host).toBe(before.components.host);
        expect(after.components.port).toBe(before.components.port);
        expect(after.request).toEqual(before.request);
        expect(after.details).toEqual(before.details);
      }),
      runs(),
    );
  });

  it('is the same in every spelling of the same octets', () => {
    fc.assert(
      fc.property(anyModel, ({ a, b }) => {
        expect(canonicalize(a)).toBe(canonicalize(b));
        expect(equivalent(a, b)).toBe(true);
      }),
      runs(2),
    );
  });

  it('does not change when an unreserved character of the path is escaped (RFC 3986 §2.3)', () => {
    fc.assert(
      fc.property(anyModel, fc.double({ min: 0, max: 1, noNaN: true }), ({ a }, at) => {
        const canonical = canonicalize(a);
        // RFC 8141 §3.1: in the name of a URN, an escape is not the character.
        if (canonical.startsWith('urn:')) return;
        // After the authority, if there is one: hosts have their own rules.
        const from = /^[^:]*:(?:\/\/[^/?#]*)?/.exec(canonical)?.[0].length ?? 0;
        const index = from + Math.floor(at * (canonical.length - from));
        const before = canonical.slice(0, index);
        const character = canonical.charAt(index);
        if (!/[A-Za-z0-9\-._~]/.test(character) || /%.?$/.test(before)) return;
        const escaped = `%${character.charCodeAt(0).toString(16)}`;
        expect(canonicalize(before + escaped + canonical.slice(index + 1))).toBe(canonical);
      }),
      runs(2),
    );
  });

  it('is never decoded twice: an escaped percent sign stays one', () => {
    fc.assert(
      fc.property(anyModel, fc.constantFrom('41', '2f', '00', '25', '0d', '3B', '40'), ({ a }, digits) => {
        const canonical = canonicalize(a);
        const marked = `${canonical}${canonical.includes('#') ? '' : '#'}%25${digits}`;
        expect(canonicalize(marked)).toBe(marked);
        const gopher = `gopher://h.example/0%25${digits}`;
        expect(canonicalize(gopher)).toBe(gopher);
      }),
      runs(0.2),
    );
  });

  it('does not change in a wrapper (draft-ietf-uri-url-03, Wrappers; RFC 3986 App. C)', () => {
    const plain = anyModel.map(({ a }) => a);
    fc.assert(
      fc.property(
        plain.chain((url) => fc.tuple(fc.constant(url), wrapped(fc.constant(url)), broken(fc.constant(url)))),
        ([url, inWrapper, inLines]) => {
          const canonical = canonicalize(url);
          expect(canonicalize(inWrapper)).toBe(canonical);
          expect(canonicalize(inLines)).toBe(canonical);
        },
      ),
      runs(),
    );
  });
});

describe('explain', () => {
  it('can be written as JSON and read back', () => {
    fc.assert(
      fc.property(anyInput, dialect, (input, dialect) => {
        const resolution = outcome(() => explain(input.toWellFormed(), { dialect }));
        if (!(resolution instanceof UrlError)) expect(JSON.parse(JSON.stringify(resolution))).toEqual(resolution);
      }),
      runs(),
    );
  });

  it('gives ranges of the input, and their text', () => {
    fc.assert(
      fc.property(anyInput, dialect, (input, dialect) => {
        const resolution = outcome(() => explain(input, { dialect, complete: true }));
        if (resolution instanceof UrlError) return;
        for (const { at, before, code, message, spec } of resolution.diagnostics) {
          expect(message).not.toBe('');
          expect(spec.document).not.toBe('');
          if (at === null) continue;
          const [start, end] = at;
          expect(start, code).toBeGreaterThanOrEqual(0);
          expect(end, code).toBeGreaterThanOrEqual(start);
          expect(end, code).toBeLessThanOrEqual(input.length);
          expect(before, code).toBe(input.slice(start, end));
        }
      }),
      runs(),
    );
  });

  it('has a diagnostic for every change', () => {
    fc.assert(
      fc.property(anyInput, dialect, (input, dialect) => {
        const resolution = outcome(() => explain(input, { dialect, complete: true }));
        if (resolution instanceof UrlError || resolution.canonical === input) return;
        expect(resolution.diagnostics, `${input} became ${resolution.canonical} without a diagnostic`).not.toEqual([]);
      }),
      runs(),
    );
  });

  it('has changes that turn the input into the canonical form', () => {
    fc.assert(
      fc.property(anyInput, dialect, (input, dialect) => {
        const resolution = outcome(() => explain(input, { dialect, complete: true }));
        if (resolution instanceof UrlError) return;
        const changed = applied(resolution.diagnostics, input);
        if (changed !== null) expect(changed).toBe(resolution.canonical);
      }),
      runs(),
    );
  });

  it('changes nothing in a canonical URL', () => {
    fc.assert(
      fc.property(anyModel, ({ a }) => {
        for (const { code, before, after } of explain(canonicalize(a)).diagnostics) expect(after, code).toBe(before);
      }),
      runs(),
    );
  });
});

describe('resolve', () => {
  it('is canonicalize with a base', () => {
    fc.assert(
      fc.property(anyInput, anyInput, dialect, fc.boolean(), (reference, base, dialect, lax) => {
        const resolved = outcome(() => resolve(reference, base, { dialect, lax }));
        const canonical = outcome(() => canonicalize(reference, { base, dialect, lax }));
        if (resolved instanceof UrlError) expect(canonical).toMatchObject({ code: resolved.code });
        else expect(canonical).toBe(resolved);
      }),
      runs(),
    );
  });

  it('gives the same result and the same errors on its fast path as explain', () => {
    fc.assert(
      fc.property(intricateReference, intricateBase, (reference, base) => {
        const resolved = outcome(() => resolve(reference, base));
        const explained = outcome(() => explain(reference, { base }).canonical);
        if (resolved instanceof UrlError) {
          const { code, index, input } = resolved;
          expect(explained).toMatchObject({ code, index, input });
        } else expect(resolved).toBe(explained);
      }),
      runs(2),
    );
  });

  it('gives canonical URLs', () => {
    fc.assert(
      fc.property(anyInput, anyModel, dialect, (reference, { a }, dialect) => {
        const resolved = outcome(() => resolve(reference, a, { dialect }));
        if (resolved instanceof UrlError) return;
        expect(faultOf(resolved), resolved).toBeNull();
        expect(canonicalize(resolved, { dialect })).toBe(resolved);
      }),
      runs(),
    );
  });

  it('ignores the base if the reference is absolute', () => {
    fc.assert(
      fc.property(anyModel, anyModel, ({ a }, { a: base }) => {
        expect(resolve(a, base)).toBe(canonicalize(a));
      }),
      runs(0.5),
    );
  });
});

describe('a value that is not a string', () => {
  const hostile = {
    toString: () => {
      throw new Error('coerced');
    },
  };
  const trap = new Proxy(() => '', {
    get: () => {
      throw new Error('inspected');
    },
  });
  const values: readonly unknown[] = [
    ...[undefined, null, 0, 1n, true, Symbol('url'), Symbol.iterator, [], ['http://h/'], {}, () => 'http://h/'],
    ...[Object.create(URL.prototype), new String('http://h/'), Object.create(null), hostile, trap, new Date(), /x/],
  ];
  const loose = { canonicalize, parse, explain } as Readonly<Record<string, (input: unknown) => unknown>>;

  it.each(Object.entries(loose))('%s throws UrlError without touching it', (_, attempt) => {
    for (const value of values) expect(() => attempt(value)).toThrow(UrlError);
  });

  it('resolve and equivalent throw UrlError for both arguments', () => {
    const both = { resolve, equivalent } as Readonly<Record<string, (first: unknown, second: unknown) => unknown>>;
    for (const attempt of Object.values(both)) {
      for (const value of values) {
        expect(() => attempt(value, 'http://h.example/')).toThrow(UrlError);
        expect(() => attempt('http://h.example/', value)).toThrow(UrlError);
      }
    }
  });
});

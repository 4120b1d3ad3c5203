/** The library with the schemes that a program chooses (`createWaypost`): none, few, and unusual ones. */
import { describe, expect, it } from 'vitest';
import { type Canonical, createWaypost, explainOf, type Scheme, UrlError } from '../../src/index.ts';
import { afs } from '../../src/schemes/afs/definition.ts';
import { go } from '../../src/schemes/go/definition.ts';
import { gopher } from '../../src/schemes/gopher/definition.ts';
import { http } from '../../src/schemes/http/definition.ts';
import { defineDiagnostics, error, warning } from '../../src/uri/diagnostic.ts';
import { rewritePath } from '../../src/uri/generic-path.ts';

describe.each([
  ['no scheme', []],
  ['a scheme without a pattern for canonical URLs', [afs]],
  ['a scheme with a pattern', [gopher]],
])('%s', (_, definitions: readonly Scheme[]) => {
  const library = createWaypost(definitions);
  const { canonicalize, schemes } = library;
  const explain = explainOf(library);

  it('lists its schemes', () => {
    expect([...schemes.keys()]).toEqual(definitions.map(({ name }) => name));
  });

  it('refuses a text that is not a URL', () => {
    for (const nothing of ['', ' ', '<>', ':', '//']) expect(() => canonicalize(nothing)).toThrow(UrlError);
  });

  it('reads other schemes by the generic rules', () => {
    expect(canonicalize('FTP://H.example:21/%7Ea/../;TYPE=A')).toBe('ftp://h.example:21/;TYPE=A');
    expect(explain('ftp://h.example/').kind).toBe('unknown');
  });
});

/** RFC 3986 §3.1: any number of letters, digits, "+", "-" and ".". */
describe.each(['x', 'z39.50r', 'svn+ssh', 'a-scheme-whose-name-is-long'])('a scheme named %s', (name) => {
  it('is found by its name, in any case', () => {
    const library = createWaypost([{ ...go, name }]);
    const { canonicalize } = library;
    const explain = explainOf(library);
    expect(canonicalize(`${name}:a/b`)).toBe(`${name}:a%2Fb`);
    expect(canonicalize(`${name.toUpperCase()}:a/b`)).toBe(`${name}:a%2Fb`);
    expect(explain(`${name}:a`).kind).toBe('go');
  });

  it('is not found by another name', () => {
    const { canonicalize } = createWaypost([{ ...gopher, name }]);
    expect(canonicalize(`${name}://h.example/0a/../b`)).toBe(`${name}://h.example/0a/../b`);
    for (const other of [`${name}x`, `y${name}`, name.replace(/[.+]/, 'n')].filter((other) => other !== name)) {
      // Unknown schemes have dot segments; gopher has none.
      expect(canonicalize(`${other}://h.example/0a/../b`)).toBe(`${other}://h.example/b`);
    }
  });
});

describe('a scheme that calls the library while it rewrites a path', () => {
  const inner: string[] = [];
  const { canonicalize, resolve } = createWaypost([
    gopher,
    {
      ...http,
      name: 'x',
      path(pass, from) {
        inner.push(nested());
        expect(() => canonicalize('gopher://[')).toThrow(UrlError);
        return rewritePath(pass, from, http.syntax);
      },
    },
  ]);
  const nested = (): Canonical => canonicalize('GOPHER://Other.example:70/0%7Ea');

  it.each([
    ['canonicalize', () => canonicalize('X://H.example:80/%7Eb?%7Ec'), 'x://h.example/~b?~c'],
    ['resolve', () => resolve('%7Eb', 'X://H.example/a/%7Ec'), 'x://h.example/a/~b'],
    ['resolve with an escaped dot segment', () => resolve('a/%2E./%7Eb', 'X://H.example/a/c'), 'x://h.example/a/~b'],
  ])('%s', (_, attempt, canonical) => {
    inner.length = 0;
    expect(attempt()).toBe(canonical);
    expect(new Set(inner)).toEqual(new Set(['gopher://other.example/0~a']));
    expect(canonicalize('Gopher://H.example/1')).toBe('gopher://h.example/');
  });
});

describe('a scheme with its own diagnostics', () => {
  const diagnostics = defineDiagnostics({
    'x-long': warning('The path has more than one segment.', 'X', '1'),
    'x-query': error('There must be no query.', 'X', '2'),
  });
  const library = createWaypost([
    {
      ...http,
      name: 'x',
      diagnostics,
      path(pass, from) {
        const to = rewritePath(pass, from, http.syntax);
        if (pass.text.indexOf('/', from + 1) < to) pass.note('x-long', from, to);
        if (pass.text.charCodeAt(to) === 0x3f) pass.fail('x-query', to);
        return to;
      },
    },
  ]);
  const { canonicalize } = library;
  const explain = explainOf(library);

  it('has them in the result of explain', () => {
    const note = {
      severity: 'warning',
      at: [13, 17],
      before: '/a/b',
      after: '/a/b',
      message: diagnostics['x-long'].message,
    };
    expect(explain('x://h.example/a/b').diagnostics).toEqual([
      { code: 'x-long', ...note, spec: { document: 'X', section: '1' } },
    ]);
  });

  it('has them in the errors', () => {
    const { message, spec } = diagnostics['x-query'];
    expect(() => canonicalize('x://h.example/a?b')).toThrow(
      expect.objectContaining({ code: 'x-query', index: 15, message, spec }),
    );
  });
});

/** The library over rooms of one's own choice (`createWaypost`): none, few, and such as nobody has thought of. */
import { describe, expect, it } from 'vitest';
import { createWaypost, type Scheme, UrlError } from '../../src/index.ts';
import { afs } from '../../src/schemes/afs/url.ts';
import { go } from '../../src/schemes/go/url.ts';
import { gopher } from '../../src/schemes/gopher/url.ts';

describe.each([
  ['none', []],
  ['one without a pattern of what is canonical', [afs]],
  ['one with', [gopher]],
])('%s', (_, rooms: readonly Scheme[]) => {
  const { canonicalize, explain, schemes } = createWaypost(rooms);

  it('lists what it was given', () => {
    expect([...schemes.keys()]).toEqual(rooms.map(({ name }) => name));
  });

  it('takes nothing for a URL that is none', () => {
    for (const nothing of ['', ' ', '<>', ':', '//']) expect(() => canonicalize(nothing)).toThrow(UrlError);
  });

  it('reads other schemes by the generic rules', () => {
    expect(canonicalize('FTP://H.example:21/%7Ea/../;TYPE=A')).toBe('ftp://h.example:21/;TYPE=A');
    expect(explain('ftp://h.example/').kind).toBe('unknown');
  });
});

/** RFC 3986 §3.1: letters, digits, "+", "-" and ".", as many as one likes. */
describe.each(['x', 'z39.50r', 'svn+ssh', 'a-scheme-whose-name-is-long'])('a room by the name of %s', (name) => {
  it('is found by its name, in any case', () => {
    const { canonicalize, explain } = createWaypost([{ ...go, name }]);
    expect(canonicalize(`${name}:a/b`)).toBe(`${name}:a%2Fb`);
    expect(canonicalize(`${name.toUpperCase()}:a/b`)).toBe(`${name}:a%2Fb`);
    expect(explain(`${name}:a`).kind).toBe('go');
  });

  it('is found by no other name', () => {
    const { canonicalize } = createWaypost([{ ...gopher, name }]);
    expect(canonicalize(`${name}://h.example/0a/../b`)).toBe(`${name}://h.example/0a/../b`);
    for (const other of [`${name}x`, `y${name}`, name.replace(/[.+]/, 'n')].filter((other) => other !== name)) {
      // Dots mean something where nothing is known of the scheme.
      expect(canonicalize(`${other}://h.example/0a/../b`)).toBe(`${other}://h.example/b`);
    }
  });
});

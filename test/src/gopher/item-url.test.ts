/** URLs of items (RFC 4266 §2.1), and texts with the escape sequences of terminals (ECMA-48). */
import { describe, expect, it } from 'vitest';
import { canonicalize, UrlError } from '../../../src/index.ts';
import { isStyled, runsOf, withoutControls } from '../../../src/schemes/gopher/ansi.ts';
import { itemUrl } from '../../../src/schemes/gopher/item-url.ts';
import { expectLinear, patience } from '../growth.ts';

const octets = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));

describe('the URL of an item', () => {
  it.each<readonly [type: string, selector: string, plus: string | null, canonical: string]>([
    ['0', '/a', null, 'gopher://h.example/0/a'],
    ['1', '', null, 'gopher://h.example/'],
    ['0', 'a b#c%d?e', null, 'gopher://h.example/0a%20b%23c%25d%3Fe'],
    ['0', '%0d%0a', null, 'gopher://h.example/0%250d%250a'],
    ['0', '\xe4', null, 'gopher://h.example/0%E4'],
    ['<', '/s', null, 'gopher://h.example/%3C/s'],
    ['0', '/a', '!', 'gopher://h.example/0/a%09%09!'],
    ['0', '/a', '?', 'gopher://h.example/0/a%09%09%3F'],
    ['0', '/a', '+text/plain Es_ES', 'gopher://h.example/0/a%09%09+text/plain%20Es_ES'],
  ])('%s%s with %s', (type, selector, plus, canonical) => {
    const url = itemUrl({
      secure: false,
      place: { host: 'h.example', port: 70 },
      type,
      selector: octets(selector),
      plus,
    });
    expect(canonicalize(url)).toBe(canonical);
  });

  it('has a port and TLS', () => {
    const url = itemUrl({ secure: true, place: { host: '[::1]', port: 7443 }, type: '1', selector: octets('/') });
    expect(canonicalize(url)).toBe('gophers://[::1]:7443/1/');
  });

  it.each(['\r', '\n', 'a\r\nb'])('of a selector with %j is none', (selector) => {
    const url = itemUrl({
      secure: false,
      place: { host: 'h.example', port: 70 },
      type: '0',
      selector: octets(selector),
    });
    expect(() => canonicalize(url)).toThrow(UrlError);
  });
});

describe('a text for terminals', () => {
  it.each([
    ['colours', 'a\x1b[1;31mb\x1b[0mc', 'abc'],
    ['a title', 'a\x1b]0;owned\x07b', 'ab'],
    ['a title that ends as ECMA-48 has it', 'a\x1b]0;owned\x1b\\b', 'ab'],
    ['a clipboard', 'a\x1b]52;c;ZXZpbA==\x07b', 'ab'],
    ['a cursor', '\x1b[2J\x1b[10;10Ha', 'a'],
    ['a device report', '\x1b[5n\x1b[6na', 'a'],
    ['a device control string', '\x1bPq#0\x1b\\a', 'a'],
    ['a charset', '\x1b(0a', 'a'],
    ['an escape at the end', 'a\x1b', 'a'],
    ['control characters', 'a\0\x07\x08\x0c\r\x7fb', 'ab'],
    ['tabs and line feeds stay', 'a\tb\nc', 'a\tb\nc'],
  ])('without %s', (_, text, plain) => {
    expect(withoutControls(text)).toBe(plain);
  });

  it('is read in runs', () => {
    const runs = runsOf('a\x1b[1;31mb\x1b[7mc\x1b[22;39md\x1b[me\x1b[44mf\x1b[97mg\x1b[38;5;12mh\x1b[48;2;1;2;3mi');
    const shown = runs.map(({ text, style: { foreground, background, bold, inverse } }) =>
      [text, foreground, background, bold ? 'bold' : '', inverse ? 'inverse' : ''].join(' ').trim(),
    );
    expect(shown).toEqual(['a', 'b 1  bold', 'c 1  bold inverse', 'd    inverse', 'e', 'f  4', 'g 15 4', 'hi 12 4']);
  });

  it('has styles or none', () => {
    expect([isStyled('\x1b[31mx'), isStyled('\x1b[2Jx'), isStyled('x')]).toEqual([true, false, false]);
  });

  it('takes time in proportion to its length', patience, () => {
    expectLinear(40_000, (size) => {
      const text = '\x1b]'.repeat(size) + '\x1b[1'.repeat(size);
      return () => void withoutControls(text);
    });
  });
});

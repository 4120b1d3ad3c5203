/** The URLs of menu items (RFC 4266 §2.1). */
import { describe, expect, it } from 'vitest';
import { canonicalize, UrlError } from '../../../../src/index.ts';
import { itemUrl } from '../../../../src/protocols/gopher/menu.ts';

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
      server: { host: 'h.example', port: 70 },
      type,
      selector,
      plus,
    });
    expect(canonicalize(url)).toBe(canonical);
  });

  it('has the port and the scheme gophers for TLS', () => {
    const url = itemUrl({ secure: true, server: { host: '[::1]', port: 7443 }, type: '1', selector: '/' });
    expect(canonicalize(url)).toBe('gophers://[::1]:7443/1/');
  });

  it.each(['\r', '\n', 'a\r\nb'])('is invalid for a selector with %j', (selector) => {
    const url = itemUrl({
      secure: false,
      server: { host: 'h.example', port: 70 },
      type: '0',
      selector,
    });
    expect(() => canonicalize(url)).toThrow(UrlError);
  });
});

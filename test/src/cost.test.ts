/** Limits: at most 64 KiB in and out, and time that grows no faster than the input. */
import { describe, expect, it } from 'vitest';
import { canonicalize, explain, resolve, UrlError } from '../../src/index.ts';
import { expectLinear } from './growth.ts';

const LIMIT = 65_536;

describe('length', () => {
  const prefix = 'http://h.example/';
  it('64 KiB are accepted; one more character is an error', () => {
    const longest = prefix + 'a'.repeat(LIMIT - prefix.length);
    expect(canonicalize(longest)).toBe(longest);
    for (const attempt of [canonicalize, explain]) expect(() => attempt(`${longest}a`)).toThrow(UrlError);
  });

  it('an output that grows beyond 64 KiB is an error', () => {
    expect(() => canonicalize(prefix + '\u20ac'.repeat(20_000))).toThrow(UrlError);
    expect(() => canonicalize(`gopher://h.example/0${' '.repeat(30_000)}x`)).toThrow(UrlError);
  });

  it('a reference that is too long together with its base is an error', () => {
    const base = `${prefix}${'b'.repeat(40_000)}/`;
    expect(() => resolve('c'.repeat(40_000), base)).toThrow(UrlError);
  });
});

/** Expensive inputs: each function makes a URL of about that size. */
const attacks: Readonly<Record<string, (size: number) => string>> = {
  'dot segments': (size) => `http://h.example/${'a/../'.repeat(size / 5)}`,
  'dots that go nowhere': (size) => `http://h.example/${'../'.repeat(size / 3)}`,
  'a deep path and its dots': (size) => `ftp://h.example/${'a/'.repeat(size / 5)}${'../'.repeat(size / 5)}`,
  escapes: (size) => `gopher://h.example/0${'%7e'.repeat(size / 3)}`,
  'stray percent signs': (size) => `http://h.example/${'%'.repeat(size / 3)}`,
  'wrappers in wrappers': (size) => `${'<URL:'.repeat(size / 6)}http://h.example/${'>'.repeat(size / 6)}`,
  prefixes: (size) => `${'URL:'.repeat(size / 4)}http://h.example/`,
  'blanks before': (size) => `${' '.repeat(size)}http://h.example/`,
  'blanks inside a wrapper': (size) => `<http://h.example/${' \n '.repeat(size / 3)}x>`,
  tabs: (size) => `http://h.example/${'a\t'.repeat(size / 2)}`,
  'at signs': (size) => `http://${'a@'.repeat(size / 4)}h.example/`,
  colons: (size) => `http://u:${':'.repeat(size / 4)}@h.example/`,
  labels: (size) => `http://${'a.'.repeat(size / 2)}example/`,
  'U-labels': (size) => `http://${'ü.'.repeat(size / 16)}example/`,
  digits: (size) => `http://${'9'.repeat(size)}/`,
  'zeros in an address': (size) => `http://${'0'.repeat(size)}/`,
  'zeros in a port': (size) => `http://h.example:${'0'.repeat(size)}80/`,
  'an IPv6 address': (size) => `http://[${'0:'.repeat(size / 2)}1]/`,
  slashes: (size) => `http:${'/'.repeat(size)}h.example/`,
  backslashes: (size) => `http:${'\\'.repeat(size)}h.example/`,
  semicolons: (size) => `prospero://h.example/x${';a=b'.repeat(size / 4)}`,
  'colons of a path': (size) => `dict://h.example/d:a${':'.repeat(size / 2)}b`,
  'colons at the end': (size) => `dict://h.example/m:a${':'.repeat(size / 2)}`,
  'hosts of a query': (size) => `finger://h.example/a${'@b'.repeat(size / 2)}`,
  'spaces of a query': (size) => `finger://h.example/%2FW${'%20'.repeat(size / 3)}`,
  attributes: (size) => `go://h.example?x${';a=t,v'.repeat(size / 6)}`,
  headers: (size) => `mailto:a@h.example?x=y${'&a=b'.repeat(size / 4)}`,
  addresses: (size) => `mailto:${'a@h.example,'.repeat(size / 12)}a@h.example`,
  fields: (size) => `wais://h.example/db/TEXT/${'1=a;'.repeat(size / 4)}`,
  'form answers': (size) => `gopher://h.example/0x%09%09+%091%0D%0A+-1%0D%0A${'a%0D%0A'.repeat(size / 7)}.%0D%0A`,
  'a half form': (size) => `gopher://h.example/0x%09%09+%091%0D%0A+-1%0D%0A${'a%0D%0A'.repeat(size / 7)}`,
  'message-id brackets': (size) => `news:${'%3C'.repeat(size / 6)}a@b${'%3E'.repeat(size / 6)}`,
  'letters of a message-id': (size) => `mid:${'é'.repeat(size / 6)}@b`,
  'letters of a Content-ID': (size) => `cid:@${'😀'.repeat(size / 2)}`,
  'escapes of a message-id': (size) => `nntp://h.example/@${'%C3%A9'.repeat(size / 6)}`,
  'escapes without a character': (size) => `news:@${'%F2'.repeat(size / 5)}`,
  'controls of a message-id': (size) => `news:@${'\u0001'.repeat(size / 5)}`,
  wildcards: (size) => `news:${'*'.repeat(size)}`,
  fragments: (size) => `http://h.example/${'#'.repeat(size / 3)}`,
  'drive letters': (size) => `file:///C|${'/C|/..'.repeat(size / 6)}`,
  surrogates: (size) => `http://h.example/${'\ud800'.repeat(size / 9)}`,
};

/** Reads an input with both functions; they may refuse it. */
function read(input: string): void {
  for (const attempt of [canonicalize, explain]) {
    try {
      attempt(input);
    } catch (error) {
      if (!(error instanceof UrlError)) throw error;
    }
  }
}

describe('time', () => {
  it.each(Object.entries(attacks))('is linear in %s', (_, attack) => {
    expectLinear(LIMIT - 64, (size) => {
      const input = attack(size);
      return () => read(input);
    });
  });

  it('is linear in the depth of a reference', () => {
    expectLinear(LIMIT - 64, (size) => {
      const base = `http://h.example/${'a/'.repeat(size / 4)}`;
      const reference = '../'.repeat(size / 8);
      return () => void resolve(reference, base);
    });
  });
});

/** Hosts that look like usual names, which are read quickly, and the unusual ones next to them. */
import { describe, expect, test } from 'vitest';
import { explain } from '../../../src/index.ts';

describe('hosts (RFC 3986 §3.2.2): the canonical form and the codes of the diagnostics', () => {
  test.each<[host: string, canonical: string, ...codes: string[]]>([
    ['h.example', 'h.example'],
    ['a-b.c-d-3.example', 'a-b.c-d-3.example'],
    ['3com.example', '3com.example'],
    ['WWW.Example', 'www.example', 'host-case'],
    ['a.1-b', 'a.1-b', 'host-top-label-digit'],
    ['a.3com', 'a.3com', 'host-top-label-digit'],
    ['a-.example', 'a-.example', 'host-hyphen'],
    ['a.-b.example', 'a.-b.example', 'host-hyphen'],
    ['a..example', 'a..example', 'host-empty-label'],
    ['a.example.', 'a.example.', 'host-trailing-dot'],
    ['a_b.example', 'a_b.example', 'host-underscore'],
    ['A.0x7F.1', 'invalid', 'host-ipv4'],
    ['127.1', '127.0.0.1', 'host-ipv4-obfuscated'],
    ['XN--BCHER-KVA.example', 'xn--bcher-kva.example', 'host-case'],
  ])('%s', (host, canonical, ...codes) => {
    const read = (): readonly [string | null, ...string[]] => {
      const { components, diagnostics } = explain(`http://${host}/`);
      return [components.host, ...diagnostics.map(({ code }) => code)];
    };
    if (canonical === 'invalid') expect(read).toThrow(expect.objectContaining({ code: codes[0] }));
    else expect(read()).toEqual([canonical, ...codes]);
  });
});

describe('labels behind xn-- that are not valid', () => {
  const placesIn = (host: string) =>
    explain(`http://${host}/`, { complete: true })
      .diagnostics.filter(({ code }) => code === 'host-idna-label')
      .map(({ before, at }) => [before, at?.[0]]);

  test('are all named in a name that the DNS can have', () => {
    const host = 'xn--a.'.repeat(42);
    expect(placesIn(host)).toEqual(Array.from({ length: 42 }, (_, index) => ['xn--a', 'http://'.length + 6 * index]));
  });

  test('are named at the beginning of a longer name, however many there are', () => {
    const beginning = placesIn('xn--a.'.repeat(43));
    expect(beginning).toHaveLength(42);
    expect(placesIn('xn--a.'.repeat(9000))).toEqual(beginning);
    expect(placesIn(`${'a.'.repeat(200)}xn--a`)).toEqual([]);
  });

  test('are whole: one that is cut at the limit is not judged', () => {
    expect(placesIn(`xn--bcher-kva.${'a'.repeat(300)}.xn--a`)).toEqual([]);
    expect(placesIn(`xn--a.xn--${'a'.repeat(300)}`)).toEqual([['xn--a', 'http://'.length]]);
  });
});

/** Texts as browsers get them: with which charset, and which octets. */
import { describe, expect, test } from 'vitest';
import { chained, servedAs, servedText } from '../../../../src/open/gopher/served.ts';
import type { Filter } from '../../../../src/protocols/connection.ts';

const octetsOf = (text: string) => Buffer.from(text, 'latin1');

describe('a text', () => {
  test.each([
    // A charset that browsers know is named, and changes no octet.
    [null, null, 'text/plain', false],
    [null, 'koi8-r', 'text/plain', false],
    ['utf-8', null, 'text/plain; charset=utf-8', false],
    ['koi8-r', 'koi8-r', 'text/plain; charset=koi8-r', false],
    // Another one is decoded if the reader chose it, and left to browsers if not.
    ['cp437', 'cp437', 'text/plain; charset=utf-8', true],
    ['cp437', null, 'text/plain; charset=IBM437', false],
    ['cp437', 'koi8-r', 'text/plain; charset=IBM437', false],
    ['utf-16le', 'utf-16le', 'text/plain; charset=utf-8', true],
    ['utf-16be', 'utf-16be', 'text/plain; charset=utf-8', true],
    ['iso-2022-jp', 'iso-2022-jp', 'text/plain; charset=utf-8', true],
    ['utf-16le', null, 'text/plain', false],
    ['utf-16be', null, 'text/plain', false],
    ['iso-2022-jp', null, 'text/plain', false],
  ])('in the charset %s, of which the reader chose %s, is %s and decoded: %s', (charset, chosen, type, isDecoded) => {
    const served = servedAs('text/plain', charset, chosen);
    expect([served.type, served.filter !== null]).toEqual([type, isDecoded]);
  });

  test.each([
    ['cp437', 'K\x94ln', 'Köln'],
    ['utf-16le', 'K\0\xf6\0', 'Kö'],
    ['utf-16be', '\0K\0\xf6', 'Kö'],
    ['iso-2022-jp', '\x1b$B$"\x1b(B.', 'あ.'],
    // What ends within a character shows that something is missing.
    ['utf-16le', 'K\0\xf6', 'K\ufffd'],
    ['koi8-r', 'K', 'K'],
  ])('in %s, %j, is “%s” for a browser, in whatever parts it comes', (charset, text, shown) => {
    const octets = octetsOf(text);
    const whole = servedText(octets, charset, charset);
    expect(new TextDecoder().decode(whole.octets)).toBe(shown);
    const { filter } = servedAs('text/plain', charset, charset);
    const parts = [...octets].flatMap((octet) => filter?.pass(Uint8Array.of(octet)) ?? [Uint8Array.of(octet)]);
    expect(Buffer.concat([...parts, filter?.flush() ?? octetsOf('')]).toString()).toBe(shown);
  });
});

describe('a filter after another', () => {
  /** Adds a letter to each part, and at the end. */
  const adding = (letter: string): Filter => ({
    pass: (octets) => [octets, octetsOf(letter)],
    flush: () => octetsOf(letter.toUpperCase()),
  });
  const passed = (filter: Filter | null) =>
    Buffer.concat([...(filter?.pass(octetsOf('1')) ?? []), filter?.flush() ?? octetsOf('')]).toString();

  test.each([
    [adding('a'), adding('b'), '1babAbB'],
    [adding('a'), null, '1aA'],
    [null, adding('b'), '1bB'],
    [null, null, ''],
  ])('gets what that one gives, to its end', (first, second, expected) => {
    expect(passed(chained(first, second))).toBe(expected);
  });
});

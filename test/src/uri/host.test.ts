/** Hosts that look like usual names, which are read quickly, and the unusual ones next to them. */
import { describe, expect, test } from 'vitest';
import { explain } from '../../../src/index.ts';
import { unicodeHost } from '../../../src/uri/canonical-parts.ts';
import { domainToAscii, readHost } from '../../../src/uri/host.ts';
import { messageOfHost } from '../../../src/uri/host-defects.ts';
import { notesOfHost } from '../../../src/uri/host-notes.ts';
import { type Idna, withoutIdna } from '../../../src/uri/idna.ts';

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

/** Maps `ü` to `x`, refuses names with `!` and labels that are `xn--no`. */
const IDNA: Idna = {
  available: true,
  toAscii: (name) => (/!|xn--no(?:$|\.)/i.test(name) ? null : name.replace(/\u00fc/g, 'x').toLowerCase()),
  toUnicode: (name) => (name.includes('!') ? null : name.replace('xn--x', '\u00fc')),
};

describe('a host is read', () => {
  test.each<[raw: string, host: string, change: string | null]>([
    ['h', 'h', null],
    ['H-1.eXample', 'h-1.example', 'host-case'],
    ['a_B', 'a_b', 'host-case'],
    ['%41b', 'ab', 'host-percent'],
    ['\u00fc.a', 'x.a', 'host-idna-mapped'],
    ['%C3%BC', 'x', 'host-idna-mapped'],
    ['a"`{}', 'a%22%60%7B%7D', 'host-case'],
    ['0x7f.1', '127.0.0.1', 'host-ipv4-obfuscated'],
    ['1.2.3.4', '1.2.3.4', null],
    ['[::A]', '[::a]', 'host-ipv6-form'],
    ['[::a]', '[::a]', null],
    ['[V1.A:]', '[v1.a:]', 'host-case'],
  ])('%s is %s, which is %s', (raw, host, change) => {
    expect(readHost(raw, 'network', IDNA)).toEqual({ host, change });
  });

  test.each<[raw: string, error: string, index: number, to?: number]>([
    ['[::1', 'host-ipv6', 0],
    ['[::1]a', 'host-ipv6', 5],
    ['[::1%25a]', 'host-zone-id', 4],
    ['[::g%25a]', 'host-literal-escape', 4],
    ['[v1.]', 'host-ipv6', 1, 4],
    ['[v.a]', 'host-ipv6', 1, 4],
    ['[vg.a]', 'host-ipv6', 1, 5],
    ['[v1.a/]', 'host-ipv6', 1, 6],
    ['[::g1]', 'host-ipv6', 3, 4],
    ['[:1]', 'host-ipv6', 1, 3],
    ['[]', 'host-ipv6', 1, 1],
    ['a<b', 'host-forbidden-character', 1],
    ['\u00fc%20b', 'host-forbidden-character', 1],
    ['%C3%BC%E2%82%AC%F0%90%80%80|', 'host-forbidden-character', 27],
    ['a%4', 'host-percent-malformed', 1],
    ['%41%4g', 'host-percent-malformed', 3],
    ['%C3%BC%E9', 'host-utf8', 6],
    ['%E2%82%AC%E2%82', 'host-utf8', 9],
    ['%F0%90%80%80%F0%90%80', 'host-utf8', 12],
    ['%C3', 'host-utf8', 0],
    ['a.\u00fc!.b', 'host-idna', 2, 4],
    ['\u00fc.xn--no', 'host-idna', 2, 8],
    ['\u00fc\u3002xn--no%2eb', 'host-idna', 2, 8],
    ['%EF%BC%8E%c3%bc!%EF%BD%A1%e3%80%82', 'host-idna', 9, 16],
    ['1.2.3.256', 'host-ipv4', 6, 9],
    ['a.1.', 'host-ipv4', 0, 1],
    ['1%2e\u00fc%2e1', 'host-ipv4', 4, 5],
  ])('%s is refused: %s at %i', (raw, error, index, to) => {
    const found = readHost(raw, 'network', IDNA);
    expect(found).toEqual(to === undefined ? { error, index } : { error, index, to });
  });

  test('with characters outside of ASCII, up to 4,096 of them', () => {
    const read = (host: string, idna = IDNA) => domainToAscii(host, idna);
    expect(read('\u00fc'.repeat(4096))).toBe('x'.repeat(4096));
    expect(read(`\u{10000}${'\u{10000}'.repeat(4095)}`)).toHaveLength(8192);
    expect(read('\u00fc'.repeat(4097))).toEqual({ error: 'host-too-long' });
    expect(read('\u{10000}'.repeat(4097))).toEqual({ error: 'host-too-long' });
    expect(read(`\u{10000}${'\u00fc'.repeat(4096)}`)).toEqual({ error: 'host-too-long' });
    expect(read('a'.repeat(5000))).toHaveLength(5000);
    expect(read('\u00fc', withoutIdna)).toEqual({ error: 'host-idna-unavailable' });
    expect(readHost('\u00fc', 'network', withoutIdna)).toEqual({ error: 'host-idna-unavailable', index: 0 });
    expect(readHost('A\u00fc'.repeat(4097), 'network', IDNA)).toEqual({ error: 'host-too-long', index: 0 });
    expect(read('\u00fc!')).toEqual({ error: 'host-idna' });
    expect(read('XN--NO')).toBe('xn--no');
  });

  test.each([
    ['A%c3b%41', 'a%C3ba', 'host-percent'],
    ['AB', 'ab', 'host-case'],
    ['a:', 'a%3A', 'host-case'],
    ['\u00fc', '%C3%BC', 'host-percent'],
    ['ab', 'ab', null],
    ['[::A]', '[::a]', 'host-case'],
    ['[v1.A]', '[v1.a]', 'host-case'],
    ['[1:0:0:0:0:0:0:0]', '[1:0:0:0:0:0:0:0]', null],
  ])('as a registered name, %s is %s', (raw, host, change) => {
    expect(readHost(raw, 'registered', IDNA)).toEqual({ host, change });
  });

  test('of a browser, no address of a future version', () => {
    expect(readHost('[v1.a]', 'web', IDNA)).toEqual({ error: 'host-ipvfuture', index: 1 });
    expect(readHost('[V1.a]', 'web', IDNA)).toEqual({ error: 'host-ipvfuture', index: 1 });
  });
});

describe('notes about a host', () => {
  const notesIn = (raw: string, host = raw.toLowerCase(), idna: Idna = IDNA): readonly string[] =>
    notesOfHost(raw, host, idna).map(({ note, from, to }) => `${note.replace('host-', '')} ${from},${to}`);

  test.each<[raw: string, ...notes: string[]]>([
    ['h.example'],
    ['1.2.3.4'],
    ['[::1]'],
    ['a_b', 'underscore 0,3'],
    ['a.', 'trailing-dot 0,2'],
    ['.', 'trailing-dot 0,1', 'empty-label 0,1'],
    ['', 'empty-label 0,0'],
    ['.a', 'empty-label 0,2'],
    ['a..', 'trailing-dot 0,3', 'empty-label 0,3'],
    ['-a', 'hyphen 0,2'],
    ['a-.b', 'hyphen 0,4'],
    ['a--b'],
    ['a+-', 'unusual-character 0,3'],
    ['a.1b', 'top-label-digit 0,4'],
    ['a.1b.', 'trailing-dot 0,5', 'top-label-digit 0,5'],
    ['a1.b_', 'underscore 0,5'],
    ['%4'],
    ['xn--no', 'idna-label 0,6'],
    ['a.XN--NO.b', 'idna-label 2,8'],
    ['xn--x.xn--no.xn--no.c', 'idna-label 6,12', 'idna-label 13,19'],
    ['xn--x!', 'idna-label 0,6', 'unusual-character 0,6'],
    ['xn--x.a!', 'idna-label 0,8', 'unusual-character 0,8'],
  ])('%s: %j', (raw, ...notes) => {
    expect(notesIn(raw)).toEqual(notes);
  });

  test.each(['\u00df', '\u1e9e', '\u03c2', 'a\u200c', '\u200db', '%C3%9F'])('%s deviates from IDNA 2003', (raw) => {
    expect(notesIn(raw, 'xn--a')).toEqual([`idna-deviation 0,${raw.length}`]);
    expect(notesIn(raw, 'a_')).toEqual([`idna-deviation 0,${raw.length}`, `underscore 0,${raw.length}`]);
  });

  test('tell of labels only with tables, and only at the beginning of a name that is too long', () => {
    expect(notesIn('xn--no', 'xn--no', withoutIdna)).toEqual([]);
    expect(notesIn('\u00fc.xn--no', 'x.xn--no')).toEqual([]);
    const label = 'idna-label 0,6';
    expect(notesIn(`xn--no.${'a'.repeat(246)}.`)).toEqual([label, 'trailing-dot 0,254']);
    expect(notesIn(`xn--no.${'a'.repeat(247)}.xn--no`)).toEqual([label]);
    expect(notesIn(`${'a'.repeat(248)}.xn--no`)).toEqual([]);
  });
});

test.each([
  ['xn--x', '\u00fc'],
  ['a.xn--x.b', 'a.\u00fc.b'],
  ['axn--x', 'axn--x'],
  ['xn--x%22', '\u00fc"'],
  ['xn--a%60%7B%7D', 'xn--a%60%7B%7D'],
  ['xn--x!', 'xn--x!'],
  [`xn--x${'a'.repeat(249)}`, `\u00fc${'a'.repeat(249)}`],
  [`xn--x${'a'.repeat(250)}`, `xn--x${'a'.repeat(250)}`],
])('in Unicode, %s is %s', (host, unicode) => {
  expect(unicodeHost(host, IDNA)).toBe(unicode);
});

test.each([
  ['host-ipv6', '//[::1', 2, undefined, 'The bracket before the IPv6 address is not closed.'],
  ['host-ipv6', '//[::1]a', 7, undefined, 'Only a colon and a port can follow the bracket.'],
  ['host-ipv6', '//[::g]', 5, 6, 'An IPv6 address cannot have "g".'],
  ['host-ipv6', '//[::g]', 5, 7, null],
  ['host-ipv6', '//[v1]', 3, undefined, null],
  ['host-ipv6', '//[V1]', 3, undefined, null],
  ['host-ipv6', '//[:\u00e9]', 4, undefined, null],
  ['host-ipv6', '//[:9]', 4, undefined, null],
  ['host-ipv4', '//0xAg', 2, undefined, 'An IPv4 address cannot have "0xA" here.'],
  ['host-ipv4', '//256', 2, 5, 'An IPv4 address cannot have "256" here.'],
  ['host-ipv4', '//077', 2, 5, 'An IPv4 address cannot have "077" here.'],
  ['host-ipv4', '//08', 2, 4, null],
  ['host-ipv4', `//1${'0'.repeat(62)}`, 2, 65, `An IPv4 address cannot have "1${'0'.repeat(62)}" here.`],
  ['host-ipv4', `//1${'0'.repeat(63)}`, 2, 66, null],
  ['host-ipv4', `//0${'0'.repeat(63)}`, 2, 66, null],
  ['host-ipv4', `//0x${'0'.repeat(63)}`, 2, 67, null],
  ['host-ipv4', '//a', 2, undefined, null],
  ['host-idna', '//\u00fc-_1$&.', 2, undefined, 'The label "\u00fc-_1" is not valid in an international domain name.'],
  ['host-idna', `//${'a'.repeat(64)}`, 2, 66, null],
  ['host-idna', '//\u202e', 2, undefined, null],
  ['host-missing', '//a', 2, undefined, null],
])('%s in %s at %i to %s: %s', (code, input, index, end, message) => {
  expect(messageOfHost(code, index, input, end)).toBe(message);
});

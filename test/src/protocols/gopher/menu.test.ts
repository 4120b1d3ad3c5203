/**
 * Menus as servers write them: the grammar of RFC 1436 §3.2, and the deviations in use.
 */
import { describe, expect, it } from 'vitest';
import { type MenuLine, MenuParser, parseMenu } from '../../../../src/protocols/gopher/menu.ts';
import { expectLinear } from '../../growth.ts';

const server = { host: 'h.example', port: 7070 };
const octets = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));

/** A line in the short form of the tables. */
function shown(line: MenuLine): string {
  switch (line.kind) {
    case 'item': {
      const marks = [line.mirror ? 'mirror' : '', line.plus ?? ''].filter(Boolean).join(' ');
      return `${line.type} ${line.display} → ${line.host}:${line.port} ${line.selector} ${marks}`.trimEnd();
    }
    case 'link':
      return `link ${line.display} → ${line.url}`;
    default:
      return `${line.kind} ${line.display}`;
  }
}

const read = (menu: string): string[] => parseMenu(octets(menu), server).map(shown);

const lines: readonly (readonly [clause: string, line: string, shown: string])[] = [
  ['RFC 1436 §3.2: five parts', '0About\t/about\tx.example\t70', '0 About → x.example:70 /about'],
  ['Gopher+ §2.2: a plus in the fifth field', '1Sub\t/s\tx.example\t70\t+', '1 Sub → x.example:70 /s item'],
  ['Gopher+ §2.2: a question mark is a form', '0Form\t/f\tx.example\t70\t?', '0 Form → x.example:70 /f form'],
  ['unknown fields after the fifth', '0A\t/a\tx.example\t70\t+\tand\tmore', '0 A → x.example:70 /a item'],
  ['an empty selector', '1Home\t\tx.example\t70', '1 Home → x.example:70'],
  ['a selector with blanks', '0A\t b \tx.example\t70', '0 A → x.example:70  b'],
  ['no host and port: those of the server', '0A\t/a', '0 A → h.example:7070 /a'],
  ['no host', '0A\t/a\t\t70', '0 A → h.example:70 /a'],
  ['no port, the host of the server', '0A\t/a\th.example', '0 A → h.example:7070 /a'],
  ['no port, another host', '0A\t/a\tx.example', '0 A → x.example:70 /a'],
  ['blanks around a port', '0A\t/a\tx.example\t 70 ', '0 A → x.example:70 /a'],
  ['an IPv6 address', '0A\t/a\t2001:db8::1\t70', '0 A → [2001:db8::1]:70 /a'],
  ['an internationalized name, in UTF-8', '0A\t/a\tb\xc3\xbccher.example\t70', '0 A → bücher.example:70 /a'],
  ['an unknown type is still an item', 'XA\t/a\tx.example\t70', 'X A → x.example:70 /a'],

  ['information is not a link', 'iWords\tfake\t(NULL)\t0', 'info Words'],
  ['information with a real server is not a link', 'iWords\t/a\tx.example\t70', 'info Words'],
  ['information without a tab', 'iWords', 'info Words'],
  ['an empty line', '', 'info '],
  ['the TITLE convention', 'iThe museum\tTITLE\terror.host\t1', 'title The museum'],
  ['an error is not a link', '3No such thing\t/a\tx.example\t70', 'error No such thing'],

  ['URL:', 'hWeb\tURL:https://x.example/\th.example\t70', 'link Web → https://x.example/'],
  ['/URL:', 'hWeb\t/URL:https://x.example/\th.example\t70', 'link Web → https://x.example/'],
  ['URL: of another type, without a port', '0Web\tURL:gemini://x.example/', 'link Web → gemini://x.example/'],
  ['blanks before the scheme', 'hWeb\tURL: JaVaScRiPt:alert(1)\th\t70', 'link Web → JaVaScRiPt:alert(1)'],
  ['GET on the port of HTTP', 'hWeb\tGET /a b?c\tx.example\t80', 'h Web → x.example:80 GET /a b?c'],
  [
    'GET on the port of HTTP is an http link',
    'hWeb\tGET /a?b=%20\tx.example\t80',
    'link Web → http://x.example/a?b=%20',
  ],
  ['GET in UTF-8', 'hWeb\tGET /\xc3\xa4\tx.example\t80', 'link Web → http://x.example/ä'],
  ['GET of the server itself', 'hWeb\tGET /\t\t80', 'link Web → http://h.example/'],
  ['GET on another port', 'hWeb\tGET /a\tx.example\t70', 'h Web → x.example:70 GET /a'],
  ['GET of another type', '0Web\tGET /a\tx.example\t80', '0 Web → x.example:80 GET /a'],
  ['GET of a server that cannot exist', 'hWeb\tGET /a\tx/y\t80', 'stray hWeb\tGET /a\tx/y\t80'],
  ['type w with a URL of 1994', 'wWeb\thttp://x.example/\th.example\t70', 'link Web → http://x.example/'],
  ['type w with a selector', 'wWhois\t/cgi\tx.example\t70', 'w Whois → x.example:70 /cgi'],

  ['text without a tab', 'No type: just words', 'stray No type: just words'],
  ['a type that is a tab', '\t/a\tx.example\t70', 'stray \t/a\tx.example\t70'],
  ['a type that is a space', ' A\t/a\tx.example\t70', 'stray  A\t/a\tx.example\t70'],
  ['a type that is not ASCII', '\xe4A\t/a\tx.example\t70', 'stray \xe4A\t/a\tx.example\t70'],
  ...['0', '65536', '-70', 'seventy', '0x46', '7 0', '\xd9\xa7'].map(
    (port) => [`the port ${port}`, `0A\t/a\tx.example\t${port}`, `stray 0A\t/a\tx.example\t${port}`] as const,
  ),
  ...['local host', 'http://x.example/', 'u@x.example', 'x.example:80', 'x/y', '(NULL)', 'x%2ey', '\xe4.example'].map(
    (host) => [`the host ${host}`, `0A\t/a\t${host}\t70`, `stray 0A\t/a\t${host}\t70`] as const,
  ),
];

describe('a line of a menu', () => {
  it.each(lines)('%s', (_, line, expected) => {
    expect(read(`${line}\r\n`)).toEqual([expected]);
  });
});

const menus: readonly (readonly [clause: string, menu: string, shown: readonly string[]])[] = [
  ['RFC 1436 §3.2: ends with a period', 'iA\r\n.\r\niB\r\n', ['info A']],
  ['ends with the connection', 'iA\r\niB', ['info A', 'info B']],
  ['bare line feeds', 'iA\niB\n', ['info A', 'info B']],
  ['the first of two CR is data', 'iA\r\r\n', ['info A\r']],
  ['a CR inside a line is data', 'iA\rB\r\n', ['info A\rB']],
  ['a line that begins with a period does not end it', '.not the end\r\niA\r\n', ['stray .not the end', 'info A']],
  ['an empty reply', '', []],
  [
    'type +: a mirror has the type of the item before it',
    '9A\t/a\tx.example\t70\r\n+A\t/a\ty.example\t70\r\n+A\t/a\tz.example\t70\r\n',
    ['9 A → x.example:70 /a', '9 A → y.example:70 /a mirror', '9 A → z.example:70 /a mirror'],
  ],
  ['type +: a mirror without an item before it', '+A\t/a\ty.example\t70\r\n', ['stray +A\t/a\ty.example\t70']],
  [
    'type +: a mirror after an error',
    '3A\t\te\t1\r\n+A\t/a\ty.example\t70',
    ['error A', 'stray +A\t/a\ty.example\t70'],
  ],
];

/** A menu with every kind of line end, and with lines whose meaning depends on the line before. */
const MENU =
  '9A\t/a\tx.example\t70\r\n+A\t/a\ty.example\t70\niB\r\r\n\r\n3E\t\te\t1\r\n+A\t/a\tz.example\t70\n.\r\niC\r\n';

describe('a menu that arrives in parts', () => {
  it.each([1, 2, 3, 7, 1000])('of %i octets has the same lines, and ends with its period', (size) => {
    const parser = new MenuParser(server);
    const lines: MenuLine[] = [];
    for (let from = 0; from < MENU.length; from += size) lines.push(...parser.push(MENU.slice(from, from + size)));
    expect(parser.ended).toBe(true);
    expect([...lines, ...parser.end()].map(shown)).toEqual(read(MENU));
  });

  it('has each line as soon as its end has come', () => {
    const parser = new MenuParser(server);
    expect(parser.push('iA\r\niB').map(shown)).toEqual(['info A']);
    expect(parser.push('C\r').map(shown)).toEqual([]);
    expect(parser.push('\n').map(shown)).toEqual(['info BC']);
    expect([parser.ended, parser.end()]).toEqual([false, []]);
  });

  it('reports the longest line, whole or in parts', () => {
    const parser = new MenuParser(server);
    parser.push('i1234\niAB');
    expect(parser.longestLine).toBe(5);
    parser.push('CDEFG');
    expect(parser.longestLine).toBe(8);
  });

  it('takes linear time for a long line in parts of one octet', () => {
    expectLinear(500_000, (size) => () => {
      const parser = new MenuParser(server);
      for (let octet = 0; octet < size; octet++) parser.push('a');
      expect(parser.longestLine).toBe(size);
    });
  });
});

describe('a menu', () => {
  it.each(menus)('%s', (_, menu, expected) => {
    expect(read(menu)).toEqual(expected);
  });

  it('keeps every octet of display strings and selectors', () => {
    const all = Array.from({ length: 256 }, (_, octet) => String.fromCharCode(octet)).join('');
    const data = all.replace(/[\t\n]/g, '');
    const [line] = parseMenu(octets(`0${data}\t${data}\tx.example\t70\r\n`), server);
    expect(line?.kind === 'item' && [line.display, line.selector]).toEqual([data, data]);
  });
});

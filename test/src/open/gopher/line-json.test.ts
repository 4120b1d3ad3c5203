/** Lines of menus as JSON: their texts, their octets, and which links a program may follow. */
import { describe, expect, test } from 'vitest';
import { decodeCharset, octetsOf } from '../../../../src/octets/charset.ts';
import { lineWriter } from '../../../../src/open/gopher/line-json.ts';
import { parseMenu } from '../../../../src/protocols/gopher/menu.ts';
import { LINKS } from './double.ts';

const server = { host: 'h.example', port: 70 };
const read = (text: string | Uint8Array) =>
  decodeCharset(typeof text === 'string' ? octetsOf(text) : text, 'windows-1252');

/** The JSON of the last line of a menu. */
function jsonOf(menu: string): object | undefined {
  const write = lineWriter({ link: { scheme: 'gopher' }, server }, LINKS, { read });
  return parseMenu(Buffer.from(menu, 'latin1'), server).map(write).at(-1);
}

describe('a line', () => {
  test('that is an item has all that a menu says of it, and its links', () => {
    expect(jsonOf('0About\t/about\tx.example\t7070\r\n')).toEqual({
      ...{ kind: 'item', type: '0', typeName: 'text file', display: 'About', octets: null, selector: '/about' },
      ...{ host: 'x.example', port: 7070, mirror: false, gopherPlus: null, attributes: null },
      ...{ url: 'gopher://x.example:7070/0/about', open: 'open gopher://x.example:7070/0/about' },
    });
  });

  test.each([
    ['+', { gopherPlus: 'item', url: 'gopher://h.example/0/a', attributes: 'gopher://h.example/0/a%09%09!' }],
    ['?', { gopherPlus: 'form', url: 'gopher://h.example/0/a%09%09%3F', attributes: 'gopher://h.example/0/a%09%09!' }],
  ])('that is an item of Gopher+ (%s) has attributes', (plus, json) => {
    expect(jsonOf(`0A\t/a\th.example\t70\t${plus}\r\n`)).toMatchObject(json);
  });

  test('that is a mirror has the type of what it mirrors', () => {
    expect(jsonOf('0A\t/a\th.example\t70\r\n+B\t/b\tx.example\t70\r\n')).toMatchObject({
      ...{ type: '0', mirror: true, url: 'gopher://x.example/0/b' },
    });
  });

  test.each([
    ['UTF-8', '0J\xc3\xb6rg\t/\xc3\xb6\r\n', { octets: null, selector: '/ö', url: 'gopher://h.example/0/%C3%B6' }],
    [
      'another charset',
      '0J\xf6rg\t/\xf6\r\n',
      { display: 'Jörg', octets: 'SvZyZw==', selector: '/ö', url: 'gopher://h.example/0/%F6' },
    ],
  ])('in %s has its octets if its text does not say them', (_what, line, json) => {
    expect(jsonOf(line)).toMatchObject(json);
  });

  test('that is a link has the URL as the server wrote it, and its canonical form', () => {
    expect(jsonOf('hWeb\tURL:HTTP://x.example/J\xf6rg\th.example\t70\r\n')).toEqual({
      ...{ kind: 'link', type: 'h', display: 'Web', octets: null, target: 'HTTP://x.example/Jörg' },
      ...{ url: 'http://x.example/J%C3%B6rg', open: 'open http://x.example/J%C3%B6rg' },
    });
  });

  test.each([
    ['runs code', 'javascript:zq9'],
    ['is not valid', 'http://x:y/'],
  ])('with a link that %s leads nowhere', (_what, url) => {
    expect(jsonOf(`hX\tURL:${url}\th.example\t70\r\n`)).toMatchObject({
      kind: 'link',
      url: null,
      open: null,
      target: url,
    });
  });

  test.each([
    ['iWords\t\t\t', { kind: 'info', display: 'Words', octets: null }],
    ['iThe J\xf6rg\tTITLE\t\t', { kind: 'title', display: 'The Jörg', octets: 'VGhlIEr2cmc=' }],
    ['3Gone\t\terror.host\t1', { kind: 'error', display: 'Gone', octets: null }],
    ['Words.', { kind: 'stray', display: 'Words.', octets: null }],
  ])('%j leads nowhere', (line, json) => {
    expect(jsonOf(`${line}\r\n`)).toEqual(json);
  });
});

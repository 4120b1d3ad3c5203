/** The item that a link names: its server, its name, and its URLs under other Gopher+ strings. */
import { describe, expect, test } from 'vitest';
import {
  formUrl,
  headOf,
  itemLinks,
  itemName,
  itemOf,
  requestedView,
  serverOfItem,
  urlIn,
  urlWithPlus,
} from '../../../../src/open/gopher/item.ts';
import { type ConnectOptions, canonicalOrNull } from '../../../../src/open/links.ts';
import type { MenuItem, MenuLine } from '../../../../src/protocols/gopher/menu.ts';
import { splitGopherPath } from '../../../../src/schemes/gopher/path.ts';
import { contextAt, gopherDouble, gopherLink } from './double.ts';

describe('the server of a link', () => {
  test.each([
    ['gopher://h.example/2', { tls: 'none' }],
    ['gopher://h.example:105/0x', { tls: 'none' }],
    ['gophers://h.example/', { tls: 'implicit' }],
  ])('%s is connected with %j', async (url, expected) => {
    const asked: ConnectOptions[] = [];
    const server = serverOfItem(gopherLink(url), async (options = {}) => {
      asked.push(options);
      throw new Error('not connected');
    });
    await expect(server.connect(server.tls)).rejects.toThrow('not connected');
    expect(asked).toEqual([expected]);
  });

  test('has the port of gopher unless the link names another', () => {
    const never = () => Promise.reject(new Error('connected'));
    expect(serverOfItem(gopherLink('gopher://h.example/'), never)).toMatchObject({ host: 'h.example', port: 70 });
    expect(serverOfItem(gopherLink('gopher://h.example:7070/'), never)).toMatchObject({ port: 7070 });
    // Whoever explains a link need not ask for the port that it leaves out.
    const link = gopherLink('gopher://h.example/');
    const bare = { ...link, components: { ...link.components, port: null } };
    expect(serverOfItem(bare, never)).toMatchObject({ port: 70 });
  });
});

test.each([
  ['gopher://h.example/', 'h.example'],
  ['gopher://h.example:7070/1', 'h.example:7070'],
  ['gopher://h.example/1/', 'h.example'],
  ['gopher://xn--mnchen-3ya.example/', 'münchen.example'],
  ['gopher://xn--pple-43d.com:7070/', 'xn--pple-43d.com:7070'],
  ['gopher://h.example/0/docs/a%20b.txt', 'a b.txt'],
  ['gopher://h.example/1/docs/', 'docs'],
  ['gopher://h.example/1/docs/%20/', 'docs'],
  ['gopher://h.example/0/a%1B%5B1mb', 'ab'],
])('the name in %s is "%s"', (url, name) => {
  expect(itemName(gopherLink(url))).toBe(name);
});

test.each([
  ['URL:http://h.example/', 'http://h.example/'],
  ['/URL:http://h.example/', 'http://h.example/'],
  ['%2FURL:%20http://h.example/%20', 'http://h.example/'],
  ['URL:', ''],
  ['url:http://h.example/', null],
  ['xURL:http://h.example/', null],
  ['//URL:http://h.example/', null],
  ['/docs/URL:http://h.example/', null],
])('the selector %s leads to %s', (selector, url) => {
  expect(urlIn(selector)).toBe(url);
});

test.each([
  ['gopher://h.example/', '$', 'gopher://h.example/1%09%09%24'],
  ['gopher://h.example/0/a', '!', 'gopher://h.example/0/a%09%09!'],
  ['gopher://h.example/7/s%09x', '!', 'gopher://h.example/7/s%09x%09!'],
  ['gopher://h.example/7/s%09x%09!', null, 'gopher://h.example/7/s%09x'],
  ['gopher://h.example/0/a%09%09!', null, 'gopher://h.example/0/a'],
  ['gopher://h.example/', null, 'gopher://h.example/1'],
])('%s with the Gopher+ string %s is %s', (url, plus, expected) => {
  const link = gopherLink(url);
  expect(urlWithPlus({ link, path: splitGopherPath(link.components.path) }, plus)).toBe(expected);
});

const itemAt = (url: string) => itemOf(gopherLink(url), contextAt(gopherDouble({})));

describe('the form of an item', () => {
  test.each([
    ['gopher://h.example/0/a', '', 'gopher://h.example/0/a%09%09%3F'],
    ['gopher://h.example/0/a%09%09%3F', '', 'gopher://h.example/0/a%09%09%3F'],
    ['gopher://h.example/0/a%09%09+text/plain', 'text/plain', 'gopher://h.example/0/a%09%09%2Btext%2Fplain'],
    [
      'gopher://h.example/0/a%09%09+text/plain%20En_US%091%0D%0A+-1%0D%0AJane%0D%0A.%0D%0A',
      'text/plain En_US',
      'gopher://h.example/0/a%09%09%2Btext%2Fplain%20En_US',
    ],
  ])('%s has the view “%s” that the link requests', (url, view, form) => {
    const item = itemAt(url);
    expect(requestedView(item)).toBe(view);
    expect(formUrl(item)).toBe(form);
  });
});

describe('what pages say of an item', () => {
  test('follows from its link', () => {
    expect(headOf(itemAt('gopher://h.example/7/find%09gold%09+text/plain%20En_US'))).toEqual({
      ...{ noun: 'full-text search', name: 'find' },
      ...{ words: 'gold', language: 'En-US', attributes: null, ways: [] },
    });
  });

  test('offers the attributes of an item, and of the items of a menu', () => {
    for (const [url, attributes] of [
      ['gopher://h.example/0/a', 'gopher://h.example/0/a%09%09!'],
      ['gopher://h.example/7/a%09x', 'gopher://h.example/7/a%09x%09!'],
      ['gopher://h.example/', 'gopher://h.example/1%09%09%24'],
    ] as const) {
      const item = itemAt(url);
      item.known.notePlus();
      expect(headOf(item).attributes).toBe(attributes);
    }
  });
});

describe('the URL of a line', () => {
  const line = (fields: Partial<MenuItem>): MenuItem => ({
    ...{
      kind: 'item',
      type: '0',
      display: 'A',
      selector: '/a',
      host: 'h.example',
      port: 70,
      mirror: false,
      plus: null,
    },
    ...fields,
  });
  const server = { host: 'h.example', port: 70 };

  test.each([
    [line({}), 'gopher://h.example/0/a'],
    [line({ port: 7070 }), 'gopher://h.example:7070/0/a'],
    [line({ host: 'x.example' }), 'gopher://x.example/0/a'],
    [line({ plus: 'item' }), 'gopher://h.example/0/a'],
    [line({ plus: 'form' }), 'gopher://h.example/0/a%09%09%3F'],
    [line({ type: '8', selector: 'ada', port: 23 }), 'telnet://ada@h.example/'],
    [line({ selector: '/a\rb' }), null],
    [line({ host: '[::g]' }), null],
    [line({ host: '[::g]', selector: 'a:b' }), null],
    [{ kind: 'link', type: 'h', display: 'A', url: 'HTTP://x.example' }, 'http://x.example/'],
    [{ kind: 'link', type: 'h', display: 'A', url: 'http://x:y/' }, null],
    [{ kind: 'info', display: 'http://x.example/' }, null],
    [{ kind: 'error', display: 'A' }, null],
  ] satisfies readonly (readonly [MenuLine, string | null])[])('%j is %s', (menuLine, url) => {
    expect(itemLinks({ link: { scheme: 'gopher' }, server }).ofLine(menuLine)).toBe(url);
  });

  test.each([
    [line({}), 'gophers://h.example:70/0/a'],
    [line({ port: 7070 }), 'gopher://h.example:7070/0/a'],
    [line({ host: 'x.example' }), 'gopher://x.example/0/a'],
  ])('of a menu over TLS, %j, is %s', (menuLine, url) => {
    expect(itemLinks({ link: { scheme: 'gophers' }, server }).ofLine(menuLine)).toBe(canonicalOrNull(url));
  });

  test('does not depend on the line before it', () => {
    const lines = [
      ...[line({}), line({ port: 7070 }), line({}), line({ host: '[::g]' }), line({ host: 'x.example' }), line({})],
      ...[line({ host: 'x.example', port: 7070 }), line({ host: 'h.example', port: 7070 }), line({ type: '1' })],
    ];
    for (const scheme of ['gopher', 'gophers'] as const) {
      const links = itemLinks({ link: { scheme }, server });
      const alone = lines.map((menuLine) => itemLinks({ link: { scheme }, server }).ofLine(menuLine));
      expect(lines.map(links.ofLine)).toEqual(alone);
    }
  });

  test('of its attributes is its own with an exclamation mark', () => {
    const { ofAttributes } = itemLinks({ link: { scheme: 'gopher' }, server });
    expect(ofAttributes(line({ plus: 'form' }))).toBe('gopher://h.example/0/a%09%09!');
  });
});

test('the charset that a server declares is asked for once', async () => {
  const server = gopherDouble({ 'caps.txt': 'CAPS\r\nServerDefaultEncoding=ISO-8859-2\r\n' });
  const { charsets } = itemOf(gopherLink('gopher://h.example/'), contextAt(server, { charset: 'cp437' }));
  expect(charsets.charset).toBe('cp437');
  expect(server.requests).toEqual([]);
  expect(await Promise.all([charsets.declared(), charsets.declared()])).toEqual(['ISO-8859-2', 'ISO-8859-2']);
  expect(server.requests).toEqual(['caps.txt\r\n']);
});

test('a server without capabilities declares no charset', async () => {
  const { charsets } = itemOf(gopherLink('gopher://h.example/'), contextAt(gopherDouble({ 'caps.txt': 'Gone' })));
  expect(await charsets.declared()).toBeNull();
});

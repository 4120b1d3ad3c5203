/** The item that a link names: its server, its name, and its URLs under other Gopher+ strings. */
import { describe, expect, test } from 'vitest';
import { nameOf, serverOf, urlIn, urlWithPlus } from '../../../../src/open/gopher/item.ts';
import type { ConnectOptions } from '../../../../src/open/links.ts';
import { splitGopherPath } from '../../../../src/schemes/gopher/path.ts';
import { gopherLink } from './double.ts';

describe('the server of a link', () => {
  test.each([
    ['gopher://h.example:105/2', { tls: 'none', defaultPort: 105 }],
    ['gopher://h.example/2', { tls: 'none' }],
    ['gopher://h.example:105/0x', { tls: 'none' }],
    ['gophers://h.example/', { tls: 'implicit' }],
  ])('%s is connected with %j', async (url, expected) => {
    const asked: ConnectOptions[] = [];
    const server = serverOf(gopherLink(url), async (options = {}) => {
      asked.push(options);
      throw new Error('not connected');
    });
    await expect(server.connect(server.tls)).rejects.toThrow('not connected');
    expect(asked).toEqual([expected]);
  });

  test('has the port of gopher unless the link names another', () => {
    const never = () => Promise.reject(new Error('connected'));
    expect(serverOf(gopherLink('gopher://h.example/'), never)).toMatchObject({ host: 'h.example', port: 70 });
    expect(serverOf(gopherLink('gopher://h.example:7070/'), never)).toMatchObject({ port: 7070 });
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
])('the name in %s is "%s"', (url, name) => {
  expect(nameOf(gopherLink(url))).toBe(name);
});

test.each([
  ['URL:http://h.example/', 'http://h.example/'],
  ['/URL:http://h.example/', 'http://h.example/'],
  ['%2FURL:%20http://h.example/%20', 'http://h.example/'],
  ['url:http://h.example/', null],
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
])('%s with the Gopher+ string %s is %s', (url, plus, expected) => {
  const link = gopherLink(url);
  expect(urlWithPlus({ link, path: splitGopherPath(link.components.path) }, plus)).toBe(expected);
});

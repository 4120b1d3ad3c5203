/** Where the Web may have what links name, and which media types agree. */
import { describe, expect, test } from 'vitest';
import { explain, MAX_LENGTH } from '../../../src/index.ts';
import { openerOf } from '../../../src/open/registry.ts';
import { kindsAgree, webFrontAt } from '../../../src/open/web-front.ts';

function frontOf(url: string) {
  const link = explain(url, { complete: true });
  return openerOf(link.scheme)?.webFront?.(link) ?? null;
}

describe('the Web front', () => {
  test.each([
    ['http://h.example/a.zip?x=1', '/a.zip?x=1', 'application/zip', true],
    ['http://h.example/a.zip?x=/', '/a.zip?x=/', 'application/zip', true],
    ['http://h.example/a/', '/a/', 'text/html', true],
    ['http://h.example/a', '/a', null, true],
    ['http://h.example/a?b.zip', '/a?b.zip', null, true],
  ])('of %s is over https alone', (url, path, mediaType, isFile) => {
    expect(frontOf(url)).toEqual({ urls: [`https://h.example${path}`], mediaType, isFile });
  });

  test.each([
    ['ftp://h.example/pub/a.zip', '/pub/a.zip', 'application/zip', true],
    ['ftp://h.example/pub/a.zip;type=i', '/pub/a.zip', 'application/zip', true],
    ['ftps://h.example/%2Fpub/a.txt;type=a', '/pub/a.txt', 'text/plain', true],
    ['ftp://h.example/pub', '/pub', null, true],
    ['ftp://h.example/pub/', '/pub/', 'text/html', false],
    ['ftp://h.example/pub;type=d', '/pub/', 'text/html', false],
    ['ftp://h.example/pub/;type=d', '/pub/', 'text/html', false],
    ['ftp://h.example/', '/', 'text/html', false],
    ['gopher://h.example/', '/', 'text/html', false],
    ['gopher://h.example/1/about', '/about', 'text/html', false],
    ['gophers://h.example/0/about', '/about', 'text/plain', true],
    ['gopher://h.example/9/a.zip', '/a.zip', 'application/zip', true],
    ['gopher://h.example/9/a', '/a', null, true],
    ['gopher://h.example/g/a.png', '/a.png', 'image/gif', true],
    ['gopher://h.example/h/a', '/a', 'text/html', true],
  ])('of %s is over https and http', (url, path, mediaType, isFile) => {
    const urls = [`https://h.example${path}`, `http://h.example${path}`];
    expect(frontOf(url)).toEqual({ urls, mediaType, isFile });
  });

  test.each([
    ['https://h.example/a'],
    ['http://h.example:8080/a'],
    ['ftp://h.example:2121/a'],
    ['gopher://h.example:7070/0/a'],
    ['gopher://h.example/0about'],
    ['gopher://h.example/0/cgi%3Fq'],
    ['gopher://h.example/1/a%09words'],
    ['gopher://h.example/0/a%09%09+'],
    ['gopher://h.example/7/find'],
    ['gopher://h.example/2/'],
    ['gopher://h.example/8/'],
    ['telnet://h.example/'],
    ['news:a.b'],
  ])('of %s is none', (url) => expect(frontOf(url)).toBeNull());

  test('needs a host', () => {
    expect(webFrontAt({ components: { ...explain('ftp://h.example/').components, host: '' } }, '/')).toBeNull();
    expect(webFrontAt({ components: { ...explain('ftp://h.example/').components, host: null } }, '/')).toBeNull();
  });

  test.each([
    [3, null],
    [2, null],
    [1, 1],
    [0, 2],
  ])('of the longest link but for some octets has addresses that are not too long: %d', (over, amount) => {
    const path = `/${'a'.repeat(MAX_LENGTH - 'https://h.example/'.length + over)}`;
    expect(webFrontAt(explain('ftp://h.example/'), path)?.urls.length ?? null).toBe(amount);
  });
});

test.each<[expected: string | null, declared: string | null, agree: boolean | null]>([
  ['application/zip', 'application/zip', true],
  ['application/gzip', 'application/x-gzip', true],
  ['text/plain', 'text/markdown', true],
  ['image/png', 'image/x-png', true],
  ['text/html', 'application/xhtml+xml', true],
  ['application/postscript', 'text/plain', null],
  ['text/plain', 'application/json', null],
  ['image/x-xbitmap', 'text/plain', null],
  ['application/zip', 'application/octet-stream', null],
  ['application/zip', null, null],
  [null, 'text/html', null],
  [null, null, null],
  ['application/zip', 'text/html', false],
  ['text/plain', 'text/html', false],
  ['text/html', 'application/zip', false],
  ['image/png', 'text/html', false],
  ['image/png', 'audio/mpeg', false],
  ['video/mp4', 'audio/mp4', false],
])('%s and %s agree: %s', (expected, declared, agree) => expect(kindsAgree(expected, declared)).toBe(agree));

/** Links on plain pages: absolute ones that keep the format, and original ones for a proxy, which lead back. */
import { expect, test } from 'vitest';
import { type LinkStyle, oldHref } from '../../../worker/old-browsers/links.ts';

const absolute: LinkStyle = { origin: 'http://h.example:8080', prefix: '', original: false };
const below: LinkStyle = { ...absolute, prefix: '/waypost' };
const original: LinkStyle = { ...absolute, original: true };

test.each([
  [absolute, '/gopher/g.example/1/x', 'http://h.example:8080/gopher/g.example/1/x?format=html32'],
  [absolute, '/ftp/f.example/?sort=size#top', 'http://h.example:8080/ftp/f.example/?sort=size&format=html32#top'],
  [absolute, '/gopher/g.example/g/x?format=raw', 'http://h.example:8080/gopher/g.example/g/x?format=raw'],
  [absolute, 'https://other.example/?a', 'https://other.example/?a'],
  [absolute, '//other.example/', '//other.example/'],
  [absolute, '#part', '#part'],
  [below, '/waypost/r?url=x', 'http://h.example:8080/waypost/r?url=x&format=html32'],
  [below, '/elsewhere', '/elsewhere'],
  [original, '/gopher/g.example:7070/1/x', 'gopher://g.example:7070/1/x'],
  [original, '/news/~/a@b', 'news:a@b'],
  [original, '/ftp/f.example/pub/?sort=size&format=html32&links=original', 'ftp://f.example/pub/?waypost&sort=size'],
  [original, '/open?url=wais%3A%2F%2Fw.example%2Fdb%3Fwords&format=html32', 'wais://w.example/db?words'],
  [original, '/open?url=go%3Ax&start=2', 'go:x?waypost&start=2'],
  [original, '/open?url=gopher%3A%2F%2Fg.example%2F1a%2F%2Fb', 'gopher://g.example/1a//b'],
  [original, '/telnet/t.example/?user=a%20guest', 'telnet://a%20guest@t.example/'],
  [original, '/inspect?url=gopher:x', null],
  [original, '/', null],
])('%j: %s is %s', (style, href, expected) => {
  expect(oldHref(href, style)).toBe(expected);
});

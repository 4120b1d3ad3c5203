/** Who gets the page of a file, and who gets its octets. */

import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { MediaContent, wantsPage } from '../../../../worker/gateway/shared/media-page.tsx';
import { gatewayContext } from '../opening.ts';

const wanted = (query: string, headers: Record<string, string> = {}, method = 'GET') => {
  const { request, view } = gatewayContext('ftp://h.example/a.gif', { query, headers });
  return wantsPage({ request: new Request(request, { method }), view });
};

test('a browser that opens a window gets a page', () => {
  expect(wanted('')).toBe(true);
  expect(wanted('format=html')).toBe(true);
});

test('nobody else does', () => {
  expect(wanted('format=raw')).toBe(false);
  expect(wanted('', { 'Sec-Fetch-Dest': 'image' })).toBe(false);
  expect(wanted('format=html', { 'Sec-Fetch-Dest': 'image' })).toBe(true);
  expect(wanted('format=html', { Range: 'bytes=0-' })).toBe(false);
  expect(wanted('format=html', {}, 'HEAD')).toBe(false);
});

const shown = (type: string) => {
  const html = renderToString(MediaContent({ file: { name: 'a', type, size: null, href: '/a' } }));
  return (/<img|<audio|<video|Browsers cannot (?:show|play)/.exec(html)?.[0] ?? 'no preview').replace('<', '');
};

test.each([
  ...['gif', 'png', 'jpeg', 'webp', 'avif', 'bmp', 'x-icon'].map((name) => [`image/${name}`, 'img']),
  ...['mpeg', 'ogg', 'wav', 'flac', 'mp4'].map((name) => [`audio/${name}`, 'audio']),
  ...['mp4', 'webm', 'ogg'].map((name) => [`video/${name}`, 'video']),
  ['image/tiff', 'show'],
  ['audio/basic', 'play'],
  ['video/quicktime', 'play'],
  ['application/pdf', 'no preview'],
  ['x-image/gif', 'no preview'],
])('%s: %s', (type, expected) => {
  expect(shown(type)).toContain(expected);
});

test('an unknown size is not told', () => {
  expect(
    renderToString(MediaContent({ file: { name: 'a', type: 'image/gif', size: null, href: '/a' } })),
  ).not.toContain('Size');
});

test('a picture has the place that its first octets say', () => {
  const shownWith = (first?: Uint8Array) =>
    renderToString(
      MediaContent({ file: { name: 'a', type: 'image/gif', size: null, href: '/a', ...(first && { first }) } }),
    );
  expect(shownWith(new TextEncoder().encode('GIF89a\x02\0\x03\0'))).toContain(' width="2" height="3"');
  expect(shownWith(new Uint8Array(0))).not.toContain('width=');
  expect(shownWith()).not.toContain('width=');
});

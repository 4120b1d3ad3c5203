/** The size of pictures. Those of the museum are written by other code. */
import { expect, test } from 'vitest';
import { pictureSize } from '../../../../worker/gateway/shared/picture-size.ts';
import { gif, png } from '../../../servers/content/pictures.ts';

const octets = (text: string): Uint8Array => Buffer.from(text, 'latin1');
/** A segment of a JPEG picture, with the length of its content. */
const segment = (marker: number, content: string): string =>
  `\xff${String.fromCharCode(marker, 0, content.length + 2)}${content}`;
const FRAME = '\x08\x02\x01\x01\x04\x03';
const JPEG = { width: 0x104, height: 0x201 };

test('PNG and GIF, as the museum has them', () => {
  const { width, height } = pictureSize(png()) ?? { width: 0, height: 0 };
  expect(width).toBeGreaterThan(99);
  expect(height).toBeGreaterThan(99);
  expect(width).not.toBe(height);
  expect(pictureSize(gif(1))).toEqual({ width, height });
  expect(pictureSize(new Uint8Array([0, ...png()]).subarray(1))).toEqual({ width, height });
});

test.each([
  ['GIF of 1987', 'GIF87a\x02\x01\x04\x03', { width: 0x102, height: 0x304 }],
  ['a baseline JPEG', `\xff\xd8${segment(0xe0, 'JFIF')}${segment(0xc0, FRAME)}`, JPEG],
  ['a progressive JPEG', `\xff\xd8${segment(0xc4, 'xx')}${segment(0xc2, FRAME)}`, JPEG],
  ['other tables', `\xff\xd8${segment(0xc8, 'x')}${segment(0xcc, 'x')}${segment(0xcf, FRAME)}`, JPEG],
  ['no marker of a segment', `\xff\xd8${segment(0xbf, FRAME)}${segment(0xc0, FRAME)}`, null],
  ['a JPEG that ends before its frame', `\xff\xd8${segment(0xe0, 'JFIF')}`, null],
  ['a JPEG that ends in its frame', `\xff\xd8${segment(0xc0, FRAME).slice(0, -2)}`, null],
  ['a GIF that ends before its size', 'GIF89a\x01\0\x01', null],
  ['no width', 'GIF89a\0\0\x01\0', null],
  ['no height', 'GIF89a\x01\0\0\0', null],
  ['another format', 'BM\x01\0\x01\0\x01\0\x01\0', null],
  ['a format in the middle', ' GIF89a\x01\0\x01\0', null],
  ['nothing', '', null],
])('%s', (_what, text, size) => {
  expect(pictureSize(octets(text))).toEqual(size);
});

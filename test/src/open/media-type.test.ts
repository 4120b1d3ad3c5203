/** The media type of a file whose server may declare one. */
import { expect, test } from 'vitest';
import { declaredTypeOf } from '../../../src/open/media-type.ts';

const sampleOf = (text: string, charset: string | null = null) => ({ first: Buffer.from(text, 'latin1'), charset });

test.each([
  ['a.gif', null, null, 'image/gif'],
  ['a.gif', 'application/postscript', null, 'application/postscript'],
  ['a.gif', 'application/postscript', sampleOf('%!PS'), 'application/postscript'],
  // Texts and HTML say their charset, once their octets are known.
  ['a.gif', 'text/plain', null, 'text/plain'],
  ['a.gif', 'text/plain', sampleOf('tea'), 'text/plain; charset=utf-8'],
  ['a.gif', 'text/html', sampleOf('J\xf6rg'), 'text/html; charset=windows-1252'],
  ['a.gif', 'text/html', sampleOf('J\xf6rg', 'koi8-r'), 'text/html; charset=koi8-r'],
  ['a.gif', 'text/css', sampleOf('J\xf6rg'), 'text/css'],
  ['a', null, sampleOf('tea'), 'text/plain; charset=utf-8'],
  ['a', null, sampleOf('\x00'), 'application/octet-stream'],
])('%s, declared as %s, is %s', (name, mediaType, sample, expected) => {
  expect(declaredTypeOf({ name, mediaType }, sample)).toBe(expected);
});

/** The media types that count as documents, whose policy allows them to load nothing, and the names of files. */
import { describe, expect, test } from 'vitest';
import { dispositionOf, documentPolicy, fileHeaders } from '../../../../worker/gateway/shared/file-headers.ts';

test.each([
  ['text/html; charset=utf-8', true],
  ['image/svg+xml', true],
  ['application/xhtml+xml', true],
  ['application/rss+xml; charset=utf-8', true],
  ['text/xml', true],
  ['application/xml', true],
  ['text/plain; note=text/xml', false],
  ['application/x-xmlish', false],
  ['image/png', false],
  ['text/htmlx', false],
  ['x/text/html', false],
  ['text/xmlx', false],
])('%s is a document: %s', (type, isDocument) => {
  expect(documentPolicy(type)?.includes("default-src 'none'") ?? false).toBe(isDocument);
});

test.each([
  ['a right-to-left override', 'gpj\u202etxt.exe'],
  ['isolates', '\u2067gpjtxt\u2069.exe'],
  ['marks', 'gpj\u200ftxt\u200e.exe\u061c'],
])('a file name loses %s, which would hide its extension', (_, name) => {
  expect(dispositionOf(name, 'application/octet-stream')).toBe('attachment; filename="gpjtxt.exe"');
});

describe('what a browser shows stands inline', () => {
  test.each([
    ...['text/plain; charset=utf-8', 'text/html', 'audio/mpeg', 'video/mp4', 'application/pdf', 'application/xml'],
    ...['gif', 'png', 'jpeg', 'webp', 'avif', 'bmp', 'x-icon', 'svg+xml'].map((name) => `image/${name}`),
  ])('%s', (type) => {
    expect(dispositionOf('a.b', type)).toBe('inline; filename="a.b"');
  });

  test.each(['application/zip', 'image/tiff', 'application/pdfx', 'application/xml+x', 'x/text/plain', 'model/x', ''])(
    'and %s is saved',
    (type) => {
      expect(dispositionOf('a.b', type)).toBe('attachment; filename="a.b"');
    },
  );
});

describe('the name of a file (RFC 6266)', () => {
  test.each([
    ['in ASCII', 'a b~!.zip', 'filename="a b~!.zip"'],
    ['with other letters', 'Käse.zip', `filename="K_se.zip"; filename*=UTF-8''K%C3%A4se.zip`],
    ['with signs that RFC 8187 escapes', "ä'(*)", `filename="_'(*)"; filename*=UTF-8''%C3%A4%27%28%2A%29`],
    ['with half a character', 'a\ud800', `filename="a_"; filename*=UTF-8''a%EF%BF%BD`],
    ['with quotation marks and slashes', 'a"b\\c/d', 'filename="abcd"'],
    ['with controls', 'a\r\nb\x7fc\x9fd\0', 'filename="abcd"'],
    ['with spaces around it', '  a  ', 'filename="a"'],
    ['that is empty', '', 'filename="file"'],
    ['of slashes and spaces alone', ' // ', 'filename="file"'],
  ])('%s', (_, name, parameters) => {
    expect(dispositionOf(name, 'application/zip')).toBe(`attachment; ${parameters}`);
  });
});

test('a document has a policy, and another file has none', () => {
  const common = { 'Content-Encoding': 'identity' };
  expect(fileHeaders('a.zip', 'application/zip')).toEqual({
    ...common,
    'Content-Type': 'application/zip',
    'Content-Disposition': 'attachment; filename="a.zip"',
  });
  expect(fileHeaders('a.html', 'text/html')).toEqual({
    ...common,
    'Content-Type': 'text/html',
    'Content-Disposition': 'inline; filename="a.html"',
    'Content-Security-Policy': "sandbox allow-downloads; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
  });
});

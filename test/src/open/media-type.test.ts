/** The media type of a file: by its name, by its octets, and by what its server declares. */
import { describe, expect, test } from 'vitest';
import { declaredTypeOf, isMedia, mediaNoun, mediaTypeOf, UNKNOWN } from '../../../src/open/media-type.ts';

const sampleOf = (text: string, charset: string | null = null) => ({ first: Buffer.from(text, 'latin1'), charset });

describe('a file with the extension', () => {
  test.each([
    ['text/plain', 'txt text asc me log md rst c h cc f77 pas pl py sh awk java js tex man 1 8 cfg ini diff patch'],
    ['text/plain', 'md5 sha256 lsm spec dsc lst faq uue hqx eml mbox rfc json yml yaml csv tsv'],
    ['text/html', 'html htm shtml xhtml'],
    ['text/css', 'css'],
    ['application/xml', 'xml xsl xsd rss atom dtd'],
    ['image/svg+xml', 'svg'],
    ['image/gif', 'gif'],
    ['image/png', 'png'],
    ['image/jpeg', 'jpg jpeg jpe jfif'],
    ['image/webp', 'webp'],
    ['image/avif', 'avif'],
    ['image/bmp', 'bmp dib'],
    ['image/tiff', 'tif tiff'],
    ['image/x-icon', 'ico'],
    ['image/x-xbitmap', 'xbm'],
    ['image/x-xpixmap', 'xpm'],
    ['image/x-portable-pixmap', 'ppm pgm pbm pnm'],
    ['audio/mpeg', 'mp3 mp2 mpga'],
    ['audio/ogg', 'ogg oga opus'],
    ['audio/wav', 'wav'],
    ['audio/basic', 'au snd'],
    ['audio/aiff', 'aif aiff aifc'],
    ['audio/midi', 'mid midi'],
    ['audio/flac', 'flac'],
    ['audio/mp4', 'm4a'],
    ['audio/x-mod', 'mod s3m xm it'],
    ['video/mp4', 'mp4 m4v'],
    ['video/mpeg', 'mpg mpeg mpe m1v m2v'],
    ['video/ogg', 'ogv'],
    ['video/webm', 'webm'],
    ['video/quicktime', 'mov qt'],
    ['video/x-msvideo', 'avi'],
    ['video/x-matroska', 'mkv'],
    ['application/pdf', 'pdf'],
    ['application/postscript', 'ps eps ai'],
    ['application/rtf', 'rtf'],
    ['application/epub+zip', 'epub'],
    ['application/gzip', 'gz tgz taz'],
    ['application/zip', 'zip'],
    ['application/x-tar', 'tar'],
    ['application/x-bzip2', 'bz2 tbz tbz2'],
    ['application/x-xz', 'xz txz'],
    ['application/zstd', 'zst'],
    ['application/x-compress', 'z Z'],
    ['application/x-7z-compressed', '7z'],
    ['application/vnd.rar', 'rar'],
    ['application/x-lzh-compressed', 'lzh lha'],
    ['application/java-archive', 'jar'],
    ['application/vnd.debian.binary-package', 'deb'],
    ['application/x-rpm', 'rpm'],
    ['application/x-iso9660-image', 'iso'],
    ['application/octet-stream', 'bin exe com dll img dat arc arj zoo sit cpt dmg o so'],
  ])('of %s: %s', (mediaType, extensions) => {
    // The octets of a text do not change what the name says.
    const typeOf = (extension: string) => mediaTypeOf(`a.${extension}`, sampleOf('tea', 'koi8-r'));
    const expected = mediaType.startsWith('text/') ? `${mediaType}; charset=koi8-r` : mediaType;
    for (const extension of extensions.split(' '))
      expect([extension, typeOf(extension)]).toEqual([extension, expected]);
  });
});

test.each([
  ['A.GIF', 'image/gif'],
  ['a.tar.gz', 'application/gzip'],
  ['/pub/v1.gif/a.png', 'image/png'],
  ['/pub/v1.gif/a', UNKNOWN],
  ['.gif', 'image/gif'],
  ['gif', UNKNOWN],
  ['a.', UNKNOWN],
  ['a.nothing', UNKNOWN],
  ['J\xf6rg.txt', 'text/plain'],
])('a file of which only the name %s is known is %s', (name, mediaType) => {
  expect(mediaTypeOf(name, null)).toBe(mediaType);
});

describe('a file without an extension is a text', () => {
  test.each([
    ...['README', 'readme', 'READ', 'INSTALL', 'COPYING', 'COPYRIGHT', 'LICENSE', 'LICENCE', 'CHANGE', 'CHANGES'],
    ...['ChangeLog', 'NEWS', 'AUTHORS', 'CREDITS', 'THANKS', 'TODO', 'FAQ', 'INDEX', 'CONTENTS', 'Makefile'],
    ...['MANIFEST', 'HISTORY', 'BUGS', 'ls-l', 'ls-lR', 'ls-laR', 'CHECKSUM', 'CHECKSUMS', 'MD5SUM', 'MD5SUMS'],
    ...['SHA1SUM', 'SHA256SUMS', 'welcome', 'NOTE', 'NOTES', 'ANNOUNCE', 'ANNOUNCEMENT', '/pub/v1.0/README'],
  ])('if it is named %s', (name) => {
    expect(mediaTypeOf(name, null)).toBe('text/plain');
  });

  test.each(['AREADME', 'READMES', 'LICENXE', 'LICENE', 'SHASUMS', 'ls-R', 'ls-l x', 'README/', ''])(
    'but not if it is named “%s”',
    (name) => {
      expect(mediaTypeOf(name, null)).toBe(UNKNOWN);
    },
  );
});

test.each([
  ['README', sampleOf('tea'), 'text/plain; charset=utf-8'],
  ['README', sampleOf('J\xf6rg'), 'text/plain; charset=windows-1252'],
  ['README', sampleOf('J\xf6rg', 'koi8-r'), 'text/plain; charset=koi8-r'],
  // The sample may end within a character.
  ['README', sampleOf('J\xc3'), 'text/plain; charset=utf-8'],
  ['a.nothing', sampleOf('tea'), 'text/plain; charset=utf-8'],
  ['a.nothing', sampleOf('\0'), UNKNOWN],
  ['', sampleOf(''), 'text/plain; charset=utf-8'],
  ['a.svg', sampleOf('<svg/>'), 'image/svg+xml'],
])('the file %s with the octets %j is %s', (name, sample, mediaType) => {
  expect(mediaTypeOf(name, sample)).toBe(mediaType);
});

test.each([
  ['audio/mpeg', 'sound'],
  ['video/mp4', 'video'],
  ['image/gif', 'picture'],
  // A document, which may have links and scripts.
  ['image/svg+xml', null],
  ['text/plain; charset=utf-8', null],
  ['application/pdf', null],
  ['audio', null],
])('a file of the media type %s is a %s', (mediaType, noun) => {
  expect(mediaNoun(mediaType)).toBe(noun);
  expect(isMedia(mediaType)).toBe(noun !== null);
});

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

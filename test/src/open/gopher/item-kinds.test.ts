/** How item types are presented: their words, and what browsers get of their files. */
import { describe, expect, test } from 'vitest';
import { itemKind, itemMediaType, itemTypeName, PICTURES, shownReply } from '../../../../src/open/gopher/item-kinds.ts';
import { itemTypes } from '../../../../src/schemes/gopher/path.ts';
import { gopherLink } from './double.ts';

const [TEXT, UNKNOWN] = ['text/plain', 'application/octet-stream'];

/** RFC 1436 §3.8 first, then Gopher+ and what servers of today use. */
const KINDS = [
  ['0', 'text file', 'TEXT', 'text', TEXT],
  ['1', 'menu', 'MENU', 'menu', TEXT],
  ['2', 'CSO phone-book server', 'BOOK', 'phone-book', TEXT],
  ['3', 'error', 'ERROR', 'menu', TEXT],
  ['4', 'BinHexed Macintosh file', 'FILE', 'saved', 'application/mac-binhex40'],
  ['5', 'DOS binary archive', 'FILE', 'saved', UNKNOWN],
  ['6', 'uuencoded file', 'FILE', 'saved', 'text/x-uuencode'],
  ['7', 'full-text search', 'FIND', 'search', TEXT],
  ['8', 'telnet session', 'TERM', 'explained', TEXT],
  ['9', 'binary file', 'FILE', 'saved', UNKNOWN],
  ['+', 'redundant server', 'ALSO', 'saved', UNKNOWN],
  ['T', 'tn3270 session', 'TERM', 'explained', TEXT],
  ['g', 'GIF image', 'IMAGE', 'shown', 'image/gif'],
  ['I', 'image', 'IMAGE', 'shown', UNKNOWN],
  ['h', 'HTML document or URL', 'HTML', 'html', 'text/html'],
  ['i', 'informational text', '', 'explained', TEXT],
  ['s', 'sound', 'SOUND', 'shown', 'audio/basic'],
  ['<', 'sound', 'SOUND', 'shown', 'audio/basic'],
  [';', 'movie', 'FILM', 'shown', UNKNOWN],
  [':', 'bitmap image', 'IMAGE', 'shown', 'image/bmp'],
  ['d', 'document', 'FILE', 'saved', UNKNOWN],
  ['P', 'PDF document', 'PDF', 'saved', 'application/pdf'],
  ['p', 'PNG image', 'IMAGE', 'shown', 'image/png'],
  ['r', 'rich text document', 'FILE', 'saved', 'application/rtf'],
  ['x', 'XML document', 'XML', 'text', TEXT],
  ['c', 'calendar', 'DATE', 'saved', 'text/calendar'],
  ['e', 'event', 'EVENT', 'text', TEXT],
  ['M', 'MIME message', 'MAIL', 'message', 'message/rfc822'],
  ['w', 'web link', 'WEB', 'text', TEXT],
] as const;

describe('an item of type', () => {
  test.each(KINDS)(
    '%s, %s, has the label “%s” and is %s, by itself %s',
    (type, name, label, presentation, mediaType) => {
      expect(itemKind(type)).toEqual({ label, presentation, mediaType });
      expect(itemTypeName(type)).toBe(name);
      expect(itemMediaType(type, 'x', '')).toBe(mediaType);
    },
  );

  test('no specification is a file', () => {
    expect(itemKind('Z')).toEqual({ label: 'Z', presentation: 'saved', mediaType: UNKNOWN });
    expect(itemTypeName('Z')).toBe('item of the unknown type Z');
  });
});

test('each known item type has a kind, and a label of at most five letters', () => {
  expect(KINDS.map(([type]) => type)).toEqual([...itemTypes.keys()]);
  expect(KINDS.filter(([, , label]) => label.length > 5)).toEqual([]);
});

test.each(['g', 'I', 'p'])('browsers show pictures of type %s', (type) => {
  expect(PICTURES.has(type)).toBe(true);
});

test.each(['s', ';', 'h', '0'])('an item of type %s is no picture', (type) => {
  expect(PICTURES.has(type)).toBe(false);
});

describe('a reply', () => {
  const detailsOf = (path: string) => gopherLink(`gopher://h.example${path}`).details;

  test.each([
    ['/0a', 'text'],
    ['/1a', 'menu'],
    ['/2', 'text'],
    ['/3a', 'menu'],
    ['/7a%09x', 'menu'],
    ['/8a', 'text'],
    ['/ha', 'html'],
    ['/Ma', 'message'],
  ])('to %s is shown as %s', (path, presentation) => {
    expect(shownReply(detailsOf(path), false)).toEqual({ presentation });
  });

  test.each(['/9a', '/Ia', '/sa', '/Pa', '/Za'])('to %s is a file of the type that its item suggests', (path) => {
    expect(shownReply(detailsOf(path), false)).toEqual({ presentation: 'file', mediaType: null });
  });

  test.each([
    ['application/gopher-menu', { presentation: 'menu' }],
    ['Application/Gopher+-menu', { presentation: 'menu' }],
    ['application/gopher++-menu', { presentation: 'file', mediaType: 'application/gopher++-menu' }],
    ['xapplication/gopher-menu', { presentation: 'file', mediaType: 'xapplication/gopher-menu' }],
    ['application/gopher-menus', { presentation: 'file', mediaType: 'application/gopher-menus' }],
    ['text/html', { presentation: 'html' }],
    ['text/plain', { presentation: 'text' }],
    // Gopher+ servers write views without a subtype, too.
    ['Text', { presentation: 'text' }],
    ['texture', { presentation: 'file', mediaType: UNKNOWN }],
    ['x/text', { presentation: 'file', mediaType: 'x/text' }],
    ['image/gif', { presentation: 'file', mediaType: 'image/gif' }],
    ['application/x-a.b_c!d%23e$f&g^h', { presentation: 'file', mediaType: 'application/x-a.b_c!d#e$f&g^h' }],
    ['3d/1', { presentation: 'file', mediaType: '3d/1' }],
  ])('with a header of Gopher+ to a link that requests %s is %j', (view, shown) => {
    const details = detailsOf(`/1a%09%09+${view}`);
    expect(shownReply(details, true)).toEqual(shown);
    // A server that knows no Gopher+ sends the item itself.
    expect(shownReply(details, false)).toEqual({ presentation: 'menu' });
  });

  // It must not become a header.
  test.each(['image', 'image/', '/gif', 'a/b/c', 'a/b;c=d', '+a/b', 'a/+b', 'a,/b', 'a/b,', ',a/b', 'a/,b'])(
    'with a header of Gopher+ to a link that requests %s, which is no media type, is a file',
    (view) => {
      const shown = shownReply(detailsOf(`/1a%09%09+${view}`), true);
      expect(shown).toEqual({ presentation: 'file', mediaType: UNKNOWN });
    },
  );

  test('with a header of Gopher+ to a link that requests no view is the item', () => {
    expect(shownReply(detailsOf('/1a%09%09+'), true)).toEqual({ presentation: 'menu' });
    expect(shownReply(detailsOf('/0a'), true)).toEqual({ presentation: 'text' });
  });
});

describe('a file', () => {
  test.each([
    ['GIF87a', 'image/gif'],
    ['GIF89a', 'image/gif'],
    ['\x89PNG\r\n\x1a\n', 'image/png'],
    ['\xff\xd8\xff\xe0', 'image/jpeg'],
    ['RIFF\x0a\x01\x02\x03WEBP', 'image/webp'],
    ['\0\0\0\x1cftypavif', 'image/avif'],
    ['\0\0\0\x0aftypavis', 'image/avif'],
    ['BM\x0a\x01\x02\x03\0\0\0\0', 'image/bmp'],
    ['II*\0', 'image/tiff'],
    ['MM\0*', 'image/tiff'],
    ['#define x_width 8', 'image/x-xbitmap'],
    ['.snd', 'audio/basic'],
    ['RIFF\x0a\x01\x02\x03WAVE', 'audio/wav'],
    ['ID3\x03', 'audio/mpeg'],
    ['\xff\xfb\x90', 'audio/mpeg'],
    ['\xff\xf3\x90', 'audio/mpeg'],
    ['\xff\xe3\x90', 'audio/mpeg'],
    ['\xff\xfd\x90', 'audio/mpeg'],
    ['OggS', 'audio/ogg'],
    ['fLaC', 'audio/flac'],
    ['\0\0\0\x0aftypisom', 'video/mp4'],
    ['\x1aE\xdf\xa3', 'video/webm'],
    ['RIFF\x0a\x01\x02\x03AVI ', 'video/x-msvideo'],
    ['%PDF-1.4', 'application/pdf'],
    ['PK\x03\x04', 'application/zip'],
    ['\x1f\x8b\x08', 'application/gzip'],
  ])('that begins with %j is %s, whatever its name says', (beginning, mediaType) => {
    expect(itemMediaType('9', 'x.txt', beginning)).toBe(mediaType);
    expect(itemMediaType('I', 'x', beginning)).toBe(mediaType);
    // The same octets elsewhere say nothing.
    expect(itemMediaType('9', 'x', ` ${beginning}`)).toBe(UNKNOWN);
  });

  test.each([
    'GIF88a',
    '\0\0\0\x1cfty',
    'BM1234\0\0\0',
    'BM are letters, too',
    '#defined',
    'II*',
    '%PDF',
    '\xff\xfeH\0i\0',
    '\xff\xf1P',
  ])('that begins with %j is in no known format', (beginning) => {
    expect(itemMediaType('9', 'x', beginning)).toBe(UNKNOWN);
  });

  test.each([
    ['9', 'a.zip', '', 'application/zip'],
    ['9', 'a.zip', 'words', 'application/zip'],
    ['d', 'a.ps', '', 'application/postscript'],
    ['5', 'a.nothing', '', UNKNOWN],
    // The type of these items says all.
    ['P', 'a.zip', 'PK\x03\x04', 'application/pdf'],
    ['4', 'a.gif', 'GIF89a', 'application/mac-binhex40'],
    // Something that browsers show is no other file, whatever its name says.
    ['g', 'a.png', '', 'image/png'],
    ['s', 'a.wav', '', 'audio/wav'],
    [';', 'a.mpg', '', 'video/mpeg'],
    ['g', 'a.txt', '', 'image/gif'],
    ['I', 'a.zip', '', UNKNOWN],
    ['s', 'a', '', 'audio/basic'],
  ])('of type %s named %s that begins with %j is %s', (type, name, beginning, mediaType) => {
    expect(itemMediaType(type, name, beginning)).toBe(mediaType);
  });
});

/**
 * The documents of the test servers, with the data that the servers need. The gopher menus and the FTP directories say
 * where each document is.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Charset, charsets } from '../octets.ts';
import { generated, type Source, stored, whole } from '../source.ts';
import { binHex, pdf, uuencode, zip } from './packages.ts';
import { gif, png, xbm } from './pictures.ts';
import { au, avi, wav } from './sounds.ts';

/** A document that can be fetched from a test server. */
export interface Document {
  /** The file name. */
  readonly name: string;
  readonly title: string;
  /** The gopher item type, of RFC 1436 §3.8 or a later one. */
  readonly type: string;
  readonly mediaType: string;
  /** When it last changed, in UTC. */
  readonly modified: Date;
  readonly source: Source;
  /** The text of its `+ABSTRACT` block in Gopher+. */
  readonly abstract?: string;
}

function read(folder: 'texts' | 'gallery', file: string): string {
  return readFileSync(join(import.meta.dirname, folder, file), 'utf8');
}

/**
 * A document whose content is made when it is first read.
 *
 * @param modified - date and time in UTC, such as `1994-01-31T00:00:00`
 */
export function lazyDocument(
  document: Omit<Document, 'source' | 'modified'>,
  modified: string,
  make: () => Buffer,
): Document {
  let content: Source | null = null;
  const source = (): Source => {
    content ??= stored(make());
    return content;
  };
  return {
    ...document,
    modified: new Date(`${modified}Z`),
    source: {
      get size() {
        return source().size;
      },
      read: (start) => source().read(start),
    },
  };
}

const fromFile = (file: string) => () => Buffer.from(read('gallery', file));

function text(name: string, title: string, modified: string, abstract?: string, charset: Charset = 'utf-8'): Document {
  const document = { name, title, type: '0', mediaType: 'text/plain' };
  return lazyDocument(abstract === undefined ? document : { ...document, abstract }, modified, () =>
    // U+241B stands for ESC in the files, because ESC itself would confuse editors.
    charsets[charset](read('texts', name).replaceAll('␛', '\x1b')),
  );
}

function sample(type: string, name: string, mediaType: string, title: string, make?: () => Buffer): Document {
  return lazyDocument(
    { name, title, type, mediaType },
    '1993-07-30T12:00:00',
    make ?? (() => Buffer.from(read('gallery', name))),
  );
}

function large(name: string, title: string, size: number): Document {
  const modified = new Date('1999-12-31T23:59:59Z');
  return { name, title, type: '9', mediaType: 'application/octet-stream', modified, source: generated(size) };
}

/** All documents by the names that the tests use. */
export const documents = {
  welcome: text('welcome.txt', 'Welcome to the Waypost museum', '1991-04-04T09:00:00', 'How to go round the house.'),
  gopher: text('gopher.txt', 'What was Gopher?', '1993-03-18T12:30:00', 'The short life and long rest of gopherspace.'),
  gopherplus: text('gopherplus.txt', 'Gopher+, or the parka', '1993-07-30T08:15:00'),
  timeline: text('timeline.txt', 'A timeline, for the wall of the hall', '2021-10-19T10:00:00', '1969 until now.'),
  ftp: text('ftp.txt', 'The attic: about anonymous FTP', '1985-10-01T00:00:00', 'Two connections and a guess.'),
  usenet: text('usenet.txt', 'Usenet, or the conversation without a centre', '1986-02-01T00:00:00'),
  links: text('links.txt', 'Anatomy of a link', '1994-12-20T16:45:00', 'One string, five facts, many old mistakes.'),
  terminals: text('terminals.txt', 'Rooms you could enter', '1991-12-02T07:00:00'),
  libraries: text('libraries.txt', 'The lost libraries', '2002-08-30T18:20:00'),
  signpost: text('signpost.txt', 'Three drawings by the night porter', '1992-11-17T02:10:00'),
  dots: text('dots.txt', 'A text about dots', '1993-03-19T08:00:00'),
  letter: text('letter.txt', 'Ein Brief (ISO 8859-1)', '1993-05-05T11:11:00', undefined, 'iso-8859-1'),
  prices: text('prices.txt', 'Price list of the shop (windows-1252)', '1999-01-01T00:00:00', undefined, 'windows-1252'),
  poster: text('poster.txt', 'The poster of the BBS (code page 437)', '1992-06-06T20:00:00', undefined, 'cp437'),
  languages: text('languages.txt', 'One sentence in many languages (UTF-8)', '2003-11-14T12:00:00'),
  readme: text('readme.txt', 'About the attic', '1995-02-03T04:05:06'),
  motto: text('motto.txt', 'The motto of the museum', '1994-01-31T00:00:00', 'One sentence, in four representations.'),
  lema: text('lema.txt', 'El lema del museo', '1994-01-31T00:00:00'),
  caps: text('caps.txt', 'What this server can do', '2010-10-10T10:10:10'),
  robots: text('robots.txt', 'For robots', '2010-10-10T10:10:10'),
  staff: text('staff.txt', 'Staff only', '2010-10-10T10:10:10'),

  binHex: sample('4', 'welcome.hqx', 'application/mac-binhex40', 'A Macintosh file in BinHex', () =>
    binHex('welcome.txt', Buffer.from(read('texts', 'welcome.txt').replaceAll('\n', '\r'))),
  ),
  zip: sample('5', 'museum.zip', 'application/zip', 'A DOS archive', () =>
    zip({
      'WELCOME.TXT': Buffer.from(read('texts', 'welcome.txt').replaceAll('\n', '\r\n')),
      'POST.GIF': gif(1),
    }),
  ),
  uuencode: sample('6', 'post.uue', 'text/x-uuencode', 'A picture that travelled by mail', () =>
    uuencode('post.gif', gif(1)),
  ),
  gif: sample('g', 'post.gif', 'image/gif', 'The signpost at dusk', () => gif(1)),
  blinking: sample('g', 'lamp.gif', 'image/gif', 'The signpost, its lamp blinking', () => gif(2)),
  png: sample('p', 'post.png', 'image/png', 'The signpost at dusk, without patents', png),
  bitmap: sample(':', 'post.xbm', 'image/x-xbitmap', 'The signpost at dusk, as a piece of C', xbm),
  wav: sample('s', 'telephone.wav', 'audio/wav', 'The telephone, dialling', wav),
  au: sample('<', 'telephone.au', 'audio/basic', 'The telephone, dialling, on a workstation', au),
  film: sample(';', 'radar.avi', 'video/x-msvideo', 'A film of a radar screen', avi),
  movie: sample(';', 'radar.webm', 'video/webm', 'The radar screen, for browsers', () =>
    readFileSync(join(import.meta.dirname, 'gallery/radar.webm')),
  ),
  pdf: sample('P', 'leaflet.pdf', 'application/pdf', 'The leaflet', () =>
    pdf(['The Waypost museum', '', 'Open at all hours.', 'Entrance: any port above 1024.']),
  ),
  html: sample('h', 'page.html', 'text/html', 'A page, as pages were', fromFile('page.html.txt')),
  trap: sample('h', 'trap.html', 'text/html', 'A page that wants to be trusted', fromFile('trap.html.txt')),
  rtf: sample('r', 'note.rtf', 'application/rtf', 'A note in rich text'),
  xml: sample('x', 'record.xml', 'application/xml', 'A record of the inventory'),
  calendar: sample('c', 'opening.ics', 'text/calendar', 'Opening day'),
  event: sample('e', 'tour.txt', 'text/plain', 'Guided tour'),
  mail: sample('M', 'mail.eml', 'message/rfc822', 'A letter about the café'),
  postScript: lazyDocument(
    { name: 'motto.ps', title: 'The motto, for printers', type: '0', mediaType: 'application/postscript' },
    '1994-01-31T00:00:00',
    () => Buffer.from(read('texts', 'motto.ps')),
  ),

  heavy: large('3MB.bin', 'Three megabytes', 3_000_000),
  heavier: large('200MB.bin', 'Two hundred megabytes', 200_000_000),
  heaviest: large('1GiB.bin', 'A gibibyte', 1024 ** 3),
} as const satisfies Record<string, Document>;

export type DocumentName = keyof typeof documents;

/** The content of a document, one character for each octet. */
export function octetsOf(document: Document): string {
  return whole(document.source).toString('latin1');
}

/** A document with one sentence, for a file whose name is what matters. */
export function note(name: string, sentence: string, modified = '1994-12-01T12:00:00'): Document {
  return lazyDocument({ name, title: name, type: '0', mediaType: 'text/plain' }, modified, () =>
    Buffer.from(`${sentence}\n`),
  );
}

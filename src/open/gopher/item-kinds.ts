/**
 * How this gateway presents each item type: as a page, as something that the browser shows or plays, as a file to save,
 * or with an explanation.
 */

import { type GopherDetails, itemTypes } from '../../schemes/gopher/path.ts';
import { mediaTypeOf, UNKNOWN } from '../media-type.ts';

/**
 * `menu`: a page of links; `search`: with a search form. `text`: a page with the text. `message`: a page with a mail
 * message. `html`: shown without scripts and without the origin of this Worker. `shown`: shown or played by the browser
 * if its format allows it. `saved`: saved. `phone-book`: a form for the entries of a CSO nameserver. `explained`: not
 * fetched by gopher, but explained with a link.
 */
export type ItemPresentation =
  | 'menu'
  | 'search'
  | 'text'
  | 'message'
  | 'html'
  | 'shown'
  | 'saved'
  | 'phone-book'
  | 'explained';

interface ItemKind {
  /** The word before the item in a menu, of at most five letters. */
  readonly label: string;
  readonly presentation: ItemPresentation;
  /** The media type unless the name or the content suggests another. */
  readonly mediaType: string;
}

const TEXT = 'text/plain';
/** The media type of files that stand in a text. */
export const UUENCODED = 'text/x-uuencode';

const kinds: ReadonlyMap<string, ItemKind> = new Map([
  ['0', { label: 'TEXT', presentation: 'text', mediaType: TEXT }],
  ['1', { label: 'MENU', presentation: 'menu', mediaType: TEXT }],
  ['2', { label: 'BOOK', presentation: 'phone-book', mediaType: TEXT }],
  ['3', { label: 'ERROR', presentation: 'menu', mediaType: TEXT }],
  ['4', { label: 'FILE', presentation: 'saved', mediaType: 'application/mac-binhex40' }],
  ['5', { label: 'FILE', presentation: 'saved', mediaType: UNKNOWN }],
  ['6', { label: 'FILE', presentation: 'saved', mediaType: UUENCODED }],
  ['7', { label: 'FIND', presentation: 'search', mediaType: TEXT }],
  ['8', { label: 'TERM', presentation: 'explained', mediaType: TEXT }],
  ['9', { label: 'FILE', presentation: 'saved', mediaType: UNKNOWN }],
  ['+', { label: 'ALSO', presentation: 'saved', mediaType: UNKNOWN }],
  ['T', { label: 'TERM', presentation: 'explained', mediaType: TEXT }],
  ['g', { label: 'IMAGE', presentation: 'shown', mediaType: 'image/gif' }],
  ['I', { label: 'IMAGE', presentation: 'shown', mediaType: UNKNOWN }],
  ['h', { label: 'HTML', presentation: 'html', mediaType: 'text/html' }],
  ['i', { label: '', presentation: 'explained', mediaType: TEXT }],
  ['s', { label: 'SOUND', presentation: 'shown', mediaType: 'audio/basic' }],
  ['<', { label: 'SOUND', presentation: 'shown', mediaType: 'audio/basic' }],
  [';', { label: 'FILM', presentation: 'shown', mediaType: UNKNOWN }],
  [':', { label: 'IMAGE', presentation: 'shown', mediaType: 'image/bmp' }],
  ['d', { label: 'FILE', presentation: 'saved', mediaType: UNKNOWN }],
  ['P', { label: 'PDF', presentation: 'saved', mediaType: 'application/pdf' }],
  ['p', { label: 'IMAGE', presentation: 'shown', mediaType: 'image/png' }],
  ['r', { label: 'FILE', presentation: 'saved', mediaType: 'application/rtf' }],
  ['x', { label: 'XML', presentation: 'text', mediaType: TEXT }],
  ['c', { label: 'DATE', presentation: 'saved', mediaType: 'text/calendar' }],
  ['e', { label: 'EVENT', presentation: 'text', mediaType: TEXT }],
  ['M', { label: 'MAIL', presentation: 'message', mediaType: 'message/rfc822' }],
  ['w', { label: 'WEB', presentation: 'text', mediaType: TEXT }],
] satisfies readonly (readonly [string, ItemKind])[]);

/** How an item type is presented. An unknown type is a file. */
export function itemKind(type: string): ItemKind {
  return kinds.get(type) ?? { label: type, presentation: 'saved', mediaType: UNKNOWN };
}

/** How a reply is shown. A file has the media type that was requested; `null` = it follows from the item. */
type ShownReply =
  | { readonly presentation: 'menu' | 'text' | 'message' | 'html' }
  | { readonly presentation: 'file'; readonly mediaType: string | null };

const MEDIA_TYPE = /^[a-z\d][a-z\d!#$&^_.+-]*\/[a-z\d][a-z\d!#$&^_.+-]*$/;

/**
 * How a reply is shown: as the representation that the Gopher+ string requested (Gopher+ §2.6), else as its item type
 * says.
 *
 * @param isPlus - whether the reply has a Gopher+ header
 */
export function shownReply({ type, gopherPlus }: GopherDetails, isPlus: boolean): ShownReply {
  const view = isPlus ? (gopherPlus?.view?.toLowerCase() ?? null) : null;
  if (view !== null) {
    if (/^application\/gopher\+?-menu$/.test(view)) return { presentation: 'menu' };
    if (view === 'text/html') return { presentation: 'html' };
    if (/^text(?:\/|$)/.test(view)) return { presentation: 'text' };
    return { presentation: 'file', mediaType: MEDIA_TYPE.test(view) ? view : UNKNOWN };
  }
  const { presentation } = itemKind(type);
  switch (presentation) {
    case 'search':
      return { presentation: 'menu' };
    case 'phone-book':
    case 'explained':
      return { presentation: 'text' };
    case 'shown':
    case 'saved':
      return { presentation: 'file', mediaType: null };
    default:
      return { presentation };
  }
}

/** The name of an item type, for people. */
export function itemTypeName(type: string): string {
  return itemTypes.get(type)?.name ?? `item of the unknown type ${type}`;
}

/** Item types whose items are pictures in formats that browsers show. */
export const PICTURES: ReadonlySet<string> = new Set(['g', 'I', 'p']);

/** Media types by the first octets of a file. */
const signatures: readonly (readonly [octets: RegExp, mediaType: string])[] = [
  [/^GIF8[79]a/, 'image/gif'],
  [/^\x89PNG\r\n\x1a\n/, 'image/png'],
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^RIFF....WEBP/s, 'image/webp'],
  [/^....ftypavi[fs]/s, 'image/avif'],
  [/^BM....\0\0\0\0/s, 'image/bmp'],
  [/^(?:II\*\0|MM\0\*)/, 'image/tiff'],
  [/^#define /, 'image/x-xbitmap'],
  [/^\.snd/, 'audio/basic'],
  [/^RIFF....WAVE/s, 'audio/wav'],
  // A frame of layer III or II. Other octets after the first one are AAC, or begin a text in UTF-16.
  [/^(?:ID3|\xff[\xe2-\xe5\xf2-\xf5\xfa-\xfd])/, 'audio/mpeg'],
  [/^OggS/, 'audio/ogg'],
  [/^fLaC/, 'audio/flac'],
  [/^....ftyp/s, 'video/mp4'],
  [/^\x1a\x45\xdf\xa3/, 'video/webm'],
  [/^RIFF....AVI /s, 'video/x-msvideo'],
  [/^%PDF-/, 'application/pdf'],
  [/^PK\x03\x04/, 'application/zip'],
  [/^\x1f\x8b/, 'application/gzip'],
];

/** The number of octets that are enough to recognise a format. */
export const SNIFFED = 16;

/** Pictures, sounds and films. */
const MEDIA = /^(?:image|audio|video)\//;

/**
 * The media type of a file: by its first octets, one character for each, else by its name, else by its item type.
 * `itemMediaType('I', 'lamp', 'GIF89a')` is `'image/gif'`.
 */
export function itemMediaType(type: string, name: string, beginning: string): string {
  const { presentation, mediaType } = itemKind(type);
  if (presentation !== 'shown' && mediaType !== UNKNOWN) return mediaType;
  const byContent = signatures.find(([octets]) => octets.test(beginning))?.[1];
  const byName = mediaTypeOf(name, null);
  return byContent ?? (byName === UNKNOWN || (presentation === 'shown' && !MEDIA.test(byName)) ? mediaType : byName);
}

/**
 * The fields of a gopher path, `<type><selector>[%09<search>[%09<gopher+_string>]]`, decoded too (RFC 4266 §2.1), and
 * its Gopher+ string (§2.4–2.9, draft-ietf-uri-url-03 "Summary: gopher+ string"):
 *
 * ```
 *   ?                                 an item with an electronic form
 *   ![name *(SP name)]                attributes of the item
 *   $[name *(SP name)]                attributes of all items of a directory
 *   +[view[SP language]] [TAB block]  the content; with a block, the answer to a filled-in form
 *   block = "1" CRLF "+-1" CRLF *( answer CRLF ) "." CRLF
 * ```
 */
import { decodeOptional, decodeText } from '../../uri/decode.ts';
import type { Specification } from '../../uri/diagnostic.ts';
import { ABSENT } from '../../uri/rewrite.ts';
import { Extent } from '../extent.ts';
import type { Parts } from '../scheme.ts';

/** The fields of a gopher path, percent-encoded as in the URL. `null` = the path has no such field. */
export interface GopherPath {
  readonly type: string;
  readonly selector: string;
  readonly search: string | null;
  readonly plus: string | null;
}

/** Splits a canonical gopher path. An empty path means the top menu. */
export function splitGopherPath(path: string): GopherPath {
  if (path === '' || path === '/') return { type: '1', selector: '', search: null, plus: null };
  const type = typeOf(path);
  const fields = path.slice(1 + type.length);
  const first = fields.indexOf('%09');
  if (first === ABSENT) return { type, selector: fields, search: null, plus: null };
  const second = fields.indexOf('%09', first + 3);
  return {
    type,
    selector: fields.slice(0, first),
    search: second === ABSENT ? fields.slice(first + 3) : fields.slice(first + 3, second),
    plus: second === ABSENT ? null : fields.slice(second + 3),
  };
}

/**
 * The path of the search that a path may mean: some programs write the words after a question mark, which gopher has as
 * part of the selector. `proposedSearch('/7/find%3Ftea')` is `'/7/find%09tea'`.
 *
 * @param path - canonical
 * @returns `null` if the path is no search, or has words already
 */
export function proposedSearch(path: string): string | null {
  const { type, selector, search } = splitGopherPath(path);
  const [, before, words] = /^(.*?)%3F(.+)$/.exec(selector) ?? [];
  return type !== '7' || search !== null || words === undefined ? null : `/${type}${before}%09${words}`;
}

/** The type in a path that is longer than `/`: a character or its escape. */
export function typeOf(path: string): string {
  return path.charAt(1) === '%' ? path.slice(1, 4) : path.charAt(1);
}

export interface GopherDetails {
  /** One character. */
  readonly type: string;
  /** The name of the type; `null` for an unknown type. */
  readonly typeName: string | null;
  readonly selector: string;
  /** `null` if the URL has no search part, `''` if it is empty. */
  readonly search: string | null;
  readonly gopherPlus: GopherPlus | null;
}

/** Reads the details from the path of a canonical URL. */
export function gopherDetails(parts: Parts, extent: Extent = new Extent()): GopherDetails {
  const { type, selector, search, plus } = splitGopherPath(parts.path);
  const character = decodeText(type);
  return {
    type: character,
    typeName: itemTypes.get(character)?.name ?? null,
    selector: decodeText(selector),
    search: decodeOptional(search),
    gopherPlus: plus === null ? null : parseGopherPlus(plus, extent),
  };
}

type GopherPlusKind = 'default' | 'view' | 'ask' | 'attributes' | 'directoryAttributes' | 'form' | 'other';

/** What a Gopher+ string requests. */
export interface GopherPlus {
  readonly kind: GopherPlusKind;
  readonly view: string | null;
  readonly language: string | null;
  readonly attributes: readonly string[];
  /** The lines that answer a form, in their order. */
  readonly answers: readonly string[];
  /** The whole string, decoded, if its kind is `other`; else `null`. */
  readonly text: string | null;
}

const NOTHING: Omit<GopherPlus, 'kind'> = { view: null, language: null, attributes: [], answers: [], text: null };

/** What a Gopher+ string requests, without reading what it lists. */
export function gopherPlusKind(encoded: string): GopherPlusKind {
  switch (encoded.charAt(0)) {
    case '!':
      return 'attributes';
    case '$':
      return 'directoryAttributes';
    case '%':
      return encoded === '%3F' ? 'ask' : 'other';
    case '+':
      if (encoded.includes(TAB)) return answersIn(encoded) === null ? 'other' : 'form';
      return encoded === '+' || encoded.startsWith(`+${BLANK}`) ? 'default' : 'view';
    default:
      return 'other';
  }
}

/** Reads a percent-encoded Gopher+ string whose escapes are canonical. */
function parseGopherPlus(encoded: string, extent: Extent = new Extent()): GopherPlus {
  const kind = gopherPlusKind(encoded);
  switch (kind) {
    case 'ask':
      return { ...NOTHING, kind };
    case 'attributes':
    case 'directoryAttributes':
      return { ...NOTHING, kind, attributes: parseAttributeNames(encoded, extent) };
    case 'other':
      // A view beside it would repeat it.
      return { ...NOTHING, kind, text: decodeText(encoded) };
    default:
      return { ...NOTHING, kind, ...parseContent(encoded, extent) };
  }
}

/** The variant of the content, and the answers. */
function parseContent(encoded: string, extent: Extent): Pick<GopherPlus, 'view' | 'language' | 'answers'> {
  const [variant = ''] = split(encoded.slice(1), TAB);
  const [view = '', language = null] = split(variant, BLANK);
  const answers = extent.beginning('details.gopherPlus.answers', answersIn(encoded) ?? []);
  return {
    view: view === '' ? null : decodeText(view),
    language: decodeOptional(language),
    answers: answers.map(decodeText),
  };
}

/** Splits a text in two at the first separator. */
function split(text: string, separator: string): string[] {
  const at = text.indexOf(separator);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + separator.length)];
}

const [SPACE, PLUS] = [0x20, 0x2b];

/**
 * A name in `!+ABSTRACT%20+ADMIN`, decoded, or without spaces, as Gopher+ itself writes them: `!+ABSTRACT+ADMIN`. It
 * ends at a space and before a plus sign.
 */
const NAME = /\+[^ +]*|[^ +]+/g;

function parseAttributeNames(encoded: string, extent: Extent): string[] {
  const text = decodeText(encoded.slice(1));
  const names: string[] = [];
  for (const [name] of text.matchAll(NAME)) {
    if (names.push(name) === extent.most) break;
  }
  if (names.length === extent.most) extent.omit('details.gopherPlus.attributes', countNames(text) - names.length);
  return names;
}

/** How many names there are. A text of 64 KiB may have as many, which are slow to make. */
function countNames(text: string): number {
  let count = 0;
  let previous = SPACE;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === PLUS || (code !== SPACE && previous === SPACE)) count++;
    previous = code;
  }
  return count;
}

const TAB = '%09';
const BLANK = '%20';
const CRLF = '%0D%0A';

/** The answers of a filled-in form, still encoded; `null` if the block does not follow the grammar above. */
function parseAnswers(block: string): string[] | null {
  const lines = block.split(CRLF);
  const [flag, indicator] = lines.splice(0, 2);
  const [dot, end] = lines.splice(-2);
  if (flag !== '1' || indicator !== '+-1' || dot !== '.' || end !== '') return null;
  const strict = lines.every((line) => line !== '.' && !LINE_BREAK.test(line) && !line.includes(TAB));
  return strict ? lines : null;
}

const LINE_BREAK = /%0[AD]/;

/** Whether a Gopher+ string has no line breaks, or only those of a filled-in form. */
export function hasOnlyFormLineBreaks(encoded: string): boolean {
  return !LINE_BREAK.test(encoded) || (encoded.startsWith('+') && answersIn(encoded) !== null);
}

/** The answers in `+[view] TAB block`, encoded; `null` if there is no block, or it does not follow the grammar. */
function answersIn(encoded: string): string[] | null {
  const tab = encoded.indexOf(TAB);
  return tab === ABSENT ? null : parseAnswers(encoded.slice(tab + TAB.length));
}

interface ItemType {
  readonly name: string;
  /** The specification that lists the type; `null` for a type in common use. */
  readonly spec: Specification | null;
}

const rfc1436: Specification = { document: 'RFC 1436', section: '3.8' };

/** The known types by their character. */
export const itemTypes: ReadonlyMap<string, ItemType> = new Map<string, ItemType>([
  ['0', { name: 'text file', spec: rfc1436 }],
  ['1', { name: 'menu', spec: rfc1436 }],
  ['2', { name: 'CSO phone-book server', spec: rfc1436 }],
  ['3', { name: 'error', spec: rfc1436 }],
  ['4', { name: 'BinHexed Macintosh file', spec: rfc1436 }],
  ['5', { name: 'DOS binary archive', spec: rfc1436 }],
  ['6', { name: 'uuencoded file', spec: rfc1436 }],
  ['7', { name: 'full-text search', spec: rfc1436 }],
  ['8', { name: 'telnet session', spec: rfc1436 }],
  ['9', { name: 'binary file', spec: rfc1436 }],
  ['+', { name: 'redundant server', spec: rfc1436 }],
  ['T', { name: 'tn3270 session', spec: rfc1436 }],
  ['g', { name: 'GIF image', spec: rfc1436 }],
  ['I', { name: 'image', spec: rfc1436 }],
  ['h', { name: 'HTML document or URL', spec: null }],
  ['i', { name: 'informational text', spec: null }],
  ['s', { name: 'sound', spec: null }],
  ['<', { name: 'sound', spec: null }],
  [';', { name: 'movie', spec: null }],
  [':', { name: 'bitmap image', spec: null }],
  ['d', { name: 'document', spec: null }],
  ['P', { name: 'PDF document', spec: null }],
  ['p', { name: 'PNG image', spec: null }],
  ['r', { name: 'rich text document', spec: null }],
  ['x', { name: 'XML document', spec: null }],
  ['c', { name: 'calendar', spec: null }],
  ['e', { name: 'event', spec: null }],
  ['M', { name: 'MIME message', spec: null }],
  ['w', { name: 'web link', spec: null }],
]);

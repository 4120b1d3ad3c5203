/**
 * Finds URLs, message-ids and mail addresses in a line. RFC 3986 App. C asks for delimiters around a URL, but most
 * writers leave them out, so the end of a URL is a guess.
 */
import { linkableSchemes } from '../schemes/linkable.ts';

/** A piece of a line. The texts of all pieces in order are the line. */
export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  /** A URL as written, without the brackets around it. */
  | { readonly kind: 'url'; readonly text: string; readonly url: string }
  /** An article, by its message-id without angle brackets. */
  | { readonly kind: 'message'; readonly text: string; readonly messageId: string }
  | { readonly kind: 'address'; readonly text: string; readonly address: string };

/**
 * The schemes of URLs to find. The explorer does not share the expression below: it looks for other schemes, allows
 * line breaks in a URL, leaves out addresses, and is downloaded by browsers.
 */
const SCHEMES = [...linkableSchemes].map((name) => name.replace(/[+.]/g, '\\$&')).join('|');

/** A URL in brackets, a bare URL, a message-id or address in brackets, or a bare address. Every part is bounded. */
const MENTION = new RegExp(
  `<(?:URL:)?((?:${SCHEMES}):[^\\s<>]{1,2000})>` +
    `|\\b((?:${SCHEMES}):(?://)?[^\\s<>"\`]{2,2000})` +
    '|<([^\\s<>@]{1,200}@[^\\s<>@]{1,200})>' +
    '|(?<![\\w.+-])([\\w.+-]{1,64}@[a-z\\d](?:[a-z\\d.-]{0,200}[a-z\\d])?\\.[a-z]{2,24})\\b',
  'gi',
);

/** The number of characters before an id in which to look for a word that announces a message-id. */
const LONGEST_WORD = 24;

/** Words that announce a message-id, as in "In article <…>". */
const ANNOUNCES_ARTICLE = /\b(?:article|message|message-id|msgid|posting|news|in|references?)\W*$/i;

/**
 * Splits a line into URLs, message-ids, addresses and the text between them.
 * `piecesOf('see <URL:gopher://h.example/>.').map(({ kind }) => kind)` is `['text', 'url', 'text']`.
 */
export function piecesOf(line: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  const add = (piece: Piece, at: number): void => {
    if (at > from) pieces.push({ kind: 'text', text: line.slice(from, at) });
    pieces.push(piece);
    from = at + piece.text.length;
  };
  for (const match of line.matchAll(MENTION)) {
    const [whole, wrapped, bare, inBrackets, address] = match;
    const at = match.index;
    if (at < from) continue;
    if (wrapped !== undefined) add({ kind: 'url', text: whole, url: wrapped }, at);
    else if (bare !== undefined) add(bareUrl(bare), at);
    else if (inBrackets !== undefined)
      add(messageOrAddress(whole, inBrackets, line.slice(Math.max(0, at - LONGEST_WORD), at)), at);
    else if (address !== undefined) add({ kind: 'address', text: address, address }, at);
  }
  if (from < line.length) pieces.push({ kind: 'text', text: line.slice(from) });
  return pieces;
}

/** A URL in running text, without punctuation of the sentence, and without a closing bracket that it does not open. */
function bareUrl(text: string): Piece {
  let unopened = 0;
  for (const character of text) unopened += character === ')' ? 1 : character === '(' ? -1 : 0;
  let end = text.length;
  for (; end > 0; end--) {
    const last = text[end - 1] ?? '';
    if (!/[.,;:!?'")\]}]/.test(last) || (last === ')' && unopened <= 0)) break;
    if (last === ')') unopened--;
  }
  const url = text.slice(0, end);
  return /^[a-z\d]+:(?:\/\/)?[^/]/i.test(url) ? { kind: 'url', text: url, url } : { kind: 'text', text: url };
}

/** `<a@b>` is a message-id or an address. The words before it decide, or else its form. */
function messageOrAddress(text: string, id: string, before: string): Piece {
  return ANNOUNCES_ARTICLE.test(before) || looksGenerated(id)
    ? { kind: 'message', text, messageId: id }
    : { kind: 'address', text, address: id };
}

/** Programs make message-ids from clocks and counters, or with characters that are rare in addresses. */
function looksGenerated(id: string): boolean {
  const left = id.slice(0, id.indexOf('@'));
  return /\d{5}|[$%/]/.test(left) || /^(?=.*\d)[\dA-Za-z]{12,}$/.test(left);
}

/** Removes the domain from every mail address in a text: `ada@h.example` → `ada@…`. */
export function maskAddresses(text: string): string {
  return text.replace(/([\w.+-]{1,64}@)[a-z\d](?:[a-z\d.-]{0,200}[a-z\d])?/gi, '$1…');
}

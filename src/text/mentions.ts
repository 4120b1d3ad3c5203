/** Finds URLs, message-ids and mail addresses in the text of an article. */
import { linkableSchemes } from '../schemes/linkable.ts';
import { linksInPlainText } from './plain.ts';

/** A piece of a text. The texts of all pieces in order are the text. */
export type MentionPiece =
  | { readonly kind: 'text'; readonly text: string }
  /** A URL as written, and as it is meant. */
  | { readonly kind: 'url'; readonly text: string; readonly url: string }
  /** An article, by its message-id without angle brackets. */
  | { readonly kind: 'message'; readonly text: string; readonly messageId: string }
  | { readonly kind: 'address'; readonly text: string; readonly address: string };

/** A message-id or address in brackets, or a bare address. Every part is bounded. */
const MENTION =
  /<([^\s<>@]{1,200}@[^\s<>@]{1,200})>|(?<![\w.+-])([\w.+-]{1,64}@[a-z\d](?:[a-z\d.-]{0,200}[a-z\d])?\.[a-z]{2,24})\b/gi;

/** The number of characters before an id in which to look for a word that announces a message-id. */
const LONGEST_WORD = 24;

/** Words that announce a message-id, as in "In article <…>". */
const ANNOUNCES_ARTICLE = /\b(?:article|message|message-id|msgid|posting|news|in|references?)\W*$/i;

/**
 * Splits a text into URLs that a page may link to, message-ids, addresses and the text between them.
 * `mentionPieces('see <URL:gopher://h.example/>.').map(({ kind }) => kind)` is `['text', 'url', 'text']`.
 */
export function mentionPieces(text: string): MentionPiece[] {
  const pieces: MentionPiece[] = [];
  let done = 0;
  for (const { range, written, url } of linksInPlainText(text).links) {
    if (!linkableSchemes.has(url.slice(0, url.indexOf(':')).toLowerCase())) continue;
    addMentions(text, done, range[0], pieces);
    pieces.push({ kind: 'url', text: written, url });
    done = range[1];
  }
  addMentions(text, done, text.length, pieces);
  return pieces;
}

/** Adds the pieces of a text without URLs. */
function addMentions(text: string, from: number, to: number, pieces: MentionPiece[]): void {
  const gap = text.slice(from, to);
  let done = 0;
  for (const { 0: whole, 1: inBrackets, 2: address = '', index } of gap.matchAll(MENTION)) {
    if (index > done) pieces.push({ kind: 'text', text: gap.slice(done, index) });
    const before = gap.slice(Math.max(0, index - LONGEST_WORD), index);
    pieces.push(
      inBrackets === undefined
        ? { kind: 'address', text: address, address }
        : messageOrAddress(whole, inBrackets, before),
    );
    done = index + whole.length;
  }
  if (done < gap.length) pieces.push({ kind: 'text', text: gap.slice(done) });
}

/** `<a@b>` is a message-id or an address. The words before it decide, or else its form. */
function messageOrAddress(text: string, id: string, before: string): MentionPiece {
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

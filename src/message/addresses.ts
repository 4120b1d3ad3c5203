/**
 * Address lists (RFC 5322 §3.4) as programs really wrote them: names with and without quotes, addresses in angle brackets
 * or without them, names in comments, and groups, of which only the members count.
 */
import { decodeWords, isEncodedWords } from './encoded-words.ts';

/** Who wrote or gets a message. Either text may be empty. */
export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

/**
 * A quoted string, a comment, an address in angle brackets, a separator, blanks, or a word. A missing end is the end of
 * the list, so that the expression takes linear time.
 */
const TOKEN = /"((?:[^"\\]|\\.)*)"?|\(((?:[^()\\]|\\.)*)\)?|<([^<>]*)>|([,;:])|\s+|([^\s"(<,;:]+)|</gs;

/** A part of the text of a mailbox. In quotes it is never an address, so that nobody can hide one in a name. */
interface Piece {
  readonly text: string;
  readonly isQuoted: boolean;
}

/**
 * Parses an address list, with encoded words decoded.
 *
 * @example
 * ```ts
 * parseAddresses('Ada <ada@h.example>, bob@h.example (Bob)');
 * // [{ name: 'Ada', address: 'ada@h.example' }, { name: 'Bob', address: 'bob@h.example' }]
 * ```
 */
export function parseAddresses(list: string): Mailbox[] {
  const mailboxes: Mailbox[] = [];
  let pieces: Piece[] = [];
  let comments: string[] = [];
  let address = '';
  let isAdjacent = false;
  const end = (): void => {
    mailboxes.push(...mailboxesOf(pieces, comments, address));
    pieces = [];
    comments = [];
    address = '';
  };
  for (const [, quoted, comment, bracketed, separator, word = ''] of list.matchAll(TOKEN)) {
    if (bracketed !== undefined) address ||= bracketed.trim();
    else if (comment !== undefined) comments.push(withoutEscapes(comment));
    else if (separator === ':') pieces = [];
    else if (separator !== undefined) end();
    else if (quoted !== undefined || word !== '') {
      const piece = { text: quoted === undefined ? word : withoutEscapes(quoted), isQuoted: quoted !== undefined };
      const last = isAdjacent ? pieces.pop() : undefined;
      pieces.push({ text: (last?.text ?? '') + piece.text, isQuoted: piece.isQuoted || last?.isQuoted === true });
    }
    isAdjacent = quoted !== undefined || word !== '';
  }
  end();
  return mailboxes;
}

/** `\"` as `"` (RFC 5322 §3.2.1). */
function withoutEscapes(text: string): string {
  return text.replace(/\\(.)/gs, '$1');
}

/** A mailbox, if there is anything in it. */
function mailboxesOf(pieces: readonly Piece[], comments: readonly string[], bracketed: string): Mailbox[] {
  if (bracketed === '' && isEncodedWords(textOf(pieces))) return [readEncoded(decodeWords(textOf(pieces)))];
  const bare = bracketed === '' ? pieces.find(({ text, isQuoted }) => !isQuoted && isAddress(text)) : undefined;
  const address = bracketed || (bare?.text ?? '');
  const name = textOf(pieces.filter((piece) => piece !== bare)) || comments.join(' ');
  return address === '' && name === '' ? [] : [{ name: decodeWords(name), address: decodeWords(address) }];
}

function textOf(pieces: readonly Piece[]): string {
  return pieces.map(({ text }) => text).join(' ');
}

/** Whether a word looks like an address. */
function isAddress(word: string): boolean {
  return /^\S+@[^@\s]+$/.test(word);
}

/** Some programs encode a mailbox as a whole. A name alone must not become an address. */
function readEncoded(decoded: string): Mailbox {
  const [, name = '', address] = /^([^<>]*)<([^<>\s]+@[^<>\s]+)>\s*$/.exec(decoded) ?? [];
  return address === undefined ? { name: decoded, address: '' } : { name: name.trim(), address };
}

/**
 * Lines and tokens of Prospero's directory protocol. Each character of these texts is one octet.
 *
 * ```
 *   LINK  L FILE it'''s here.txt' …     a line feed ends a line; one blank separates two tokens
 *        ^          ^  ^                 two blanks: an empty token; quotes may open inside a token
 * ```
 * Inside quotes, two quotes are one, and blanks and line feeds are content. Version 1 has no quotes.
 *
 * The header of an ARDP packet, version 0. Numbers are big-endian, and every field after the first octet may be absent.
 *
 * ```
 *   0          1        3        5        7          9     11     12
 *   +----------+--------+--------+--------+----------+-----+------+--------+
 *   | v | len  |   id   | packet | total  | received | wait| flags| option |
 *   +----------+--------+--------+--------+----------+-----+------+--------+
 * ```
 */
import { concatOctets } from '../../octets/octets.ts';

/** A text that Prospero does not allow: in an answer, or in a request that cannot be sent. */
export class ProsperoError extends Error {
  override readonly name = 'ProsperoError';
}

/** The versions of the directory protocol that servers answer. */
export type ProtocolVersion = 1 | 5;

/** A line of an answer has at most this many tokens: about ten of a link, more of a long attribute. */
const MOST_TOKENS = 1000;

const NEEDS_QUOTES = /[ ']/;
const CONTROL = /[\0-\x1f\x7f]/;

/**
 * A token as a request has it: in quotes if it is empty, or has a blank or a quote in it. Throws a `ProsperoError` for
 * a control character, which could end the line. `quoteToken("it's here.txt")` is `"'it''s here.txt'"`.
 */
export function quoteToken(text: string): string {
  if (CONTROL.test(text)) throw new ProsperoError('A Prospero request cannot contain control characters.');
  return text === '' || NEEDS_QUOTES.test(text) ? `'${text.replaceAll("'", "''")}'` : text;
}

/**
 * The lines of an answer, each as its tokens. Empty lines are left out. Throws a `ProsperoError` if the answer ends
 * inside of quotes, or a line has too many tokens. `parseLines("LINK  L FILE 'a b'", 5)` is `[['LINK', '', 'L', 'FILE',
 * 'a b']]`.
 */
export function parseLines(text: string, version: ProtocolVersion): string[][] {
  if (version === 5) return splitQuoted(text);
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => checked(line.split(' ', MOST_TOKENS + 1)));
}

function checked(tokens: string[]): string[] {
  if (tokens.length > MOST_TOKENS) throw new ProsperoError('A line of the answer has too many fields.');
  return tokens;
}

/** The next character with a meaning, outside of quotes and inside. */
const SPECIAL = /[ '\n]/g;

function splitQuoted(text: string): string[][] {
  const lines: string[][] = [];
  let tokens: string[] = [];
  let token = '';
  let isEmptyLine = true;
  const endLine = (): void => {
    if (!isEmptyLine) lines.push(checked([...tokens, token]));
    tokens = [];
    token = '';
    isEmptyLine = true;
  };
  for (let at = 0; at < text.length; ) {
    SPECIAL.lastIndex = at;
    const next = SPECIAL.exec(text)?.index ?? text.length;
    token += text.slice(at, next);
    if (next > at) isEmptyLine = false;
    at = next + 1;
    if (next === text.length) break;
    if (text[next] === '\n') {
      endLine();
      continue;
    }
    isEmptyLine = false;
    if (text[next] === ' ') {
      tokens.push(token);
      checked(tokens);
      token = '';
      continue;
    }
    const close = closingQuote(text, at);
    token += text.slice(at, close).replaceAll("''", "'");
    at = close + 1;
  }
  endLine();
  return lines;
}

/** The index of the quote that ends a quoted text. */
function closingQuote(text: string, from: number): number {
  for (let at = from; ; at += 2) {
    at = text.indexOf("'", at);
    if (at === -1) throw new ProsperoError('The answer ends inside of quotes.');
    if (text[at + 1] !== "'") return at;
  }
}

/** The header of the packets that a client sends: as far as `received`. */
const REQUEST_HEADER = 9;

/** The octets of text in one packet of a request. With header it fits into every network's datagrams. */
const LARGEST_TEXT = 1200;

interface RequestHeader {
  /** Chosen by the client for each question. */
  readonly connectionId: number;
  /** From 1. 0 = a packet that only controls. */
  readonly packet: number;
  /** How many packets the request has; 0 in a packet that only controls. */
  readonly total: number;
  /** The number of the last packet of the answer before the first that is missing. */
  readonly received: number;
}

export function requestHeader({ connectionId, packet, total, received }: RequestHeader): Uint8Array {
  const octets = new Uint8Array(REQUEST_HEADER);
  octets[0] = REQUEST_HEADER;
  [connectionId, packet, total, received].forEach((value, index) => {
    octets[1 + 2 * index] = value >> 8;
    octets[2 + 2 * index] = value & 0xff;
  });
  return octets;
}

/** The packets of a request whose text is in octets. */
export function requestPackets(text: Uint8Array, connectionId: number): Uint8Array[] {
  const total = Math.max(1, Math.ceil(text.length / LARGEST_TEXT));
  return Array.from({ length: total }, (_, index) => {
    const part = text.subarray(index * LARGEST_TEXT, (index + 1) * LARGEST_TEXT);
    return concatOctets([requestHeader({ connectionId, packet: index + 1, total, received: 0 }), part]);
  });
}

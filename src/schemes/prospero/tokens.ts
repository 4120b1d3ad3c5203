/**
 * Lines and tokens of Prospero's directory protocol. Each character of these texts is one octet.
 *
 * ```
 *   LINK  L FILE it'''s here.txt' …     a line feed ends a line; one blank separates two tokens
 *        ^          ^  ^                 two blanks: an empty token; quotes may open inside a token
 * ```
 * Inside quotes, two quotes are one, and blanks and line feeds are content. Version 1 has no quotes.
 */

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
 * A token as a request has it: in quotes if it is empty, or has a blank or a quote in it.
 *
 * @param text - one character for each octet
 * @throws ProsperoError if the text has a control character, which could end the line
 * @example
 * ```ts
 * quoteToken("it's here.txt"); // "'it''s here.txt'"
 * ```
 */
export function quoteToken(text: string): string {
  if (CONTROL.test(text)) throw new ProsperoError('A Prospero request cannot contain control characters.');
  return text === '' || NEEDS_QUOTES.test(text) ? `'${text.replaceAll("'", "''")}'` : text;
}

/**
 * The lines of an answer, each as its tokens. Empty lines are left out.
 *
 * @param text - the whole answer, one character for each octet
 * @throws ProsperoError if the answer ends inside of quotes, or a line has too many tokens
 * @example
 * ```ts
 * parseLines("LINK  L FILE 'a b'\n", 5); // [['LINK', '', 'L', 'FILE', 'a b']]
 * ```
 */
export function parseLines(text: string, version: ProtocolVersion): string[][] {
  return version === 1
    ? text
        .split('\n')
        .filter((line) => line !== '')
        .map(splitPlain)
    : splitQuoted(text);
}

function splitPlain(line: string): string[] {
  return checked(line.split(' ', MOST_TOKENS + 1));
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
      if (tokens.length > MOST_TOKENS) checked(tokens);
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

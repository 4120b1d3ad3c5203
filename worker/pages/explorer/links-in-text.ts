/** Finds the URLs of a text: in prose, in lists, in mail, and in the source of web pages. */
import { schemes } from '../../../src/every-scheme.ts';

export interface LinkInText {
  readonly text: string;
  /** Where it begins, in UTF-16 code units. */
  readonly at: number;
}

const KNOWN = [...schemes.keys()].map((name) => name.replace(/[+.]/g, '\\$&')).join('|');

/** The longest URL between angle brackets, in UTF-16 code units. Without it, stray brackets take quadratic time. */
const LONGEST_WRAPPED = 2000;

const CHARACTERS = '[^\\s<>"`]+';

/**
 * A URL in `<…>`, where a line may break (RFC 3986 Appendix C), or a bare one. A bare URL does not begin inside another
 * word or URL, and ends before a character that no URL contains. If its scheme is unknown, it has `//`, or a line of
 * its own, as in a list. `C:\` and `host.example:70/` are not URLs.
 */
const URLS = new RegExp(
  [
    `<(?:URL:)?(?:${KNOWN}):[^<>]{1,${LONGEST_WRAPPED}}>`,
    `(?<![\\w+.\\-/?&%@])(?:(?:${KNOWN}):|[a-z][a-z\\d+.-]*://)${CHARACTERS}`,
    // The first lookahead keeps a long run of blanks from being searched again at each of them.
    `(?=[a-z])(?<=^[ \\t]*)(?!url:)[a-z][a-z\\d+.-]+:(?!:|\\d+(?:/|$))${CHARACTERS}(?=[ \\t]*\\r?$)`,
  ].join('|'),
  'gim',
);

/** Every URL of a text, in the order of the text. */
export function* extractLinks(text: string): Generator<LinkInText> {
  for (const { 0: match, index } of text.matchAll(URLS)) {
    const link = match.startsWith('<') ? match : withoutPunctuation(match);
    // Only a word and a colon, as in “news: the latest”.
    if (!/:(?:\/\/)?$/.test(link)) yield { text: link, at: index };
  }
}

const CLOSING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/**
 * Cuts off the punctuation that ends a sentence, and brackets that were opened before the URL. Brackets are counted
 * only once, so that a thousand of them take a thousand steps.
 */
function withoutPunctuation(match: string): string {
  const unopened = new Map<string, number>();
  let end = match.length;
  for (; end > 0; end--) {
    const last = match.charAt(end - 1);
    const opening = CLOSING[last];
    if (opening !== undefined) {
      const left = unopened.get(last) ?? count(match, last) - count(match, opening);
      if (left <= 0) break;
      unopened.set(last, left - 1);
    } else if (!/[.,;:!?'’”»…]/.test(last)) break;
  }
  return match.slice(0, end);
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}

/**
 * Whether input is a text with URLs in it: several URLs, or words in lines of their own around one. A single URL may
 * contain blanks, and may be broken over lines. `isText('https://h.example/x\nhttps://h.example/y')` is `true`, and
 * `isText('https://h.example/a/long/\npath.html')` is `false`.
 */
export function isText(input: string): boolean {
  const text = input.trim();
  if (!/\s/.test(text) || /^<[^<>]*>$/.test(text)) return false;
  const [first, second] = extractLinks(text);
  if (first === undefined) return false;
  return second !== undefined || (/[\r\n]/.test(text) && (first.at > 0 || !isBrokenUrl(text)));
}

/** Whether the lines of a text are pieces of one URL: each is a single word, and none but the first begins a URL. */
function isBrokenUrl(text: string): boolean {
  const [, ...lines] = text.split(/\r\n|\r|\n/);
  return lines.every(
    (line) => /^[ \t]*\S+[ \t]*$/.test(line) && !/^\s*(?:(?:www|ftp|gopher)\.|[a-z][a-z\d+.-]+:)/i.test(line),
  );
}

/** Whether input that is not a URL contains one after other words. */
export function containsLink(input: string): boolean {
  const [first] = extractLinks(input.trim());
  return first !== undefined && first.at > 0;
}

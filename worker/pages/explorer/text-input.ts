/** Whether the input of the explorer is a URL, or a text with URLs. */
import { findingsIn } from '../../../src/text/findings.ts';
import { beginsLink } from '../../../src/text/guesses.ts';
import { linksInPlainText } from '../../../src/text/plain.ts';
import { WRAPPED } from '../../../src/uri/prepare.ts';

/**
 * Whether input is a text with URLs in it: several URLs or names of hosts, or words in lines of their own around one. A
 * single URL may contain blanks, and may be broken over lines. `isText('https://h.example/x\nhttps://h.example/y')` is
 * `true`, and `isText('https://h.example/a/long/\npath.html')` is `false`.
 */
export function isText(input: string): boolean {
  const text = input.trim();
  if (!/\s/.test(text) || WRAPPED.test(text)) return false;
  const [first, second] = findingsIn(linksInPlainText(text));
  if (first === undefined) return false;
  if (second !== undefined) return true;
  return /[\r\n]/.test(text) && (first.range[0] > 0 || !isBrokenUrl(text));
}

/** Whether the lines of a text are pieces of one URL: each is a single word, and none but the first begins a URL. */
function isBrokenUrl(text: string): boolean {
  const [, ...lines] = text.split(/\r\n|\r|\n/);
  return lines.every((line) => /^[ \t]*\S+[ \t]*$/.test(line) && !beginsLink(line.trim()));
}

/** Whether input that is not a URL contains one after other characters. */
export function containsLink(input: string): boolean {
  const [first] = linksInPlainText(input.trim()).links;
  return first !== undefined && first.range[0] > 0;
}

/** Whether the input of the explorer is a URL, or a text with URLs. */
import type { LinkProposal, LinksInText, TextLink } from '../../../src/text/link.ts';
import { linksInPlainText } from '../../../src/text/plain.ts';
import { isWrapped } from './wrapped.ts';

/** Links, and what may be meant as one, without what is inside a link, in the order of the text. */
export function findingsIn({ links, proposals }: LinksInText): readonly (TextLink | LinkProposal)[] {
  const guesses = proposals.filter(({ reason, url }) => url !== null && !INSIDE_LINKS.has(reason));
  return [...links, ...guesses].toSorted((a, b) => a.range[0] - b.range[0]);
}

const INSIDE_LINKS: ReadonlySet<string> = new Set(['inside-another', 'blank-inside']);

/**
 * Whether input is a text with URLs in it: several URLs or names of hosts, or words in lines of their own around one. A
 * single URL may contain blanks, and may be broken over lines. `isText('https://h.example/x\nhttps://h.example/y')` is
 * `true`, and `isText('https://h.example/a/long/\npath.html')` is `false`.
 */
export function isText(input: string): boolean {
  const text = input.trim();
  if (!/\s/.test(text) || isWrapped(text)) return false;
  const [first, second] = findingsIn(linksInPlainText(text));
  if (first === undefined) return false;
  if (second !== undefined) return true;
  return /[\r\n]/.test(text) && (first.range[0] > 0 || !isBrokenUrl(text));
}

/** Whether the lines of a text are pieces of one URL: each is a single word, and none but the first begins a URL. */
function isBrokenUrl(text: string): boolean {
  const [, ...lines] = text.split(/\r\n|\r|\n/);
  return lines.every(
    (line) => /^[ \t]*\S+[ \t]*$/.test(line) && !/^\s*(?:(?:www|ftp|gopher)\.|[a-z][a-z\d+.-]+:)/i.test(line),
  );
}

/** Whether input that is not a URL contains one after other characters. */
export function containsLink(input: string): boolean {
  const [first] = linksInPlainText(input.trim()).links;
  return first !== undefined && first.range[0] > 0;
}

/** Whether a finding is a link, and not only a proposal. */
export function isLink(finding: TextLink | LinkProposal): finding is TextLink {
  return 'delimiter' in finding;
}

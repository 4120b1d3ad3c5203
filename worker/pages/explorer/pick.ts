/**
 * Picks the URLs of forgotten schemes out of a text in which people wrote about them: bare, between blanks,
 * quotation marks or brackets, and in `<…>`, where a line may break inside of them (RFC 3986 Appendix C).
 */
import { schemes } from '../../../src/index.ts';

/** A URL as it stands in a text. */
export interface Pick {
  readonly text: string;
  /** Where it begins, in UTF-16 code units. */
  readonly at: number;
}

/** The schemes, except those of the Web, whose links browsers open. */
const NAMES = [...schemes.values()].flatMap(({ kind, name }) => (kind === 'http' ? [] : [name])).join('|');

/** So long a text between angle brackets may be a URL; it bounds what a stray bracket makes the search read. */
const LONGEST_WRAPPED = 2000;

/**
 * In `<…>`, or from a scheme that does not stand inside of another word or URL up to what no URL has in it.
 * Without a following character there is no URL, only a word and a colon.
 */
const URLS = new RegExp(
  `<(?:URL:)?(?:${NAMES}):[^<>]{1,${LONGEST_WRAPPED}}>|(?<![\\w+.\\-/?&%@])(?:${NAMES}):[^\\s<>"\`]+`,
  'gi',
);

/** Every URL in a text, from its beginning to its end. */
export function* picksOf(text: string): Generator<Pick> {
  for (const { 0: found, index } of text.matchAll(URLS)) {
    const bare = found.startsWith('<') ? found : withoutPunctuation(found);
    if (!bare.endsWith(':')) yield { text: bare, at: index };
  }
}

const CLOSING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/**
 * A sentence goes on behind a URL: its full stop is not the URL's, nor is a bracket that was opened before. Brackets
 * are counted once, so that a thousand of them at the end take no more than a thousand steps.
 */
function withoutPunctuation(found: string): string {
  const unopened = new Map<string, number>();
  let end = found.length;
  for (; end > 0; end--) {
    const last = found.charAt(end - 1);
    const opening = CLOSING[last];
    if (opening !== undefined) {
      const left = unopened.get(last) ?? count(found, last) - count(found, opening);
      if (left <= 0) break;
      unopened.set(last, left - 1);
    } else if (!/[.,;:!?'’”»…]/.test(last)) break;
  }
  return found.slice(0, end);
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}

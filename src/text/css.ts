/** The URLs of a style sheet: `url(…)`, and `@import` with a string (CSS Syntax Level 3, §4.3). */
import type { TextRange, UnreadText } from './link.ts';

interface CssUrl {
  readonly range: TextRange;
  readonly url: string;
  readonly write: (url: string) => string | null;
}

/** Comments, `url(…)` with and without quotation marks, `@import "…"`, and other strings. */
const TOKEN = new RegExp(
  [
    /\/\*.*?(?:\*\/|$)/,
    /(?<![\w-])url\(\s*(?:"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|([^\s"'()\\][^\s"'()]*))\s*\)/,
    /@import\s+(?:"([^"\\\n]*)"|'([^'\\\n]*)')/,
    /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gis',
);

/**
 * Finds the URLs in a range of a text.
 *
 * @param isAttribute - whether the range is the value of an attribute
 */
export function urlsInCss(
  text: string,
  [from, to]: TextRange,
  isAttribute: boolean,
): { readonly urls: readonly CssUrl[]; readonly unread: readonly UnreadText[] } {
  const urls: CssUrl[] = [];
  const unread: UnreadText[] = [];
  const excluded = isAttribute ? /[\s"'\\<>&]/ : /[\s"'\\<>]/;
  for (const match of text.slice(from, to).matchAll(TOKEN)) {
    const [whole, double, single, bare, imported, importedSingle] = match;
    const url = double ?? single ?? bare ?? imported ?? importedSingle;
    if (url === undefined || url === '') continue;
    const at = from + match.index + whole.lastIndexOf(url);
    const range = [at, at + url.length] as const;
    const isBare = bare !== undefined;
    if (url.includes('\\')) unread.push({ range, reason: 'The URL of the style sheet contains an escape.' });
    else
      urls.push({ range, url, write: (next) => (excluded.test(next) || (isBare && /[()]/.test(next)) ? null : next) });
  }
  return { urls, unread };
}

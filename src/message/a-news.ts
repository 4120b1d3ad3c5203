/**
 * Articles in the format of A News (RFC 850 §2): an `A` with the article's id, then its groups, path, date and title,
 * each on a line of its own, then the text.
 */
import { latin1Of, octetsOfLatin1 } from '../octets/octets.ts';

const LF = 0x0a;
const CAPITAL_A = 0x41;
const HEADER_LINES = 5;
/** In octets: a longer line is not a header of A News. */
const LONGEST_LINE = 1024;

/**
 * Writes the header of an A News article as fields, so that all other code knows one format only.
 *
 * @param article - the octets of the article
 * @returns the article with fields; the same octets if the article is not in the format of A News
 * @example
 * ```ts
 * const article = 'Aeagle.642\nnet.general\nmhuxt!eagle!jerry\nFri Nov 19 16:14:55 1982\nEtiquette\nPlease read.\n';
 * new TextDecoder().decode(withFields(octetsOf(article))).split('\r\n')[1]; // 'Newsgroups: net.general'
 * ```
 */
export function withFields(article: Uint8Array): Uint8Array {
  if (article[0] !== CAPITAL_A) return article;
  const lines: string[] = [];
  let from = 0;
  while (lines.length < HEADER_LINES) {
    const end = article.indexOf(LF, from);
    if (end < 0 || end - from > LONGEST_LINE) return article;
    lines.push(latin1Of(article.subarray(from, end)).trimEnd());
    from = end + 1;
  }
  if (!isHeader(lines)) return article;
  const [id = '', groups, path, date, title] = lines;
  const header = octetsOfLatin1(
    `Article-I.D.: ${id.slice(1)}\r\nNewsgroups: ${groups}\r\nPath: ${path}\r\nFrom: ${path}\r\n` +
      `Date: ${date}\r\nSubject: ${title}\r\n\r\n`,
  );
  const whole = new Uint8Array(header.length + article.length - from);
  whole.set(header);
  whole.set(article.subarray(from), header.length);
  return whole;
}

/** An id such as `eagle.642`, groups, a path without blanks, and a date with a time and a year. */
function isHeader([id = '', groups = '', path = '', date = '']: readonly string[]): boolean {
  return (
    /^A[\w-]+\.\d+$/.test(id) &&
    /^[\w+-]+(?:\.[\w+-]+)*(?:,[\w+-]+(?:\.[\w+-]+)*)*$/.test(groups) &&
    /^[^\s:]+$/.test(path) &&
    /\d{1,2}:\d{2}.*\d{4}$/.test(date)
  );
}

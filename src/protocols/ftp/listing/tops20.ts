/**
 * Listings of TOPS-20: the directory in angle brackets, `name.type.generation`, protection, account, pages, and the
 * times of writing, creation and reading. Sizes are in pages of words of 36 bits.
 *
 * ```
 *   <CURATOR>README.TXT.1;P777752;AMUSEUM,1,3-Feb-1995 04:05:06,3-Feb-1995 04:05:06,3-Feb-1995 04:05:06
 * ```
 */
import { namedDate } from './dates.ts';
import { entryNamed, type LineParser } from './entry.ts';

const LINE =
  /^(?:[\w$-]{1,39}:)?(?:<[^<>]{1,80}>)?([^\t ;<>]{1,80}\.\d{1,6});P\d{6};A[^,;]{0,39},\d{1,9},(\d\d?)-([A-Z]{3})-(\d{4}) (\d\d:\d\d:\d\d)(?:,|$)/i;

export const parseTops20Line: LineParser = (line) => {
  const [, name, day = '', month = '', year = '', time] = LINE.exec(line) ?? [];
  return name === undefined ? undefined : entryNamed('file', name, { modified: namedDate(day, month, year, time) });
};

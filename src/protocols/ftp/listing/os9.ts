/**
 * Listings of Microware's OS-9: owner, date with the year first, time, attributes, sector, size, and the name after
 * one blank.
 *
 * ```
 *                            Directory of . 11:44:44
 *    Owner   Last modified  Attributes Sector Bytecount Name
 *     0.0    95/02/03 0405   ------wr      34      1830 README
 *    20.20   95/02/03 0405   d-ewrewr    2650       512 pub
 * ```
 */
import { numericDate } from './dates.ts';
import { entryNamed, type LineParser, parseFileSize } from './entry.ts';

export const OS9_HEADING =
  /^[\t ]{0,80}(?:Directory of [^\t ]{1,255}[\t ]+\d\d:\d\d:\d\d|Owner[\t ]+Last modified[\t ]+Attributes[\t ]+Sector[\t ]+Bytecount[\t ]+Name)[\t ]*$/i;

const LINE =
  /^[\t ]{0,20}\d{1,5}\.\d{1,5}[\t ]+(\d\d)\/(\d\d)\/(\d\d)[\t ]+(\d\d)(\d\d)[\t ]+([-d])[-a-z]{7}[\t ]+[\da-f]{1,12}[\t ]+(\d{1,15})[\t ](.+)$/is;

export const parseOs9Line: LineParser = (line) => {
  const [, year = '', month = '', day = '', hour, minute, mark = '', size, name] = LINE.exec(line) ?? [];
  if (name === undefined) return undefined;
  return entryNamed(/d/i.test(mark) ? 'directory' : 'file', name, {
    size: parseFileSize(size),
    modified: numericDate([month, day, year], '/', `${hour}:${minute}`),
  });
};

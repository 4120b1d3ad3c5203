/**
 * Listings of the routers of Wellfleet, Bay Networks and Nortel: name, size, date, day of the week, time.
 *
 * ```
 *   File Name            Size    Date     Day       Time
 *   ------------------------------------------------------
 *   startup.cfg          1830  02/03/95  Fri.     04:05:06
 * ```
 */
import { numericDate } from './dates.ts';
import { entryNamed, type LineParser, parseFileSize } from './entry.ts';

export const WELLFLEET_HEADING = /^[\t ]{0,9}File Name[\t ]+Size[\t ]+Date[\t ]+Day[\t ]+Time[\t ]*$/i;

const LINE =
  /^([^\t ]{1,80})[\t ]+(\d{1,15})[\t ]+(\d\d?)\/(\d\d?)\/(\d\d(?:\d\d)?)[\t ]+(?:Sun|Mon|Tue|Wed|Thu|Fri|Sat)[a-z]{0,6}\.?[\t ]+(\d\d?:\d\d:\d\d)[\t ]*$/i;

export const parseWellfleetLine: LineParser = (line) => {
  const [, name, size, month = '', day = '', year = '', time] = LINE.exec(line) ?? [];
  if (name === undefined) return undefined;
  return entryNamed('file', name, {
    size: parseFileSize(size),
    modified: numericDate([month, day, year], '/', time),
  });
};

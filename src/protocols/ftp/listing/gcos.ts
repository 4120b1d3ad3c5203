/**
 * Listings of Bull's GCOS 7 and GCOS 8. The name follows the date, or the owner in a column of 14.
 *
 * ```
 *   - - -----0 MUSEUM       CURATOR          FEB  3, 1995 README
 *
 *   d rwx rwx ---           0 02/03/95           curator       pub
 *   - rwx rwx ---        1830 02/03/95 04:05:06  curator       README
 * ```
 */
import { namedDate, numericDate } from './dates.ts';
import { entryNamed, type LineParser, parseFileSize } from './entry.ts';

const GCOS_7 =
  /^([-d]) [-dsm] [^\t ]{6}[\t ][^\t ]{1,40}[\t ]+[^\t ]{1,40}[\t ]+([A-Z]{3})[\t ]+(\d\d?),?[\t ]+(\d{4})[\t ]([^\t ].*)$/s;

export const parseGcos7Line: LineParser = (line) => {
  const [, mark, month = '', day = '', year = '', name] = GCOS_7.exec(line) ?? [];
  if (name === undefined) return undefined;
  return entryNamed(mark === 'd' ? 'directory' : 'file', name, { modified: namedDate(day, month, year) });
};

const GCOS_8 =
  /^([-d])(?: [-rwxst]{3}){3}[\t ]+(\d{1,15})[\t ](\d\d)\/(\d\d)\/(\d\d)(?:[\t ](\d\d:\d\d:\d\d))?[\t ]+(?:[^\t ]{14}|[^\t ]{1,40}[\t ]+)([^\t ].*)$/s;

export const parseGcos8Line: LineParser = (line) => {
  const [, mark, size, month = '', day = '', year = '', time, name] = GCOS_8.exec(line) ?? [];
  if (name === undefined) return undefined;
  return entryNamed(mark === 'd' ? 'directory' : 'file', name, {
    size: parseFileSize(size),
    modified: numericDate([month, day, year], '/', time),
  });
};

/**
 * Listings of Unisys ClearPath: name, kind, octets, date and time. Slashes are part of a name.
 *
 * ```
 *   Report for: (MUSEUM)PUB ON PACK
 *   PUB/README              SEQDATA  1830 02/03/1995  04:05
 *             1 Files     1830 Octets
 * ```
 */
import { numericDate } from './dates.ts';
import { entryNamed, type LineParser, parseFileSize } from './entry.ts';

export const CLEARPATH_HEADING = /^[\t ]{0,9}Report for:[\t ]/i;

const TOTAL = /^[\t ]{0,40}\d{1,9} Files?[\t ]+\d{1,15} Octets?[\t ]*$/i;
const LINE =
  /^([^\t ]{1,255})[\t ]+[A-Z][A-Z\d]{2,20}[\t ]+(\d{1,15})[\t ]+(\d\d)\/(\d\d)\/(\d{4})[\t ]+(\d\d:\d\d)[\t ]*$/;

export const parseClearPathLine: LineParser = (line) => {
  if (TOTAL.test(line)) return null;
  const [, name, size, month = '', day = '', year = '', time] = LINE.exec(line) ?? [];
  if (name === undefined) return undefined;
  return entryNamed('file', name, {
    size: parseFileSize(size),
    modified: numericDate([month, day, year], '/', time),
  });
};

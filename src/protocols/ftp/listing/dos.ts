/**
 * Listings of servers for DOS and for Windows before NT, which put the name of eight characters first: SuperTCP (and
 * NCSA, WinQVT), which repeats a long name at the end, after one blank; NetManage's Chameleon, with attributes at the
 * end; and PC-NFS, with the extension in a column. FTP Software's PC/TCP puts the name in the middle.
 *
 * ```
 *   README.TXT        1830   02-03-95   04:05
 *   OLDMAP~1     <DIR>     02-03-1995  04:05 Old Maps
 *
 *   README.TXT       1830      Feb 03 1995 04:05   A
 *
 *   readme   txt         1,830 02-03-95   4:05a
 *
 *        1830          README.TXT   Fri Feb 03 04:05:06 1995
 *   <dir>                     PUB   Fri Feb 03 04:05:06 1995
 * ```
 */
import { clockTime, namedDate, numericDate } from './dates.ts';
import { entryNamed, type LineParser, type ListingEntry, parseFileSize } from './entry.ts';

const MARK = '<DIR>';
const kindOf = (mark: string): ListingEntry['kind'] => (mark.toUpperCase() === MARK ? 'directory' : 'file');
const sizeOf = (mark: string): number | null => parseFileSize(mark.replaceAll(',', ''));

const SUPER_TCP =
  /^([^\t ]{1,12})[\t ]+(<DIR>|\d{1,15})[\t ]+(\d\d?)([-/])(\d\d?)\4(\d\d(?:\d\d)?)[\t ]+(\d\d?:\d\d)(?:[\t ](.*[^\t ].*)|[\t ]*)$/is;

export const parseSuperTcpLine: LineParser = (line) => {
  const [, short = '', mark = '', month = '', separator = '', day = '', year = '', time, long] =
    SUPER_TCP.exec(line) ?? [];
  if (short === '') return undefined;
  const isLongName = long === undefined || short.includes('~') || long.toUpperCase() === short.toUpperCase();
  if (!isLongName) return undefined;
  return entryNamed(kindOf(mark), long ?? short, {
    size: sizeOf(mark),
    modified: numericDate([month, day, year], separator, time),
  });
};

const CHAMELEON =
  /^([^\t ]{1,12})[\t ]+(<DIR>|\d{1,15})[\t ]+([A-Z]{3})[\t ]+(\d\d?)[\t ]+(\d{4})[\t ]+(\d\d?:\d\d)(?:[\t ]+[RHSA]{1,4})?[\t ]*$/i;

export const parseChameleonLine: LineParser = (line) => {
  const [, name = '', mark = '', month = '', day = '', year = '', time] = CHAMELEON.exec(line) ?? [];
  if (name === '') return undefined;
  return entryNamed(kindOf(mark), name, { size: sizeOf(mark), modified: namedDate(day, month, year, time) });
};

const PC_NFS =
  /^([^\t ]{1,8})[\t ]+(?:([^\t <>]{1,3})[\t ]+)?(<DIR>|\d[\d,]{0,20})[\t ]+(\d\d?)-(\d\d?)-(\d\d)[\t ]+(\d\d?:\d\d)([ap])[\t ]*$/i;

export const parsePcNfsLine: LineParser = (line) => {
  const [, name = '', type, mark = '', month = '', day = '', year = '', time = '', half] = PC_NFS.exec(line) ?? [];
  if (name === '') return undefined;
  return entryNamed(kindOf(mark), type === undefined ? name : `${name}.${type}`, {
    size: sizeOf(mark),
    modified: numericDate([month, day, year], '-', clockTime(time, half)),
  });
};

const PC_TCP =
  /^[\t ]{0,20}(<DIR>|\d{1,15})[\t ]+([^\t ]{1,12})[\t ]+(?:Sun|Mon|Tue|Wed|Thu|Fri|Sat)[\t ]+([A-Z]{3})[\t ]+(\d\d?)[\t ]+(\d\d?:\d\d:\d\d)[\t ]+(\d{4})[\t ]*$/i;

export const parsePcTcpLine: LineParser = (line) => {
  const [, mark = '', name = '', month = '', day = '', time, year = ''] = PC_TCP.exec(line) ?? [];
  if (name === '') return undefined;
  return entryNamed(kindOf(mark), name, { size: sizeOf(mark), modified: namedDate(day, month, year, time) });
};

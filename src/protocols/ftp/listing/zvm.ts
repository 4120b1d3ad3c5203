/**
 * Listings of IBM's VM and z/VM: name, type, perhaps the mode of a minidisk, format, length of a record, records,
 * blocks, date and time. A file is `name.type`. Its size is unknown, because records of format `V` are shorter than
 * that length. The byte file system (BFS) has dates first, and names in quotation marks.
 *
 * ```
 *   README   ANONYMOU V         71         26          1 1995-02-03 04:05:06 TCP291
 *   PUB               DIR        -          -          - 1995-02-03 04:05:06 -
 *   PROFILE  EXEC      A1 V      17     3      1       2/03/95   04:05:06
 *
 *   02/03/1995 04:05:06 F 1 1830 'read me.txt'
 *   02/03/1995 04:05:06 D - - 'pub'
 * ```
 */
import { numericDate } from './dates.ts';
import { entryNamed, type LineParser, type ListingEntry, parseFileSize } from './entry.ts';

export const ZVM_HEADING = /^[\t ]{0,9}Filename[\t ]+FileType[\t ]+Fm[\t ]+Format[\t ]+Lrecl[\t ]/i;

const LINE =
  /^([^\t ]{1,80})[\t ]+(?:(?!DIR[\t ])([^\t ]{1,80})[\t ]+)?(?:[A-Z]\d[\t ]+)?(?:(DIR)[\t ]+-[\t ]+-[\t ]+-|[VF]-?[\t ]+\d{1,12}[\t ]+\d{1,12}[\t ]+\d{1,12})[\t ]+(\d{1,4})([-/])(\d\d?)\5(\d{1,3})[\t ]+(\d\d?:\d\d:\d\d)(?:[\t ]+[^\t ]{1,80})?[\t ]*$/i;

const BFS_LINE =
  /^(\d\d?)\/(\d\d?)\/(\d{4})[\t ]+(\d\d?:\d\d:\d\d)[\t ]+([A-Z])[\t ]+(?:\d{1,9}|-)[\t ]+(\d{1,15}|-)[\t ]+(['"])(.+)\7$/s;
const BFS_KINDS: Readonly<Record<string, ListingEntry['kind']>> = { F: 'file', D: 'directory' };

export const parseBfsLine: LineParser = (line) => {
  const [, month = '', day = '', year = '', time, kind = '', size, , name] = BFS_LINE.exec(line) ?? [];
  if (name === undefined) return undefined;
  const modified = numericDate([month, day, year], '/', time);
  return entryNamed(BFS_KINDS[kind] ?? 'unknown', name, { size: parseFileSize(size), modified });
};

export const parseZvmLine: LineParser = (line) => {
  const [, name, type, directory, first = '', separator = '', second = '', third = '', time] = LINE.exec(line) ?? [];
  if (name === undefined) return undefined;
  const modified = numericDate([first, second, third], separator, time);
  if (directory !== undefined) return entryNamed('directory', name, { modified });
  return entryNamed('file', type === undefined ? name : `${name}.${type}`, { modified });
};

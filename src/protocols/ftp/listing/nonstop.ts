/**
 * Listings of Tandem's (HP's) NonStop Guardian: name, code, octets, date and time, owner, and rights in quotation
 * marks.
 *
 * ```
 *   File         Code             EOF  Last Modification    Owner  RWEP
 *   README        101            1830   3-Feb-95 04:05:06 155,106 "nnnn"
 * ```
 */
import { namedDate } from './dates.ts';
import { entryNamed, type LineParser, parseFileSize } from './entry.ts';

export const NONSTOP_HEADING = /^[\t ]{0,9}File[\t ]+Code[\t ]+EOF[\t ]+Last Modification[\t ]+Owner[\t ]+RWEP[\t ]*$/i;

/** A letter or sign before the size says that the file is open, or damaged. */
const LINE =
  /^([^\t ]{1,80})[\t ]+(?:[A-Z?][\t ]+)?\d{1,6}[A-Z+]?[\t ]+(\d{1,15})[\t ]+(\d\d?)-([A-Z]{3})-(\d\d(?:\d\d)?)[\t ]+(\d\d?:\d\d(?::\d\d)?)[\t ]+-?\d{1,3},[\t ]*-?\d{1,3}[\t ]+"[^"]{0,9}"[\t ]*$/i;

export const parseNonstopLine: LineParser = (line) => {
  const [, name, size, day = '', month = '', year = '', time] = LINE.exec(line) ?? [];
  if (name === undefined) return undefined;
  return entryNamed('file', name, { size: parseFileSize(size), modified: namedDate(day, month, year, time) });
};

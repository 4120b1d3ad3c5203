/**
 * Listings in the form of `ls -l`. NetWare listings differ only in the first columns, and in the three blanks before
 * each name:
 *
 * ```
 *   drwxr-xr-x   2 curator  museum         4096 Feb  3  1995 pub
 *   lrwxrwxrwx   1 curator  museum           18 Nov 20 12:34 latest -> texts/timeline.txt
 *   d [R----F--] supervisor                 512 Jan 16 18:53    login
 * ```
 */
import type { OctetString } from '../../../octets/charset.ts';
import { datedIn, parseDateText } from './dates.ts';
import { type LineParser, type ListingEntry, parseFileSize, parseRoundedSize } from './entry.ts';

const MODE = '([-bcdlpsD])(?:[-rwxsStTlL]{9}[+.@]?|( ?\\[[-A-Z]{6,10}\\]))';

/**
 * The usual dates. The columns between mode and size differ between servers: link count, owner and group may each be
 * missing, and a long owner may touch the size. A size of -1 is unknown. Some servers put commas into long ones.
 */
const USUAL = new RegExp(
  `^${MODE}\\s.*?((?:(?<=\\s)-)?(?<!\\d)(?:\\d{1,3}(?:,\\d{3})+|\\d+))\\s+(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\\s+(\\d{1,2})\\s+(?:(\\d{1,2}:\\d\\d?)|(\\d{4}))\\s(.+)$`,
  'is',
);
const BEGINNING = new RegExp(`^${MODE}\\s`);

const KINDS: Readonly<Record<string, ListingEntry['kind']>> = { '-': 'file', d: 'directory', l: 'link' };
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const ARROW = ' -> ';
/** NetWare's server puts these before each name. DOS names cannot begin with a blank. */
const NETWARE_BLANKS = '   ';

export const parseUnixLine: LineParser = (line, now) => {
  if (line.startsWith('t') && /^total\s+[\d.,]+[KMG]?\s*$/i.test(line)) return null;
  const match = USUAL.exec(line);
  if (!match) return parseUnusual(line, now);
  const [, mode = '', rights, size = '', month = '', day, time, year, name = ''] = match;
  return entryOf(mode, rights, {
    size: parseFileSize(size.replaceAll(',', '')),
    modified: datedIn(year, MONTHS.indexOf(month.toLowerCase()) + 1, Number(day), time, now),
    name,
  });
};

/** @param columns - the size, the time, and the rest of the line */
function entryOf(mode: string, rights: string | undefined, columns: Pick<ListingEntry, 'size' | 'modified' | 'name'>) {
  const { size, modified, name: rest } = columns;
  const kind = KINDS[mode] ?? 'unknown';
  const arrow = kind === 'link' ? rest.indexOf(ARROW) : -1;
  const named = arrow < 0 ? rest : rest.slice(0, arrow);
  const name = rights !== undefined && named.startsWith(NETWARE_BLANKS) ? named.slice(NETWARE_BLANKS.length) : named;
  if (name === '.' || name === '..') return null;
  return {
    kind,
    name,
    size: kind === 'file' ? size : null,
    modified,
    target: arrow < 0 ? null : rest.slice(arrow + ARROW.length),
  };
}

/** A size at the end of a column, because a long owner may touch it. */
const SIZE = /(?:^-)?(?:(?<!\d)\d{1,3}(?:,\d{3})+|\d+(?:\.\d+[KMGT])?[KMGT]?)$/i;
const LONGEST_SIZE = 20;

/** Columns that are searched for the date: no server has so many before it. */
const MOST_COLUMNS = 14;

/** Parses a line with a date in another form: the first column that ends in a number and is followed by a date. */
function parseUnusual(line: OctetString, now: Date): ReturnType<LineParser> {
  const beginning = BEGINNING.exec(line);
  if (!beginning) return undefined;
  const [whole, mode = '', rights] = beginning;
  for (const months of ['known', 'any'] as const) {
    const column = /(?<!\S)(\S+)\s+/g;
    column.lastIndex = whole.length;
    for (let count = 0; count < MOST_COLUMNS; count++) {
      const match = column.exec(line);
      if (!match) break;
      const [size] = SIZE.exec((match[1] ?? '').slice(-LONGEST_SIZE)) ?? [];
      if (size === undefined) continue;
      const date = parseDateText(line.slice(column.lastIndex), now, months);
      const name = line.slice(column.lastIndex + (date?.length ?? 0));
      if (date && name !== '') {
        return entryOf(mode, rights, {
          size: parseRoundedSize(size.replaceAll(',', '')),
          modified: date.modified,
          name,
        });
      }
    }
  }
  return undefined;
}

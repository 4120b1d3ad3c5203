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
import { entryNamed, type LineParser, type ListingEntry, parseFileSize, parseRoundedSize } from './entry.ts';

/**
 * The inode and the blocks of `ls -is`; the type and the rights. The letters are those of all systems' `ls`, and
 * some servers leave out the last right, or those of all others.
 */
const MODE =
  '^\\s{0,16}(?:\\d{1,20}\\s+){0,2}([-bcCdDefklmMnpPsSw?])(?:(?:[-rwxsStTlL]{6}|[-rwxsStTlL]{8,9})[+.@]?|( ?\\[[-A-Z]{6,10}\\]))(?:\\s|(?<=\\+)(?=\\d))';

/**
 * The usual dates. The columns between mode and size differ between servers: link count, owner and group may each be
 * missing, and a long owner may touch the size. A size of -1 is unknown. Some servers put commas into long ones.
 */
const USUAL = new RegExp(
  `${MODE}.*?((?:(?<=\\s)-)?(?<!\\d)(?:\\d{1,3}(?:,\\d{3})+|\\d+))\\s+(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)(\\s+\\d{1,2})(\\s+)(?:(\\d{1,2}:\\d\\d?)|(\\d{4}))\\s(.+)$`,
  'is',
);
const BEGINNING = new RegExp(MODE);

/** `e` is an external link of z/OS, and `f` a file. */
const KINDS: Readonly<Record<string, ListingEntry['kind']>> = {
  '-': 'file',
  f: 'file',
  d: 'directory',
  l: 'link',
  e: 'link',
};
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const ARROW = ' -> ';
/** NetWare's server puts these before each name. DOS names cannot begin with a blank. */
const NETWARE_BLANKS = '   ';

export const parseUnixLine: LineParser = (line, now) => {
  if (line.startsWith('t') && /^total\s+-?[\d.,]+[KMG]?\s*$/i.test(line)) return null;
  const match = USUAL.exec(line);
  if (!match) return parseUnusual(line, now);
  const [, mode = '', rights, size = '', month = '', day = '', gap, time, year, rest = ''] = match;
  const isPadded = year !== undefined && gap === ' ' && day.length === WIDE_DAY && rest.length > 1;
  const entry = entryOf(mode, rights, {
    size: parseFileSize(size.replaceAll(',', '')),
    modified: datedIn(year, MONTHS.indexOf(month.toLowerCase()) + 1, Number(day), time, now),
    name: isPadded && rest.startsWith(' ') ? rest.slice(1) : rest,
  });
  // A name may begin with a date behind a date in another form, and the first one is that of the file.
  const before = line.slice(0, match.index + match[0].length - rest.length);
  const earlier = MANY_COLUMNS.test(before) ? parseUnusual(line, now) : undefined;
  return earlier && (entry === null || earlier.name.length > entry.name.length) ? earlier : entry;
};

/** More columns than mode, links, owner, group, size and a usual date have. */
const MANY_COLUMNS = /^\s*(?:\S+\s+){9}/;

/**
 * The width of a column of days, with the blank before it. The next column has the five octets of a time. If a year
 * stands at its left, and not at its right as usual, one blank belongs to that column and not to the name.
 */
const WIDE_DAY = 3;

/** @param columns - the size, the time, and the rest of the line */
function entryOf(mode: string, rights: string | undefined, columns: Pick<ListingEntry, 'size' | 'modified' | 'name'>) {
  const { name: rest, ...facts } = columns;
  const kind = KINDS[mode] ?? 'unknown';
  const arrow = kind === 'link' ? rest.indexOf(ARROW) : -1;
  const named = arrow < 0 ? rest : rest.slice(0, arrow);
  const name = rights !== undefined && named.startsWith(NETWARE_BLANKS) ? named.slice(NETWARE_BLANKS.length) : named;
  return entryNamed(kind, name, {
    ...facts,
    size: kind === 'file' ? facts.size : null,
    target: arrow < 0 ? null : rest.slice(arrow + ARROW.length),
  });
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
  return parseDateless(line.slice(whole.length), mode, rights, now);
}

/** Links, owner and perhaps group, size, name. A name with blanks could be a date in an unknown form and a name. */
const DATELESS = /^\s{0,20}\d{1,9}\s+\S{1,80}\s+(?:\S{1,80}\s+)?(\d{1,20})\s(\S+)$/;

function parseDateless(
  columns: OctetString,
  mode: string,
  rights: string | undefined,
  now: Date,
): ReturnType<LineParser> {
  const [, size, name] = DATELESS.exec(columns) ?? [];
  if (name === undefined || /^\d\d?:\d/.test(name) || parseDateText(`${name} `, now) !== null) return undefined;
  return entryOf(mode, rights, { size: parseFileSize(size), modified: null, name });
}

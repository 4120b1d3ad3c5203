/**
 * Listings of Windows' FTP server, in the form of `dir`. The form of the date depends on the country:
 *
 * ```
 *   02-03-95  04:05AM       <DIR>          pub
 *   02-03-1995  16:05                 1830 README
 *   1995-02-03  16:05                 1830 README
 *   03.02.1995  16:05       <JUNCTION>     old [D:\attic]
 * ```
 * Listings of the FTP servers of OS/2 and of some for DOS:
 *
 * ```
 *        0           DIR   02-03-95   04:05  pub
 *     1830      A          02-03-95   16:05  README
 * ```
 */
import { fullYear, type LineParser, type ListedTime, listedTime, parseFileSize } from './entry.ts';

const LINE =
  /^(\d{1,4})([-/.])(\d\d?)\2(\d{1,4})\s+(\d{1,2}:\d\d(?::\d\d)?)\s?([AP]M?)?\s+(?:<(DIR|JUNCTION|SYMLINKD?)>( +)|(\d[\d,.]*)\s)(.+)$/is;

/** The width of the column with the mark. A name begins right after it, with its own blanks. */
const MARK_WIDTH = 15;
/** The target of a junction or link, which `dir` puts after the name. */
const TARGET = /^(.+) \[([^[\]]*)\]$/s;
const NOON = 12;

export const parseWindowsLine: LineParser = (line) => {
  const match = LINE.exec(line);
  if (!match) return undefined;
  const [, first = '', separator = '', second = '', third = '', time = '', half, mark, blanks = '', size, rest = ''] =
    match;
  const named = blanks.slice(MARK_WIDTH - `<${mark}>`.length) + rest;
  const isDirectory = mark !== undefined && /^(?:DIR|JUNCTION)$/i.test(mark);
  const target = mark === undefined || /^DIR$/i.test(mark) ? null : TARGET.exec(named);
  const name = target?.[1] ?? named;
  if (name === '.' || name === '..') return null;
  return {
    kind: mark === undefined ? 'file' : isDirectory ? 'directory' : 'link',
    name,
    size: parseFileSize(size?.replace(/[,.]/g, '')),
    modified: modifiedAt([first, second, third], separator, clockTime(time, half)),
    target: target?.[2] ?? null,
  };
};

/** The order is by country: the year first if it has four digits; the day first with dots; else the month first. */
function modifiedAt(
  [first, second, third]: [string, string, string],
  separator: string,
  time: string,
): ListedTime | null {
  if (first.length === 4) return listedTime(Number(first), Number(second), Number(third), time);
  const dayFirst = separator === '.' || Number(first) > 12;
  const [month, day] = dayFirst ? [second, first] : [first, second];
  return listedTime(fullYear(third), Number(month), Number(day), time);
}

/** A time on the clock of 24 hours. */
function clockTime(time: string, half: string | undefined): string {
  if (half === undefined) return time;
  const [hour = '', ...rest] = time.split(':');
  return [(Number(hour) % NOON) + (/^p/i.test(half) ? NOON : 0), ...rest].join(':');
}

/** Size; the attributes of DOS and `DIR`; date and time; two blanks; name. */
const OS2_LINE = /^\s{0,40}(\d{1,15})\s+([A-Z]{1,4}\s+){0,2}(\d\d)-(\d\d)-(\d{2,4})\s+(\d\d?:\d\d)\s{1,2}(\S.*)$/s;

export const parseOs2Line: LineParser = (line) => {
  const match = OS2_LINE.exec(line);
  if (!match) return undefined;
  const [, size, mark = '', month, day, year = '', time = '', name = ''] = match;
  if (name === '.' || name === '..') return null;
  const directory = /\bDIR\b/.test(mark) || /^\s*\d+\s+DIR\b/.test(line);
  return {
    kind: directory ? 'directory' : 'file',
    name,
    size: directory ? null : parseFileSize(size),
    modified: listedTime(fullYear(year), Number(month), Number(day), time),
    target: null,
  };
};

/**
 * Listings of OS/400 (IBM i): owner, size, date and time in the format of the job, type of the object, name. An
 * anonymous session shows no owner, and members have neither size nor time. A name may be that of a member in its
 * file; a path from the root is cut off.
 *
 * ```
 *   QSYS            77824 02/23/00 15:09:55 *DIR       mydir/
 *   QPGMR           36864 18.09.06 14:21:26 *FILE      SOURCE.FILE
 *   QPGMR                                   *MEM       SOURCE.FILE/MAIN.MBR
 * ```
 */
import {
  entryNamed,
  fullYear,
  type LineParser,
  type ListedTime,
  listedTime,
  parseFileSize,
  withoutFill,
} from './entry.ts';

const LINE =
  /^(?:[^\t ]{1,10})?[\t ]+(?:(\d{1,15})[\t ]+(\d\d)([/.,-]?)(\d\d)\3(\d\d)[\t ]+(\d\d[:.,]\d\d[:.,]\d\d)[\t ]+)?\*([A-Z]{2,10})[\t ]+([^\t ].*)$/s;
const FOLDERS: ReadonlySet<string> = new Set(['DIR', 'DDIR', 'LIB', 'FLR']);
const FILES: ReadonlySet<string> = new Set(['STMF', 'MEM', 'DSTMF', 'DOC']);

export const parseOs400Line: LineParser = (line, now) => {
  const match = LINE.exec(line);
  if (!match) return undefined;
  const [, size, first = '', , second = '', third = '', time = null, type = '', rest = ''] = match;
  const named = withoutFill(rest);
  const path = named.endsWith('/') ? named.slice(0, -1) : named;
  const name = path.startsWith('/') ? path.slice(path.lastIndexOf('/') + 1) : path;
  if (name === '') return null;
  const directory = path !== named || FOLDERS.has(type);
  return entryNamed(directory ? 'directory' : FILES.has(type) ? 'file' : 'unknown', name, {
    size: parseFileSize(size),
    modified: time === null ? null : onlyTime([first, second, third], time.replace(/[.,]/g, ':'), now),
  });
};

/** The time, if only one order of day, month and year makes a day that has come; else nobody knows which is meant. */
function onlyTime([first, second, third]: [string, string, string], time: string, now: Date): ListedTime | null {
  const orders = [
    [first, second, third],
    [third, first, second],
    [third, second, first],
  ] as const;
  const latest = now.toISOString();
  const times = orders
    .map(([year, month, day]) => listedTime(fullYear(year), Number(month), Number(day), time))
    .filter((listed) => listed !== null && listed <= latest);
  return new Set(times).size === 1 ? (times[0] ?? null) : null;
}

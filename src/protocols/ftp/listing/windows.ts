/**
 * Listings of Windows' FTP server, in the form of `dir`. The form of the date depends on the country, and Windows CE
 * has wider columns:
 *
 * ```
 *   02-03-95  04:05AM       <DIR>          pub
 *   02-03-1995  16:05                 1830 README
 *   1995-02-03  16:05                 1830 README
 *   03.02.1995  16:05       <JUNCTION>     old [D:\attic]
 *   02-03-95  04:05AM          <DIR>                  Flash Card
 * ```
 */
import { clockTime, numericDate } from './dates.ts';
import { entryNamed, type LineParser, parseFileSize } from './entry.ts';

const LINE =
  /^(\d{1,4})([-/.:])(\d\d?)\2(\d{1,4})\s+(\d{1,2}:\d\d(?::\d\d)?)\s?([AP]M?)?(\s+)(?:<(DIR|JUNCTION|SYMLINKD?)>( +)|(\d[\d,.]*)\s)(.+)$/is;

/** The width of the column with the mark. A name begins right after it, with its own blanks. */
const MARK_WIDTH = 15;
/** Windows CE has this width, and that many blanks before the mark. */
const [WIDE_MARK, BLANKS_BEFORE_WIDE] = [23, 10];
/** The target of a junction or link, which `dir` puts after the name. */
const TARGET = /^(.+) \[([^[\]]*)\]$/s;

export const parseWindowsLine: LineParser = (line) => {
  const match = LINE.exec(line);
  if (!match) return undefined;
  const [, first = '', separator = '', second = '', third = '', time = '', half, ...columns] = match;
  const [before = '', mark, blanks = '', size, rest = ''] = columns;
  const named =
    mark === undefined ? rest : blanks.slice(widthOf(before, `<${mark}>${blanks}`) - mark.length - 2) + rest;
  const isDirectory = mark !== undefined && /^(?:DIR|JUNCTION)$/i.test(mark);
  const target = mark === undefined || /^DIR$/i.test(mark) ? null : TARGET.exec(named);
  return entryNamed(mark === undefined ? 'file' : isDirectory ? 'directory' : 'link', target?.[1] ?? named, {
    size: parseFileSize(size?.replace(/[,.]/g, '')),
    modified: numericDate([first, second, third], separator, clockTime(time, half)),
    target: target?.[2] ?? null,
  });
};

/** @param marked - the mark and the blanks after it */
function widthOf(before: string, marked: string): number {
  return before.length === BLANKS_BEFORE_WIDE && marked.length >= WIDE_MARK ? WIDE_MARK : MARK_WIDTH;
}

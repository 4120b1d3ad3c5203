/**
 * Listings of VxWorks: size, date, time, the name after three blanks, and a mark of directories after more blanks.
 *
 * ```
 *     size          date       time       name
 *   --------       ------     ------    --------
 *      1830    Feb-03-1995  04:05:06   README
 *       512    Feb-03-1995  04:05:06   pub               <DIR>
 * ```
 */
import { namedDate } from './dates.ts';
import { entryNamed, type LineParser, parseFileSize, withoutFill } from './entry.ts';

export const VXWORKS_HEADING = /^[\t ]{0,9}size[\t ]+date[\t ]+time[\t ]+name[\t ]*$/i;

const LINE = /^[\t ]{0,20}(\d{1,15})[\t ]+([A-Z]{3})-(\d\d?)-(\d{4})[\t ]+(\d\d:\d\d:\d\d)[\t ]{1,3}([^\t ].*)$/is;
const MARK = '<DIR>';

export const parseVxworksLine: LineParser = (line) => {
  const [, size, month = '', day = '', year = '', time, padded] = LINE.exec(line) ?? [];
  if (padded === undefined) return undefined;
  const text = withoutFill(padded);
  const isDirectory = text.endsWith(` ${MARK}`);
  return entryNamed(isDirectory ? 'directory' : 'file', isDirectory ? withoutFill(text.slice(0, -MARK.length)) : text, {
    size: parseFileSize(size),
    modified: namedDate(day, month, year, time),
  });
};

/**
 * Listings of Stratus' VOS, in three parts: files, with access, blocks, organization, date, time and name;
 * directories without the organization; links without the access. Sizes are in blocks, which are not full.
 *
 * ```
 *   Files: 1  Blocks: 158
 *
 *   w    158 stm       95-02-03 04:05:06  readme.txt
 *
 *   Dirs: 1
 *
 *   m      1 95-02-03 04:05:06  pub
 *
 *   Links: 1
 *
 *     95-02-03 04:05:06  latest  ->  %museum#d01>texts>timeline.txt
 * ```
 */
import { numericDate } from './dates.ts';
import { entryNamed, type LineParser } from './entry.ts';

const PART = /^(?:Files: \d{1,9}[\t ]+Blocks|Dirs|Links): \d{1,12}[\t ]*$/;
const LINE =
  /^[\t ]{0,9}(?:[a-z][\t ]+\d{1,12}[\t ]+)?(?:([a-z]{2,4}\d{0,2})[\t ]+)?(\d\d)-(\d\d)-(\d\d) (\d\d:\d\d:\d\d) {2}([^\t ]{1,80})(?:[\t ]+->[\t ]+([^\t ]{1,255}))?[\t ]*$/;

export const parseVosLine: LineParser = (line) => {
  if (PART.test(line)) return null;
  const [, organization, year = '', month = '', day = '', time, name, target] = LINE.exec(line) ?? [];
  if (name === undefined) return undefined;
  return entryNamed(target !== undefined ? 'link' : organization === undefined ? 'directory' : 'file', name, {
    modified: numericDate([month, day, year], '/', time),
    target: target ?? null,
  });
};

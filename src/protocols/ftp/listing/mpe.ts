/**
 * Listings of HP's MPE/iX, only below one of their headings: the name comes first or last. They have no dates, and
 * their sizes are in records.
 *
 * ```
 *   ACCOUNT=  MUSEUM      GROUP=  PUB
 *   FILENAME  CODE  ------------LOGICAL RECORD-----------  ----SPACE----
 *                     SIZE  TYP        EOF      LIMIT R/B  SECTORS #X MX
 *   README            80B  FA          23         23   3        16  1  1
 *
 *    PATH= /MUSEUM/PUB/
 *    CODE  ------------LOGICAL RECORD-----------  ----SPACE----  FILENAME
 *            SIZE  TYP        EOF      LIMIT R/B  SECTORS #X MX
 *            1B    BA        1830       1830   1        16  1  1  readme.txt
 * ```
 */
import { entryNamed, type LineParser } from './entry.ts';

export const MPE_HEADING =
  /^[\t ]{0,20}(?:ACCOUNT=[\t ]|PATH=[\t ]|(?:FILENAME[\t ]+)?CODE[\t ]+-+LOGICAL RECORD-|SIZE[\t ]+TYP[\t ]+EOF[\t ]+LIMIT[\t ])/;

/** Octets or words, and the type of the records; then as many columns as are filled. */
const COLUMNS = String.raw`\d{1,6}[BW][\t ]+[FVUBDHLS][ABM][A-Z]{0,4}[\t ]+\d{1,12}(?:[\t ]+(?:\d{1,12}|\*)){1,5}`;
const CODE = String.raw`(?:[A-Z\d-]{1,6}[\t ]+)?`;
const NAME_FIRST = new RegExp(String.raw`^([A-Z][A-Z\d]{0,7})\*?[\t ]+${CODE}${COLUMNS}[\t ]*$`);
const NAME_LAST = new RegExp(String.raw`^[\t ]{1,20}${CODE}${COLUMNS}[\t ]+([^\t ]*[^\t \d][^\t ]*)[\t ]*$`);

export const parseMpeLine: LineParser = (line, _now, isBelow) => {
  if (!isBelow) return undefined;
  const name = (NAME_FIRST.exec(line) ?? NAME_LAST.exec(line))?.[1];
  if (name === undefined) return undefined;
  return name.endsWith('/') ? entryNamed('directory', name.slice(0, -1)) : entryNamed('file', name);
};

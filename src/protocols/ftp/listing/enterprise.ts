/**
 * Listings of Sterling's Connect:Enterprise for Unix: flags and the protocol of a batch, a letter, the mailbox,
 * numbers, a date, and the name after one blank.
 *
 * ```
 *   -C--E-----FTP B MUSEUM       18128     1830 Feb  3 04:05 README
 * ```
 */
import { parseDateText } from './dates.ts';
import { entryNamed, type LineParser, parseFileSize } from './entry.ts';

const BEGINNING = /^-[A-Z-]{9}[A-Z\d-]{3}[\t ]+[A-Z][\t ]+[^\t ]{1,80}[\t ]+(?:\d{1,15}[\t ]+)?(\d{1,15})[\t ]+(?=\D)/;

export const parseEnterpriseLine: LineParser = (line, now) => {
  const [columns = '', size] = BEGINNING.exec(line) ?? [];
  const date = columns === '' ? null : parseDateText(line.slice(columns.length), now);
  const name = line.slice(columns.length + (date?.length ?? 0));
  if (date === null || name === '') return undefined;
  return entryNamed('file', name, { size: parseFileSize(size), modified: date.modified });
};

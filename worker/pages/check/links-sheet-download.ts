/**
 * A sheet with new columns after its own. Each record is repeated as it was written, with its quotation marks and its
 * line break. Cells of the person stay as they are, whatever they begin with; no new cell can be taken for a formula.
 */
import { wordsOfStatus } from '../../../src/open/statuses.ts';
import { cellOf, withoutFormula } from '../../../src/text/csv.ts';
import { wordsOfCopy } from './checked-link.ts';
import type { ExtractedLink } from './extracted-links.ts';
import { archiveDateOf } from './links-dates.ts';
import type { Sheet } from './links-sheet.ts';

/** The new columns. Their names begin alike, so that none is the name of an old one. */
const COLUMNS = [
  'waypost_canonical',
  'waypost_status',
  'waypost_detail',
  'waypost_moved_to',
  'waypost_checked_at',
  'waypost_archive',
  'waypost_archive_has_copy',
  'waypost_short_link',
  'waypost_suggestion',
  'waypost_suggestion_certainty',
] as const;

/** The status of a link with an error. */
export const NOT_A_URL = 'not a URL';

interface SheetLinks {
  readonly sheet: Sheet;
  /** The link of each record; `null` = the header, or a cell without one. */
  readonly rows: readonly (ExtractedLink | null)[];
  /** The column with the date of a row; `null` = none. */
  readonly dateColumn: number | null;
}

/** Writes the sheet with the new columns, which a list has after tabs. */
export function sheetWithLinks({ sheet, rows, dateColumn }: SheetLinks): string {
  const { mark, text, hasHeader, size } = sheet;
  const separator = sheet.separator ?? '\t';
  const width = sheet.columns.length;
  const pieces: string[] = [mark];
  let isHeader = hasHeader;
  let done = 0;
  for (let index = 0; index < size; index++) {
    const [from, to] = sheet.record(index);
    // The line break before the record, and the record itself.
    pieces.push(text.slice(done, to));
    done = to;
    if (text.slice(from, to).trim() === '') continue;
    const cells = sheet.cells(index);
    const added: readonly string[] = isHeader ? COLUMNS : cellsOf(rows[index] ?? null, dateOf(cells, dateColumn));
    isHeader = false;
    // A record that is shorter than the others gets the cells that it lacks, so that the new ones stand in one column.
    pieces.push(separator.repeat(Math.max(0, width - cells.length)));
    // A server may be quoted.
    const safe = added.map((cell) => withoutFormula(cell.replace(/[\r\n\t]+/g, ' ')));
    pieces.push(...safe.map((cell) => separator + cellOf(cell, separator)));
  }
  pieces.push(text.slice(done));
  return pieces.join('');
}

/** The date of a row for an archive; `null` = none. */
export function dateOf(cells: readonly string[], dateColumn: number | null): string | null {
  return dateColumn === null ? null : archiveDateOf(cells[dateColumn] ?? '');
}

/** The address of the copy in the first archive that is nearest to a date; `null` = no archive keeps such links. */
export function copyOf({ checked }: ExtractedLink, date: string | null): string | null {
  const [archive] = checked?.archives ?? [];
  if (archive === undefined) return null;
  return date === null || archive.dated === null ? archive.url : archive.dated.replace('{date}', date);
}

function cellsOf(link: ExtractedLink | null, date: string | null): readonly string[] {
  if (link === null) return COLUMNS.map(() => '');
  const { canonical, checked, copy: found, error, short } = link;
  const copy = found?.kind === 'copy' ? found.url : copyOf(link, date);
  return [
    canonical ?? '',
    canonical === null ? NOT_A_URL : checked === null ? '' : wordsOfStatus(checked.status),
    error ?? checked?.detail ?? '',
    checked?.location ?? '',
    checked?.checkedAt ?? '',
    copy ?? '',
    copy === null ? '' : wordsOfCopy(found),
    short ?? '',
    checked?.suggestion?.url ?? '',
    checked?.suggestion?.certainty ?? '',
  ];
}

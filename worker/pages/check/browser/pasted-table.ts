/**
 * Cells from the clipboard of a spreadsheet. Their text lacks the links that stand under other words, which only their
 * HTML has. Then the table gets a column for them, after its own.
 */
import { cellOf } from '../../../../src/text/csv.ts';

/** The longest HTML that is read, in UTF-16 code units. A longer one would stop the page while it is parsed. */
const LONGEST_HTML = 8_000_000;

/** A cell with its text in one line, and the link under it; `null` = none, or the text is that link. */
interface LinkedCell {
  readonly text: string;
  readonly link: string | null;
}

/**
 * The cells as lines with tabs; `null` = the clipboard has no table, or its text has all links, or it is not certain
 * which cell has which.
 *
 * @param html - what the clipboard has beside the text; empty = nothing
 */
export function linkedTableOf(html: string): string | null {
  if (html.length > LONGEST_HTML || !/<table[\s>]/i.test(html) || !/\shref\s*=/i.test(html)) return null;
  // Nothing in such a document is loaded or run. The policy of the page would report its styles.
  const unstyled = html
    .replace(/<style[\s\S]*?<\/style>/gi, '')
    .replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(/\sstyle\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi, ''));
  const parsed = new DOMParser().parseFromString(unstyled, 'text/html');
  const [table, ...others] = parsed.querySelectorAll('table');
  if (table === undefined || others.length > 0 || table.querySelector('[colspan], [rowspan]') !== null) return null;
  const rows: readonly (readonly LinkedCell[] | null)[] = [...table.rows].map((row) => linkedCells(row));
  const known = rows.filter((cells) => cells !== null);
  const columns = [...(known[0] ?? []).keys()].filter((column) => known.some((cells) => cells[column]?.link));
  if (known.length < rows.length || columns.length === 0) return null;
  return known
    .map((cells, row) => {
      const isHeader = row === 0 && cells.every(({ link }) => link === null);
      const links = columns.map((column) => (isHeader ? `${cells[column]?.text} (link)` : (cells[column]?.link ?? '')));
      return [...cells.map(({ text }) => text), ...links].map((cell) => cellOf(cell, '\t')).join('\t');
    })
    .join('\n');
}

/** @returns `null` if a cell has several links */
function linkedCells(row: HTMLTableRowElement): readonly LinkedCell[] | null {
  const cells: LinkedCell[] = [];
  for (const cell of row.cells) {
    for (const lineBreak of cell.querySelectorAll('br')) lineBreak.replaceWith(' ');
    const text = (cell.textContent ?? '').replace(/\s+/g, ' ').trim();
    const [anchor, ...others] = cell.querySelectorAll('a[href]');
    if (others.length > 0) return null;
    const link = anchor?.getAttribute('href')?.trim() ?? '';
    // A cell that begins with a scheme is a link by itself. The page does not have the reader of cells: it is heavy.
    const isWritten = link === '' || link === text || /^[a-z][a-z\d+.-]*:\S/i.test(text);
    cells.push({ text, link: isWritten ? null : link.replace(/\s+/g, ' ') });
  }
  return cells;
}

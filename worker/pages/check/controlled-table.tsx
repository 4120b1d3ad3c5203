/** The table of links with what only a script adds: controls, pages, the person's own columns and results. */
import type { VNode } from 'preact';
import { grouped } from '../parts/counted.ts';
import type { ExtractedLink, Tally } from './extracted-links.ts';
import { ExtractedLinksTable } from './extracted-links-table.tsx';
import { ArchivesPanel, CheckPanel, type Controls, ShortenPanel, Toolbar } from './links-controls.tsx';
import { LinkRows, type ResultColumns, type SheetRow, SheetRows } from './links-rows.tsx';

/** Rows on a page: few enough to read, and to render without a pause. */
export const PAGE_ROWS = 50;

/** What is shown of the table. */
interface TablePage {
  /** The number of the page, from 0. */
  readonly page: number;
  /** Rows on all pages together. */
  readonly of: number;
  readonly controls: Controls;
  /** The rows of a sheet with several columns; `null` = the links of a text. */
  readonly sheetRows: readonly SheetRow[] | null;
  readonly results: ResultColumns;
}

export interface ExtractedLinksProps {
  readonly tally: Tally;
  readonly rows: readonly ExtractedLink[];
  /** `null` while the text is being read. */
  readonly shown: TablePage | null;
}

export function ControlledTable({ tally, rows, shown }: ExtractedLinksProps): VNode {
  if (shown === null) return <ExtractedLinksTable tally={tally} rows={rows} />;
  const { page, of, controls, sheetRows, results } = shown;
  const hasLinks = tally.links + tally.invalid > 0;
  return (
    <ExtractedLinksTable
      tally={tally}
      rows={rows}
      noun={sheetRows === null ? 'line' : 'row'}
      controls={
        hasLinks && (
          <>
            <CheckPanel controls={controls} />
            <ArchivesPanel controls={controls} />
            <ShortenPanel controls={controls} />
            <Toolbar controls={controls} />
          </>
        )
      }
      table={
        sheetRows === null
          ? rows.length > 0 && <LinkRows rows={rows} results={results} />
          : sheetRows.length > 0 && (
              <SheetRows
                rows={sheetRows}
                columns={controls.sheet?.columns.map(({ name }) => name) ?? []}
                linkColumn={controls.sheet?.linkColumn ?? 0}
                results={results}
              />
            )
      }
      pager={
        <>
          {of === 0 && hasLinks && <p class="empty">No rows match.</p>}
          <Pager page={page} of={of} />
        </>
      }
    />
  );
}

/** Buttons to the previous and the next page; `null` if there is only one page. */
function Pager({ page, of }: Pick<TablePage, 'page' | 'of'>): VNode | null {
  const pages = Math.ceil(of / PAGE_ROWS);
  if (pages < 2) return null;
  return (
    <nav class="links-pager" aria-label="Pages of the table">
      <button type="button" class="quiet" data-page={page - 1} disabled={page === 0}>
        Previous
      </button>
      <span>{`Page ${grouped(page + 1)} of ${grouped(pages)}`}</span>
      <button type="button" class="quiet" data-page={page + 1} disabled={page >= pages - 1}>
        Next
      </button>
    </nav>
  );
}

/** What a script adds to the table of a text: progress, a choice of schemes, files to keep, pages to turn. */
import type { VNode } from 'preact';
import type { Tally } from '../harvest.ts';

/** Rows on a page: as many as a reader goes through, and a browser draws without a pause. */
export const PAGE_ROWS = 50;

/** How far the reading has come. */
export function Progress({ tally: { progress, urls } }: { readonly tally: Tally }): VNode {
  return (
    <p class="progress">
      <label for="harvest-progress">Progress</label>
      <progress id="harvest-progress" value={Math.floor(progress * 100)} max={100} />{' '}
      <span>{urls.toLocaleString('en')} URLs so far</span>
    </p>
  );
}

interface ToolsProps {
  readonly tally: Tally;
  /** The one that is chosen. */
  readonly scheme: string | null;
}

export function Tools({ tally: { schemes }, scheme }: ToolsProps): VNode {
  return (
    <div class="harvest-tools">
      <p class="field">
        <label for="harvest-scheme">Scheme</label>
        <select id="harvest-scheme" data-field="scheme">
          <option value="" selected={scheme === null}>
            all
          </option>
          {schemes.map(([name, amount]) => (
            <option value={name} selected={name === scheme}>{`${name} (${amount.toLocaleString('en')})`}</option>
          ))}
        </select>
      </p>
      <p>
        <button type="button" class="quiet" data-export="csv">
          Save as CSV
        </button>{' '}
        <button type="button" class="quiet" data-export="json">
          Save as JSON
        </button>
      </p>
    </div>
  );
}

interface TurningProps {
  /** From 0. */
  readonly page: number;
  /** Rows on all pages. */
  readonly of: number;
}

/** The way to other pages; nothing where there is only one. */
export function Turning({ page, of }: TurningProps): VNode | null {
  const pages = Math.ceil(of / PAGE_ROWS);
  if (pages < 2) return null;
  return (
    <nav class="turning" aria-label="Pages of the table">
      <button type="button" class="quiet" data-page={page - 1} disabled={page === 0}>
        Before
      </button>
      <span>{`Page ${(page + 1).toLocaleString('en')} of ${pages.toLocaleString('en')}`}</span>
      <button type="button" class="quiet" data-page={page + 1} disabled={page >= pages - 1}>
        After
      </button>
    </nav>
  );
}

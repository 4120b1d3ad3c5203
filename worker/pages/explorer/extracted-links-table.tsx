/**
 * The URLs of a whole text as a table, and the controls that only a script adds: progress, a filter by scheme, files to
 * save, and pages.
 */
import type { ComponentChildren, VNode } from 'preact';
import { UNSAFE_SCHEMES } from '../../../src/schemes/unknown.ts';
import { counted, grouped } from '../parts/counted.ts';
import { breakable, withNamedControls } from '../parts/shown-text.tsx';
import { Comparison } from './comparison.tsx';
import { type ExtractedLink, isWeb, type LinkFilter, MOST_LISTED, type Tally } from './extracted-links.ts';

export interface ExtractedLinksProps {
  readonly tally: Tally;
  /** The links to show. */
  readonly rows: readonly ExtractedLink[];
  /** What a script shows above the table. */
  readonly toolbar?: ComponentChildren;
  /** What a script shows below the table. */
  readonly pager?: ComponentChildren;
}

/** The heading with the counts, and the table. */
export function ExtractedLinksTable({ tally, rows, toolbar, pager }: ExtractedLinksProps): VNode {
  const { progress, urls, different, lines } = tally;
  const counts = `${counted(different, 'distinct link')}, ${counted(urls, 'occurrence')}, ${counted(lines, 'line')}.`;
  return (
    <section class="extracted-links" aria-labelledby="extracted-links-title">
      <h2 id="extracted-links-title">Links in this text</h2>
      <p class="lead" role="status">
        {progress < 1 ? 'Reading …' : `${counts}${leftOut(tally)}`}
      </p>
      {urls === 2 && <Comparison links={rows} />}
      {toolbar}
      {progress === 1 && different === 0 && <p class="empty">This text contains no links.</p>}
      {rows.length > 0 && <Table rows={rows} />}
      {pager}
    </section>
  );
}

/** Which lines are not in the table, so that nobody takes it for the whole text. */
function leftOut({ linesWithout, firstWithout }: Tally): string {
  if (linesWithout === 0) return '';
  const listed = firstWithout.map(grouped).join(', ');
  if (linesWithout === 1) return ` Line ${listed} has no link and was left out.`;
  const more = linesWithout > firstWithout.length ? ' …' : '.';
  return ` ${grouped(linesWithout)} lines have no link and were left out: ${listed}${more}`;
}

function Table({ rows }: { readonly rows: readonly ExtractedLink[] }): VNode {
  return (
    <table class="links-table">
      <thead>
        <tr>
          <th scope="col">Canonical form</th>
          <th scope="col">Written as</th>
          <th scope="col">Times</th>
          <th scope="col">Lines</th>
          <th scope="col">
            <span class="visually-hidden">Open</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((link) => (
          <Row link={link} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ link }: { readonly link: ExtractedLink }): VNode {
  const { canonical, scheme, error, times, lines, spellings } = link;
  const others = spellings.filter((spelling) => spelling !== canonical);
  return (
    <tr>
      <td data-label="Canonical form">
        {canonical === null ? (
          <span class="nothing">{error}</span>
        ) : (
          <a href={`/inspect?url=${encodeURIComponent(canonical)}`}>
            <bdi dir="ltr">{breakable(canonical)}</bdi>
          </a>
        )}
      </td>
      <td data-label="Written as">
        {others.length === 0 ? (
          <span class="nothing">the same</span>
        ) : (
          others.map((spelling) => (
            <code>
              <bdi dir="auto">{withNamedControls(spelling)}</bdi>
            </code>
          ))
        )}
      </td>
      <td data-label="Times">{grouped(times)}</td>
      <td data-label="Lines">
        {lines.join(', ')}
        {lines.length === MOST_LISTED && times > MOST_LISTED && ' …'}
      </td>
      <td>
        {canonical !== null && !UNSAFE_SCHEMES.has(scheme) && (
          <a href={`/r?url=${encodeURIComponent(canonical)}`}>
            Open<span class="visually-hidden"> {canonical}</span>
          </a>
        )}
      </td>
    </tr>
  );
}

/** Rows on a page: few enough to read, and to render without a pause. */
export const PAGE_ROWS = 50;

/** How much of a text has been read. */
export function Progress({ tally: { progress, urls } }: { readonly tally: Tally }): VNode {
  return (
    <p class="progress">
      <label for="extracted-links-progress">Progress</label>
      <progress id="extracted-links-progress" value={Math.floor(progress * 100)} max={100} />{' '}
      <span>{counted(urls, 'link')} so far</span>
    </p>
  );
}

interface ToolbarProps {
  readonly tally: Tally;
  /** Which links are shown. */
  readonly filter: LinkFilter;
}

/** The value of an option of the filter. */
function optionOf(filter: LinkFilter): string {
  return filter === null ? '' : filter === 'not-web' ? '-web' : filter.scheme;
}

/** The filter that the value of an option stands for. No scheme begins with a hyphen. */
export function filterOf(option: string): LinkFilter {
  return option === '' ? null : option === '-web' ? 'not-web' : { scheme: option };
}

/** The filter by scheme, and the buttons that save files. */
export function Toolbar({ tally: { schemes, different }, filter }: ToolbarProps): VNode {
  const others = schemes.reduce((sum, [name, amount]) => (isWeb(name) ? sum : sum + amount), 0);
  const options: (readonly [LinkFilter, name: string, amount: number])[] = [
    [null, 'all links', different],
    ...(others > 0 && others < different ? [['not-web', 'all but http and https', others] as const] : []),
    ...schemes.map(([scheme, amount]) => [{ scheme }, scheme, amount] as const),
  ];
  const selected = optionOf(filter);
  return (
    <div class="links-toolbar">
      <p class="field">
        <label for="extracted-links-filter">Show</label>
        <select id="extracted-links-filter" data-field="links-filter">
          {options.map(([option, name, amount]) => (
            <option value={optionOf(option)} selected={optionOf(option) === selected}>
              {`${name} (${grouped(amount)})`}
            </option>
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

interface PagerProps {
  /** The page that is shown, from 0. */
  readonly page: number;
  /** Rows on all pages together. */
  readonly of: number;
}

/** Buttons to the previous and the next page; `null` if there is only one page. */
export function Pager({ page, of }: PagerProps): VNode | null {
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

/** The URLs of a whole text as a table, one page of it at a time. */
import type { VNode } from 'preact';
import { UNSAFE_SCHEMES } from '../../../src/schemes/unknown.ts';
import { breakable } from './anatomy.tsx';
import { visible } from './given.tsx';
import { type Found, KEPT, type Tally } from './harvest.ts';

/** Rows on a page: as many as a reader goes through, and a browser draws without a pause. */
export const PAGE_ROWS = 50;

export interface HarvestedProps {
  readonly tally: Tally;
  /** Those of the page. */
  readonly rows: readonly Found[];
  /** From 0. */
  readonly page: number;
  /** How many there are on all pages, of the scheme that is chosen. */
  readonly of: number;
  readonly scheme: string | null;
}

export function Harvested({ tally, rows, page, of, scheme }: HarvestedProps): VNode {
  const { progress, urls, different, lines, schemes } = tally;
  const done = progress === 1;
  const pages = Math.max(1, Math.ceil(of / PAGE_ROWS));
  return (
    <section class="harvest" aria-labelledby="harvest-title">
      <h2 id="harvest-title">Links in this text</h2>
      <p class="lead" role="status">
        {done
          ? `${count(different, 'different URL', 'different URLs')}, ${count(urls, 'time', 'times')} in ${count(lines, 'line', 'lines')}.`
          : 'Reading …'}
      </p>
      {!done && (
        <p class="progress">
          <label for="harvest-progress">Progress</label>
          <progress id="harvest-progress" value={Math.floor(progress * 100)} max={100} />{' '}
          <span>{urls.toLocaleString('en')} URLs so far</span>
        </p>
      )}
      {done && different === 0 && <p class="empty">There is no link of a forgotten scheme in it.</p>}
      {done && different > 0 && (
        <>
          <div class="harvest-tools scripted">
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
          <table class="found">
            <thead>
              <tr>
                <th scope="col">Canonical form</th>
                <th scope="col">Written as</th>
                <th scope="col">Times</th>
                <th scope="col">Lines</th>
                <th scope="col">
                  <span class="unseen">Open</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((found) => (
                <Row found={found} />
              ))}
            </tbody>
          </table>
          {pages > 1 && (
            <nav class="turning scripted" aria-label="Pages of the table">
              <button type="button" class="quiet" data-page={page - 1} disabled={page === 0}>
                Before
              </button>
              <span>{`Page ${(page + 1).toLocaleString('en')} of ${pages.toLocaleString('en')}`}</span>
              <button type="button" class="quiet" data-page={page + 1} disabled={page >= pages - 1}>
                After
              </button>
            </nav>
          )}
        </>
      )}
    </section>
  );
}

function Row({ found }: { readonly found: Found }): VNode {
  const { canonical, scheme, fault, times, lines, spellings } = found;
  const others = spellings.filter((spelling) => spelling !== canonical);
  return (
    <tr>
      <td data-label="Canonical form">
        {canonical === null ? (
          <span class="nothing">none: {fault}</span>
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
              <bdi dir="auto">{visible(spelling)}</bdi>
            </code>
          ))
        )}
      </td>
      <td data-label="Times">{times.toLocaleString('en')}</td>
      <td data-label="Lines">
        {lines.join(', ')}
        {lines.length === KEPT && times > KEPT && ' …'}
      </td>
      <td>
        {canonical !== null && !UNSAFE_SCHEMES.has(scheme) && (
          <a href={`/r?url=${encodeURIComponent(canonical)}`}>
            Open<span class="unseen"> {canonical}</span>
          </a>
        )}
      </td>
    </tr>
  );
}

function count(amount: number, one: string, many: string): string {
  return `${amount.toLocaleString('en')} ${amount === 1 ? one : many}`;
}

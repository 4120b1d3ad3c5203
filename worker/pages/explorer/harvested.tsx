/** The URLs of a whole text as a table. */
import type { ComponentChildren, VNode } from 'preact';
import { UNSAFE_SCHEMES } from '../../../src/schemes/unknown.ts';
import { breakable } from './anatomy.tsx';
import { visible } from './given.tsx';
import { type Found, KEPT, type Tally } from './harvest.ts';

export interface HarvestedProps {
  readonly tally: Tally;
  /** Those that are shown. */
  readonly rows: readonly Found[];
  /** What stands above the table, where there is a script. */
  readonly tools?: ComponentChildren;
  /** What stands beneath it. */
  readonly turning?: ComponentChildren;
}

export function Harvested({ tally, rows, tools, turning }: HarvestedProps): VNode {
  const { progress, urls, different, lines } = tally;
  const counts = `${count(different, 'different URL')}, ${count(urls, 'time')} in ${count(lines, 'line')}.`;
  return (
    <section class="harvest" aria-labelledby="harvest-title">
      <h2 id="harvest-title">Links in this text</h2>
      <p class="lead" role="status">
        {progress < 1 ? 'Reading …' : counts}
      </p>
      {tools}
      {progress === 1 && different === 0 && <p class="empty">There is no link of a forgotten scheme in it.</p>}
      {rows.length > 0 && <Table rows={rows} />}
      {turning}
    </section>
  );
}

function Table({ rows }: { readonly rows: readonly Found[] }): VNode {
  return (
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
            <code class="spelling">
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

/** An amount and what it is of; the plural of all of these takes an s. */
function count(amount: number, noun: string): string {
  return `${amount.toLocaleString('en')} ${noun}${amount === 1 ? '' : 's'}`;
}

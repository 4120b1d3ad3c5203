/** The rows of the table of links: those of a text, or those of a sheet with the person's own columns. */
import type { VNode } from 'preact';
import { STATUSES, wordsOfStatus } from '../../../src/open/statuses.ts';
import { UNSAFE_SCHEMES } from '../../../src/schemes/unknown.ts';
import { grouped } from '../parts/counted.ts';
import { breakable, withNamedControls } from '../parts/shown-text.tsx';
import { type ExtractedLink, MOST_LISTED } from './extracted-links.ts';
import { dayOf } from './links-dates.ts';
import { copyOf, NOT_A_URL } from './links-sheet-download.ts';

/** A row of a sheet. */
export interface SheetRow {
  /** The number of its record, as spreadsheets count; the first is 1. */
  readonly number: number;
  readonly cells: readonly string[];
  readonly link: ExtractedLink | null;
  /** The date of the row, as archives write it; `null` = none. */
  readonly date: string | null;
}

/** The columns of results, which are there once somebody has asked for them. */
export interface ResultColumns {
  /** Also that of links with an error. */
  readonly status: boolean;
  readonly checked: boolean;
  readonly short: boolean;
}

export function LinkRows({
  rows,
  results,
}: {
  readonly rows: readonly ExtractedLink[];
  readonly results: ResultColumns;
}): VNode {
  return (
    <table class="links-table">
      <thead>
        <tr>
          <th scope="col">Canonical form</th>
          <th scope="col">Written as</th>
          <th scope="col">Count</th>
          <th scope="col">Lines</th>
          <ResultHeads results={results} />
          <th scope="col">
            <span class="visually-hidden">Open</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((link) => (
          <LinkRow link={link} results={results} />
        ))}
      </tbody>
    </table>
  );
}

function LinkRow({ link, results }: { readonly link: ExtractedLink; readonly results: ResultColumns }): VNode {
  const { canonical, times, lines, spellings, guessed } = link;
  const others = spellings.filter((spelling) => spelling !== canonical);
  const listed = lines.slice(0, MOST_LISTED);
  return (
    <tr>
      <td data-label="Canonical form">
        <Canonical link={link} />
      </td>
      <td data-label="Written as">
        {others.length === 0 ? (
          <span class="nothing">unchanged</span>
        ) : (
          others.slice(0, MOST_LISTED).map((spelling) => <Written text={spelling} />)
        )}
        {guessed && <span class="nothing"> (scheme guessed)</span>}
      </td>
      <td data-label="Count">{grouped(times)}</td>
      <td data-label="Lines">
        {listed.join(', ')}
        {lines.length > listed.length && ' …'}
      </td>
      <ResultCells link={link} date={null} results={results} />
      <td>
        <OpenLink link={link} />
      </td>
    </tr>
  );
}

/** The most columns of the person that are shown: a window of 1280 pixels has no room for more beside the results. */
const MOST_COLUMNS = 4;

interface SheetRowsProps {
  readonly rows: readonly SheetRow[];
  /** The names of all columns. */
  readonly columns: readonly string[];
  readonly linkColumn: number;
  readonly results: ResultColumns;
}

export function SheetRows({ rows, columns, linkColumn, results }: SheetRowsProps): VNode {
  const own = columns.map((name, index) => ({ name, index })).filter(({ index }) => index !== linkColumn);
  const shown = own.slice(0, MOST_COLUMNS);
  const table = (
    <table class="links-table sheet">
      <thead>
        <tr>
          <th scope="col">Row</th>
          <th scope="col">{columns[linkColumn]}</th>
          <ResultHeads results={results} />
          {shown.map(({ name }) => (
            <th scope="col">
              <bdi dir="auto">{name}</bdi>
            </th>
          ))}
          <th scope="col">
            <span class="visually-hidden">Open</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ number, link, cells, date }) => (
          <tr>
            <td data-label="Row">{grouped(number)}</td>
            <td data-label={columns[linkColumn]} class="url">
              {link === null ? (
                <span class="nothing">no link</span>
              ) : (
                <SheetLink link={link} cell={cells[linkColumn] ?? ''} />
              )}
            </td>
            <ResultCells link={link} date={date} results={results} />
            {shown.map(({ name, index }) => (
              <td data-label={name} class="own">
                <bdi dir="auto">{withNamedControls((cells[index] ?? '').slice(0, LONGEST_CELL))}</bdi>
                {(cells[index] ?? '').length > LONGEST_CELL && '…'}
              </td>
            ))}
            <td>{link !== null && <OpenLink link={link} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
  if (shown.length === own.length) return table;
  return (
    <>
      <p class="aside">
        The table has {MOST_COLUMNS} of your {own.length} other columns. Your sheet keeps all of them.
      </p>
      {table}
    </>
  );
}

/** How much of a cell is shown. */
const LONGEST_CELL = 80;

function SheetLink({ link, cell }: { readonly link: ExtractedLink; readonly cell: string }): VNode {
  const written = cell.trim();
  if (link.canonical === null) return <Written text={written} />;
  return (
    <>
      <Canonical link={link} />
      {written !== link.canonical && (
        <p class="written">
          <span class="nothing">written </span>
          <Written text={written} />
          {link.guessed && <span class="nothing"> (scheme guessed)</span>}
        </p>
      )}
    </>
  );
}

function Canonical({ link: { canonical } }: { readonly link: ExtractedLink }): VNode {
  if (canonical === null) return <span class="nothing">none</span>;
  return (
    <a href={`/inspect?url=${encodeURIComponent(canonical)}`}>
      <bdi dir="ltr">{breakable(canonical)}</bdi>
    </a>
  );
}

function Written({ text }: { readonly text: string }): VNode {
  return (
    <code>
      <bdi dir="auto">{withNamedControls(text)}</bdi>
    </code>
  );
}

function OpenLink({ link: { canonical, scheme } }: { readonly link: ExtractedLink }): VNode | null {
  if (canonical === null || UNSAFE_SCHEMES.has(scheme)) return null;
  return (
    <a href={`/r?url=${encodeURIComponent(canonical)}`}>
      Open<span class="visually-hidden"> {canonical}</span>
    </a>
  );
}

function ResultHeads({ results: { status, checked, short } }: { readonly results: ResultColumns }): VNode {
  return (
    <>
      {status && <th scope="col">Status</th>}
      {checked && <th scope="col">Archived copy</th>}
      {short && <th scope="col">Short link</th>}
    </>
  );
}

interface ResultCellsProps {
  readonly link: ExtractedLink | null;
  readonly date: string | null;
  readonly results: ResultColumns;
}

function ResultCells({ link, date, results: { status, checked, short } }: ResultCellsProps): VNode {
  return (
    <>
      {status && <td data-label="Status">{link !== null && <Status link={link} isAsked={checked} />}</td>}
      {checked && <td data-label="Archived copy">{link !== null && <ArchivedCopy link={link} date={date} />}</td>}
      {short && (
        <td data-label="Short link">
          {link?.short === '' && <span class="nothing">refused</span>}
          {link?.short && <a href={link.short}>{link.short.replace(/^https?:\/\//, '')}</a>}
        </td>
      )}
    </>
  );
}

interface StatusProps {
  readonly link: ExtractedLink;
  /** Whether somebody has asked for the statuses. */
  readonly isAsked: boolean;
}

function Status({ link: { error, checked }, isAsked }: StatusProps): VNode | null {
  if (error !== null) {
    return (
      <>
        <span class="link-status" data-status={NOT_A_URL}>
          {NOT_A_URL}
        </span>
        <p class="written nothing">{error}</p>
      </>
    );
  }
  if (checked === null) return isAsked ? <span class="nothing">waiting</span> : null;
  const { status, detail, location, suggestion } = checked;
  return (
    <>
      <span class="link-status" data-status={status} title={detail}>
        {wordsOfStatus(status)}
      </span>
      {location !== null && (
        <p class="written">
          <span class="nothing">to </span>
          <a href={`/inspect?url=${encodeURIComponent(location)}`}>
            <bdi dir="ltr">{breakable(location)}</bdi>
          </a>
        </p>
      )}
      {!STATUSES[status].isClear && <p class="written nothing">{detail}</p>}
      {suggestion !== null && (
        <p class="written">
          <span class="nothing">{suggestion.certainty}: </span>
          <a href={suggestion.url} rel="noreferrer nofollow">
            <bdi dir="ltr">{breakable(suggestion.url)}</bdi>
          </a>{' '}
          <span class="nothing">{suggestion.reason}</span>
        </p>
      )}
    </>
  );
}

/** The copy of an archive, or where one may be. */
function ArchivedCopy({ link, date }: { readonly link: ExtractedLink; readonly date: string | null }): VNode | null {
  const { copy: found } = link;
  if (found?.kind === 'copy') {
    return (
      <>
        <a href={found.url} rel="noreferrer nofollow">
          Copy of {found.date}
        </a>
        <p class="written nothing">{found.archive}</p>
      </>
    );
  }
  if (found?.kind === 'none') return <span class="nothing">no copy found</span>;
  const copy = copyOf(link, date);
  const [archive] = link.checked?.archives ?? [];
  if (copy === null || archive === undefined) return null;
  const address = (
    <a href={copy} rel="noreferrer nofollow">
      Ask {archive.name}
      {date !== null && archive.dated !== null && `, near ${dayOf(date)}`}
    </a>
  );
  if (found === null) return address;
  return (
    <>
      {address}
      <p class="written nothing">{found.detail}</p>
    </>
  );
}

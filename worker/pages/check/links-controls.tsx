/** What people can do with the links of a text or a sheet: filter, check, make short links, and save. */
import type { VNode } from 'preact';
import { type CheckStatus, wordsOfStatus } from '../../../src/open/statuses.ts';
import { counted, grouped } from '../parts/counted.ts';
import {
  ARCHIVED,
  CHANGED,
  DUPLICATES,
  type LinkFilter,
  NO_SCHEME,
  NOT_CHECKED,
  NOT_WEB,
  PROBLEMS,
} from './extracted-links.ts';
import type { SheetColumn } from './links-sheet.ts';

/** A run over all links, which somebody starts with a button. */
export interface RunProgress {
  readonly state: 'idle' | 'running' | 'stopped' | 'done';
  /** How many links there are for it. */
  readonly total: number;
  readonly done: number;
  /** Seconds until the service takes more; 0 = it takes more now. */
  readonly wait: number;
  /** Why it has ended early; `null` = it has not, or somebody stopped it. */
  readonly error: string | null;
  /** How many links the service refused, and why it refused the first of them. */
  readonly refused: { readonly count: number; readonly reason: string };
}

/** What the controls show. */
export interface Controls {
  readonly filter: LinkFilter;
  /** How many rows each filter shows: those above the schemes, and then the schemes, the most frequent first. */
  readonly counts: ReadonlyMap<LinkFilter, number>;
  /** How many links each archive is asked about, by its host. */
  readonly copies: readonly (readonly [host: string, links: number])[];
  readonly check: RunProgress;
  readonly archives: RunProgress;
  /** How many links have each status; those that none has are left out. */
  readonly verdicts: readonly (readonly [status: CheckStatus, links: number])[];
  /** How many links an archive has a copy of. */
  readonly found: number;
  /** Links that name no server, which are not sent. */
  readonly unsent: number;
  /** `null` = this service makes no short links. */
  readonly shorten: RunProgress | null;
  /** `null` = a text that is no sheet. */
  readonly sheet: SheetControls | null;
  /** The host of this service. */
  readonly service: string;
}

interface SheetControls {
  readonly columns: readonly SheetColumn[];
  readonly linkColumn: number;
  readonly dateColumn: number | null;
  /** Of a file; `null` = the sheet was pasted. */
  readonly encoding: string | null;
}

/** The names of the filters that are no schemes. */
const FILTERS: Readonly<Record<string, string>> = {
  [PROBLEMS]: 'only problems',
  [NOT_CHECKED]: 'only not checked',
  [CHANGED]: 'only rewritten or moved',
  [DUPLICATES]: 'only repeated',
  [ARCHIVED]: 'only with archives to ask',
  [NOT_WEB]: 'all but http and https',
  [NO_SCHEME]: 'no scheme',
};

export function Toolbar({ controls }: { readonly controls: Controls }): VNode {
  const { filter, counts, sheet, check } = controls;
  const all = sheet !== null && sheet.columns.length > 1 ? 'all rows' : 'all links';
  // Only the next step has a filled button.
  const save = check.total === 0 || check.state === 'done' ? undefined : 'quiet';
  const which = filter === '' ? 'links' : 'shown links';
  return (
    <div class="links-toolbar">
      <p class="field">
        <label for="extracted-links-filter">Show</label>
        <select id="extracted-links-filter" data-field="links-filter">
          {[...counts].map(([option, amount]) => (
            <option value={option} selected={option === filter}>
              {`${option === '' ? all : (FILTERS[option] ?? option)} (${grouped(amount)})`}
            </option>
          ))}
        </select>
      </p>
      {sheet !== null && <Columns sheet={sheet} />}
      <p class="links-save">
        {sheet !== null && (
          <button type="button" class={save} data-export="sheet">
            {sheet.columns.length > 1 ? 'Download my sheet' : 'Download my list'}
          </button>
        )}{' '}
        <button type="button" class={sheet === null ? save : 'quiet'} data-export="csv">
          Save {which} as CSV
        </button>{' '}
        <button type="button" class="quiet" data-export="json">
          Save {which} as JSON
        </button>
      </p>
    </div>
  );
}

/** Which columns of a sheet have the links and the dates, where more than one may. */
function Columns({ sheet: { columns, linkColumn, dateColumn } }: { readonly sheet: SheetControls }): VNode {
  const withLinks = columns.filter(({ links }) => links > 0);
  const withDates = columns.filter(({ isDate }) => isDate);
  return (
    <>
      {withLinks.length > 1 && (
        <p class="field">
          <label for="links-column">Column with the links</label>
          <select id="links-column" data-field="links-column">
            {withLinks.map(({ index, name, links }) => (
              <option value={index} selected={index === linkColumn}>
                {`${name} (${grouped(links)})`}
              </option>
            ))}
          </select>
        </p>
      )}
      {withDates.length > 0 && (
        <p class="field">
          <label for="links-dates">Date for archived copies</label>
          <select id="links-dates" data-field="links-dates">
            <option value="" selected={dateColumn === null}>
              none
            </option>
            {withDates.map(({ index, name }) => (
              <option value={index} selected={index === dateColumn}>
                {name}
              </option>
            ))}
          </select>
        </p>
      )}
    </>
  );
}

/** Says what a check sends, has the button for it, and shows how far it is. */
export function CheckPanel({ controls }: { readonly controls: Controls }): VNode | null {
  const { check, verdicts } = controls;
  const { state, total, done } = check;
  if (total === 0) return null;
  const all = verdicts.reduce((sum, [, links]) => sum + links, 0);
  const sums = verdicts.map(([status, links]) => `${grouped(links)} ${wordsOfStatus(status)}`).join(', ');
  const left = total - done;
  return (
    <div class="links-run" data-run="check">
      <div class="links-run-action">
        <button
          type="button"
          class={state === 'running' ? 'quiet' : undefined}
          data-links={state === 'running' ? 'stop-check' : 'check'}
          disabled={state === 'done'}
        >
          {CHECK_BUTTON[state](left)}
        </button>
        <p class="aside" id="check-note">
          {noteOf(controls)}
        </p>
      </div>
      {state === 'idle' && (
        <label class="links-suggest">
          <input type="checkbox" name="suggest" /> Also look for successors: ask the web server of the same host for the
          same path.
        </label>
      )}
      {state === 'running' && <progress aria-label="Links that are checked" value={done} max={total} />}
      <RunStatus run={check} ended={`${counted(all, 'link')}: ${sums}.`} />
    </div>
  );
}

/** What a check sends, how far it is, or what to do with its results. */
function noteOf({ check: { state, total, done }, service, sheet, unsent }: Controls): string {
  if (state === 'done') return 'Save the results: nothing is kept when you leave this page.';
  if (state !== 'idle') return askedText(done, total);
  const subject = sheet !== null && sheet.columns.length > 1 ? 'Your other columns, user names' : 'User names';
  const them = total === 1 ? 'it' : 'them';
  const sent = `This page sends ${them} to ${service}, which asks ${total === 1 ? 'its server' : 'their servers one after another'}.`;
  const kept = `${subject}, passwords and anything after “#” stay on this device.`;
  return [sent, kept, ...(unsent > 0 ? [unsentText(unsent)] : [])].join(' ');
}

const CHECK_BUTTON: Readonly<Record<RunProgress['state'], (left: number) => string>> = {
  idle: (left) => `Check ${counted(left, 'link')}`,
  running: () => 'Stop',
  stopped: (left) => `Check the other ${grouped(left)}`,
  done: () => 'Done',
};

const askedText = (done: number, total: number): string => `${grouped(done)} of ${counted(total, 'link')} asked about.`;

function unsentText(unsent: number): string {
  return unsent === 1
    ? '1 other link names no server and is not sent.'
    : `${grouped(unsent)} other links name no server and are not sent.`;
}

/** Says which archives learn which links, has the button that asks them, and shows how far it is. */
export function ArchivesPanel({ controls }: { readonly controls: Controls }): VNode | null {
  const { check, archives, found } = controls;
  const { state, total, done } = archives;
  if (total === 0 || check.state === 'running') return null;
  const have = found === 1 ? '1 has a copy' : `${grouped(found)} have a copy`;
  return (
    <div class="links-run" data-run="archives">
      <div class="links-run-action">
        <button
          type="button"
          class="quiet"
          data-links={state === 'running' ? 'stop-archives' : 'archives'}
          disabled={state === 'done'}
        >
          {ARCHIVES_BUTTON[state]}
        </button>
        <p class="aside">
          {state === 'idle'
            ? archivesNote(controls)
            : state === 'done'
              ? 'The table and the files that you save have the copies.'
              : askedText(done, total)}
        </p>
      </div>
      {state === 'running' && <progress aria-label="Links that archives are asked about" value={done} max={total} />}
      <RunStatus run={archives} ended={`The archives have been asked about ${counted(total, 'link')}: ${have}.`} />
    </div>
  );
}

const ARCHIVES_BUTTON: Readonly<Record<RunProgress['state'], string>> = {
  idle: 'Ask archives for copies',
  running: 'Stop',
  stopped: 'Ask about the others',
  done: 'Done',
};

function archivesNote({ archives: { total }, copies, service }: Controls): string {
  const hosts = copies.map(([host, links]) => `${host} (${counted(links, 'link')})`).join(', ');
  const sent = `Sends ${counted(total, 'link')} to ${service}, which asks ${hosts}.`;
  return `${sent} User names, passwords and anything after “#” stay on this device. Nothing is sent before you press the button.`;
}

/** A form for the token of an owner; `null` = this service makes no short links, or there are no links. */
export function ShortenPanel({ controls }: { readonly controls: Controls }): VNode | null {
  const { shorten, service } = controls;
  if (shorten === null || shorten.total === 0) return null;
  const { state, total, done } = shorten;
  const left = total - done;
  return (
    <details class="links-run" data-run="shorten">
      <summary>Make short links</summary>
      <form data-form="links-shorten">
        <label for="links-token">Your token for short links</label>
        <div class="with-button">
          <input id="links-token" name="token" type="password" autocomplete="off" required />
          {state === 'running' ? (
            <button type="button" class="quiet" data-links="stop-shorten">
              Stop
            </button>
          ) : (
            <button type="submit" class="quiet" disabled={state === 'done'}>
              {state === 'done' ? 'Done' : `Create ${counted(left, 'short link')}`}
            </button>
          )}
        </div>
        <p class="aside">
          {state === 'idle'
            ? `Sends ${counted(total, 'link')} and your token to ${service}. Links with a user name or without a server get no short link. The token is kept until you reload or close this page.`
            : askedText(done, total)}
        </p>
      </form>
      <RunStatus run={shorten} ended={endedText(shorten)} />
    </details>
  );
}

function endedText({ total, refused: { count, reason } }: RunProgress): string {
  if (count === 0) return `All ${grouped(total)} short links are ready.`;
  return `${grouped(total - count)} of ${grouped(total)} short links are ready. ${grouped(count)} refused: ${reason}`;
}

/** What screen readers announce of a run: waits, errors and its end, but not each link. */
function RunStatus({ run, ended }: { readonly run: RunProgress; readonly ended: string }): VNode {
  const { state, wait, error } = run;
  return (
    <>
      <p class="links-run-status" role="status">
        {state === 'done' && ended}
        {state === 'stopped' && (error ?? 'Stopped. Everything so far is kept.')}
        {wait > 0 && 'This service limits how fast it checks links. It continues automatically.'}
      </p>
      {wait > 0 && <p class="aside">{`Next links in ${counted(wait, 'second')}.`}</p>}
    </>
  );
}

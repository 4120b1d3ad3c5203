/** The links of one text in the worker: which of them are shown, and what has been asked about them. */
import type { Options } from '../../../src/index.ts';
import { checkTarget, copyIn, mayBeShared, NO_SERVER, resultOf } from './checked-link.ts';
import { type ExtractedLinksProps, PAGE_ROWS } from './controlled-table.tsx';
import {
  ARCHIVED,
  CHANGED,
  countsOf,
  EXPORT_TYPES,
  type ExportFormat,
  type ExtractedLink,
  ExtractedLinks,
  exportLinks,
  isShown,
  type LinkFilter,
  MOST_LISTED,
  verdictsOf,
} from './extracted-links.ts';
import { type CheckEvents, ServiceCheck } from './links-check.ts';
import type { Controls, RunProgress } from './links-controls.tsx';
import type { decodeFile } from './links-file.ts';
import type { LineAnswer } from './links-lines.ts';
import type { SheetRow } from './links-rows.tsx';
import type { Sheet } from './links-sheet.ts';
import { dateOf, sheetWithLinks } from './links-sheet-download.ts';
import { makeShortLinks } from './links-shorten.ts';

/** What was read. */
export interface ReadSource extends Pick<Options, 'dialect'> {
  /** The address of this service, without a slash at the end. */
  readonly root: string;
  readonly makesShortLinks: boolean;
  /** The name of the file; `null` = it was pasted or typed. */
  readonly name: string | null;
  /** How the file is written; `null` = there is none. */
  readonly encoding: ReturnType<typeof decodeFile> | null;
  /** `null` = a text that is no sheet. */
  readonly sheet: Sheet | null;
}

export type RunName = 'check' | 'archives' | 'shorten';

/** Milliseconds between two messages about a run. */
const REFRESH_MS = 250;

/** A run, with what stops it. */
interface OwnRun {
  state: RunProgress['state'];
  error: string | null;
  /** When the service takes more, in milliseconds of the epoch. */
  until: number;
  refused: { count: number; reason: string };
  controller: AbortController;
}

const newRun = (): OwnRun => ({
  ...{ state: 'idle', error: null, until: 0, refused: { count: 0, reason: '' }, controller: new AbortController() },
});

/** Links by what is sent of them. */
type LinksOfTarget = readonly [target: string, links: readonly ExtractedLink[]];

type TakeAnswer = (link: ExtractedLink, answer: LineAnswer) => void;

const newRuns = (): Record<RunName, OwnRun> => ({ check: newRun(), archives: newRun(), shorten: newRun() });

export class LinksSession {
  readonly #source: ReadSource;
  readonly #show: (table: ExtractedLinksProps) => void;
  #links: ExtractedLinks;
  /** The link of each record of a sheet. */
  #rows: readonly (ExtractedLink | null)[];
  /** The cell with the link of each record. */
  #cells: readonly string[] = [];
  #linkColumn: number;
  #dateColumn: number | null;
  /** Whether the Web of the same hosts is asked for successors. */
  #suggest = false;
  #page = 0;
  #filter: LinkFilter = '';
  #runs = newRuns();
  /** The links by what is sent of them. */
  #targets = new Map<string, ExtractedLink[]>();
  #unsent: readonly ExtractedLink[] = [];
  #done = { check: 0, archives: 0, shorten: 0 };
  #refresh: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param rows - the link of each record of a sheet with several columns
   * @param show - called with the table each time that it changes
   */
  constructor(
    source: ReadSource,
    links: ExtractedLinks,
    rows: readonly (ExtractedLink | null)[],
    show: (table: ExtractedLinksProps) => void,
  ) {
    this.#source = source;
    this.#show = show;
    this.#links = links;
    this.#rows = rows;
    this.#linkColumn = source.sheet?.linkColumn ?? 0;
    this.#dateColumn = source.sheet?.dateColumn ?? null;
    this.#findTargets();
  }

  showPage(page: number, filter: LinkFilter): void {
    this.#page = page;
    this.#filter = filter;
    this.#showNow();
  }

  /** Takes another column of a sheet as that of the links. What was asked about the old ones is forgotten. */
  readColumn(column: number): void {
    const { sheet, dialect } = this.#source;
    if (sheet === null) return;
    this.stop();
    this.#links = new ExtractedLinks();
    const reading = this.#links.readSheet(sheet, column, { dialect });
    let step = reading.next();
    while (step.done !== true) step = reading.next();
    this.#rows = step.value;
    this.#linkColumn = column;
    this.#runs = newRuns();
    this.#done = { check: 0, archives: 0, shorten: 0 };
    this.#findTargets();
    this.showPage(0, '');
  }

  takeDates(column: number | null): void {
    this.#dateColumn = column;
    this.#showNow();
  }

  /** The links that a filter shows as a file, or the whole sheet. */
  fileOf(format: ExportFormat | 'sheet', filter: LinkFilter): { readonly name: string; readonly file: Blob } {
    const { sheet, name, encoding } = this.#source;
    if (format !== 'sheet' || sheet === null) {
      const ownFormat = format === 'sheet' ? 'csv' : format;
      const file = new Blob([exportLinks(this.#links.rows(filter), ownFormat)], { type: EXPORT_TYPES[ownFormat] });
      return { name: `links.${ownFormat}`, file };
    }
    const text = sheetWithLinks({ sheet, rows: this.#rowsOfSheet(sheet), dateColumn: this.#dateColumn });
    const isCsv = sheet.separator === ',' || sheet.separator === ';';
    const type = isCsv ? 'text/csv' : 'text/tab-separated-values';
    const ending = isCsv ? 'csv' : 'tsv';
    const base = name?.replace(/\.[^.]*$/, '') ?? 'sheet';
    // A list becomes a table.
    const file = `${base} checked.${/\.([a-z]+)$/i.exec(name ?? '')?.[1] ?? ending}`;
    return {
      name: sheet.separator === null ? `${base} checked.tsv` : file,
      file: new Blob([encoding?.encode(text) ?? text], { type }),
    };
  }

  /** The link of each record. A list was read as a text, which knows no records. */
  #rowsOfSheet(sheet: Sheet): readonly (ExtractedLink | null)[] {
    if (sheet.separator !== null) return this.#rows;
    const { dialect } = this.#source;
    return Array.from({ length: sheet.size }, (_, index) => {
      const [line = ''] = sheet.cells(index);
      return line.trim() === '' ? null : this.#links.find(line.trim(), { dialect });
    });
  }

  #findTargets(): void {
    const { sheet } = this.#source;
    const column = this.#linkColumn;
    if (sheet !== null) this.#cells = this.#rows.map((_, index) => sheet.cells(index)[column]?.trim() ?? '');
    this.#targets = new Map();
    const unsent: ExtractedLink[] = [];
    for (const link of this.#links.rows()) {
      if (link.canonical === null) continue;
      const target = checkTarget(link.canonical);
      if (target === null) unsent.push(link);
      else {
        const known = this.#targets.get(target);
        if (known === undefined) this.#targets.set(target, [link]);
        else known.push(link);
      }
    }
    this.#unsent = unsent;
  }

  /**
   * Checks links, asks archives for copies, or makes short links, beginning with those that have no result yet.
   *
   * @param suggest - whether the Web of the same hosts is asked; `null` = as before
   */
  async run(name: RunName, token: string | null, suggest: boolean | null): Promise<void> {
    if (this.#runs[name].state === 'running') return;
    this.#suggest = suggest ?? this.#suggest;
    const run: OwnRun = { ...newRun(), refused: this.#runs[name].refused, state: 'running' };
    this.#runs[name] = run;
    this.#showNow();
    const waiting = (until: number | null): void => {
      run.until = until ?? 0;
      this.#showSoon();
    };
    try {
      if (name === 'check') await this.#check(run.controller.signal, waiting);
      else if (name === 'archives') await this.#askArchives(run.controller.signal, waiting);
      else await this.#shorten(token ?? '', run.controller.signal, waiting);
      run.state = 'done';
    } catch (error) {
      run.state = 'stopped';
      if (!run.controller.signal.aborted) run.error = error instanceof Error ? error.message : String(error);
    }
    run.until = 0;
    if (this.#runs[name] === run) this.#showNow();
  }

  async #check(signal: AbortSignal, waiting: CheckEvents['waiting']): Promise<void> {
    for (const link of this.#unsent) link.checked = NO_SERVER;
    const left = [...this.#targets].filter(([, [first]]) => first?.checked === null);
    const take: TakeAnswer = (link, answer) => {
      link.checked = resultOf(answer);
    };
    await this.#ask('check', left, take, { signal, waiting });
  }

  async #askArchives(signal: AbortSignal, waiting: CheckEvents['waiting']): Promise<void> {
    const left = this.#archived().filter(([, [first]]) => first?.copy === null);
    const take: TakeAnswer = (link, answer) => {
      link.copy = copyIn(answer);
    };
    await this.#ask('archives', left, take, { signal, waiting });
  }

  /** Asks the service about links. */
  async #ask(
    name: 'check' | 'archives',
    left: readonly LinksOfTarget[],
    take: TakeAnswer,
    { signal, waiting }: { readonly signal: AbortSignal; readonly waiting: CheckEvents['waiting'] },
  ): Promise<void> {
    const isCheck = name === 'check';
    const checked: CheckEvents['checked'] = (target, answer) => {
      const links = this.#targets.get(target) ?? [];
      for (const link of links) take(link, answer);
      this.#done[name] += links.length;
      this.#showSoon();
    };
    const targets = left.map(([target]) => target);
    const address = `${this.#source.root}/v1/check`;
    const service = { address, suggest: isCheck && this.#suggest, ask: isCheck ? 'server' : name } as const;
    await new ServiceCheck(service, targets, { checked, waiting }, signal).run();
  }

  /** The links that an archive may have a copy of, by what is sent of them. */
  #archived(): readonly LinksOfTarget[] {
    return [...this.#targets].filter(([, [first]]) => first !== undefined && isShown(first, ARCHIVED));
  }

  async #shorten(token: string, signal: AbortSignal, waiting: (until: number | null) => void): Promise<void> {
    const links = new Map(this.#shortenable().map((link) => [link.canonical ?? '', link]));
    const left = [...links].filter(([, { short }]) => short === null).map(([url]) => url);
    const { refused } = this.#runs.shorten;
    const made = (url: string, short: string | null, reason: string): void => {
      const link = links.get(url);
      if (short === null) {
        if (refused.count === 0) refused.reason = reason;
        refused.count += 1;
      }
      if (link !== undefined) link.short = short ?? '';
      this.#done.shorten += 1;
      this.#showSoon();
    };
    const address = `${this.#source.root}/v1/links`;
    await makeShortLinks({ address, token, urls: left, signal, made, waiting });
  }

  /** The links that may get a short link: those with a server, and without a password, which is nobody else's. */
  #shortenable(): readonly ExtractedLink[] {
    return this.#links.rows().filter(({ canonical }) => canonical !== null && mayBeShared(canonical));
  }

  /** Ends a run, or all. */
  stop(name?: RunName): void {
    const ended = name === undefined ? Object.values(this.#runs) : [this.#runs[name]];
    for (const run of ended) run.controller.abort();
    clearTimeout(this.#refresh);
    this.#refresh = undefined;
  }

  #showSoon(): void {
    this.#refresh ??= setTimeout(() => this.#showNow(), REFRESH_MS);
  }

  #showNow(): void {
    clearTimeout(this.#refresh);
    this.#refresh = undefined;
    const { sheet } = this.#source;
    const isSheet = sheet !== null && sheet.separator !== null;
    const records = isSheet ? this.#recordsOf(sheet) : [];
    const links = isSheet ? [] : this.#links.rows(this.#filter);
    const of = isSheet ? records.length : links.length;
    const page = Math.min(this.#page, Math.max(0, Math.ceil(of / PAGE_ROWS) - 1));
    const from = page * PAGE_ROWS;
    const to = from + PAGE_ROWS;
    const { check, archives, shorten } = this.#runs;
    const { tally } = this.#links;
    const checked = check.state !== 'idle';
    const results = { status: checked || tally.invalid > 0, checked, short: shorten.state !== 'idle' };
    const sheetRows = isSheet ? records.slice(from, to).map((index) => this.#rowOf(sheet, index)) : null;
    const shown = { page, of, controls: this.#controls(), sheetRows, results };
    this.#show({ tally, rows: links.slice(from, to).map(withFewLines), shown });
    // The seconds of a wait count down.
    if (Math.max(check.until, archives.until, shorten.until) > Date.now())
      this.#refresh = setTimeout(() => this.#showNow(), 1000);
  }

  /** The records that the filter shows: all that are not blank, or those whose links are like that. */
  #recordsOf(sheet: Sheet): readonly number[] {
    return [...this.#rows.keys()].filter((index) => this.#isRecordShown(sheet, index, this.#filter));
  }

  #isRecordShown(sheet: Sheet, index: number, filter: LinkFilter): boolean {
    const link = this.#rows[index] ?? null;
    if (link === null) return filter === '' && this.#isOwnRow(sheet, index);
    return isShown(link, filter, filter === CHANGED ? (this.#cells[index] ?? '') : null);
  }

  /** Whether a record without a link is a row of the person, and neither blank nor the header. */
  #isOwnRow(sheet: Sheet, index: number): boolean {
    const [from, to] = sheet.record(index);
    return from !== to && !(sheet.hasHeader && index === 0);
  }

  #rowOf(sheet: Sheet, index: number): SheetRow {
    const cells = sheet.cells(index);
    const link = this.#rows[index] ?? null;
    const date = dateOf(cells, this.#dateColumn);
    return { number: index + 1, cells, link: link === null ? null : withFewLines(link), date };
  }

  #controls(): Controls {
    const { sheet, root, makesShortLinks, encoding } = this.#source;
    return {
      filter: this.#filter,
      counts: this.#counts(),
      copies: this.#copies(),
      check: this.#runOf('check', linksOf([...this.#targets])),
      archives: this.#runOf('archives', linksOf(this.#archived())),
      found: linksOf(this.#archived().filter(([, [first]]) => first?.copy?.kind === 'copy')),
      unsent: this.#unsent.length,
      verdicts: verdictsOf(this.#links.rows()),
      shorten: makesShortLinks ? this.#runOf('shorten', this.#shortenable().length) : null,
      sheet:
        sheet === null
          ? null
          : {
              columns: sheet.columns,
              linkColumn: this.#linkColumn,
              dateColumn: this.#dateColumn,
              encoding: encoding?.name ?? null,
            },
      service: new URL(root).host,
    };
  }

  #runOf(name: RunName, total: number): RunProgress {
    const { state, error, until, refused } = this.#runs[name];
    const wait = Math.max(0, Math.ceil((until - Date.now()) / 1000));
    return { state, total, done: this.#done[name], wait, error, refused };
  }

  /** How many distinct links each archive is asked about, by its host. */
  #copies(): Controls['copies'] {
    const copies = new Map<string, number>();
    for (const [, links] of this.#archived()) {
      const hosts = new Set(links[0]?.checked?.archives.map(({ url }) => new URL(url).host));
      for (const host of hosts) copies.set(host, (copies.get(host) ?? 0) + links.length);
    }
    return [...copies];
  }

  /** How many rows each filter shows: records of a sheet, or distinct links of a text. */
  #counts(): Controls['counts'] {
    const { sheet } = this.#source;
    const isSheet = sheet !== null && sheet.separator !== null;
    const links = isSheet ? this.#rows : this.#links.rows();
    return countsOf(links, (link, index, filter) =>
      isSheet ? this.#isRecordShown(sheet, index, filter) : link !== null && isShown(link, filter),
    );
  }
}

/** How many links there are for some targets. */
const linksOf = (targets: readonly LinksOfTarget[]): number => targets.flatMap(([, links]) => links).length;

/** A link with one line and one spelling more than are shown of it, for the page. Files have all. */
function withFewLines(link: ExtractedLink): ExtractedLink {
  const { lines, spellings } = link;
  return { ...link, lines: lines.slice(0, MOST_LISTED + 1), spellings: spellings.slice(0, MOST_LISTED + 1) };
}

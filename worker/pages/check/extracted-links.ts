/** The URLs of a whole text: groups duplicates by their canonical form, and writes them as CSV or JSON. */
import { type Canonical, type Options, safeCanonicalize } from '../../../src/index.ts';
import { type CheckStatus, STATUS_NAMES, STATUSES, wordsOfStatus } from '../../../src/open/statuses.ts';
import { meaningOfCell } from '../../../src/text/cell.ts';
import { csvOf } from '../../../src/text/csv.ts';
import { findingsIn, isTextLink } from '../../../src/text/findings.ts';
import type { LinkReader, TextFormat } from '../../../src/text/link.ts';
import { linksInPlainText } from '../../../src/text/plain.ts';
import { IN_BROWSER } from '../../../src/text/scheme-names.ts';
import { type CheckResult, type CopyAnswer, wordsOfCopy } from './checked-link.ts';
import type { Sheet } from './links-sheet.ts';

export interface ExtractedLink {
  /** `null` if the URL has an error. */
  readonly canonical: Canonical | null;
  readonly scheme: string;
  readonly error: string | null;
  times: number;
  /** The lines that contain it; the text begins with line 1. */
  readonly lines: number[];
  readonly spellings: string[];
  /** Whether the text only has a name of a host, or something else without a scheme, each time. */
  guessed: boolean;
  /** `null` = nobody has asked. */
  checked: CheckResult | null;
  /** What archives say; `null` = nobody has asked. */
  copy: CopyAnswer | null;
  /** The short link; empty if none could be made, `null` = nobody has asked for one. */
  short: string | null;
}

/** How many lines and spellings of each URL are shown, and how many lines without one. Files have all of them. */
export const MOST_LISTED = 5;
/** Why a cell is not one link. */
const CELL_FAULTS = {
  several: 'This cell has several links. Give each a row of its own.',
  pattern: 'This is a template, or a link without a host. Give one whole link.',
} as const;
/** After this many URLs, reading a text pauses to let other work run. */
const URLS_BETWEEN_PAUSES = 500;

/** Counts of a text, as far as it has been read. */
export interface Tally {
  /** As what the text was read. */
  readonly format: TextFormat;
  /** How much of the text has been read, from 0 to 1. */
  readonly progress: number;
  /** Distinct links without an error. */
  readonly links: number;
  /** How often they are there, repeats included. */
  readonly occurrences: number;
  /** How often there is one with an error. */
  readonly invalid: number;
  readonly lines: number;
  /** Lines that are not blank, and have no URL. */
  readonly linesWithout: number;
  /** The first of {@link linesWithout}; the text begins with line 1. */
  readonly firstWithout: readonly number[];
  /** Different URLs by scheme, the most frequent scheme first. */
  readonly schemes: readonly (readonly [scheme: string, count: number])[];
}

/**
 * Which URLs of a text are shown: those of a scheme, one of the names below, or all if it is empty. No scheme begins
 * with a hyphen.
 */
export type LinkFilter = string;
/** Links without a scheme, which have an error. */
export const NO_SCHEME = '-none';
/** Links with an error, and those that lead nowhere. */
export const PROBLEMS = '-problems';
/** Links whose servers were not asked. */
export const NOT_CHECKED = '-not-checked';
/** Links that are written in another form than the canonical one, and those whose server names another address. */
export const CHANGED = '-changed';
/** Links that an archive may have a copy of. */
export const ARCHIVED = '-archived';
/** Links that are there more than once. */
export const DUPLICATES = '-duplicates';

/**
 * Whether a filter shows a link.
 *
 * @param written - how it is written; `null` = in every way that the text has
 */
export function isShown(link: ExtractedLink, filter: LinkFilter, written: string | null = null): boolean {
  const { canonical, checked, error, scheme, spellings, times } = link;
  switch (filter) {
    case '':
      return true;
    case NOT_WEB:
      return !isWeb(scheme);
    case PROBLEMS:
      return error !== null || (checked !== null && STATUSES[checked.status].isProblem);
    case NOT_CHECKED:
      return checked?.status === 'not-checked';
    case CHANGED:
      if (canonical === null) return false;
      if (checked?.status === 'moved') return true;
      return written === null ? spellings.some((spelling) => spelling !== canonical) : written !== canonical;
    case DUPLICATES:
      return times > 1;
    case ARCHIVED:
      return checked !== null && checked.archives.length > 0;
    case NO_SCHEME:
      return scheme === '';
    default:
      return scheme === filter;
  }
}

/** All URLs but those that browsers open themselves. */
export const NOT_WEB = '-web';

/** Whether browsers open links of a scheme themselves. */
function isWeb(scheme: string): boolean {
  return IN_BROWSER.includes(scheme);
}

/**
 * How many rows each filter shows: those above the schemes, and then the schemes, the most frequent first.
 *
 * @param links - records of a sheet, or distinct links of a text
 */
export function countsOf(
  links: readonly (ExtractedLink | null)[],
  isCounted: (link: ExtractedLink | null, index: number, filter: LinkFilter) => boolean,
): ReadonlyMap<LinkFilter, number> {
  const counts = new Map<LinkFilter, number>([
    ['', 0],
    [PROBLEMS, 0],
    [CHANGED, 0],
    [DUPLICATES, 0],
  ]);
  const schemes = new Map<LinkFilter, number>();
  let others = 0;
  for (const [index, link] of links.entries()) {
    for (const filter of counts.keys()) {
      if (isCounted(link, index, filter)) counts.set(filter, (counts.get(filter) ?? 0) + 1);
    }
    if (link === null) continue;
    const scheme = link.scheme || NO_SCHEME;
    schemes.set(scheme, (schemes.get(scheme) ?? 0) + 1);
    if (!isWeb(link.scheme)) others += 1;
  }
  for (const filter of [NOT_CHECKED, ARCHIVED]) {
    const shown = links.filter((link) => link !== null && isShown(link, filter)).length;
    if (shown > 0) counts.set(filter, shown);
  }
  // Without links of the Web, it would show the same as “all”.
  if (others > 0 && others < (counts.get('') ?? 0)) counts.set(NOT_WEB, others);
  return new Map([...counts, ...[...schemes].sort(([, a], [, b]) => b - a)]);
}

/** How many links have each status, in the order of the statuses; those that none has are left out. */
export function verdictsOf(links: readonly ExtractedLink[]): readonly (readonly [CheckStatus, number])[] {
  const counts = new Map(STATUS_NAMES.map((status) => [status, 0]));
  for (const { checked } of links) {
    if (checked !== null) counts.set(checked.status, (counts.get(checked.status) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count > 0);
}

/** The URLs of a text, grouped by their canonical form. */
export class ExtractedLinks {
  readonly #links = new Map<string, ExtractedLink>();
  readonly #schemes = new Map<string, number>();
  /** The spellings of links that have many. */
  readonly #spellings = new Map<ExtractedLink, Set<string>>();
  #lines = 1;
  #without: readonly number[] = [];
  #urls = 0;
  #valid = 0;
  #invalid = 0;
  #progress = 0;
  #format: TextFormat = 'text';

  /** Reads a text without pauses. `ExtractedLinks.of('go:x and GO:x', {}).rows().length` is `1`. */
  static of(text: string, options: Options, reader: LinkReader = linksInPlainText): ExtractedLinks {
    const links = new ExtractedLinks();
    for (const _ of links.read(text, options, reader));
    return links;
  }

  /** Reads a text. Each value is a pause, in which the caller may do other work. */
  *read(text: string, options: Options, reader: LinkReader): Generator<Tally> {
    const linesWith = new Set<number>();
    let from = 0;
    const read = reader(text);
    this.#format = read.format;
    for (const finding of findingsIn(read)) {
      const [at, to] = finding.range;
      this.#lines += lineBreaks(text.slice(from, at));
      this.#add(finding.url ?? '', finding.written, isTextLink(finding), options);
      linesWith.add(this.#lines);
      // A URL in angle brackets may go on in the next lines.
      for (let more = lineBreaks(finding.written); more > 0; more--) linesWith.add(++this.#lines);
      from = to;
      if (this.#urls % URLS_BETWEEN_PAUSES !== 0) continue;
      this.#progress = at / text.length;
      yield this.tally;
    }
    const lines = text.split('\n');
    // A line break at the end begins no line.
    this.#lines = lines.length - (lines.at(-1) === '' ? 1 : 0);
    this.#without = [...lines.keys()]
      .filter((index) => !linesWith.has(index + 1) && lines[index]?.trim() !== '')
      .map((index) => index + 1);
    this.#progress = 1;
    yield this.tally;
  }

  /**
   * Reads a column of a sheet. Each value is a pause.
   *
   * @returns the link of each record; `null` = a blank cell, or the header
   */
  *readSheet(sheet: Sheet, column: number, options: Options): Generator<Tally, (ExtractedLink | null)[]> {
    this.#format = sheet.separator === '\t' ? 'tsv' : sheet.separator === null ? 'text' : 'csv';
    const rows: (ExtractedLink | null)[] = [];
    const without: number[] = [];
    let isHeader = sheet.hasHeader;
    /** Records that are neither blank nor the header, as the table has them. */
    let filled = sheet.hasHeader ? -1 : 0;
    for (let index = 0; index < sheet.size; index++) {
      this.#lines = index + 1;
      const [from, to] = sheet.record(index);
      if (from !== to) filled += 1;
      const cells = sheet.cells(index);
      const cell = cells[column]?.trim() ?? '';
      if (isHeader && cells.some((each) => each.trim() !== '')) {
        isHeader = false;
        rows.push(null);
      } else if (cell === '') {
        rows.push(null);
        if (cells.some((each) => each.trim() !== '')) without.push(index + 1);
      } else rows.push(this.#addCell(cell, options));
      if (index % URLS_BETWEEN_PAUSES !== 0) continue;
      this.#progress = index / sheet.size;
      yield this.tally;
    }
    this.#without = without;
    this.#lines = filled;
    this.#progress = 1;
    return rows;
  }

  #addCell(cell: string, options: Options): ExtractedLink {
    const meaning = meaningOfCell(cell);
    if (typeof meaning === 'string') return this.#addTo(this.#linkWith(cell, null, CELL_FAULTS[meaning]), cell, true);
    return this.#add(meaning?.url ?? cell, cell, !meaning?.isGuess, options);
  }

  #add(url: string, spelling: string, isWritten: boolean, options: Options): ExtractedLink {
    return this.#addTo(this.#linkOf(url, options), spelling, isWritten);
  }

  #addTo(link: ExtractedLink, spelling: string, isWritten: boolean): ExtractedLink {
    this.#urls++;
    if (link.canonical === null) this.#invalid++;
    link.times++;
    link.guessed &&= !isWritten;
    if (link.lines.at(-1) !== this.#lines) link.lines.push(this.#lines);
    if (!this.#isSpelt(link, spelling)) link.spellings.push(spelling);
    return link;
  }

  /** Whether a link has a spelling already. A list of them would be read a hundred thousand times. */
  #isSpelt(link: ExtractedLink, spelling: string): boolean {
    const { spellings } = link;
    if (spellings.length < MOST_LISTED) return spellings.includes(spelling);
    const all = this.#spellings.get(link) ?? new Set(spellings);
    this.#spellings.set(link, all);
    const isKnown = all.has(spelling);
    all.add(spelling);
    return isKnown;
  }

  #linkOf(url: string, { dialect }: Options): ExtractedLink {
    const result = safeCanonicalize(url, { dialect });
    return result.ok
      ? this.#linkWith(result.value, result.value, null)
      : this.#linkWith(url, null, result.error.message);
  }

  #linkWith(key: string, canonical: Canonical | null, error: string | null): ExtractedLink {
    const existing = this.#links.get(key);
    if (existing !== undefined) return existing;
    const scheme = /^([a-z\d+.-]+):/i.exec(key)?.[1]?.toLowerCase() ?? '';
    const link: ExtractedLink = {
      ...{
        canonical,
        scheme,
        error,
        times: 0,
        lines: [],
        spellings: [],
        guessed: true,
        checked: null,
        copy: null,
        short: null,
      },
    };
    this.#links.set(key, link);
    if (canonical !== null) this.#valid++;
    this.#schemes.set(scheme, (this.#schemes.get(scheme) ?? 0) + 1);
    return link;
  }

  get tally(): Tally {
    return {
      format: this.#format,
      progress: this.#progress,
      links: this.#valid,
      occurrences: this.#urls - this.#invalid,
      invalid: this.#invalid,
      lines: this.#lines,
      linesWithout: this.#without.length,
      firstWithout: this.#without.slice(0, MOST_LISTED),
      schemes: [...this.#schemes].sort(([, a], [, b]) => b - a),
    };
  }

  /** The different URLs, in the order of the text. */
  rows(filter: LinkFilter = ''): readonly ExtractedLink[] {
    const all = [...this.#links.values()];
    return filter === '' ? all : all.filter((link) => isShown(link, filter));
  }

  /** The link that a line of a list is, if it has been read; `null` = it has not. */
  find(line: string, { dialect }: Options): ExtractedLink | null {
    const meaning = meaningOfCell(line);
    const url = typeof meaning === 'string' ? line : (meaning?.url ?? line);
    const result = safeCanonicalize(url, { dialect });
    return this.#links.get(result.ok ? result.value : url) ?? null;
  }
}

function lineBreaks(text: string): number {
  return text.split('\n').length - 1;
}

export type ExportFormat = 'csv' | 'json';

export const EXPORT_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv;charset=utf-8;header=present',
  json: 'application/json',
};

const COLUMNS = ['canonical', 'scheme', 'times', 'lines', 'spellings', 'guessed', 'error'] as const;
/** Columns that are written if somebody has asked for what they contain. */
const CHECK_COLUMNS = ['status', 'detail', 'checkedAt', 'location', 'archive', 'short', 'suggestion', 'certainty'];
const COPY_COLUMNS = ['copy', 'copyDate', 'copyFound'] as const;

/**
 * Writes links as the text of a file: CSV (RFC 4180) or JSON.
 * `exportLinks(ExtractedLinks.of('GO:x', {}).rows(), 'csv').split('\r\n')[1]` is `'go:x,go,1,1,GO:x,false,'`.
 */
export function exportLinks(links: readonly ExtractedLink[], format: ExportFormat): string {
  const asked = links.some(({ checked, short }) => checked !== null || short !== null);
  const copied = links.some(({ copy }) => copy !== null);
  const columns = [...COLUMNS, ...(asked ? CHECK_COLUMNS : []), ...(copied ? COPY_COLUMNS : [])];
  const rows = links.map(({ checked, short, copy, ...link }) => ({
    ...link,
    ...{ status: checked === null ? null : wordsOfStatus(checked.status), detail: checked?.detail ?? null },
    ...{ checkedAt: checked?.checkedAt || null, location: checked?.location ?? null },
    ...{ archive: checked?.archives[0]?.url ?? null, short: short || null },
    ...{ suggestion: checked?.suggestion?.url ?? null, certainty: checked?.suggestion?.certainty ?? null },
    copy: copy?.kind === 'copy' ? copy.url : null,
    copyDate: copy?.kind === 'copy' ? copy.date : null,
    copyFound: wordsOfCopy(copy),
  }));
  if (format === 'json') return `${JSON.stringify(rows, columns, 2)}\n`;
  return csvOf(
    columns,
    rows.map((row) => ({ ...row, guessed: String(row.guessed) })),
  );
}

/** The URLs of a whole text: groups duplicates by their canonical form, and writes them as CSV or JSON. */
import { type Canonical, type Options, safeCanonicalize } from '../../../src/index.ts';
import type { LinkReader, TextFormat } from '../../../src/text/link.ts';
import { linksInPlainText } from '../../../src/text/plain.ts';
import { csvOf } from '../parts/csv.ts';
import { findingsIn, isLink } from './text-input.ts';

export interface ExtractedLink {
  /** `null` if the URL has an error. */
  readonly canonical: Canonical | null;
  readonly scheme: string;
  readonly error: string | null;
  times: number;
  /** The first lines that contain it; the text begins with line 1. */
  readonly lines: number[];
  /** Its first spellings. */
  readonly spellings: string[];
  /** Whether the text only has a name of a host, or something else without a scheme, each time. */
  guessed: boolean;
}

/** How many lines and spellings are kept of each URL, and how many lines without one. */
export const MOST_LISTED = 5;
/** After this many URLs, reading a text pauses to let other work run. */
const URLS_BETWEEN_PAUSES = 500;

/** Counts of a text, as far as it has been read. */
export interface Tally {
  /** As what the text was read. */
  readonly format: TextFormat;
  /** How much of the text has been read, from 0 to 1. */
  readonly progress: number;
  /** All URLs, duplicates included. */
  readonly urls: number;
  readonly different: number;
  readonly lines: number;
  /** Lines that are not blank, and have no URL. */
  readonly linesWithout: number;
  /** The first of {@link linesWithout}; the text begins with line 1. */
  readonly firstWithout: readonly number[];
  /** Different URLs by scheme, the most frequent scheme first. */
  readonly schemes: readonly (readonly [scheme: string, count: number])[];
}

/** Which URLs of a text are shown: those of a scheme, {@link NOT_WEB}, or all if it is empty. */
export type LinkFilter = string;

/** All URLs but those that browsers open themselves. No scheme begins with a hyphen. */
export const NOT_WEB = '-web';

/** Whether browsers open links of a scheme themselves. */
export function isWeb(scheme: string): boolean {
  return scheme === 'http' || scheme === 'https';
}

/** The URLs of a text, grouped by their canonical form. */
export class ExtractedLinks {
  readonly #links = new Map<string, ExtractedLink>();
  readonly #schemes = new Map<string, number>();
  #lines = 1;
  #without: readonly number[] = [];
  #urls = 0;
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
      this.#add(finding.url ?? '', finding.written, isLink(finding), options);
      linesWith.add(this.#lines);
      // A URL in angle brackets may go on in the next lines.
      for (let more = lineBreaks(finding.written); more > 0; more--) linesWith.add(++this.#lines);
      from = to;
      if (this.#urls % URLS_BETWEEN_PAUSES !== 0) continue;
      this.#progress = at / text.length;
      yield this.tally;
    }
    const lines = text.split('\n');
    this.#lines = lines.length;
    this.#without = [...lines.keys()]
      .filter((index) => !linesWith.has(index + 1) && lines[index]?.trim() !== '')
      .map((index) => index + 1);
    this.#progress = 1;
    yield this.tally;
  }

  #add(url: string, spelling: string, isWritten: boolean, options: Options): void {
    const link = this.#linkOf(url, options);
    this.#urls++;
    link.times++;
    link.guessed &&= !isWritten;
    if (link.lines.length < MOST_LISTED && link.lines.at(-1) !== this.#lines) link.lines.push(this.#lines);
    if (link.spellings.length < MOST_LISTED && !link.spellings.includes(spelling)) link.spellings.push(spelling);
  }

  #linkOf(url: string, { dialect }: Options): ExtractedLink {
    const result = safeCanonicalize(url, { dialect });
    const canonical = result.ok ? result.value : null;
    const error = result.ok ? null : result.error.message;
    const key = canonical ?? url;
    const existing = this.#links.get(key);
    if (existing !== undefined) return existing;
    const scheme = /^([a-z\d+.-]+):/i.exec(key)?.[1]?.toLowerCase() ?? '';
    const link: ExtractedLink = { canonical, scheme, error, times: 0, lines: [], spellings: [], guessed: true };
    this.#links.set(key, link);
    this.#schemes.set(scheme, (this.#schemes.get(scheme) ?? 0) + 1);
    return link;
  }

  get tally(): Tally {
    return {
      format: this.#format,
      progress: this.#progress,
      urls: this.#urls,
      different: this.#links.size,
      lines: this.#lines,
      linesWithout: this.#without.length,
      firstWithout: this.#without.slice(0, MOST_LISTED),
      schemes: [...this.#schemes].sort(([, a], [, b]) => b - a),
    };
  }

  /** The different URLs, in the order of the text. */
  rows(filter: LinkFilter = ''): readonly ExtractedLink[] {
    const all = [...this.#links.values()];
    if (filter === '') return all;
    return all.filter(({ scheme }) => (filter === NOT_WEB ? !isWeb(scheme) : scheme === filter));
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

/**
 * Writes links as the text of a file: CSV (RFC 4180) or JSON.
 * `exportLinks(ExtractedLinks.of('GO:x', {}).rows(), 'csv').split('\r\n')[1]` is `'go:x,go,1,1,GO:x,false,'`.
 */
export function exportLinks(links: readonly ExtractedLink[], format: ExportFormat): string {
  if (format === 'json') return `${JSON.stringify(links, [...COLUMNS], 2)}\n`;
  return csvOf(
    COLUMNS,
    links.map((link) => ({ ...link, guessed: String(link.guessed) })),
  );
}

/** The URLs of a whole text: groups duplicates by their canonical form, and writes them as CSV or JSON. */
import { canonicalize, type Options, UrlError } from '../../../src/index.ts';
import { csvOf } from '../parts/csv.ts';
import { extractLinks } from './links-in-text.ts';

/** A URL of a text, with all of its spellings. */
export interface ExtractedLink {
  /** `null` if the URL has an error. */
  readonly canonical: string | null;
  readonly scheme: string;
  /** Why there is no canonical form. */
  readonly error: string | null;
  /** How often it occurs in the text. */
  times: number;
  /** The first lines that contain it; the text begins with line 1. */
  readonly lines: number[];
  /** Its first spellings. */
  readonly spellings: string[];
}

/** How many lines and spellings are kept of each URL, and how many lines without one. */
export const MOST_LISTED = 5;
/** After this many URLs, reading a text pauses to let other work run. */
const URLS_BETWEEN_PAUSES = 500;

/** Counts of a text, as far as it has been read. */
export interface Tally {
  /** How much of the text has been read, from 0 to 1. */
  readonly progress: number;
  /** All URLs, duplicates included. */
  readonly urls: number;
  /** Different URLs. */
  readonly different: number;
  readonly lines: number;
  /** Lines that are not blank, and have no URL. */
  readonly linesWithout: number;
  /** The first of {@link linesWithout}; the text begins with line 1. */
  readonly firstWithout: readonly number[];
  /** Different URLs by scheme, the most frequent scheme first. */
  readonly schemes: readonly (readonly [scheme: string, count: number])[];
}

/** Which URLs of a text are shown: those of a scheme, all but those of the Web, or all. */
export type LinkFilter = { readonly scheme: string } | 'not-web' | null;

/** The URLs of a text, grouped by their canonical form. */
export class ExtractedLinks {
  readonly #links = new Map<string, ExtractedLink>();
  readonly #schemes = new Map<string, number>();
  #lines = new LineCounter('');
  #urls = 0;
  #progress = 0;

  /**
   * Reads a text without pauses.
   *
   * @example
   * ```ts
   * ExtractedLinks.of('go:x and GO:x', {}).rows().length; // 1
   * ```
   */
  static of(text: string, options: Options): ExtractedLinks {
    const links = new ExtractedLinks();
    for (const _ of links.read(text, options));
    return links;
  }

  /** Reads a text. Each value is a pause, in which the caller may do other work. */
  *read(text: string, options: Options): Generator<Tally> {
    this.#lines = new LineCounter(text);
    for (const { text: spelling, at } of extractLinks(text)) {
      this.#lines.skipTo(at);
      this.#add(spelling, options);
      this.#lines.passLink(at + spelling.length);
      if (this.#urls % URLS_BETWEEN_PAUSES !== 0) continue;
      this.#progress = at / text.length;
      yield this.tally;
    }
    this.#lines.skipTo(text.length);
    this.#lines.end();
    this.#progress = 1;
    yield this.tally;
  }

  #add(spelling: string, options: Options): void {
    const link = this.#linkOf(spelling, options);
    this.#urls++;
    link.times++;
    const { line } = this.#lines;
    if (link.lines.length < MOST_LISTED && link.lines.at(-1) !== line) link.lines.push(line);
    if (link.spellings.length < MOST_LISTED && !link.spellings.includes(spelling)) link.spellings.push(spelling);
  }

  #linkOf(spelling: string, options: Options): ExtractedLink {
    const { canonical, error } = canonicalOrError(spelling, options);
    const key = canonical ?? spelling;
    const existing = this.#links.get(key);
    if (existing !== undefined) return existing;
    const scheme = /^<?(?:url:)?([a-z\d+.-]+):/i.exec(key)?.[1]?.toLowerCase() ?? '';
    const link: ExtractedLink = { canonical, scheme, error, times: 0, lines: [], spellings: [] };
    this.#links.set(key, link);
    this.#schemes.set(scheme, (this.#schemes.get(scheme) ?? 0) + 1);
    return link;
  }

  get tally(): Tally {
    return {
      progress: this.#progress,
      urls: this.#urls,
      different: this.#links.size,
      lines: this.#lines.line,
      linesWithout: this.#lines.without,
      firstWithout: this.#lines.firstWithout,
      schemes: [...this.#schemes].sort(([, a], [, b]) => b - a),
    };
  }

  /** The different URLs, in the order of the text. */
  rows(filter: LinkFilter = null): readonly ExtractedLink[] {
    const all = [...this.#links.values()];
    if (filter === null) return all;
    return all.filter(({ scheme }) => (filter === 'not-web' ? !isWeb(scheme) : scheme === filter.scheme));
  }
}

/** Whether browsers open links of a scheme themselves. */
export function isWeb(scheme: string): boolean {
  return scheme === 'http' || scheme === 'https';
}

/** Counts the lines of a text, and those without a URL. */
class LineCounter {
  /** The number of the line at the position that was reached; the text begins with line 1. */
  line = 1;
  without = 0;
  readonly firstWithout: number[] = [];
  readonly #text: string;
  #from = 0;
  #to: number;
  #hasLink = false;

  constructor(text: string) {
    this.#text = text;
    this.#to = this.#endOfLine();
  }

  /** Goes on to a position; there is no URL before it. */
  skipTo(position: number): void {
    while (this.#to < position) this.#nextLine(false);
  }

  /** Goes on to the end of a URL, which may be on another line than its beginning. */
  passLink(end: number): void {
    this.#hasLink = true;
    while (this.#to < end) this.#nextLine(true);
  }

  /** Ends the last line. */
  end(): void {
    if (this.#hasLink || this.#text.slice(this.#from, this.#to).trim() === '') return;
    this.without++;
    if (this.firstWithout.length < MOST_LISTED) this.firstWithout.push(this.line);
  }

  #nextLine(hasLink: boolean): void {
    this.end();
    this.#from = this.#to + 1;
    this.#to = this.#endOfLine();
    this.#hasLink = hasLink;
    this.line++;
  }

  #endOfLine(): number {
    const at = this.#text.indexOf('\n', this.#from);
    return at === -1 ? this.#text.length : at;
  }
}

function canonicalOrError(spelling: string, { dialect }: Options): Pick<ExtractedLink, 'canonical' | 'error'> {
  try {
    return { canonical: canonicalize(spelling, { dialect }), error: null };
  } catch (error) {
    if (!(error instanceof UrlError)) throw error;
    return { canonical: null, error: error.message };
  }
}

export type ExportFormat = 'csv' | 'json';

export const EXPORT_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv;charset=utf-8;header=present',
  json: 'application/json',
};

const COLUMNS = ['canonical', 'scheme', 'times', 'lines', 'spellings', 'error'] as const;

/**
 * Writes links as the text of a file: CSV (RFC 4180) or JSON.
 *
 * @example
 * ```ts
 * exportLinks(ExtractedLinks.of('GO:x', {}).rows(), 'csv').split('\r\n')[1]; // 'go:x,go,1,1,GO:x,'
 * ```
 */
export function exportLinks(links: readonly ExtractedLink[], format: ExportFormat): string {
  if (format === 'json') return `${JSON.stringify(links, [...COLUMNS], 2)}\n`;
  return csvOf(COLUMNS, links);
}

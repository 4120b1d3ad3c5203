/**
 * The URLs of a whole text: extracts them, groups duplicates by their canonical form, and writes them as CSV or JSON.
 */
import { canonicalize, type Options, schemes, UrlError } from '../../../src/index.ts';

/** A URL as written in a text. */
export interface LinkInText {
  readonly text: string;
  /** Where it begins, in UTF-16 code units. */
  readonly at: number;
}

/** The schemes to look for: all but those of the Web, whose links browsers open themselves. */
const NAMES = [...schemes.values()]
  .flatMap(({ kind, name }) => (kind === 'http' ? [] : [name.replace(/[+.]/g, '\\$&')]))
  .join('|');

/** The longest URL between angle brackets, in UTF-16 code units. Without it, stray brackets take quadratic time. */
const LONGEST_WRAPPED = 2000;

/**
 * A URL in `<…>`, where a line may break (RFC 3986 Appendix C), or a bare one. A bare URL does not begin inside another
 * word or URL, and ends before a character that no URL contains.
 */
const URLS = new RegExp(
  `<(?:URL:)?(?:${NAMES}):[^<>]{1,${LONGEST_WRAPPED}}>|(?<![\\w+.\\-/?&%@])(?:${NAMES}):[^\\s<>"\`]+`,
  'gi',
);

/** Every URL of a text, in the order of the text. Links of the Web are left out. */
export function* extractLinks(text: string): Generator<LinkInText> {
  for (const { 0: match, index } of text.matchAll(URLS)) {
    const link = match.startsWith('<') ? match : withoutPunctuation(match);
    // Only a word and a colon, as in “news: the latest”.
    if (!link.endsWith(':')) yield { text: link, at: index };
  }
}

const CLOSING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/**
 * Cuts off the punctuation that ends a sentence, and brackets that were opened before the URL. Brackets are counted
 * only once, so that a thousand of them take a thousand steps.
 */
function withoutPunctuation(match: string): string {
  const unopened = new Map<string, number>();
  let end = match.length;
  for (; end > 0; end--) {
    const last = match.charAt(end - 1);
    const opening = CLOSING[last];
    if (opening !== undefined) {
      const left = unopened.get(last) ?? count(match, last) - count(match, opening);
      if (left <= 0) break;
      unopened.set(last, left - 1);
    } else if (!/[.,;:!?'’”»…]/.test(last)) break;
  }
  return match.slice(0, end);
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}

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

/** How many lines and spellings are kept of each URL. */
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
  /** Different URLs by scheme, the most frequent scheme first. */
  readonly schemes: readonly (readonly [scheme: string, count: number])[];
}

/** The URLs of a text, grouped by their canonical form. */
export class ExtractedLinks {
  readonly #links = new Map<string, ExtractedLink>();
  readonly #schemes = new Map<string, number>();
  #urls = 0;
  #lines = 1;
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
    let readTo = 0;
    for (const { text: spelling, at } of extractLinks(text)) {
      this.#lines += countLines(text, readTo, at);
      readTo = at;
      this.#add(spelling, options);
      if (this.#urls % URLS_BETWEEN_PAUSES !== 0) continue;
      this.#progress = at / text.length;
      yield this.tally;
    }
    this.#lines += countLines(text, readTo, text.length);
    this.#progress = 1;
    yield this.tally;
  }

  #add(spelling: string, options: Options): void {
    const link = this.#linkOf(spelling, options);
    this.#urls++;
    link.times++;
    if (link.lines.length < MOST_LISTED && link.lines.at(-1) !== this.#lines) link.lines.push(this.#lines);
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
      lines: this.#lines,
      schemes: [...this.#schemes].sort(([, a], [, b]) => b - a),
    };
  }

  /**
   * The different URLs, in the order of the text.
   *
   * @param scheme - only links of this scheme; `null` = all
   */
  rows(scheme: string | null = null): readonly ExtractedLink[] {
    const all = [...this.#links.values()];
    return scheme === null ? all : all.filter((link) => link.scheme === scheme);
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

function countLines(text: string, from: number, to: number): number {
  let lines = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
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
  const rows = links.map((link) => COLUMNS.map((column) => csvField(link[column])).join(','));
  return `${[COLUMNS.join(','), ...rows].join('\r\n')}\r\n`;
}

/** Spaces separate the items of a list: neither line numbers nor extracted URLs rely on spaces. */
function csvField(value: ExtractedLink[(typeof COLUMNS)[number]]): string {
  const text = Array.isArray(value) ? value.join(' ') : String(value ?? '');
  // A spreadsheet takes text that begins like this for a formula. No URL does.
  const safe = /^[=+\-@\t]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

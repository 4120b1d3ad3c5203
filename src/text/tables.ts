/**
 * Links of CSV (RFC 4180) and TSV: a cell that begins with a scheme is one link, blanks included. Any other cell is
 * running text.
 */
import type { LinksInText, TextFormat, TextLink, TextRange } from './link.ts';
import { type Findings, linkOf, ProseSearch } from './prose.ts';
import { isKnownScheme, opaqueForm } from './schemes.ts';
import type { WarningCode } from './warnings.ts';

type TableFormat = 'csv' | 'tsv';

/** A cell. Its range has no quotation marks. */
export interface Cell {
  readonly range: TextRange;
  readonly isQuoted: boolean;
}

/** What separates the cells of CSV in one country or another. */
const SEPARATORS = [',', ';', '\t'] as const;
export type Separator = (typeof SEPARATORS)[number];

/** A record: a line of a table, or several if a quoted cell has line breaks. */
export interface TableRecord {
  /** Without the line break. */
  readonly range: TextRange;
  readonly cells: readonly Cell[];
}

/**
 * Finds the links of a table with commas or semicolons.
 *
 * @param text - the table; of a part of one, the first line decides what separates cells
 * @example
 * ```ts
 * const { links } = linksInCsv('1,"gopher://h.example/0/About us",dead');
 * links.map(({ url }) => url); // ['gopher://h.example/0/About us']
 * ```
 */
export function linksInCsv(text: string): LinksInText {
  return linksInTable(text, 'csv', separatorOf(text));
}

/**
 * Finds the links of a table with tabs.
 *
 * @example
 * ```ts
 * const { links } = linksInTsv('1\tgopher://h.example/0/About us\tdead');
 * links.map(({ url }) => url); // ['gopher://h.example/0/About us']
 * ```
 */
export function linksInTsv(text: string): LinksInText {
  return linksInTable(text, 'tsv', '\t');
}

/** The separator that the first line has most of, outside of quotation marks. */
export function separatorOf(text: string): Separator {
  const end = text.indexOf('\n');
  const line = (end === -1 ? text : text.slice(0, end)).replace(/"[^"]*"?/g, '');
  const counts = SEPARATORS.map((separator) => line.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ',';
}

/** Finds the links of a table whose separator is known. */
export function linksInTable(text: string, format: TableFormat, separator: Separator): LinksInText {
  const findings: Findings = { links: [], proposals: [] };
  const search = new ProseSearch(text);
  for (const { range, isQuoted } of cellsOf(text, separator)) {
    const link = linkOfCell(text, range, isQuoted, separator);
    if (link !== null) {
      findings.links.push(link);
      continue;
    }
    const inCell: Findings = { links: [], proposals: [] };
    search.find(range, inCell);
    findings.proposals.push(...inCell.proposals);
    // Doubled quotation marks end a link of running text.
    findings.links.push(...inCell.links.map((found) => withinCell(found, separator, isQuoted)));
  }
  return { format: format satisfies TextFormat, inferred: false, ...findings, relative: [], base: null, unread: [] };
}

/** Where the last record of a text begins, which may be incomplete. */
export function recordStart(text: string, separator: Separator): number {
  let start = 0;
  for (const { range, isQuoted } of cellsOf(text, separator)) {
    // Only what stands behind a closing quotation mark shows that it closes the cell.
    let end = range[1] + (isQuoted ? 1 : 0);
    while (end < text.length && text[end] !== separator && text[end] !== '\n') end++;
    if (end < text.length && text[end] === '\n') start = end + 1;
  }
  return start;
}

function* cellsOf(text: string, separator: Separator): Generator<Cell> {
  let at = 0;
  while (at < text.length) {
    const isQuoted = text[at] === '"';
    let end = isQuoted ? closingQuote(text, at + 1) : at;
    if (isQuoted) yield { range: [at + 1, end], isQuoted };
    while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end++;
    if (!isQuoted) yield { range: [at, end], isQuoted };
    at = end + 1;
  }
}

/**
 * The records of a table, blank lines included. A quotation mark that nothing closes is data, and so are all that
 * follow: otherwise the rest of the table would be one cell.
 */
export function* recordsOf(text: string, separator: Separator): Generator<TableRecord> {
  let at = 0;
  let start = 0;
  let cells: Cell[] = [];
  let hasQuotes = true;
  while (at < text.length) {
    const close = hasQuotes && text[at] === '"' ? closingQuote(text, at + 1) : -1;
    if (close === text.length) hasQuotes = false;
    const isQuoted = close !== -1 && close < text.length;
    let end = isQuoted ? close + 1 : at;
    while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end++;
    cells.push({ range: isQuoted ? [at + 1, close] : [at, end], isQuoted });
    if (text[end] === separator) {
      at = end + 1;
      // A separator at the very end is followed by an empty cell.
      if (at === text.length) cells.push({ range: [at, at], isQuoted: false });
      else continue;
      end = at;
    }
    yield { range: [start, end], cells };
    at = end + (text.startsWith('\r\n', end) ? 2 : 1);
    start = at;
    cells = [];
  }
}

/**
 * The text of a cell, without the escapes of the format.
 *
 * @param text - the table
 */
export function textOfCell(text: string, { range, isQuoted }: Cell): string {
  const cell = text.slice(...range);
  return isQuoted ? cell.replaceAll('""', '"') : cell;
}

function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 2)) if (text[at + 1] !== '"') return at;
  return text.length;
}

/** The link that a whole cell is; `null` = the cell is something else. */
export function linkOfCell(text: string, range: TextRange, isQuoted: boolean, separator: Separator): TextLink | null {
  const cell = text.slice(...range);
  const from = range[0] + (cell.length - cell.trimStart().length);
  const to = range[0] + cell.trimEnd().length;
  const written = text.slice(from, Math.max(from, to));
  const [, name = '', rest = ''] = /^([a-z][a-z\d+.-]+):([^\r\n]+)$/i.exec(written) ?? [];
  const scheme = name.toLowerCase();
  if (name === '' || scheme === 'url') return null;
  const known = isKnownScheme(scheme) ? 'doubtful' : null;
  const form = rest.startsWith('//') && rest.length > 2 ? 'certain' : (opaqueForm(scheme, rest) ?? known);
  if (form === null) return null;
  // Another link, or the words of a sentence after a link, show that the cell is a text.
  if (/\s(?:<|[a-z][a-z\d+.-]*:\/\/)/i.test(rest) || ((known === null || form === 'doubtful') && /\s/.test(rest)))
    return null;
  if (/^\/\/[^/?#]*\s/.test(rest)) return null;
  const warnings: WarningCode[] = form === 'doubtful' ? ['no-slashes'] : [];
  if (/\s/.test(rest)) warnings.push('blank-inside');
  if (/\{.*\}|\$\(|%\(/.test(rest)) warnings.push('placeholder');
  if (!isQuoted && /(?<!")"(?!")/.test(written)) warnings.push('excluded-character');
  const url = isQuoted ? written.replaceAll('""', '"') : written;
  return linkOf(text, [from, to], url, 'cell', warnings, (next) => writtenInCell(next, isQuoted, separator));
}

function writtenInCell(url: string, isQuoted: boolean, separator: Separator): string | null {
  if (/\s/.test(url)) return null;
  if (isQuoted) return url.replaceAll('"', '""');
  return url.includes('"') || url.includes(separator) ? null : url;
}

function withinCell(link: TextLink, separator: Separator, isQuoted: boolean): TextLink {
  const write = (url: string): string | null => {
    const written = link.write(url);
    return written === null || written !== writtenInCell(url, isQuoted, separator) ? null : written;
  };
  return { ...link, write };
}

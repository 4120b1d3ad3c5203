/**
 * Links of CSV (RFC 4180) and TSV: a cell that begins with a scheme is one link, blanks included. Any other cell is
 * running text.
 */
import { checkArgument, requireThat } from '../uri/arguments.ts';
import { findInCell } from './cell.ts';
import { recordsOf, type Separator, separatorOf } from './csv.ts';
import type { Findings } from './findings.ts';
import type { LinksInText, TextLink, TextRange } from './link.ts';
import { allRead } from './prose.ts';

export { type Cell, recordStart, recordsOf, type Separator, separatorOf, type TableRecord, textOfCell } from './csv.ts';

type TableFormat = 'csv' | 'tsv';

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

/** Finds the links of a table whose separator is known. */
export function linksInTable(text: string, format: TableFormat, separator: Separator): LinksInText {
  checkArgument('format', format, ['csv or tsv', 'csv', 'tsv']);
  const findings: Findings = { links: [], proposals: [] };
  for (const { cells } of recordsOf(text, separator)) {
    for (const cell of cells) {
      const { links, proposals } = findInCell(text, cell, separator);
      findings.links.push(...links);
      findings.proposals.push(...proposals);
    }
  }
  return allRead(format, findings);
}

/** The link that a whole cell is; `null` = the cell is something else. */
export function linkOfCell(text: string, range: TextRange, isQuoted: boolean, separator: Separator): TextLink | null {
  checkArgument('text', text, ['a string']);
  requireThat(Array.isArray(range), 'range', 'a pair of offsets');
  return findInCell(text, { range, isQuoted }, separator).links.find(({ delimiter }) => delimiter === 'cell') ?? null;
}

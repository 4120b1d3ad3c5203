/**
 * Links of CSV (RFC 4180) and TSV: a cell that begins with a scheme is one link, blanks included. Any other cell is
 * running text.
 */
import { quotedText, recordsOf, type Separator, separatorOf, textOfCell } from './csv.ts';
import type { LinksInText, TextFormat, TextLink, TextRange } from './link.ts';
import { type Findings, linkOf, ProseSearch } from './prose.ts';
import { isKnownScheme, opaqueForm } from './schemes.ts';
import type { WarningCode } from './warnings.ts';

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
  const findings: Findings = { links: [], proposals: [] };
  const search = new ProseSearch(text);
  for (const { cells } of recordsOf(text, separator)) {
    for (const { range, isQuoted } of cells) {
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
  }
  return { format: format satisfies TextFormat, inferred: false, ...findings, relative: [], base: null, unread: [] };
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
  const url = textOfCell(text, { range: [from, to], isQuoted });
  return linkOf(text, [from, to], url, 'cell', warnings, (next) => writtenInCell(next, isQuoted, separator));
}

function writtenInCell(url: string, isQuoted: boolean, separator: Separator): string | null {
  if (/\s/.test(url)) return null;
  if (isQuoted) return quotedText(url);
  return url.includes('"') || url.includes(separator) ? null : url;
}

function withinCell(link: TextLink, separator: Separator, isQuoted: boolean): TextLink {
  const write = (url: string): string | null => {
    const written = link.write(url);
    return written === null || written !== writtenInCell(url, isQuoted, separator) ? null : written;
  };
  return { ...link, write };
}

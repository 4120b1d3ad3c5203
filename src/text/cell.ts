/** The links of a cell of a table: its text is read as a text of its own is, and its edges say where a link ends. */
import { type Cell, quotedText, type Separator, textOfCell } from './csv.ts';
import { type Findings, moved } from './findings.ts';
import type { TextLink } from './link.ts';
import { linkOf, ProseSearch } from './prose.ts';
import { isKnownScheme } from './schemes.ts';
import { warningsOfDelimited } from './url-warnings.ts';
import type { WarningCode } from './warnings.ts';

/**
 * Finds the links of a cell. One that begins with a URL is one link, blanks included, unless other words follow.
 *
 * @param text - the table
 * @returns links and proposals, whose ranges are places in the table
 */
export function findInCell(text: string, cell: Cell, separator: Separator): Findings {
  const [at] = cell.range;
  const written = text.slice(...cell.range);
  const found: Findings = { links: [], proposals: [] };
  // Most cells are numbers and words: a scheme has a colon, and a host has dots.
  if (!/[:.]/.test(written)) return found;
  new ProseSearch(written).find([0, written.length], found);
  const whole = wholeCell(written, cell, found, separator);
  const links = whole === null ? found.links.map((link) => withinCell(link, cell, separator)) : [whole];
  return { links: [...moved(links, at)], proposals: [...moved(found.proposals, at)] };
}

/** Finds the links of the text of a cell, which is without the escapes of its table. */
export function linksInCell(cell: string): Findings {
  return findInCell(cell, { range: [0, cell.length], isQuoted: false }, '\t');
}

/** Whether all of a cell is one link. */
export function isLinkCell(text: string, cell: Cell, separator: Separator): boolean {
  const written = text.slice(...cell.range);
  return /^\s*[a-z][a-z\d+.-]+:/i.test(written) && findInCell(text, cell, separator).links[0]?.delimiter === 'cell';
}

/** What running text tells of a URL that a cell has, too. Most other warnings say that its end is a guess. */
const KEPT: ReadonlySet<WarningCode> = new Set(['host', 'several', 'ellipsis']);

/** The link that a whole cell is; `null` = the cell is something else. */
function wholeCell(cell: string, { isQuoted }: Cell, found: Findings, separator: Separator): TextLink | null {
  const written = cell.trim();
  const from = cell.indexOf(written);
  const [first, second] = found.links;
  if (first === undefined ? found.proposals.length > 0 || !isComplete(written) : first.range[0] !== from) return null;
  // Another link, or the words of a sentence after a link, show that the cell is a text.
  if (/[\r\n]/.test(written) || (/\s/.test(written) && isSentence(written, first))) return null;
  const url = textOfCell(written, { range: [0, written.length], isQuoted });
  const ofText = (first?.warnings ?? []).filter((code) => KEPT.has(code));
  const warnings = new Set([...warningsOfDelimited(url), ...ofText, ...(second ? (['several'] as const) : [])]);
  const range = [from, from + written.length] as const;
  return linkOf(cell, range, url, 'cell', [...warnings], (next) => writtenInCell(next, isQuoted, separator));
}

/** Whether a cell begins like a link of a known scheme, as `telnet://)@h/`, which running text ends at once. */
function isComplete(written: string): boolean {
  const [, scheme = ''] = /^([a-z][a-z\d+.-]+):\/\/./i.exec(written) ?? [];
  return isKnownScheme(scheme.toLowerCase());
}

/** Whether words go on behind a link. Blanks are part of a link only in the path of a known scheme. */
function isSentence(words: string, first: TextLink | undefined): boolean {
  const scheme = words.slice(0, words.indexOf(':')).toLowerCase();
  const isCertain = isKnownScheme(scheme) && first?.warnings.includes('no-slashes') === false;
  return !isCertain || /\s(?:<|[a-z][a-z\d+.-]*:\/\/)/i.test(words) || /^[^:]*:\/\/[^/?#]*\s/.test(words);
}

function writtenInCell(url: string, isQuoted: boolean, separator: Separator): string | null {
  if (/\s/.test(url)) return null;
  if (isQuoted) return quotedText(url);
  return url.includes('"') || url.includes(separator) ? null : url;
}

/** A link among other words. Doubled quotation marks end it. */
function withinCell(link: TextLink, { isQuoted }: Cell, separator: Separator): TextLink {
  const write = (url: string): string | null => {
    const written = link.write(url);
    return written === null || written !== writtenInCell(url, isQuoted, separator) ? null : written;
  };
  return { ...link, write };
}

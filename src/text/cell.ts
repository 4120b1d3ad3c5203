/** The links of a cell of a table: its text is read as a text of its own is, and its edges say where a link ends. */
import { type Cell, quotedText, type Separator, textOfCell } from './csv.ts';
import { type Findings, findingsIn, isInsideLinks, isTextLink } from './findings.ts';
import type { TextLink, TextRange } from './link.ts';
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
  const words = textOfCell(text, cell);
  const found: Findings = { links: [], proposals: [] };
  // Most cells are numbers and words: a scheme has a colon, and a host has dots.
  if (!/[:.]/.test(words)) return found;
  new ProseSearch(words).find([0, words.length], found);
  const whole = wholeCell(words, found);
  const placeOf = placesIn(words, cell);
  const inTable = <Found extends { readonly range: TextRange }>(
    finding: Found,
  ): Found & { readonly written: string } => {
    const range = [placeOf(finding.range[0]), placeOf(finding.range[1])] as const;
    return { ...finding, range, written: text.slice(...range) };
  };
  const write = (url: string | null) => (url === null ? null : writtenInCell(url, cell, separator));
  const links = (whole === null ? found.links : [whole]).map((link) => ({
    ...inTable(link),
    write: (url: string) => write(link.write(url)),
  }));
  const proposals = whole === null ? found.proposals : found.proposals.filter(isInsideLinks);
  return { links, proposals: proposals.map(inTable) };
}

/** Where the places of the text of a cell are in its table, which has two quotation marks for each. */
function placesIn(words: string, { range: [at], isQuoted }: Cell): (place: number) => number {
  if (!isQuoted || !words.includes('"')) return (place) => at + place;
  const places = new Uint32Array(words.length + 1).fill(at);
  for (let place = 0; place < words.length; place++)
    places[place + 1] = (places[place] ?? at) + (words[place] === '"' ? 2 : 1);
  return (place) => places[place] ?? at;
}

/** The one URL that a cell has, or that it may be meant as; or why there is not one. `null` = it has none. */
type CellMeaning = { readonly url: string; readonly isGuess: boolean } | 'several' | 'pattern' | null;

/** What {@link findInCell} reads as one link, the whole cell: nearly all cells. Reading each as a text takes long. */
const PLAIN_URL = /^([a-z]+):\/\/[\w-][\w.-]*(?::\d+)?(?:[/?#][^\s<>{\\]*)?$/i;

function isPlainUrl(cell: string): boolean {
  const [, scheme = ''] = PLAIN_URL.exec(cell) ?? [];
  return isKnownScheme(scheme.toLowerCase());
}

/** What the text of a cell means, which is without the escapes of its table and without blanks around it. */
export function meaningOfCell(cell: string): CellMeaning {
  if (isPlainUrl(cell)) return { url: cell, isGuess: false };
  const found = findInCell(cell, { range: [0, cell.length], isQuoted: false }, '\t');
  const [first, second] = findingsIn(found);
  if (second !== undefined) return 'several';
  if (first === undefined) return found.proposals.some(({ reason }) => reason === 'pattern') ? 'pattern' : null;
  return { url: first.url ?? '', isGuess: !isTextLink(first) };
}

/** What a cell that is a link begins with: a scheme, or a name with a dot in it. Reading each cell takes long. */
const MAY_BE_LINK = /^\s*(?:[a-z][a-z\d+.-]+:|[^\s.@:/]+\.\S)/i;

/** Whether all of a cell is one link, or the host that one may be meant as, as `meaningOfCell` reads it. */
export function isLinkCell(text: string, cell: Cell, separator: Separator): boolean {
  const written = text.slice(...cell.range);
  if (isPlainUrl(written)) return true;
  if (!MAY_BE_LINK.test(written)) return false;
  const [first, second] = findingsIn(findInCell(text, cell, separator));
  if (first === undefined || second !== undefined) return false;
  return isTextLink(first) ? first.delimiter === 'cell' : text.slice(...first.range) === written.trim();
}

/** What running text tells of a URL that a cell has, too. Most other warnings say that its end is a guess. */
const KEPT: ReadonlySet<WarningCode> = new Set(['host', 'several', 'ellipsis']);

/** The link that all of a text is, as a cell is one; `null` = it is something else. */
export function wholeLink(words: string): TextLink | null {
  const found: Findings = { links: [], proposals: [] };
  new ProseSearch(words).find([0, words.length], found);
  return wholeCell(words, found);
}

/** The link that a whole cell is; `null` = the cell is something else. */
function wholeCell(cell: string, found: Findings): TextLink | null {
  const url = cell.trim();
  const from = cell.indexOf(url);
  const [first, second] = found.links;
  if (first === undefined ? found.proposals.length > 0 || !isComplete(url) : first.range[0] !== from) return null;
  // Another link, or the words of a sentence after a link, show that the cell is a text.
  if (/[\r\n]/.test(url) || (/\s/.test(url) && isSentence(url))) return null;
  const ofText = (first?.warnings ?? []).filter((code) => KEPT.has(code));
  const warnings = new Set([...warningsOfDelimited(url), ...ofText, ...(second ? (['several'] as const) : [])]);
  return linkOf(cell, [from, from + url.length], url, 'cell', [...warnings], (next) => (/\s/.test(next) ? null : next));
}

/** Whether a cell begins like a link of a known scheme, as `telnet://)@h/`, which running text ends at once. */
function isComplete(written: string): boolean {
  const [, scheme = ''] = /^([a-z][a-z\d+.-]+):\/\/./i.exec(written) ?? [];
  return isKnownScheme(scheme.toLowerCase());
}

/** Whether words go on behind a link. Blanks are part of a link only in the path of a known scheme. */
function isSentence(words: string): boolean {
  const scheme = words.slice(0, words.indexOf(':')).toLowerCase();
  return !isKnownScheme(scheme) || /\s(?:<|[a-z][a-z\d+.-]*:\/\/)/i.test(words) || /^[^:]*:\/\/[^/?#]*\s/.test(words);
}

function writtenInCell(url: string, { isQuoted }: Cell, separator: Separator): string | null {
  if (isQuoted) return quotedText(url);
  return url.includes('"') || url.includes(separator) ? null : url;
}

/**
 * The machine listing of RFC 3659 §7:
 *
 * ```
 *   type=file;size=1830;modify=19950203040506;perm=r; README
 *   fact=value; …, then one space, then the name, which may have spaces and semicolons
 * ```
 */
import { parseTimeValue } from '../time-value.ts';
import { type LineParser, type ListingEntry, listedInstant, parseFileSize } from './entry.ts';

/** The values of `type` (§7.5.1). The directory itself (`cdir`) and its parent (`pdir`) are not entries. */
const TYPES: Readonly<Record<string, ListingEntry['kind'] | 'skipped'>> = {
  file: 'file',
  dir: 'directory',
  cdir: 'skipped',
  pdir: 'skipped',
};

/** Servers write `OS.unix=slink:target`, `OS.unix=slink:` or `OS.unix=symlink`. */
const LINK = /^os\.unix=(?:slink|symlink)(?::(.*))?$/is;

export const parseMlsdLine: LineParser = (line) => {
  const end = endOfFacts(line);
  if (end < 0 || end + 1 === line.length) return undefined;
  const { type = '', size, modify = '' } = factsOf(line.slice(0, end));
  const link = LINK.exec(type);
  const kind = link ? 'link' : (TYPES[type.toLowerCase()] ?? 'unknown');
  if (kind === 'skipped') return null;
  const modified = parseTimeValue(modify);
  return {
    kind,
    name: line.slice(end + 1),
    size: kind === 'directory' || kind === 'link' ? null : parseFileSize(size),
    modified: modified && listedInstant(modified),
    target: link?.[1] || null,
  };
};

/**
 * The facts end at `; `: every fact ends with a semicolon, so a space in a link's target does not end them. Some
 * servers leave out the last semicolon, and then the first space ends the facts.
 */
function endOfFacts(line: string): number {
  if (line.startsWith(' ')) return 0;
  const complete = line.indexOf('; ');
  return complete < 0 ? line.indexOf(' ') : complete + 1;
}

/** The facts that this parser uses; it skips the others. */
interface Facts {
  type?: string;
  size?: string;
  modify?: string;
}

function factsOf(text: string): Facts {
  const facts: Facts = {};
  for (const fact of text.split(';')) {
    const equals = fact.indexOf('=');
    const name = fact.slice(0, equals).toLowerCase();
    if (name === 'type' || name === 'size' || name === 'modify') facts[name] = fact.slice(equals + 1);
  }
  return facts;
}

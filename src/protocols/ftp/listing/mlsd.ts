/**
 * The machine listing of RFC 3659 §7:
 *
 * ```
 *   type=file;size=1830;modify=19950203040506;perm=r; README
 *   fact=value; …, then one space, then the name, which may have spaces and semicolons
 * ```
 */
import type { OctetString } from '../../../octets/charset.ts';
import {
  entryNamed,
  type Listed,
  type ListingEntry,
  type ListingReader,
  listedInstant,
  parseFileSize,
} from './entry.ts';

/** The values of `type` (§7.5.1). The directory itself (`cdir`) and its parent (`pdir`) are not entries. */
const TYPES: Readonly<Record<string, ListingEntry['kind'] | 'skipped'>> = {
  file: 'file',
  dir: 'directory',
  cdir: 'skipped',
  pdir: 'skipped',
};

/** Servers write `OS.unix=slink:target`, `OS.unix=slink:` or `OS.unix=symlink`. */
const LINK = /^os\.unix=(?:slink|symlink)(?::(.*))?$/is;

/** Parses a line by itself, also that of MLST. */
export function parseMlsdLine(line: OctetString): ListingEntry | null | undefined {
  const end = endOfFacts(line);
  return end < 0 || end + 1 === line.length ? undefined : entryOf(factsOf(line.slice(0, end)), line.slice(end + 1));
}

function entryOf({ type = '', size, modify = '' }: Facts, name: OctetString): ListingEntry | null {
  const link = LINK.exec(type);
  const kind = link ? 'link' : (TYPES[type.toLowerCase()] ?? 'unknown');
  if (kind === 'skipped') return null;
  const modified = parseTimeValue(modify);
  return entryNamed(kind, name, {
    size: parseFileSize(size),
    modified: modified && listedInstant(modified),
    target: link?.[1] || null,
  });
}

/**
 * Parses the lines of one listing. Some servers list the target of a symbolic link, too, with its path: a line with a
 * slash in the name, and with the `unique` fact of the link.
 */
export class MlsdLines implements ListingReader {
  readonly #links = new Set<string>();

  take(line: OctetString): readonly Listed[] | undefined {
    const end = endOfFacts(line);
    if (end < 0 || end + 1 === line.length) return undefined;
    const facts = factsOf(line.slice(0, end));
    const name = line.slice(end + 1);
    const { unique } = facts;
    if (unique !== undefined && name.includes('/') && this.#links.has(unique)) return [];
    const entry = entryOf(facts, name);
    if (unique !== undefined && entry?.kind === 'link' && entry.target === null) this.#links.add(unique);
    return [entry];
  }

  end(): readonly Listed[] {
    return [];
  }
}

/**
 * The facts end at `; `: every fact ends with a semicolon, so a space in a link's target does not end them. Some
 * servers leave out the last semicolon, and then the first space ends the facts. Others write a tab for the space.
 */
function endOfFacts(line: string): number {
  if (line.startsWith(' ')) return 0;
  const complete = line.search(/;[ \t]/);
  return complete < 0 ? line.search(/[ \t]/) : complete + 1;
}

/** The facts that this parser uses; it skips the others. */
interface Facts {
  type?: string;
  size?: string;
  modify?: string;
  unique?: string;
}

function factsOf(text: string): Facts {
  const facts: Facts = {};
  for (const fact of text.split(';')) {
    const equals = fact.indexOf('=');
    const name = fact.slice(0, equals).toLowerCase();
    if (name === 'type' || name === 'size' || name === 'modify' || name === 'unique')
      facts[name] = fact.slice(equals + 1);
  }
  return facts;
}

/** Servers with a bug of the year 2000 write `19` and the years since 1900, so that 2003 is `19103`. */
const TIME_VALUE = /^(?:19(1\d\d)|([1-9]\d{3}))(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.\d+)?$/;

/**
 * Parses a time value of RFC 3659 §2.3, which MDTM and the fact `modify` have: UTC, with or without a fraction. The
 * fraction is dropped, because HTTP dates have whole seconds. `null` = it is not a time value, or does not exist.
 * `parseTimeValue('19950203040506.789')?.toISOString()` is `'1995-02-03T04:05:06.000Z'`.
 */
export function parseTimeValue(text: string): Date | null {
  const match = TIME_VALUE.exec(text);
  if (!match) return null;
  const [, since1900, written] = match;
  const year = since1900 === undefined ? Number(written) : 1900 + Number(since1900);
  const [month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(3).map(Number);
  const realDay = new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day && month <= 12;
  // A leap second (60) counts as the first second of the next minute, as in POSIX time.
  const realTime = hour < 24 && minute < 60 && second <= 60;
  return realDay && realTime ? new Date(Date.UTC(year, month - 1, day, hour, minute, second)) : null;
}

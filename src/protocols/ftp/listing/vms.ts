/**
 * Listings of VMS servers, in the form of `DIRECTORY/SIZE/DATE/OWNER/PROTECTION`. Sizes are in blocks of 512 octets,
 * used and perhaps allocated. A long name has a line to itself:
 *
 * ```
 *   Directory ARCHIVE$DISK:[ANONYMOUS.PUB]
 *
 *   README.TXT;2              3/4           3-FEB-1995 04:05:06  [ARCHIVE]  (RWED,RWED,RE,RE)
 *   README.TXT;1              2/4           2-FEB-1995 12:00:00  [ARCHIVE]  (RWED,RWED,RE,RE)
 *   TOOLS.DIR;1               1/4           3-FEB-1995 04:05:06  [ARCHIVE]  (RWE,RWE,RE,RE)
 *   A_NAME_THAT_LEAVES_NO_ROOM.FOR_THE_REST;1
 *                             9/12          3-FEB-1995 04:05:06  [ARCHIVE]  (RWED,RWED,RE,RE)
 *
 *   Total of 4 files, 15/24 blocks.
 * ```
 */
import type { OctetString } from '../../../octets/charset.ts';
import { namedDate } from './dates.ts';
import { type Listed, type ListingEntry, type ListingReader, parseFileSize, parseRoundedSize } from './entry.ts';

const BLOCK = 512;

/** `name.type;version`, perhaps with its directory. In a name, `^` escapes the next character. */
const NAME = /^(?:[\w$]*:?\[[^\]\t ]*\])?((?:\^.|[^\t ;^[\]])+);(\d{1,5})(?:\s+(\S.*))?\s*$/s;
const DATE = /(?:^|\s)(\d{1,2})-([^\s\d-]{3,8})-(\d{4})(?:\s+(\d{1,2}:\d\d(?::\d\d)?)(?:\.\d+)?)?(?=\s|$)/;
const SIZE = /(?:^|\s)(\d+)(?:\/\d+|(KB))?(?=\s|$)/i;
/** The reason for which a server lists nothing but the name. */
const FAILURE = /^(?:<?%[A-Z]+-[A-Z]-|insufficient privilege|no privilege|protected file)/i;
const DIRECTORY = /^(.+)\.DIR$/is;
/** Lines that name nothing. No name has an asterisk: a server quotes the pattern for which it found no file. */
const HEADING =
  /^(?:Directory\s+)?[\w$]*:\[[^\]]*\]\s*$|^(?:Grand )?Total of \d+ (?:block|file|director)|^%DIRECT-W-NOFILES|^\*\.\*;\d/i;

/** A name without anything else, as `NLST` gives it. */
export function parseVmsName(text: OctetString): { readonly name: OctetString; readonly version: string } | null {
  const [, name, version, rest] = NAME.exec(text) ?? [];
  return name === undefined || version === undefined || rest !== undefined ? null : { name, version };
}

/** Parses the lines of one listing in their order. */
export class VmsLines implements ListingReader {
  /** A name whose other columns are on the next line. */
  #pending: OctetString | null = null;
  /** The name of the line before, which a list of its versions repeats. */
  #last: OctetString | null = null;

  take(line: OctetString): readonly Listed[] | undefined {
    if (this.#pending !== null && (/^\s/.test(line) || isContinuation(line))) {
      const columns = columnsOf(`${this.#pending} ${line.trimStart()}`);
      if (columns !== undefined) {
        this.#pending = null;
        return [this.#entry(columns)];
      }
    }
    if (HEADING.test(line)) return [...this.end(), null];
    const columns = columnsOf(line);
    if (columns !== undefined) return [...this.end(), this.#entry(columns)];
    if (parseVmsName(line) === null) return undefined;
    const before = this.end();
    this.#pending = line;
    return before;
  }

  end(): readonly Listed[] {
    const pending = parseVmsName(this.#pending ?? '');
    this.#pending = null;
    return pending === null ? [] : [this.#entry({ ...pending, size: null, modified: null })];
  }

  /**
   * The newest version of a file comes first, and a name without a version means the newest. So its link stays the same
   * when the file changes; the links of older versions name theirs.
   */
  #entry({ name, version, ...facts }: VmsColumns): ListingEntry {
    const directory = DIRECTORY.exec(name)?.[1];
    if (directory !== undefined) return { kind: 'directory', name: directory, ...facts, size: null, target: null };
    const older = name === this.#last;
    this.#last = name;
    return { kind: 'file', name: older ? `${name};${version}` : name, ...facts, target: null };
  }
}

interface VmsColumns extends Pick<ListingEntry, 'name' | 'size' | 'modified'> {
  readonly version: string;
}

function columnsOf(line: OctetString): VmsColumns | undefined {
  const [, name, version, columns] = NAME.exec(line) ?? [];
  if (name === undefined || version === undefined || columns === undefined) return undefined;
  const date = DATE.exec(columns);
  // The size is searched outside of the date, because the order of the columns differs between servers.
  const size = SIZE.exec(date === null ? columns : columns.replace(date[0], ' '));
  if (date === null && size === null && !FAILURE.test(columns)) return undefined;
  const [, blocks, kilobytes] = size ?? [];
  const [, day = '', month = '', year = '', time] = date ?? [];
  return {
    name,
    version,
    size: listedSize(blocks, kilobytes),
    modified: date && namedDate(day, month, year, time),
  };
}

/** Whether a line without a blank before it has the columns of the line before, as MultiNet writes them. */
function isContinuation(line: OctetString): boolean {
  return DATE.test(line) && !NAME.test(line);
}

function listedSize(blocks: string | undefined, kilobytes: string | undefined): number | null {
  if (kilobytes !== undefined) return parseRoundedSize(`${blocks}KB`);
  const size = (parseFileSize(blocks) ?? Number.NaN) * BLOCK;
  return Number.isSafeInteger(size) ? size : null;
}

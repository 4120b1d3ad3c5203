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
import { monthOf } from './dates.ts';
import { type Listed, type ListingEntry, listedTime, parseFileSize, parseRoundedSize } from './entry.ts';

const BLOCK = 512;

/** `name.type;version`, perhaps with its directory. In a name, `^` escapes the next character. */
const NAME = /^(?:[\w$]*:?\[[^\]\s]*\])?((?:\^.|[^\s;^[\]])+);(\d{1,5})(?:\s+(\S.*))?\s*$/s;
const DATE = /(?:^|\s)(\d{1,2})-([^\s\d-]{3,8})-(\d{4})(?:\s+(\d{1,2}:\d\d(?::\d\d)?)(?:\.\d+)?)?(?=\s|$)/;
const SIZE = /(?:^|\s)(\d+)(?:\/\d+|(KB))?(?=\s|$)/i;
/** The reason for which a server lists nothing but the name. */
const FAILURE = /^(?:%[A-Z]+-[A-Z]-|insufficient privilege|no privilege|protected file)/i;
const DIRECTORY = /^(.+)\.DIR$/is;
const HEADING =
  /^(?:Directory\s+)?[\w$]*:\[[^\]]*\]\s*$|^(?:Grand )?Total of \d+ (?:file|director)|^%DIRECT-W-NOFILES/i;

/** A name without anything else, as `NLST` gives it. */
export function parseVmsName(text: OctetString): { readonly name: OctetString; readonly version: string } | null {
  const [, name, version, rest] = NAME.exec(text) ?? [];
  return name === undefined || version === undefined || rest !== undefined ? null : { name, version };
}

/** Parses the lines of one listing in their order. */
export class VmsLines {
  /** A name whose other columns are on the next line. */
  #pending: OctetString | null = null;
  /** The name of the line before, which a list of its versions repeats. */
  #last: OctetString | null = null;

  /** Takes the next line, and returns the entries that are complete; `undefined` = the line is not in this form. */
  take(line: OctetString): readonly Listed[] | undefined {
    const pending = this.#pending;
    this.#pending = null;
    if (pending !== null && (/^\s/.test(line) || isContinuation(line))) {
      const entry = this.#entry(`${pending} ${line.trimStart()}`);
      if (entry !== undefined) return [entry];
    }
    const before = pending === null ? [] : [this.#bareEntry(pending)];
    if (HEADING.test(line)) return [...before, null];
    const entry = this.#entry(line);
    if (entry !== undefined) return [...before, entry];
    if (parseVmsName(line) === null) return before.length === 0 ? undefined : [...before, { kind: 'unread', line }];
    this.#pending = line;
    return before;
  }

  /** The entry of a name that was the last line. */
  end(): readonly Listed[] {
    const pending = this.#pending;
    this.#pending = null;
    return pending === null ? [] : [this.#bareEntry(pending)];
  }

  #entry(line: OctetString): ListingEntry | undefined {
    const [, name, version, columns] = NAME.exec(line) ?? [];
    if (name === undefined || version === undefined || columns === undefined) return undefined;
    const date = DATE.exec(columns);
    // The size is searched outside of the date, because the order of the columns differs between servers.
    const size = SIZE.exec(date === null ? columns : columns.replace(date[0], ' '));
    if (date === null && size === null && !FAILURE.test(columns)) return undefined;
    const [, blocks, kilobytes] = size ?? [];
    const [, day, month = '', year, time] = date ?? [];
    return this.#named(name, version, {
      size: listedSize(blocks, kilobytes),
      modified: date && listedTime(Number(year), monthOf(month) ?? 0, Number(day), time ?? null),
    });
  }

  #bareEntry(line: OctetString): Listed {
    const parsed = parseVmsName(line);
    if (parsed === null) return { kind: 'unread', line };
    return this.#named(parsed.name, parsed.version, { size: null, modified: null });
  }

  /**
   * The newest version of a file comes first, and a name without a version means the newest. So its link stays the same
   * when the file changes; the links of older versions name theirs.
   */
  #named(name: OctetString, version: string, facts: Pick<ListingEntry, 'size' | 'modified'>): ListingEntry {
    const directory = DIRECTORY.exec(name)?.[1];
    if (directory !== undefined) return { kind: 'directory', name: directory, ...facts, size: null, target: null };
    const older = name === this.#last;
    this.#last = name;
    return { kind: 'file', name: older ? `${name};${version}` : name, ...facts, target: null };
  }
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

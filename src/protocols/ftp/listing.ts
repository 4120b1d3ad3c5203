/**
 * Directory listings in every form still in use: the facts of RFC 3659 (MLSD); LIST as Unix, Windows, NetWare, VMS,
 * OS/2 and EPLF servers write it; and bare names (NLST). A line in an unknown form is kept unchanged.
 */
import type { OctetString } from '../../octets/charset.ts';
import type { LineParser, Listed } from './listing/entry.ts';
import { parseEplfLine, parseMlsdLine } from './listing/mlsd.ts';
import { parseUnixLine } from './listing/unix.ts';
import { parseVmsName, VmsLines } from './listing/vms.ts';
import { parseOs2Line, parseWindowsLine } from './listing/windows.ts';

export type { Listed, ListedTime, ListingEntry, UnreadLine } from './listing/entry.ts';

/** A path before a name: of directories with slashes, or of VMS. */
const PATH = /^(?:.*\/|[\w$]*:?\[[^\]]*\])/s;
const VMS_DIRECTORY = /^(.+)\.DIR$/i;

/** Bare names (RFC 959 §4.1.3, NLST). Some servers put the path of the directory in front of each name. */
const parseNlstLine: LineParser = (line) => {
  const name = line.replace(PATH, '');
  if (name === '' || name === '.' || name === '..') return null;
  const directory = VMS_DIRECTORY.exec(parseVmsName(name)?.name ?? '')?.[1];
  const kind = directory === undefined ? 'unknown' : 'directory';
  return { kind, name: directory ?? name, size: null, modified: null, target: null };
};

/** The command that a server answered with a listing. */
export type ListingCommand = 'MLSD' | 'LIST' | 'NLST';

/** The forms in which a server may answer each command. The form of a LIST line shows in the line itself. */
const FORMS: Readonly<Record<ListingCommand, readonly LineParser[]>> = {
  MLSD: [parseMlsdLine],
  LIST: [parseUnixLine, parseEplfLine, parseWindowsLine, parseOs2Line],
  NLST: [parseNlstLine],
};

/**
 * Parses the lines of one listing in their order. In most forms a line is an entry; VMS may use two lines for one.
 *
 * @example
 * ```ts
 * const names: string[] = [];
 * const parser = new ListingParser('LIST', new Date(), (listed) => void (listed.kind !== 'unread' && names.push(listed.name)));
 * parser.take('A_LONG_NAME.TXT;1');
 * parser.take('     3/4  3-FEB-1995 04:05');
 * parser.end();
 * names; // ['A_LONG_NAME.TXT']
 * ```
 */
export class ListingParser {
  readonly #command: ListingCommand;
  readonly #now: Date;
  readonly #emit: (listed: NonNullable<Listed>) => void;
  readonly #vms = new VmsLines();

  /**
   * @param command - the command that the server answered
   * @param now - the current time, for lines that leave out the year
   * @param emit - receives each entry, and each line in an unknown form
   */
  constructor(command: ListingCommand, now: Date, emit: (listed: NonNullable<Listed>) => void) {
    this.#command = command;
    this.#now = now;
    this.#emit = emit;
  }

  /**
   * Parses the next line.
   *
   * @param line - its octets, without the line end
   */
  take(line: OctetString): void {
    if (line === '') return;
    for (const parse of FORMS[this.#command]) {
      const listed = parse(line, this.#now);
      if (listed === undefined) continue;
      if (listed !== null) this.#emit(listed);
      return;
    }
    const listed = this.#command === 'LIST' ? this.#vms.take(line) : undefined;
    if (listed === undefined) this.#emit({ kind: 'unread', line });
    else this.#emitAll(listed);
  }

  /** Emits the entry of a last line that announced more columns. */
  end(): void {
    this.#emitAll(this.#vms.end());
  }

  #emitAll(all: readonly Listed[]): void {
    for (const listed of all) if (listed !== null) this.#emit(listed);
  }
}

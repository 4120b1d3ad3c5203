/**
 * Listings of IBM's mainframes and of AS/400 (IBM i). Data sets of MVS and z/OS, the members of a partitioned one, with
 * the statistics of ISPF or of load modules, and the objects of OS/400:
 *
 * ```
 *   Volume Unit    Referred Ext Used Recfm Lrecl BlkSz Dsorg Dsname
 *   WRKVL1 3390   2023/01/02  1    5  FB      80 27920  PO  HLQ.PDS
 *   Migrated                                                HLQ.OLD.DATA
 *
 *    Name     VV.MM   Created       Changed      Size  Init   Mod   Id
 *   TBSHELF   01.03 2002/09/12 2002/10/11 09:37    11    11     0 KIL001
 *
 *   QSYS            77824 02/23/00 15:09:55 *DIR       mydir/
 * ```
 * Sizes are tracks of data sets and lines of members, so they are unknown in octets. The date of a data set is that of
 * its last use.
 */
import type { OctetString } from '../../../octets/charset.ts';
import {
  fullYear,
  type LineParser,
  type Listed,
  type ListedTime,
  type ListingEntry,
  listedTime,
  parseFileSize,
} from './entry.ts';

const DATA_SET_HEADING = /^\s?Volume\s+Unit\s+Referred\s+Ext\s/i;
/** With the statistics of ISPF, or those of load modules. */
const MEMBER_HEADING = /^\s?Name\s+(?:VV\.MM\s+Created\s|Size\s+TTR\s)/i;

/** A large number of tracks fills the blanks before it, or is shown as `++++`. */
const DATA_SET =
  /^\S{1,6}\s+\S{1,8}\s+(?:\d{4}\/\d\d\/\d\d|\*\*NONE\*\*)\s+[\d+]+(?:\s+[\d+]+)?\s+[A-Z?]{1,4}\s+[\d?]+\s+[\d?]+\s+([A-Z?][A-Z-]{0,3})\s+(\S+)\s*$/i;
/**
 * Data sets without columns: on tape or in an archive, of another kind, or only a level of their names. The name is the
 * last word.
 */
const WITHOUT_COLUMNS =
  /^\s{0,80}(?:MIGRAT(?:ED)?|ARCIVE|VSAM|GDG|(Pseudo Directory)|Error determining attributes|\S{1,6}\s+(?:Not Mounted|Tape|Not Direct Access Device|\S{1,8}\s+VSAM))\s+\S/i;

const MEMBER_NAME = '\\s?([A-Z@#$][A-Z\\d@#$]{0,7})';
const MEMBER = new RegExp(
  `^${MEMBER_NAME}\\s+\\d\\d\\.\\d\\d\\s+\\d{4}/\\d\\d/\\d\\d\\s+(\\d{4})/(\\d\\d)/(\\d\\d)\\s+(\\d\\d:\\d\\d(?::\\d\\d)?)(?:\\s+\\d+){3}\\s+\\S+\\s*$`,
  'i',
);
const LOAD_MODULE = new RegExp(`^${MEMBER_NAME}\\s+[\\dA-F]{6,8}\\s+[\\dA-F]{6}\\s`, 'i');
const BARE_MEMBER = new RegExp(`^${MEMBER_NAME}\\s*$`, 'i');

/** Parses the lines of one listing of MVS in their order. */
export class MvsLines {
  /** Whether the heading was that of members. Below it, a member without statistics is a bare name. */
  #members = false;

  /** Takes the next line; `undefined` = it is not in this form. */
  take(line: OctetString): Listed | undefined {
    if (MEMBER_HEADING.test(line)) {
      this.#members = true;
      return null;
    }
    return DATA_SET_HEADING.test(line) ? null : (dataSetIn(line) ?? this.#memberIn(line));
  }

  #memberIn(line: OctetString): ListingEntry | undefined {
    const [, member, year, month, day, time = null] = MEMBER.exec(line) ?? [];
    if (member !== undefined) {
      return entryOf('file', member, listedTime(Number(year), Number(month), Number(day), time));
    }
    if (!this.#members) return undefined;
    const [, name] = LOAD_MODULE.exec(line) ?? BARE_MEMBER.exec(line) ?? [];
    return name === undefined ? undefined : entryOf('file', name);
  }
}

/** The names of other kinds of data sets are links that open as what they are. */
const ORGANIZATIONS: Readonly<Record<string, ListingEntry['kind']>> = {
  PO: 'directory',
  'PO-E': 'directory',
  PS: 'file',
};

function dataSetIn(line: OctetString): ListingEntry | undefined {
  const [, organization = '', name] = DATA_SET.exec(line) ?? [];
  if (name !== undefined) return entryOf(ORGANIZATIONS[organization.toUpperCase()] ?? 'unknown', name);
  const match = WITHOUT_COLUMNS.exec(line);
  if (!match) return undefined;
  const trimmed = line.trimEnd();
  const last = trimmed.slice(Math.max(trimmed.lastIndexOf(' '), trimmed.lastIndexOf('\t')) + 1);
  return entryOf(match[1] === undefined ? 'unknown' : 'directory', last);
}

function entryOf(kind: ListingEntry['kind'], name: OctetString, modified: ListedTime | null = null): ListingEntry {
  return { kind, name, size: null, modified, target: null };
}

/** Owner; size; date and time in the format of the job; type; name. Members have neither size nor time. */
const OS400_LINE =
  /^(\S{1,10})\s+(?:(\d+)\s+(\d\d)([/.-])(\d\d)\4(\d\d)\s+(\d\d:\d\d:\d\d)\s+)?\*([A-Z]{2,10})\s+(\S.*)$/s;
const FOLDERS: ReadonlySet<string> = new Set(['DIR', 'DDIR', 'LIB', 'FLR']);
const FILES: ReadonlySet<string> = new Set(['STMF', 'MEM', 'DSTMF', 'DOC']);

export const parseOs400Line: LineParser = (line, now) => {
  const match = OS400_LINE.exec(line);
  if (!match) return undefined;
  const [, , size, first = '', , second = '', third = '', time = null, type = '', rest = ''] = match;
  const named = rest.trimEnd();
  const name = named.endsWith('/') ? named.slice(0, -1) : named;
  if (name === '' || name === '.' || name === '..') return null;
  const directory = name !== named || FOLDERS.has(type);
  return {
    kind: directory ? 'directory' : FILES.has(type) ? 'file' : 'unknown',
    name,
    size: directory ? null : parseFileSize(size),
    modified: size === undefined ? null : onlyTime([first, second, third], time, now),
    target: null,
  };
};

/** The time, if only one order of day, month and year makes a day that has come; else nobody knows which is meant. */
function onlyTime([first, second, third]: [string, string, string], time: string | null, now: Date): ListedTime | null {
  const orders = [
    [first, second, third],
    [third, first, second],
    [third, second, first],
  ] as const;
  const latest = now.toISOString();
  const times = orders
    .map(([year, month, day]) => listedTime(fullYear(year), Number(month), Number(day), time))
    .filter((listed) => listed !== null && listed <= latest);
  return new Set(times).size === 1 ? (times[0] ?? null) : null;
}

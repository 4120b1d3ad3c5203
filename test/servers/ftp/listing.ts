/**
 * Directory listings in the forms of real servers: LIST as Unix, Windows, VMS and EPLF servers write it (RFC 959 does
 * not define it), bare names (NLST), and the facts of MLSD and MLST (RFC 3659 §7).
 */
import type { Octets } from '../octets.ts';
import type { Entry } from './tree.ts';

export type ListingStyle = 'unix' | 'windows' | 'eplf' | 'vms';

type Line = (name: Octets, entry: Entry, now: Date) => Octets;

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const HALF_A_YEAR_MS = 182 * 24 * 3600 * 1000;
/** The unit of sizes on VMS, in octets. */
const BLOCK = 512;
/** The width of the column of names on VMS. */
const NAME_WIDTH = 20;
const two = (value: number): string => String(value).padStart(2, '0');

/** The line of one entry in each style. */
export const listingStyles: Readonly<Record<ListingStyle, Line>> = {
  unix(name, entry, now) {
    const mode = { file: '-rw-r--r--   1', directory: 'drwxr-xr-x   2', link: 'lrwxrwxrwx   1' }[entry.kind];
    const date = entry.modified;
    // As ls does: the time of day for recent files, the year for others.
    const recent = Math.abs(now.getTime() - date.getTime()) < HALF_A_YEAR_MS;
    const when = recent ? `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}` : ` ${date.getUTCFullYear()}`;
    const day = `${MONTHS[date.getUTCMonth()]} ${String(date.getUTCDate()).padStart(2)} ${when}`;
    const arrow = entry.kind === 'link' ? ` -> ${entry.target}` : '';
    return `${mode} curator  museum   ${String(sizeOf(entry)).padStart(10)} ${day} ${name}${arrow}`;
  },
  windows(name, entry) {
    const date = entry.modified;
    const day = [date.getUTCMonth() + 1, date.getUTCDate(), date.getUTCFullYear() % 100].map(two).join('-');
    const hour = date.getUTCHours();
    const time = `${two(hour % 12 || 12)}:${two(date.getUTCMinutes())}${hour < 12 ? 'AM' : 'PM'}`;
    const size = entry.kind === 'directory' ? '      <DIR>         ' : String(sizeOf(entry)).padStart(20);
    return `${day}  ${time} ${size} ${name}`;
  },
  vms(name, entry) {
    const date = entry.modified;
    const day = `${date.getUTCDate()}-${MONTHS[date.getUTCMonth()]?.toUpperCase()}-${date.getUTCFullYear()}`;
    const blocks = Math.ceil(sizeOf(entry) / BLOCK);
    const columns = `${`${blocks}/${blocks + 3}`.padEnd(14)}${day} ${date.toISOString().slice(11, 19)}  [ARCHIVE]  (RWED,RWED,RE,RE)`;
    // A name that is wider than its column has a line to itself.
    return name.length < NAME_WIDTH
      ? name.padEnd(NAME_WIDTH) + columns
      : `${name}\r\n${' '.repeat(NAME_WIDTH)}${columns}`;
  },
  eplf(name, entry) {
    const facts = entry.kind === 'directory' ? '/' : `r,s${sizeOf(entry)}`;
    return `+m${Math.floor(entry.modified.getTime() / 1000)},${facts},\t${name}`;
  },
};

/** Seconds of UTC as MDTM and the `modify` fact write them (RFC 3659 §2.3). */
export function timeValue(date: Date): string {
  return date.toISOString().slice(0, 19).replace(/\D/g, '');
}

/** The facts of one entry, each with its semicolon (RFC 3659 §7.5). */
export function facts(entry: Entry, type: string = factType(entry)): Octets {
  const size = entry.kind === 'file' ? `size=${entry.source.size};` : '';
  const permissions = entry.kind === 'directory' ? 'el' : 'r';
  return `type=${type};${size}modify=${timeValue(entry.modified)};perm=${permissions};`;
}

function factType(entry: Entry): string {
  if (entry.kind === 'link') return `OS.unix=slink:${entry.target}`;
  return entry.kind === 'file' ? 'file' : 'dir';
}

function sizeOf(entry: Entry): number {
  if (entry.kind === 'directory') return 4096;
  return entry.kind === 'link' ? entry.target.length : entry.source.size;
}

/** The lines of a listing in small pieces, so that 50,000 entries need little memory. */
export function* chunked(lines: Iterable<Octets>): Generator<Buffer> {
  let text = '';
  for (const line of lines) {
    text += `${line}\r\n`;
    if (text.length < 65_536) continue;
    yield Buffer.from(text, 'latin1');
    text = '';
  }
  if (text !== '') yield Buffer.from(text, 'latin1');
}

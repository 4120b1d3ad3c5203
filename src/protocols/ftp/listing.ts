/**
 * Directory listings: the facts of RFC 3659 (MLSD); else LIST, in the formats of `listing/formats.ts`; else bare
 * names (NLST). A line in an unknown format is kept unchanged.
 */
import { isText, type OctetString, octetStringOf } from '../../octets/charset.ts';
import type { Body } from '../connection.ts';
import { protocolLimits } from '../limits.ts';
import { longLine, ProtocolError } from '../protocol-error.ts';
import { ListedEntries } from './listed-entries.ts';
import type { Listed, ListingEntry, ListingReader } from './listing/entry.ts';
import { LISTING_FORMATS, type ListingCommand, type ListingFormat } from './listing/formats.ts';
import { isUnsupported, quoteReply, refusal } from './reply.ts';
import type { FtpSession } from './session.ts';
import { Download, transfer } from './transfer.ts';

export type { ListingCommand } from './listing/formats.ts';

/**
 * Parses the lines of one listing in their order. In most formats a line is an entry; VMS may use two lines for one.
 *
 * @param now - for lines that leave out the year
 * @param emit - receives each entry, and each line in an unknown format
 */
export function listingParser(command: ListingCommand, now: Date, emit: (listed: NonNullable<Listed>) => void) {
  const formats = LISTING_FORMATS.filter((format) => format.command === command);
  const readers = new Map<ListingFormat, ListingReader>();
  /** The format whose heading came last. */
  let below: ListingFormat | null = null;
  /** The format of an entry that may go on in the next line. */
  let last: ListingReader | null = null;

  const emitAll = (all: readonly Listed[]): void => {
    for (const listed of all) if (listed !== null) emit(listed);
  };
  const finish = (): void => {
    if (last !== null) emitAll(last.end());
    last = null;
  };

  function isRead(line: OctetString, format: ListingFormat): boolean {
    if ('parse' in format) {
      const listed = format.parse(line, now, format === below);
      if (listed === undefined) return false;
      finish();
      if (listed !== null) emit(listed);
      return true;
    }
    const reader = readers.get(format) ?? format.begin();
    readers.set(format, reader);
    const listed = reader.take(line);
    if (listed === undefined) return false;
    if (last !== reader) finish();
    last = reader;
    emitAll(listed);
    return true;
  }

  function takeUnread(line: OctetString): void {
    const headed = formats.find((format) => 'heading' in format && format.heading?.test(line));
    if (headed !== undefined) below = headed;
    else if (below === null || !RULE.test(line)) emit({ kind: 'unread', line });
  }

  return {
    /** Parses the next line, without its end. */
    take(line: OctetString): void {
      if (line === '') return;
      const continued = last?.take(line);
      if (continued !== undefined) emitAll(continued);
      else if (!((below !== null && isRead(line, below)) || formats.some((format) => isRead(line, format)))) {
        finish();
        takeUnread(line);
      }
    },

    /** Emits the entry of a last line that announced more columns. */
    end: finish,
  };
}

/** A line that is drawn below a heading. */
const RULE = /^[-=\s]+$/;

export interface DirectoryListing {
  readonly command: ListingCommand;
  /** In the server's order. */
  readonly entries: ListedEntries;
  /** Lines in an unknown format. */
  readonly unread: readonly OctetString[];
  /** The name of the README; `null` = there is none. */
  readonly readme: OctetString | null;
  /** Whether the listing is longer than the limits of this client. */
  readonly cut: boolean;
  /** Why the listing ended before its end, or the server did not confirm that end; `null` = it is whole. */
  readonly broken: ProtocolError | null;
}

/** The octets of a listing, and the command that the server answered with them. */
export interface RawListing {
  readonly command: ListingCommand;
  readonly body: Download;
}

/** Begins the transfer of a listing with the first command that the server accepts; `null` = the directory is empty. */
export async function beginListing(
  session: FtpSession,
  prefix: OctetString,
  commands: readonly ListingCommand[],
): Promise<RawListing | null> {
  await session.control.setType('A');
  let refused = new ProtocolError('unsupported', 'The server cannot list directories.');
  for (const command of commands) {
    const body = await transfer(session, command, prefix === '' ? undefined : prefix);
    if (body instanceof Download) return { command, body };
    // Some servers answer an empty directory with an error (450 or 550).
    if (SAYS_EMPTY.test(quoteReply(body.lines))) return null;
    refused = refusal(body);
    if (!isUnsupported(body)) break;
  }
  throw refused;
}

const SAYS_EMPTY = /\b(?:no files found|directory (?:is )?empty)\b/i;

/** The commands of servers without machine listings. */
const HUMAN: readonly ListingCommand[] = ['LIST', 'NLST'];

/** The commands that a server may know, the best first. */
export function listingCommands({ features }: Pick<FtpSession, 'features'>): readonly ListingCommand[] {
  return features.has('MLST') || features.has('MLSD') ? ['MLSD', ...HUMAN] : HUMAN;
}

/** Reads a listing. If every line of LIST is in an unknown format, NLST is tried too: its names can be linked. */
export async function readListing(session: FtpSession, prefix: OctetString): Promise<DirectoryListing> {
  const listing = await readToEnd(await beginListing(session, prefix, listingCommands(session)));
  if (listing.command !== 'LIST' || listing.entries.length > 0 || listing.unread.length === 0) return listing;
  try {
    return { ...(await readToEnd(await beginListing(session, prefix, ['NLST']))), unread: listing.unread };
  } catch (error) {
    if (error instanceof ProtocolError) return listing;
    throw error;
  }
}

/** Reads a listing to its end or to the limits. */
async function readToEnd(begun: RawListing | null): Promise<DirectoryListing> {
  const entries = new ListedEntries();
  const unread: OctetString[] = [];
  if (begun === null) return { command: 'NLST', entries, unread, readme: null, cut: false, broken: null };
  const { command, body } = begun;
  let [readme, likeliest]: [OctetString | null, number] = [null, Number.POSITIVE_INFINITY];
  let cut = false;
  let broken: ProtocolError | null = null;
  const parser = listingParser(command, new Date(), (listed) => {
    cut ||= entries.length + unread.length === protocolLimits.listingEntries;
    if (cut) return;
    if (listed.kind === 'unread') {
      unread.push(listed.line);
    } else {
      entries.add(listed);
      const rank = readmeRank(listed);
      if (rank < likeliest) [readme, likeliest] = [listed.name, rank];
    }
  });
  try {
    for await (const text of listingTexts(body)) {
      takeLines(text, parser);
      if (cut) break;
    }
    parser.end();
  } catch (error) {
    // What was read so far is kept, without the beginning of a line that did not end.
    parser.end();
    if (!(error instanceof ProtocolError) || entries.length + unread.length === 0) throw error;
    if (error.code === 'too-large') cut = true;
    else broken = error;
  } finally {
    body.close();
  }
  return { command, entries, unread, readme, cut, broken };
}

/** The text in pieces that end with a line: `LineReader` would take most of the time for a listing of 50,000 lines. */
async function* listingTexts(body: Body): AsyncGenerator<OctetString> {
  let rest = '';
  let total = 0;
  for (let octets = await body.read(); octets !== null; octets = await body.read()) {
    total += octets.byteLength;
    if (total > protocolLimits.listing) {
      throw new ProtocolError('too-large', `The list is longer than ${protocolLimits.listing} octets.`);
    }
    for (let start = 0; start < octets.byteLength; start += PIECE) {
      const text = rest + octetStringOf(octets.subarray(start, start + PIECE));
      const end = text.lastIndexOf('\n') + 1;
      rest = text.slice(end);
      yield text.slice(0, end);
      checkLength(rest);
    }
  }
  yield `${rest}\n`;
}

/** In octets. The garbage of short texts is collected at once. */
const PIECE = 16 * 1024;

/** Parses one line after the other. All lines of a piece at once would outlive a collection of garbage. */
function takeLines(text: OctetString, parser: ReturnType<typeof listingParser>): void {
  for (let start = 0, end = text.indexOf('\n'); end >= 0; start = end + 1, end = text.indexOf('\n', start)) {
    const line = text.slice(start, text.charCodeAt(end - 1) === CR && end > start ? end - 1 : end);
    checkLength(line);
    parser.take(line);
  }
}

const CR = 0x0d;

function checkLength({ length }: OctetString): void {
  if (length > protocolLimits.line) throw longLine();
}

/** In octets; a longer file is cut. */
const LONGEST = 64 * 1024;

/** The names of READMEs, the likeliest first. `.message` is not among them: servers send it in the reply to CWD. */
const NAMES = [/^readme$/i, /^readme\.(?:txt|md|asc|1st|first)$/i, /^(?:00[-_.]?)?read[-_.]?me(?:\.txt)?$/i];
const LONGEST_NAME = '00_read_me.txt'.length;

export interface Readme {
  readonly name: OctetString;
  readonly text: OctetString;
  /** Whether the file is longer than `text`. */
  readonly cut: boolean;
}

/** How unlikely an entry is the README of its directory; infinite = it has another name. */
function readmeRank({ kind, name }: ListingEntry): number {
  if (kind === 'directory' || name.length > LONGEST_NAME) return Number.POSITIVE_INFINITY;
  const rank = NAMES.findIndex((pattern) => pattern.test(name));
  return rank < 0 ? Number.POSITIVE_INFINITY : rank;
}

/** Fetches the README that `readListing` found; `null` if it is not text, or the server does not send it. */
export async function readReadme(session: FtpSession, prefix: OctetString, name: OctetString): Promise<Readme | null> {
  try {
    await session.control.setType('I');
    const body = await transfer(session, 'RETR', prefix + name);
    const text = body instanceof Download ? await readWhole(body) : null;
    return text === null ? null : { name, text: text.slice(0, LONGEST), cut: text.length > LONGEST };
  } catch (error) {
    if (error instanceof ProtocolError) return null;
    throw error;
  }
}

/** Reads a text to its end or to the limit; `null` as soon as something shows that it is not text. */
async function readWhole(body: Body): Promise<OctetString | null> {
  try {
    let text: OctetString = '';
    for (let octets = await body.read(); octets !== null; octets = await body.read()) {
      if (!isText(octets)) return null;
      text += octetStringOf(octets);
      if (text.length > LONGEST) break;
    }
    return text;
  } finally {
    body.close();
  }
}

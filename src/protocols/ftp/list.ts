/**
 * Fetches a directory listing: with MLSD if the server supports it, else with LIST, else with NLST, which returns only
 * names.
 */
import { isText, type OctetString, octetStringOf } from '../../octets/charset.ts';
import type { Body } from '../connection.ts';
import { protocolLimits } from '../limits.ts';
import { longLine, ProtocolError } from '../protocol-error.ts';
import { Download } from './download.ts';
import { ListedEntries } from './listed-entries.ts';
import { type ListingCommand, type ListingEntry, ListingParser } from './listing.ts';
import type { FtpSession } from './login.ts';
import { isUnsupported, quoteReply, refusal } from './reply.ts';
import { transfer } from './transfer.ts';

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
}

/** MLSD is tried only if FEAT lists machine listings. */
function commandsOf({ features }: FtpSession): readonly ListingCommand[] {
  return features.has('MLST') || features.has('MLSD') ? ['MLSD', 'LIST', 'NLST'] : ['LIST', 'NLST'];
}

/** The octets of a listing, and the command that the server answered with them. */
export interface RawListing {
  readonly command: ListingCommand;
  readonly body: Download;
}

/**
 * Begins the transfer of a listing.
 *
 * @param prefix - of the directory
 * @param commands - to try in this order
 * @returns `null` if the server says that the directory is empty
 * @throws ProtocolError if the server accepts none of the commands
 */
export async function beginListing(
  session: FtpSession,
  prefix: OctetString,
  commands: readonly ListingCommand[] = commandsOf(session),
): Promise<RawListing | null> {
  await session.control.setType('A');
  let refused = new ProtocolError('unsupported', 'The server cannot list directories.');
  for (const command of commands) {
    const body = await transfer(session, command, prefix === '' ? undefined : prefix);
    if (body instanceof Download) return { command, body };
    if (saysEmpty(quoteReply(body.lines))) return null;
    refused = refusal(body);
    if (!isUnsupported(body)) break;
  }
  throw refused;
}

/** Some servers answer an empty directory with an error (450 or 550). */
function saysEmpty(words: string): boolean {
  return /\b(?:no files found|directory (?:is )?empty)\b/i.test(words);
}

/** Reads a listing. If every line of LIST is in an unknown format, NLST is tried too: its names can be linked. */
export async function readListing(session: FtpSession, prefix: OctetString): Promise<DirectoryListing> {
  const listing = await readToEnd(await beginListing(session, prefix));
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
  if (begun === null) return { command: 'NLST', entries, unread, readme: null, cut: false };
  const { command, body } = begun;
  let [readme, likeliest]: [OctetString | null, number] = [null, Number.POSITIVE_INFINITY];
  let cut = false;
  const parser = new ListingParser(command, new Date(), (listed) => {
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
    for await (const text of piecesOf(body)) {
      takeLines(text, (line) => parser.take(line));
      if (cut) break;
    }
    parser.end();
  } catch (error) {
    // Keep the entries of an endless listing that were read so far.
    if (!(error instanceof ProtocolError) || error.code !== 'too-large' || entries.length === 0) throw error;
    cut = true;
  } finally {
    body.close();
  }
  return { command, entries, unread, readme, cut };
}

/** The text in pieces that end with a line: `LineReader` would take most of the time for a listing of 50,000 lines. */
async function* piecesOf(body: Body): AsyncGenerator<OctetString> {
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
      checkLength(rest);
      yield text.slice(0, end);
    }
  }
  yield `${rest}\n`;
}

/** In octets. The garbage of short texts is collected at once. */
const PIECE = 16 * 1024;

/** Takes one line after the other. All lines of a piece at once would outlive a collection of garbage. */
function takeLines(text: OctetString, take: (line: OctetString) => void): void {
  for (let start = 0, end = text.indexOf('\n'); end >= 0; start = end + 1, end = text.indexOf('\n', start)) {
    const line = text.slice(start, text.charCodeAt(end - 1) === CR && end > start ? end - 1 : end);
    checkLength(line);
    take(line);
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

/** The longest of these names. */
const LONGEST_NAME = '00_read_me.txt'.length;

export interface Readme {
  readonly name: OctetString;
  readonly text: OctetString;
  /** Whether the file is longer than `text`. */
  readonly cut: boolean;
}

/** How unlikely an entry is the README of its directory; infinite = it has another name. */
export function readmeRank({ kind, name }: ListingEntry): number {
  if (kind === 'directory' || name.length > LONGEST_NAME) return Number.POSITIVE_INFINITY;
  const rank = NAMES.findIndex((pattern) => pattern.test(name));
  return rank < 0 ? Number.POSITIVE_INFINITY : rank;
}

/**
 * Fetches the README.
 *
 * @param name - as `readListing` found it
 * @param prefix - of the directory
 * @returns `null` if it is not text, or the server does not send it
 */
export async function readReadme(session: FtpSession, prefix: OctetString, name: OctetString): Promise<Readme | null> {
  try {
    await session.control.setType('I');
    const begun = await transfer(session, 'RETR', prefix + name);
    const text = begun instanceof Download ? await readText(begun) : null;
    return text === null ? null : { name, text: text.slice(0, LONGEST), cut: text.length > LONGEST };
  } catch (error) {
    if (error instanceof ProtocolError) return null;
    throw error;
  }
}

/** Reads a text to its end or to the limit; `null` if it is not text. */
async function readText(body: Body): Promise<OctetString | null> {
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

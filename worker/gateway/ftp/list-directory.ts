/**
 * Fetches a directory listing: with MLSD if the server supports it, else with LIST, else with NLST, which returns only
 * names.
 */

import { type OctetString, octetStringOf } from '../../../src/octets/octet-string.ts';
import { type ListingCommand, ListingParser } from '../../../src/protocols/ftp/listing.ts';
import { protocolLimits } from '../../../src/protocols/limits.ts';
import { longLine } from '../../../src/protocols/protocol-error.ts';
import { codeOf, GatewayError, isFailure } from '../../errors/gateway-error.ts';
import type { DirectoryPosition } from './change-directory.ts';
import { type Transfer, transfer } from './data-connection.ts';
import { ListedEntries } from './listed-entries.ts';
import type { FtpSession } from './login.ts';
import { ReadmeName } from './readme.ts';
import { isUnsupported, quoteReply, refusal } from './status.ts';

export interface Listing {
  readonly command: ListingCommand;
  /** In the server's order. */
  readonly entries: ListedEntries;
  /** Lines in an unknown format. */
  readonly unread: readonly OctetString[];
  /** The name of the README; `null` = there is none. */
  readonly readme: OctetString | null;
  /** Whether the listing is longer than the limits of this gateway. */
  readonly cut: boolean;
}

/** MLSD is tried only if FEAT lists machine listings. */
function commandsOf({ features }: FtpSession): readonly ListingCommand[] {
  return features.has('MLST') || features.has('MLSD') ? ['MLSD', 'LIST', 'NLST'] : ['LIST', 'NLST'];
}

/**
 * Begins the transfer of a listing.
 *
 * @param commands - to try in this order
 * @returns `null` if the server says that the directory is empty
 * @throws GatewayError if the server accepts none of the commands
 */
export async function beginListing(
  session: FtpSession,
  { prefix }: DirectoryPosition,
  commands: readonly ListingCommand[] = commandsOf(session),
): Promise<{ readonly command: ListingCommand; readonly transfer: Transfer } | null> {
  await session.control.command('TYPE', 'A');
  let refused = new GatewayError('not-implemented', 'The server cannot list directories.');
  for (const command of commands) {
    const begun = await transfer(session, command, prefix === '' ? undefined : prefix);
    if (begun.kind === 'transfer') return { command, transfer: begun };
    if (saysEmpty(quoteReply(begun.reply.lines))) return null;
    refused = refusal(begun.reply);
    if (!isUnsupported(begun.reply)) break;
  }
  throw refused;
}

/** Some servers answer an empty directory with an error (450 or 550). */
function saysEmpty(words: string): boolean {
  return /\b(?:no files found|directory (?:is )?empty)\b/i.test(words);
}

/** Reads a listing. If every line of LIST is in an unknown format, NLST is tried too: its names can be linked. */
export async function readListing(session: FtpSession, position: DirectoryPosition): Promise<Listing> {
  const listing = await readToEnd(session, position);
  if (listing.command !== 'LIST' || listing.entries.length > 0 || listing.unread.length === 0) return listing;
  try {
    return { ...(await readToEnd(session, position, ['NLST'])), unread: listing.unread };
  } catch (error) {
    if (isFailure(error) && codeOf(error) !== 'client-closed') return listing;
    throw error;
  }
}

/** Reads a listing to its end or to the limits. */
async function readToEnd(
  session: FtpSession,
  position: DirectoryPosition,
  commands?: readonly ListingCommand[],
): Promise<Listing> {
  const begun = await beginListing(session, position, commands);
  if (begun === null) return { command: 'NLST', entries: new ListedEntries(), unread: [], readme: null, cut: false };
  const {
    command,
    transfer: { data, verdict },
  } = begun;
  const entries = new ListedEntries();
  const readme = new ReadmeName();
  const unread: OctetString[] = [];
  let cut = false;
  const parser = new ListingParser(command, new Date(), (listed) => {
    cut ||= entries.length + unread.length === protocolLimits.listingEntries;
    if (cut) return;
    if (listed.kind === 'unread') {
      unread.push(listed.line);
    } else {
      entries.add(listed);
      readme.consider(listed);
    }
  });
  try {
    for await (const text of piecesOf(data)) {
      takeLines(text, (line) => parser.take(line));
      if (cut) break;
    }
    parser.end();
  } catch (error) {
    // Show the entries of an endless listing that were read so far.
    if (!isFailure(error) || codeOf(error) !== 'gateway-limit' || entries.length === 0) throw error;
    cut = true;
  } finally {
    data.close();
  }
  if (!cut) await verdict();
  return { command, entries, unread, readme: readme.name, cut };
}

/** The text in pieces that end with a line: `LineReader` would take most of the time for a listing of 50,000 lines. */
async function* piecesOf(data: Transfer['data']): AsyncGenerator<OctetString> {
  let rest = '';
  let total = 0;
  for (let octets = await data.read(); octets !== null; octets = await data.read()) {
    total += octets.byteLength;
    if (total > protocolLimits.listing) {
      throw new GatewayError('gateway-limit', `The list is longer than ${protocolLimits.listing} octets.`);
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
  if (length > protocolLimits.line) {
    throw longLine();
  }
}

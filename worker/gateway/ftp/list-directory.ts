/**
 * A directory as the server lists it: by facts where it can (MLSD), else in a form for people (LIST), else as names
 * alone (NLST).
 */
import { type ListingCommand, type ListingEntry, parseListingLine } from '../../../src/schemes/ftp/listing.ts';
import { type OctetString, octetStringOf } from '../../../src/schemes/ftp/octet-string.ts';
import { GatewayError } from '../../net/errors.ts';
import { limits } from '../../net/limits.ts';
import type { DirectoryPosition } from './change-directory.ts';
import { type Transfer, transfer } from './data-connection.ts';
import type { FtpSession } from './login.ts';
import { isUnsupported, quote, refusal } from './status.ts';

export interface Listing {
  readonly command: ListingCommand;
  /** In the server's order. */
  readonly entries: readonly ListingEntry[];
  /** Lines in no known form. */
  readonly unread: readonly OctetString[];
  /** Whether there was more than this gateway reads. */
  readonly cut: boolean;
}

/** Where FEAT says nothing of machine listings, nobody is asked for one. */
function commandsOf({ features }: FtpSession): readonly ListingCommand[] {
  return features.has('MLST') || features.has('MLSD') ? ['MLSD', 'LIST', 'NLST'] : ['LIST', 'NLST'];
}

/**
 * Begins the listing of a place.
 *
 * @returns `null` for a directory of which the server says that nothing is in it
 * @throws GatewayError where the server lists nothing in any way
 */
export async function beginListing(
  session: FtpSession,
  { prefix }: DirectoryPosition,
  commands: readonly ListingCommand[] = commandsOf(session),
): Promise<{ readonly command: ListingCommand; readonly transfer: Transfer } | null> {
  await session.control.command('TYPE', 'A');
  let refused = new GatewayError('not-implemented', 'The server lists no directories.');
  for (const command of commands) {
    const begun = await transfer(session, command, prefix === '' ? undefined : prefix);
    if (begun.kind === 'transfer') return { command, transfer: begun };
    if (isEmpty(quote(begun.reply.lines))) return null;
    refused = refusal(begun.reply);
    if (!isUnsupported(begun.reply)) break;
  }
  throw refused;
}

/** Some servers have an error for a directory without files (450 or 550). */
function isEmpty(words: string): boolean {
  return /\b(?:no files found|directory (?:is )?empty)\b/i.test(words);
}

/** Reads the listing of a place. Lines that cannot be read lead nowhere: names alone do, so the server is asked again. */
export async function readListing(session: FtpSession, position: DirectoryPosition): Promise<Listing> {
  const listing = await readToEnd(session, position);
  if (listing.command !== 'LIST' || listing.entries.length > 0 || listing.unread.length === 0) return listing;
  try {
    return { ...(await readToEnd(session, position, ['NLST'])), unread: listing.unread };
  } catch (error) {
    if (error instanceof GatewayError && error.code !== 'client-closed') return listing;
    throw error;
  }
}

/** Reads a listing to its end, or as far as the limits go. */
async function readToEnd(
  session: FtpSession,
  position: DirectoryPosition,
  commands?: readonly ListingCommand[],
): Promise<Listing> {
  const begun = await beginListing(session, position, commands);
  if (begun === null) return { command: 'NLST', entries: [], unread: [], cut: false };
  const {
    command,
    transfer: { data, verdict },
  } = begun;
  const entries: ListingEntry[] = [];
  const unread: OctetString[] = [];
  let cut = false;
  try {
    const now = new Date();
    reading: for await (const lines of linesOf(data)) {
      for (const line of lines) {
        const listed = parseListingLine(command, line, now);
        if (listed === null) continue;
        cut = entries.length + unread.length === limits.listingEntries;
        if (cut) break reading;
        if (listed.kind === 'unread') unread.push(listed.line);
        else entries.push(listed);
      }
    }
  } catch (error) {
    // A list that never ends is still worth what was seen of it.
    if (!(error instanceof GatewayError) || error.code !== 'gateway-limit' || entries.length === 0) throw error;
    cut = true;
  } finally {
    data.close();
  }
  if (!cut) await verdict();
  return { command, entries, unread, cut };
}

/** The lines of each part that arrives: taken one by one from octets, 50,000 of them would cost more than all else. */
async function* linesOf(data: Transfer['data']): AsyncGenerator<readonly OctetString[]> {
  let rest = '';
  let total = 0;
  for (let octets = await data.read(); octets !== null; octets = await data.read()) {
    total += octets.byteLength;
    if (total > limits.listing)
      throw new GatewayError('gateway-limit', `The list is longer than ${limits.listing} octets.`);
    const lines = (rest + octetStringOf(octets)).split(/\r?\n/);
    if (lines.some(({ length }) => length > limits.line)) {
      throw new GatewayError('gateway-protocol', 'The server sent a line of excessive length.');
    }
    rest = lines.pop() ?? '';
    yield lines;
  }
  yield [rest];
}

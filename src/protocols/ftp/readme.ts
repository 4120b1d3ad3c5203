/** The README of a directory. */
import { isText, type OctetString, octetStringOf } from '../../octets/charset.ts';
import type { Body } from '../connection.ts';
import { ProtocolError } from '../protocol-error.ts';
import { Download } from './download.ts';
import type { ListingEntry } from './listing.ts';
import type { FtpSession } from './login.ts';
import { transfer } from './transfer.ts';

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

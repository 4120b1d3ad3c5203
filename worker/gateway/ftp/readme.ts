/** The README of a directory, shown below the listing. */
import type { ListingEntry } from '../../../src/schemes/ftp/listing.ts';
import { type OctetString, octetStringOf } from '../../../src/schemes/ftp/octet-string.ts';
import { GatewayError } from '../../gateway-error.ts';
import { isText } from '../shared/media-type.ts';
import type { DirectoryPosition } from './change-directory.ts';
import { type Transfer, transfer } from './data-connection.ts';
import type { FtpSession } from './login.ts';

/** In octets; a longer file is cut. */
const LONGEST = 64 * 1024;

/** The names of READMEs, the likeliest first. `.message` is not among them: servers send it in the reply to CWD. */
const NAMES = [/^readme$/i, /^readme\.(?:txt|md|asc|1st|first)$/i, /^(?:00[-_.]?)?read[-_.]?me(?:\.txt)?$/i];

export interface Readme {
  readonly name: OctetString;
  readonly text: OctetString;
  /** Whether the file is longer than `text`. */
  readonly cut: boolean;
}

/** Fetches the README; `null` if there is none, it is not text, or the server does not send it. */
export async function readReadme(
  session: FtpSession,
  { prefix }: DirectoryPosition,
  entries: readonly ListingEntry[],
): Promise<Readme | null> {
  const name = findReadme(entries);
  if (name === null) return null;
  try {
    await session.control.command('TYPE', 'I');
    const begun = await transfer(session, 'RETR', prefix + name);
    if (begun.kind === 'refused') return null;
    const text = await readText(begun.data);
    if (text === null) return null;
    if (text.length <= LONGEST) await begun.verdict();
    return { name, text: text.slice(0, LONGEST), cut: text.length > LONGEST };
  } catch (error) {
    if (error instanceof GatewayError && error.code !== 'client-closed') return null;
    throw error;
  }
}

/** Reads a text to its end or to the limit, and closes its connection; `null` if it is not text. */
async function readText(data: Transfer['data']): Promise<OctetString | null> {
  try {
    let text: OctetString = '';
    for (let octets = await data.read(); octets !== null; octets = await data.read()) {
      if (!isText(octets)) return null;
      text += octetStringOf(octets);
      if (text.length > LONGEST) break;
    }
    return text;
  } finally {
    data.close();
  }
}

function findReadme(entries: readonly ListingEntry[]): OctetString | null {
  for (const pattern of NAMES) {
    const entry = entries.find(({ kind, name }) => kind !== 'directory' && pattern.test(name));
    if (entry) return entry.name;
  }
  return null;
}

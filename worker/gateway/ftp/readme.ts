/** The file that explains a directory to its visitors, shown below the listing. */
import type { ListingEntry } from '../../../src/schemes/ftp/listing.ts';
import { type OctetString, octetStringOf } from '../../../src/schemes/ftp/octet-string.ts';
import { GatewayError } from '../../net/errors.ts';
import { isText } from '../shared/media-type.ts';
import type { DirectoryPosition } from './change-directory.ts';
import { transfer } from './data-connection.ts';
import type { FtpSession } from './login.ts';

/** So many octets of it are shown. */
const LONGEST = 64 * 1024;

/** What it is called, the likeliest name first. A `.message` is none: servers say it to whoever comes. */
const NAMES = [/^readme$/i, /^readme\.(?:txt|md|asc|1st|first)$/i, /^(?:00[-_.]?)?read[-_.]?me(?:\.txt)?$/i];

export interface Readme {
  readonly name: OctetString;
  readonly text: OctetString;
  /** Whether there is more of it. */
  readonly cut: boolean;
}

/** Fetches it, where there is one; a server that will not send it spoils nothing. */
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
    const chunks: OctetString[] = [];
    let length = 0;
    while (length <= LONGEST) {
      const octets = await begun.data.read();
      if (octets === null) break;
      if (!isText(octets)) return null;
      chunks.push(octetStringOf(octets));
      length += octets.byteLength;
    }
    begun.data.close();
    if (length <= LONGEST) await begun.verdict();
    const text = chunks.join('');
    return { name, text: text.slice(0, LONGEST), cut: length > LONGEST };
  } catch (error) {
    if (error instanceof GatewayError && error.code !== 'client-closed') return null;
    throw error;
  }
}

function findReadme(entries: readonly ListingEntry[]): OctetString | null {
  for (const pattern of NAMES) {
    const entry = entries.find(({ kind, name }) => kind !== 'directory' && pattern.test(name));
    if (entry) return entry.name;
  }
  return null;
}

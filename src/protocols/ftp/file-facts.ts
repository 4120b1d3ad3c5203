/** The size and modification time of a file (RFC 3659 §3, §4), read before the transfer. */

import type { OctetString } from '../../octets/octet-string.ts';
import { parseTimeValue } from './listing/mlsd.ts';
import { parseListingLine } from './listing.ts';
import type { FtpSession } from './login.ts';
import type { Reply } from './reply.ts';

export type FileFacts =
  | { readonly kind: 'file'; readonly size: number; readonly modified: Date | null }
  | { readonly kind: 'directory' }
  /** The server does not report them. `refused` is its reply to SIZE if that was about this file, else `null`. */
  | { readonly kind: 'unknown'; readonly refused: Reply | null };

const FILE_STATUS = 213;
const FACTS_FOLLOW = 250;
/** There is no such file, or it needs a login. Other refusals are about the command SIZE. */
const REFUSALS: ReadonlySet<number> = new Set([530, 532, 550]);

/**
 * Fetches the facts of a name. The session must be in TYPE I. The size comes from SIZE, which follows symbolic links;
 * proftpd's MLST gives the size of the link itself.
 *
 * @param path - the name, with the prefix of its directory
 */
export async function factsOf({ control, features }: FtpSession, path: OctetString): Promise<FileFacts> {
  const reply = await control.command('SIZE', path);
  const size = Number(statusOf(reply, /^\d{1,15}$/) ?? Number.NaN);
  if (Number.isSafeInteger(size)) {
    const modified = parseTimeValue(statusOf(await control.command('MDTM', path), /^[\d.]+$/) ?? '');
    return { kind: 'file', size, modified };
  }
  if (features.has('MLST') && isListedDirectory(await control.command('MLST', path))) return { kind: 'directory' };
  return { kind: 'unknown', refused: REFUSALS.has(reply.code) ? reply : null };
}

function statusOf({ code, lines: [text = ''] }: Reply, form: RegExp): string | null {
  const value = text.trim();
  return code === FILE_STATUS && form.test(value) ? value : null;
}

/** The line with the facts is between the first and the last line, after a space (RFC 3659 §7.2). */
function isListedDirectory({ code, lines }: Reply): boolean {
  const [, line] = lines;
  if (code !== FACTS_FOLLOW || line === undefined || lines.length < 3) return false;
  return parseListingLine('MLSD', line.replace(/^ /, ''), new Date())?.kind === 'directory';
}

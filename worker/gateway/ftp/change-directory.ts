/**
 * The way through the tree: one CWD for each segment of the path (draft-hoffkohn-rfc1738bis §2.2.2), as no server
 * need have the slash between its directories.
 */
import type { OctetString } from '../../../src/schemes/ftp/octet-string.ts';
import type { Reply } from '../../../src/schemes/ftp/reply.ts';
import type { FtpSession } from './login.ts';
import { isCompletion, isUnsupported, refusal } from './status.ts';

/** Where a session stands. */
export interface DirectoryPosition {
  /** What goes before a name: empty after CWD, the whole path with its slash where a server knows no CWD. */
  readonly prefix: OctetString;
  /** What the server says of the directory; `null` where it was not asked. */
  readonly notice: Reply | null;
}

/**
 * Goes to a directory.
 *
 * @param segments - decoded; an empty one in front means the root, as for curl, and others nothing
 * @throws GatewayError `not-found` or `forbidden` where there is no way
 */
export async function changeDirectory(
  { control }: FtpSession,
  segments: readonly OctetString[],
): Promise<DirectoryPosition> {
  const steps = segments.map((segment, index) => (segment === '' && index === 0 ? '/' : segment));
  const path = steps.filter((step) => step !== '');
  let notice: Reply | null = null;
  for (const [index, step] of path.entries()) {
    notice = await control.command('CWD', step);
    if (isCompletion(notice)) continue;
    if (index === 0 && isUnsupported(notice)) return { prefix: joined(path), notice: null };
    throw refusal(notice, step);
  }
  return { prefix: '', notice };
}

/** A path in one piece, for servers without CWD; a first name with a hyphen must not look like an option. */
function joined(path: readonly OctetString[]): OctetString {
  const whole = path.join('/').replace(/^\/\//, '/');
  const safe = whole.startsWith('-') ? `./${whole}` : whole;
  return safe.endsWith('/') ? safe : `${safe}/`;
}

/** Whether a name in this place is a directory; the session stands in it then. */
export async function isDirectory(
  { control }: FtpSession,
  { prefix }: DirectoryPosition,
  name: OctetString,
): Promise<boolean> {
  return isCompletion(await control.command('CWD', prefix + name));
}

/**
 * Changes to a directory with one CWD for each segment of the path (draft-hoffkohn-rfc1738bis §2.2.2), because not
 * every server separates directories with a slash. VMS servers name directories in brackets, and some take no others:
 * `[.PUB]` is below the current directory, and `[ARCHIVE.PUB]` begins at the top.
 */
import type { OctetString } from '../../octets/charset.ts';
import type { Control } from './control.ts';
import { isCompletion, isUnsupported, type Reply, refusal } from './reply.ts';

/** The current directory of a session. */
export interface DirectoryPosition {
  /** The text before a name: empty after CWD; the whole path with its slash if the server does not support CWD. */
  readonly prefix: OctetString;
  /** The server's reply to the last CWD; `null` if there was none. */
  readonly notice: Reply | null;
}

/**
 * Changes to a directory.
 *
 * @param segments - decoded. An empty first segment means the root, as for curl; other empty segments are skipped
 * @throws ProtocolError `not-found` or `forbidden` if the server refuses a segment
 */
export async function changeDirectory(control: Control, segments: readonly OctetString[]): Promise<DirectoryPosition> {
  const steps = segments.map((segment, index) => (segment === '' && index === 0 ? '/' : segment));
  const path = steps.filter((step) => step !== '');
  let notice: Reply | null = null;
  for (const [index, step] of path.entries()) {
    notice = await control.command('CWD', step);
    if (isCompletion(notice)) continue;
    if (index === 0 && isUnsupported(notice)) return { prefix: joined(path), notice: null };
    const retried = await changeOnVms(control, step);
    if (retried === null) throw refusal(notice, step);
    notice = retried;
  }
  return { prefix: '', notice };
}

/** Changes to a directory by its name on VMS; `null` if the server is no VMS server, or refuses. */
async function changeOnVms(control: Control, step: OctetString): Promise<Reply | null> {
  const system = await control.command('SYST');
  if (!isCompletion(system) || !/\bVMS\b/i.test(system.lines.join(' '))) return null;
  const reply = await control.command('CWD', vmsDirectory(step));
  return isCompletion(reply) ? reply : null;
}

/** The whole path, for servers without CWD. A leading hyphen must not look like an option of `ls`. */
function joined(path: readonly OctetString[]): OctetString {
  const whole = path.join('/').replace(/^\/\//, '/');
  const safe = whole.startsWith('-') ? `./${whole}` : whole;
  return safe.endsWith('/') ? safe : `${safe}/`;
}

/** Whether a name is a directory. If it is, the session has changed to it. */
export async function isDirectory(control: Control, prefix: OctetString, name: OctetString): Promise<boolean> {
  if (isCompletion(await control.command('CWD', prefix + name))) return true;
  return prefix === '' && (await changeOnVms(control, name)) !== null;
}

/** The top directory of a VMS volume. */
const TOP = '[000000]';

/**
 * The name of a directory on VMS.
 *
 * @param step - one segment of a path, decoded: a name, a path from the root, or a name of VMS already
 * @example
 * ```ts
 * vmsDirectory('PUB'); // '[.PUB]'
 * vmsDirectory('/ARCHIVE/PUB'); // '[ARCHIVE.PUB]'
 * ```
 */
export function vmsDirectory(step: OctetString): OctetString {
  const absolute = step.startsWith('/');
  const path = step.replace(/^\/+|\/+$/g, '');
  if (/[[:]/.test(path)) return path;
  if (path === '') return TOP;
  // In a name, a dot would separate two directories.
  const names = path.split(/\/+/).map((name) => name.replaceAll('.', '^.'));
  return `[${absolute ? '' : '.'}${names.join('.')}]`;
}

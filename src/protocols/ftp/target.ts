/** What the path of an ftp URL names on its server (draft-hoffkohn-rfc1738bis §2.2.2). */
import type { OctetString } from '../../octets/charset.ts';
import { decodeSegment, splitFtpPath } from '../../schemes/ftp/path.ts';
import type { Connect, PeerConnection } from '../connection.ts';
import { ProtocolError } from '../protocol-error.ts';
import { FtpClient } from './client.ts';
import type { TransferType } from './control.ts';
import type { LoginOptions } from './login.ts';

/** A path, decoded. */
export interface FtpTarget {
  readonly directories: readonly OctetString[];
  /** `null` = the path names a directory. */
  readonly file: OctetString | null;
  readonly type: TransferType;
}

/** @param path - of a canonical ftp URL, percent-encoded */
export function targetOf(path: string): FtpTarget {
  const { segments, type } = splitFtpPath(path);
  const names = segments.map(decodeSegment);
  const last = names.at(-1) ?? '';
  const isFile = last !== '' && type !== 'd';
  return {
    directories: isFile || last === '' ? names.slice(0, -1) : names,
    file: isFile ? last : null,
    type: type === 'a' ? 'A' : 'I',
  };
}

/**
 * Logs in and uses the session. RFC 959 §2.3 makes the control connection a Telnet connection, where the octet 255 is
 * sent twice, but vsftpd reads it as two. So if the server does not have a name with this octet, a second session sends
 * it once.
 *
 * @param use - it closes the client, unless it throws
 * @throws ProtocolError as `FtpClient.logIn` and `use`
 */
export async function openTarget<Result>(
  connect: Connect<PeerConnection>,
  login: LoginOptions,
  target: FtpTarget,
  use: (client: FtpClient) => Promise<Result>,
): Promise<Result> {
  const client = await FtpClient.logIn(connect, login);
  try {
    return await use(client);
  } catch (error) {
    client.close();
    const retried = login.telnet !== false && hasPlain255(target);
    if (!retried || !(error instanceof ProtocolError) || error.code !== 'not-found') throw error;
    return openTarget(connect, { ...login, telnet: false }, target, use);
  }
}

/** Whether a name has the octet 255, but none that a server would read as the beginning of a Telnet command. */
function hasPlain255({ directories, file }: FtpTarget): boolean {
  const names = [...directories, file ?? ''];
  return names.some((name) => name.includes('\xff')) && !names.some((name) => /\xff[\xf0-\xff]/.test(name));
}

/**
 * The commands that a client sends for an ftp URL (draft-hoffkohn-rfc1738bis §2.2.2): the login, one CWD for each
 * directory, the type, a data connection (EPSV, or PASV if the server refuses it), then RETR or NLST.
 */
import { lineText, octetsOfBase64 } from '../../octets/octets.ts';
import { decodeOctetString, decodeText } from '../../uri/decode.ts';
import { Extent } from '../extent.ts';
import type { Parts } from '../scheme.ts';
import { readFtpPath } from './path.ts';

export interface FtpCommand {
  /** The command as text, without its line end. */
  readonly line: string;
  /** The octets of the command with its line end, in base64. */
  readonly octets: string;
}

export interface FtpRequest {
  readonly transport: 'tcp' | 'tls';
  readonly host: string;
  readonly port: number;
  readonly commands: readonly FtpCommand[];
}

/** The list of commands in a resolution. */
const COMMANDS = 'request.commands';
/** After the directories: TYPE, EPSV, and RETR or NLST. */
const LAST_COMMANDS = 3;

/** The password for anonymous FTP if the URL has none (RFC 1635). */
export const ANONYMOUS_PASSWORD = 'anonymous@';

export function ftpRequest(
  { host, port, user, password, path }: Parts,
  transport: FtpRequest['transport'],
  extent: Extent = new Extent(),
): FtpRequest | null {
  if (host === null || port === null) return null;
  const { directories, name, type } = readFtpPath(path, COMMANDS, extent);
  const login = [
    command('USER', user ?? 'anonymous'),
    ...(password === null && user !== null ? [] : [command('PASS', password ?? ANONYMOUS_PASSWORD)]),
  ];
  const more = extent.omitted[COMMANDS] ?? 0;
  if (more > 0) {
    // The list ends within the directories; those that do not fit beside the login are omitted too, and what follows.
    const listed = directories.slice(0, extent.most - login.length);
    extent.omit(COMMANDS, more + login.length + LAST_COMMANDS);
    return { transport, host, port, commands: [...login, ...listed.map((directory) => command('CWD', directory))] };
  }
  // A path that ends with a slash has no file name, so it is a directory even with another type.
  const listing = type === 'd' || name === '';
  return {
    transport,
    host,
    port,
    commands: [
      ...login,
      ...directories.map((directory) => command('CWD', directory)),
      command('TYPE', listing || type === 'a' ? 'A' : 'I'),
      command('EPSV', null),
      listing ? command('NLST', name === '' ? null : name) : command('RETR', name),
    ],
  };
}

/** The commands as octets. A client waits for the reply to each. */
export function ftpWireOctets({ request }: { readonly request: FtpRequest | null }): readonly Uint8Array[] {
  return (request?.commands ?? []).map(({ octets }) => octetsOfBase64(octets));
}

/** One command. Its argument is percent-encoded. */
function command(verb: string, argument: string | null): FtpCommand {
  if (argument === null) return { line: verb, octets: btoa(lineText(verb)) };
  const octets = btoa(lineText(`${verb} ${decodeOctetString(argument)}`));
  return { line: `${verb} ${decodeText(argument)}`, octets };
}

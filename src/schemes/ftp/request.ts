/**
 * The commands that a client sends for an ftp URL (draft-hoffkohn-rfc1738bis §2.2.2): the login, one CWD for each
 * directory, the type, a data connection (EPSV, or PASV if the server refuses it), then RETR or NLST.
 */
import { lineText, octetsOfBase64 } from '../../octets/octets.ts';
import { decodeText, octetStringOf } from '../../uri/decode.ts';
import { Extent } from '../extent.ts';
import type { Parts } from '../scheme.ts';
import { DIRECTORIES, type FtpDetails, splitFtpPath } from './path.ts';

interface FtpCommand {
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
  { cwd, name, type }: FtpDetails,
  transport: FtpRequest['transport'],
  extent: Extent = new Extent(),
): FtpRequest | null {
  if (host === null || port === null) return null;
  const { segments } = splitFtpPath(path, cwd.length + 1);
  const login = [
    command('USER', user ?? 'anonymous'),
    ...(password === null && user !== null ? [] : [command('PASS', password ?? ANONYMOUS_PASSWORD)]),
  ];
  const more = extent.omitted[DIRECTORIES] ?? 0;
  // If the list ends within the directories, those that do not fit beside the login are omitted too.
  const listed = more === 0 ? cwd : cwd.slice(0, extent.most - login.length);
  const commands = [...login, ...listed.map((directory, index) => command('CWD', segments[index] ?? '', directory))];
  if (more > 0) {
    extent.omit(COMMANDS, more + login.length + LAST_COMMANDS);
    return { transport, host, port, commands };
  }
  // A path that ends with a slash has no file name, so it is a directory even with another type.
  const listing = type === 'd' || name === '';
  const verb = listing ? 'NLST' : 'RETR';
  commands.push(
    command('TYPE', listing || type === 'a' ? 'A' : 'I'),
    command('EPSV', null),
    command(verb, name === '' ? null : (segments[cwd.length] ?? ''), name),
  );
  return { transport, host, port, commands };
}

/** The commands as octets. A client waits for the reply to each. */
export function ftpWireOctets({ request }: { readonly request: FtpRequest | null }): readonly Uint8Array[] {
  return (request?.commands ?? []).map(({ octets }) => octetsOfBase64(octets));
}

/** One command. Its argument is percent-encoded; `text` is the argument decoded. */
function command(verb: string, argument: string | null, text = decodeText(argument ?? '')): FtpCommand {
  if (argument === null) return { line: verb, octets: btoa(lineText(verb)) };
  return { line: `${verb} ${text}`, octets: btoa(lineText(`${verb} ${octetStringOf(argument, text)}`)) };
}

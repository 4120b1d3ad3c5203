/**
 * The errors of gopher servers: a menu with one line of type 3, the error reply of Gopher+ (which UMN's
 * server sends to all clients), and the plain text of some servers.
 */
import { withoutControls } from '../../octets/ansi.ts';
import { octetStringOf } from '../../octets/charset.ts';
import { concatOctets, latin1Of, octetsOfLatin1, utf8OrLatin1Of } from '../../octets/octets.ts';
import { protocolLimits } from '../limits.ts';
import { type ProtocolCode, ProtocolError } from '../protocol-error.ts';
import { type MenuLine, parseMenu, parseMenuLine, type ServerAddress } from './menu.ts';
import { isLastLine, linesOf } from './period.ts';
import { collectBody, type GopherReply } from './reply.ts';

/** Error messages of servers, which have no codes, and the errors that they mean. Any other message is `not-found`. */
const meanings: readonly (readonly [message: RegExp, code: ProtocolCode])[] = [
  [/denied|forbidden|not allowed|permission|unauthori[sz]ed/i, 'forbidden'],
  [/busy|try (?:it )?again|too many|overload|unavailable at|temporar/i, 'busy'],
];

/** The error for a message of the server, which it quotes. */
export function refusal(message: string): ProtocolError {
  return quoting(meanings.find(([pattern]) => pattern.test(message))?.[1] ?? 'not-found', message);
}

/** The limit for the quotation of a server's message, in characters. */
const LONGEST_QUOTE = 500;

function quoting(code: ProtocolCode, message: string, status: number | null = null): ProtocolError {
  const clean = withoutControls(message).replace(/\s+/g, ' ').trim();
  const reply = clean.length > LONGEST_QUOTE ? `${clean.slice(0, LONGEST_QUOTE)}…` : clean;
  return new ProtocolError(code, reply === '' ? 'The server gives no reason.' : `The server says: ${reply}`, {
    reply,
    status,
  });
}

/** The codes of Gopher+ error replies (§2.3): not available, try again later, moved. */
const plusCodes: Readonly<Record<string, ProtocolCode>> = { 1: 'not-found', 2: 'busy', 3: 'not-found' };

/** An error of the server. */
export interface GopherRefusal {
  /** The line that names the new place of an item; `null` = the item has not moved. */
  readonly moved: MenuLine | null;
  readonly error: ProtocolError;
}

/**
 * Reads the body of an error reply of Gopher+. Its first line has the code and the administrator, who is not quoted.
 */
export function parseErrorReply(body: Uint8Array, server: ServerAddress): GopherRefusal {
  const [first = new Uint8Array(0), ...lines] = [...linesOf(body)].filter((line) => !isLastLine(line));
  const [, code = null] = /^(\d)(?: |$)/.exec(latin1Of(first.subarray(0, 2))) ?? [];
  const message = concatOctets((code === null ? [first, ...lines] : lines).flatMap((line) => [line, '\n']));
  const words = utf8OrLatin1Of(message).replaceAll('\t', ' ');
  const [newPlace] = lines;
  return {
    moved: code === '3' && newPlace !== undefined ? parseMenuLine(octetStringOf(newPlace), server) : null,
    error: quoting(plusCodes[code ?? ''] ?? 'malformed', words, code === null ? null : Number(code)),
  };
}

/** Reads the error reply of Gopher+. */
export async function readErrorReply(server: ServerAddress, reply: GopherReply): Promise<GopherRefusal> {
  const { octets } = await collectBody(reply, protocolLimits.multilineReply);
  reply.body.close();
  return parseErrorReply(octets, server);
}

/** How long to wait for a second line after an error, in milliseconds. Some servers keep the connection open. */
const QUIET_MS = 500;

/** A menu that consists of one line of type 3, as far as the first octets show. */
const ERROR_LINE = /^3([^\t\r\n]*)\t[^\t\r\n]*\t[^\t\r\n]*\t *\d+[^\r\n]*\r?\n(?:\.\r?\n?)?$/;
/** The messages that gophernicus sends instead of a text. */
const ERROR_TEXT = /^Error: ((?:File or directory not found|Access denied|User not found|Refused connection)!)/;

/**
 * Finds out whether a reply is an error of the server.
 *
 * @returns `null` for an item
 */
export async function refusalIn(server: ServerAddress, reply: GopherReply): Promise<GopherRefusal | null> {
  if (reply.failed) return readErrorReply(server, reply);
  const { body } = reply;
  const [first] = latin1Of((await body.peek(() => true)).octets);
  if (first !== '3' && first !== 'E') return null;
  const { octets: beginning } = await body.peek((octets) => octets.includes(0x0a));
  const [, text] = ERROR_TEXT.exec(latin1Of(beginning)) ?? [];
  if (text !== undefined) return { moved: null, error: refusal(text) };
  const [, line] = ERROR_LINE.exec(latin1Of(beginning)) ?? [];
  if (line === undefined) return null;
  // An error ends with this line. A longer reply may begin with the same line.
  const { octets: whole } = await body.peek((octets) => octets.length > beginning.length, { patience: QUIET_MS });
  if (whole.length > beginning.length && !ERROR_LINE.test(latin1Of(whole))) return null;
  return { moved: null, error: refusal(utf8OrLatin1Of(whole).slice(1).split('\t', 1).join('')) };
}

/**
 * The error of a menu that has errors and no links. `MenuSource.open` is stricter: to a reader, the text below an error
 * is worth a page. `null` = no error, as far as the octets show.
 */
export function errorInMenu(octets: Uint8Array, server: ServerAddress): ProtocolError | null {
  const lines = parseMenu(octets, server);
  const errors = lines.filter(({ kind }) => kind === 'error');
  const links = lines.filter(({ kind }) => kind === 'item' || kind === 'link');
  if (errors.length === 0 || links.length > 0) return null;
  return refusal(errors.map(({ display }) => utf8OrLatin1Of(octetsOfLatin1(display))).join(' '));
}

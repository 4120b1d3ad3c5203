/**
 * A request to a gopher server and its reply. The lines of a request cannot contain a second request. The first octets
 * of the reply show whether it has a Gopher+ header, and whether it is an item or an error.
 */
import { withoutControls } from '../../octets/ansi.ts';
import { octetStringOf } from '../../octets/charset.ts';
import { concatOctets, latin1Of, octetsOfLatin1, utf8OrLatin1Of } from '../../octets/octets.ts';
import type { GopherPath } from '../../schemes/gopher/path.ts';
import { requestLines } from '../../schemes/gopher/request.ts';
import { type Collected, type Connect, type Connection, collect } from '../connection.ts';
import { protocolLimits } from '../limits.ts';
import { writeLine } from '../lines.ts';
import { type ProtocolCode, ProtocolError } from '../protocol-error.ts';
import { type MenuLine, parseMenu, parseMenuLine, type ServerAddress } from './menu.ts';
import { isLastLine, replyLines, upToPeriod } from './period.ts';
import { type Framing, ReplyBody } from './reply-body.ts';

/** A gopher server, and how it is reached. */
export interface GopherServer extends ServerAddress {
  /** `implicit` for gopher over TLS (`gophers`). */
  readonly tls: 'none' | 'implicit';
  readonly connect: Connect;
}

/** A reply that has begun. */
export interface GopherReply {
  readonly body: ReplyBody;
  readonly framing: Framing;
  /** Whether a Gopher+ header says that the body is an error. */
  readonly failed: boolean;
  /** Whether the reply has a Gopher+ header. */
  readonly plus: boolean;
}

/**
 * Requests the item that a path names.
 *
 * @param path - percent-encoded, as `splitGopherPath` gives it
 * @throws ProtocolError as {@link sendRequest}; `invalid-request` for a path with the answers to a form
 */
export async function ask(server: GopherServer, path: GopherPath): Promise<GopherReply> {
  const [line = '', ...answers] = requestLines(path);
  // A link can contain the answers to a form, but whoever follows a link must not send them: `sendForm` does.
  if (answers.length > 0) throw new ProtocolError('invalid-request', 'A link cannot send a form.');
  return sendRequest(server, [line], (path.plus ?? '') !== '');
}

/**
 * Sends a request and waits for the beginning of the reply.
 *
 * @param lines - the request, and for a form the lines of its data block, all without their ends
 * @param plusRequested - whether this is a Gopher+ request; otherwise, a first line that looks like a header is content
 * @throws ProtocolError `invalid-request` for a CR, LF or NUL in a line
 */
export async function sendRequest(
  server: GopherServer,
  lines: readonly (Uint8Array | string)[],
  plusRequested: boolean,
): Promise<GopherReply> {
  const connection = await server.connect(server.tls);
  try {
    await writeLines(connection, lines);
    return await readHeader(connection, plusRequested);
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** Writes the first line alone, and the data block in as few writes as the limit of a write allows. */
async function writeLines(connection: Connection, lines: readonly (Uint8Array | string)[]): Promise<void> {
  const [request = '', ...block] = lines;
  await writeLine(connection, request);
  let batch: Uint8Array[] = [];
  let length = 0;
  for (const line of block.map((line) => concatOctets([line]))) {
    const wireLength = line.length + '\r\n'.length;
    if (batch.length > 0 && length + wireLength > protocolLimits.request) {
      await writeLine(connection, ...batch);
      [batch, length] = [[], 0];
    }
    batch.push(line);
    length += wireLength;
  }
  if (batch.length > 0) await writeLine(connection, ...batch);
}

const FRAMINGS: ReadonlyMap<string, Framing> = new Map([
  ['-1', { kind: 'period' }],
  ['-2', { kind: 'close' }],
]);

/** The longest header line: a sign, a number below 2^53, CR LF. */
const LONGEST_HEADER = 20;

/**
 * Reads the first line of a reply (Gopher+, University of Minnesota, 30 July 1993, §2.3). `null` means that it is not a
 * header: the server does not speak Gopher+. `parseReplyHeader(octetsOf('+11'))?.framing` is
 * `{ kind: 'length', length: 11 }`.
 */
export function parseReplyHeader(line: Uint8Array): Pick<GopherReply, 'failed' | 'framing'> | null {
  const [, sign, number = ''] = /^([+-])(-1|-2|\d{1,15})\s*$/.exec(latin1Of(line.subarray(0, LONGEST_HEADER))) ?? [];
  if (sign === undefined) return null;
  return { failed: sign === '-', framing: FRAMINGS.get(number) ?? { kind: 'length', length: Number(number) } };
}

/** The beginning of a header line that has not arrived completely. */
const PARTIAL_HEADER = /^[+-][-\d]*\r?$/;
/** The first octets of the error that UMN's server sends even to clients that did not request Gopher+. */
const ERROR_BODY = /^\d[ \r\n]/;

async function readHeader(connection: Connection, plusRequested: boolean): Promise<GopherReply> {
  const whole = new ReplyBody(connection, { kind: 'close' });
  const { octets: beginning } = await whole.peek((octets) => !PARTIAL_HEADER.test(latin1Of(octets)));
  const end = beginning.subarray(0, LONGEST_HEADER + 2).indexOf(0x0a);
  const header = end === -1 ? null : parseReplyHeader(beginning.subarray(0, end));
  const isHeader = header !== null && (plusRequested || (header.failed && (await isErrorBody(whole, end + 1))));
  if (!isHeader) return { body: whole, framing: { kind: 'close' }, failed: false, plus: false };
  const octets = await whole.read();
  if (octets !== null) whole.unread(octets.subarray(end + 1));
  return { body: new ReplyBody(whole, header.framing), ...header, plus: true };
}

/** Whether the octets after a header look like an error. */
async function isErrorBody(whole: ReplyBody, from: number): Promise<boolean> {
  const { octets } = await whole.peek(({ length }) => length >= from + 2);
  return ERROR_BODY.test(latin1Of(octets.subarray(from, from + 2)));
}

/** Whether the server closes the connection without a word, although it has not announced an empty item. */
export async function isEmpty({ body }: GopherReply): Promise<boolean> {
  if (body.length !== null) return false;
  const { octets } = await body.peek(() => true);
  return octets.length === 0;
}

/**
 * Collects a body, up to a cap. Closes the connection when the body is complete.
 *
 * @param cap - the limit, in octets
 * @throws ProtocolError as `ReplyBody.read`
 */
export async function collectBody({ body, framing }: GopherReply, cap: number): Promise<Collected> {
  const { octets, complete } = await collect(body, cap);
  if (complete) body.close();
  return { octets: complete && framing.kind === 'period' ? upToPeriod(octets) : octets, complete };
}

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
  const [first = new Uint8Array(0), ...lines] = [...replyLines(body)].filter((line) => !isLastLine(line));
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
 * Replies of HTTP, SSH, SMTP and TLS to the request of a gopher client. A text about a protocol may begin with its
 * name, and a file with an answer of HTTP that went well, so each is more than that.
 */
const FOREIGN =
  /^(?:HTTP\/1\.[01] [45]\d\d |SSH-\d\.\d+-[^\s]+[^\n]{0,200}\r?\n|220[ -][^\n]*SMTP|\x15\x03[\0-\x04]\0\x02)/;

function foreign(beginning: string): ProtocolError {
  const [name] = /^(?:HTTP|SSH)/.exec(beginning) ?? [];
  const message = name === undefined ? 'The server does not speak gopher.' : `The server speaks ${name}, not gopher.`;
  return new ProtocolError('malformed', message);
}

/**
 * Finds out whether a reply is an error of the server.
 *
 * @returns `null` for an item
 * @throws ProtocolError `malformed` for the reply of another protocol
 */
export async function refusalIn(server: ServerAddress, reply: GopherReply): Promise<GopherRefusal | null> {
  if (reply.failed) return readErrorReply(server, reply);
  const { body } = reply;
  const beginning = latin1Of((await body.peek(() => true)).octets);
  if (FOREIGN.test(beginning)) throw foreign(beginning);
  const [first] = beginning;
  if (first !== '3' && first !== 'E') return null;
  const { octets: firstLine } = await body.peek((octets) => octets.includes(0x0a));
  const [, text] = ERROR_TEXT.exec(latin1Of(firstLine)) ?? [];
  if (text !== undefined) return { moved: null, error: refusal(text) };
  const [, line] = ERROR_LINE.exec(latin1Of(firstLine)) ?? [];
  if (line === undefined) return null;
  // An error ends with this line. A longer reply may begin with the same line.
  const { octets: whole } = await body.peek((octets) => octets.length > firstLine.length, { patience: QUIET_MS });
  if (whole.length > firstLine.length && !ERROR_LINE.test(latin1Of(whole))) return null;
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

/**
 * Replies of a CSO nameserver (RFC 2378): lines of a status and a text, of which all but the last have a hyphen before
 * the status.
 *
 * ```
 *   102:There were 2 matches to your request.        1xx before the end: progress
 *   -200:1:        name: Doe Jane                    status:entry:field:text
 *   -200:1:     address: 3 Long Road
 *   -200:1:            : Thule                       the next line of the same field
 *   -508:2:       email: Not present in entry.       a field that the entry does not have
 *   200:Ok.                                          the end
 * ```
 */
import { concatOctets, lineOctets } from '../../octets/octets.ts';
import { protocolLimits } from '../limits.ts';
import type { LineReader } from '../lines.ts';
import { type ProtocolCode, ProtocolError, quotation } from '../protocol-error.ts';

/** Decodes the octets of a line. */
type DecodeLine = (octets: Uint8Array) => string;

/** A line of a reply. */
export interface CsoLine {
  /** Three digits, 100 to 699. */
  readonly status: number;
  /** Whether other lines of the reply follow. */
  readonly continues: boolean;
  /** The text after the status and its colon. */
  readonly text: string;
}

/** A complete reply. */
export interface CsoReply {
  /** The status of the last line. */
  readonly status: number;
  /** All lines, the last one too. */
  readonly lines: readonly CsoLine[];
  /** The lines as the server sent them, each with CR LF. */
  readonly octets: Uint8Array;
}

/** The part of an entry or of a description that one line has. */
interface CsoValueLine {
  readonly status: number;
  /** The number of the entry, or of the field. */
  readonly entry: number;
  /** The name of the field; empty = that of the line before. */
  readonly field: string;
  readonly text: string;
}

/**
 * Parses a line; `null` for other lines. `parseLine('-200:1:x')` is `{ status: 200, continues: true, text: '1:x' }`.
 */
export function parseLine(line: string): CsoLine | null {
  const match = /^(-?)([1-6]\d\d):(.*)$/su.exec(line);
  if (match === null) return null;
  const [, hyphen, status, text = ''] = match;
  // RFC 2378 lets a server report its progress before the end, with or without a hyphen.
  return { status: Number(status), continues: hyphen === '-' || Number(status) < 200, text: text.trimEnd() };
}

/** Parses the text of a line with an entry and a field; `null` for other lines. */
export function parseValueLine({ status, text }: CsoLine): CsoValueLine | null {
  const match = /^ *(\d{1,9}):([^:]*):(.*)$/su.exec(text);
  if (match === null) return null;
  const [, entry, field = '', value = ''] = match;
  // One space is the server’s; others may indent the lines of an address.
  return { status, entry: Number(entry), field: field.trim(), text: value.replace(/^ /, '').trimEnd() };
}

/**
 * Reads a reply to its end.
 *
 * @throws ProtocolError `malformed` for a line that is not of this protocol, `unreachable` for a reply without an end,
 * `too-large`
 */
export async function readReply(reader: LineReader, decode: DecodeLine): Promise<CsoReply> {
  const lines: CsoLine[] = [];
  const octetLines: Uint8Array[] = [];
  for (;;) {
    const octets = await reader.line();
    if (octets === null) throw reader.cut();
    const line = parseLine(decode(octets));
    if (line === null) throw reader.nonsense('The server does not speak the CSO protocol (RFC 2378).', /^-?\d{0,3}$/);
    lines.push(line);
    octetLines.push(lineOctets(octets));
    if (!line.continues) return { status: line.status, lines, octets: concatOctets(octetLines) };
    if (lines.length >= protocolLimits.csoLines) {
      throw new ProtocolError('too-large', `The answer has more than ${protocolLimits.csoLines} lines.`);
    }
  }
}

/** The statuses of queries that a reader can send, each with the reason (RFC 2378, result codes). */
const MEANINGS: Readonly<Record<number, readonly [code: ProtocolCode, sentence: string]>> = {
  501: ['not-found', 'The phone book has no such entry.'],
  502: ['invalid-request', 'Too many entries match. Fill in more fields.'],
  503: ['forbidden', 'The phone book does not show these fields to the public.'],
  504: ['forbidden', 'The phone book does not let the public search these fields.'],
  506: ['login-required', 'The phone book requires a login, which Waypost cannot send.'],
  507: ['invalid-request', 'The phone book has no such field.'],
  512: ['invalid-request', 'The phone book does not accept this value.'],
  514: ['unsupported', 'The server does not know this command.'],
  515: ['invalid-request', 'Fill in at least one of the fields that the phone book can search by.'],
  516: ['forbidden', 'The phone book does not allow this query.'],
  598: ['unsupported', 'The server does not know this command.'],
  599: ['invalid-request', 'The server does not understand the query.'],
};

/** The meaning of a status without a row above, by its first digit. */
function meaningOf(status: number): readonly [code: ProtocolCode, sentence: string] {
  const known = MEANINGS[status];
  if (known !== undefined) return known;
  if (status >= 500) return ['server-failure', 'The server cannot answer this.'];
  if (status >= 400) return ['busy', 'The phone book is not available at the moment.'];
  return ['login-required', 'The phone book asks for a login, which Waypost cannot send.'];
}

const LONGEST_QUOTE = 200;

/** The error for a reply that is not a success, with the server’s words in it. */
export function refusal(reply: Pick<CsoReply, 'status' | 'lines'>): ProtocolError {
  // The last line may only say that the query was not understood; a line before it then says why.
  const reasons = reply.lines.filter(({ status }) => status >= 300);
  const [line = { status: reply.status, text: '' }] = reasons.toSorted((a, b) => rank(a.status) - rank(b.status));
  const [code, sentence] = meaningOf(line.status);
  const words = line.text
    .replace(/[\p{C}]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_QUOTE);
  const quoted = `${line.status} ${words}`.trimEnd();
  const said = words === '' ? `It answered ${line.status}.` : quotation(quoted);
  return new ProtocolError(code, `${sentence} ${said}`, { status: line.status, reply: quoted });
}

/** A status with a meaning of its own comes before the general ones. */
function rank(status: number): number {
  return status in MEANINGS ? 0 : 1;
}

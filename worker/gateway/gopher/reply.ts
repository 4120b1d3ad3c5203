/**
 * One question to a gopher server and its answer: the request goes out as lines that cannot hold another one, and
 * what comes back is told apart — an item, or the server's way of saying no, of which there are several.
 */
import { type Framing, LONGEST_HEADER, parseReplyHeader, upToPeriod } from '../../../src/schemes/gopher/attributes.ts';
import type { GopherPath } from '../../../src/schemes/gopher/path.ts';
import { gopherOctets } from '../../../src/schemes/gopher/request.ts';
import { concatOctets, latin1Of } from '../../../src/uri/octets.ts';
import type { Connection } from '../../net/connection.ts';
import { GatewayError } from '../../net/errors.ts';
import { limits } from '../../net/limits.ts';
import { writeLine } from '../../net/lines.ts';
import type { GatewayContext } from '../core/contract.ts';

export type GopherContext = GatewayContext<'gopher'>;

/** An answer that has begun. Its body is what `connection` reads next. */
export interface Reply {
  readonly connection: Connection;
  readonly framing: Framing;
  /** A Gopher+ header said that this is an apology. */
  readonly failed: boolean;
  /** Whether there was a Gopher+ header at all. */
  readonly plus: boolean;
}

/** Asks for what a path names. */
export async function ask(context: GopherContext, path: GopherPath): Promise<Reply> {
  // Line ends inside would be those of a form, whose answers only `askWithLines` sends.
  return askWithLines(context, [gopherOctets(path).subarray(0, -2)], (path.plus ?? '') !== '');
}

/**
 * Sends lines, and waits for the beginning of the answer.
 *
 * @param plusAsked - whether the question was one of Gopher+; the answer to any other is what it seems to be
 * @throws GatewayError `bad-request` for a CR, LF or NUL in a line
 */
export async function askWithLines(
  context: GopherContext,
  lines: readonly (Uint8Array | string)[],
  plusAsked: boolean,
): Promise<Reply> {
  const connection = await context.connect({ tls: context.resolution.scheme === 'gophers' ? 'implicit' : 'none' });
  try {
    await sendLines(connection, lines);
    return await begin(connection, plusAsked);
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** The lines after the first go out in as few writes as a request may be long. */
async function sendLines(connection: Connection, lines: readonly (Uint8Array | string)[]): Promise<void> {
  const [request = '', ...block] = lines;
  await writeLine(connection, request);
  let batch: Uint8Array[] = [];
  let length = 0;
  for (const line of block.map((line) => concatOctets(line))) {
    if (batch.length > 0 && length + line.length + 2 > limits.request) {
      await writeLine(connection, ...batch);
      [batch, length] = [[], 0];
    }
    batch.push(line);
    length += line.length + 2;
  }
  if (batch.length > 0) await writeLine(connection, ...batch);
}

/** What a header may look like before all of it is there. */
const BEGINNING = /^[+-][-\d]*\r?$/;
/** A line of the apology that UMN's server sends to clients which never spoke of Gopher+. */
const APOLOGY = /^\d[ \r\n]/;

async function begin(connection: Connection, plusAsked: boolean): Promise<Reply> {
  const plain: Reply = { connection, framing: { kind: 'close' }, failed: false, plus: false };
  const beginning = await peek(connection, (octets) => !BEGINNING.test(latin1Of(octets)));
  const end = beginning.subarray(0, LONGEST_HEADER + 2).indexOf(0x0a);
  const header = end === -1 ? null : parseReplyHeader(beginning.subarray(0, end));
  if (header === null || !(plusAsked || (header.failed && (await isApology(connection, end + 1))))) return plain;
  const octets = await connection.read();
  if (octets !== null) connection.unread(octets.subarray(end + 1));
  return { connection, ...header, plus: true };
}

/** Whether what follows a header looks like an apology. */
async function isApology(connection: Connection, from: number): Promise<boolean> {
  const octets = await peek(connection, ({ length }) => length >= from + 2);
  return APOLOGY.test(latin1Of(octets.subarray(from, from + 2)));
}

/**
 * The octets that come first, left where they are; all of them where the stream ends before there are enough.
 *
 * @param enough - whether these will do; it is asked again after every octet that arrives, up to a cap
 */
export async function peek(connection: Connection, enough: (octets: Uint8Array) => boolean): Promise<Uint8Array> {
  let octets: Uint8Array = new Uint8Array(0);
  while (octets.length < limits.line) {
    const more = await connection.read();
    if (more === null) break;
    octets = octets.length === 0 ? more.slice() : concatOctets(octets, more);
    if (enough(octets)) break;
  }
  connection.unread(octets);
  return octets;
}

/** Octets that were read, and whether they are all. */
export interface Collected {
  readonly octets: Uint8Array;
  readonly complete: boolean;
}

/**
 * Reads a body as its framing says, up to a cap. What is complete has its connection closed; of what is not, the
 * rest can be read on.
 *
 * @param ended - whether a body that ends with the connection is seen to be over, as a menu is with its period
 * @throws GatewayError `gateway-protocol` where the body is shorter than its length
 */
export async function collect(
  { connection, framing }: Reply,
  cap: number,
  ended: (tail: Uint8Array) => boolean = () => false,
): Promise<Collected> {
  const wanted = framing.kind === 'length' ? framing.length : Number.POSITIVE_INFINITY;
  const parts: Uint8Array[] = [];
  let length = 0;
  const over = framing.kind === 'period' ? endsWithPeriod : ended;
  while (length < wanted) {
    if (length >= cap) return { octets: concatOctets(...parts), complete: false };
    const octets = await connection.read();
    if (octets === null) break;
    parts.push(octets.slice());
    length += octets.length;
    if (over(tailOf(parts))) break;
  }
  connection.close();
  if (framing.kind === 'length' && length < wanted) throw shorter();
  const whole = concatOctets(...parts);
  if (framing.kind === 'length') return { octets: whole.subarray(0, wanted), complete: true };
  return { octets: framing.kind === 'period' ? upToPeriod(whole) : whole, complete: true };
}

function shorter(): GatewayError {
  return new GatewayError('gateway-protocol', 'The server sent less than it announced.');
}

/** The last octets of a body; as many as a period on its own line needs. */
function tailOf(parts: readonly Uint8Array[]): Uint8Array {
  const last = parts.at(-1) ?? new Uint8Array(0);
  const ENOUGH = 5;
  return last.length >= ENOUGH ? last.subarray(-ENOUGH) : concatOctets(...parts.slice(-ENOUGH)).subarray(-ENOUGH);
}

/** Whether a body ends with a line that is a period alone: nothing more is to come. */
export function endsWithPeriod(tail: Uint8Array): boolean {
  return /(?:^|\n)\.\r?\n$/.test(latin1Of(tail));
}

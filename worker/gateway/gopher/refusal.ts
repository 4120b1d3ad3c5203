/**
 * The ways in which gopher servers say no, as errors of HTTP: a menu that is one line of type 3, the apology of
 * Gopher+ (which UMN's server sends to everybody), and the plain words of some servers.
 */
import { withoutControls } from '../../../src/schemes/gopher/ansi.ts';
import { parseApology } from '../../../src/schemes/gopher/attributes.ts';
import type { MenuLine } from '../../../src/schemes/gopher/menu.ts';
import { latin1Of, textOf } from '../../../src/uri/octets.ts';
import { type GatewayCode, GatewayError } from '../../net/errors.ts';
import { limits } from '../../net/limits.ts';
import { placeOf, urlOfLine } from './item-links.ts';
import { chosenFormat } from './item-page.ts';
import { collect, type GopherContext, peek, type Reply } from './reply.ts';

/** Words of servers that have no codes, and what they mean. What none fits is not to be had. */
const meanings: readonly (readonly [words: RegExp, code: GatewayCode])[] = [
  [/denied|forbidden|not allowed|permission|unauthori[sz]ed/i, 'forbidden'],
  [/busy|try (?:it )?again|too many|overload|unavailable at|temporar/i, 'gateway-busy'],
];

/** An error in the words of the server. */
export function refusal(words: string): GatewayError {
  const code = meanings.find(([pattern]) => pattern.test(words))?.[1] ?? 'not-found';
  return new GatewayError(code, quoted(words));
}

/** So much of what a server says is repeated. */
const LONGEST_QUOTE = 500;

function quoted(words: string): string {
  const clean = withoutControls(words).replace(/\s+/g, ' ').trim();
  if (clean === '') return 'The server gives no reason.';
  return `The server says: ${clean.length > LONGEST_QUOTE ? `${clean.slice(0, LONGEST_QUOTE)}…` : clean}`;
}

const apologyCodes: ReadonlyMap<number | null, GatewayCode> = new Map([
  [1, 'not-found'],
  [2, 'gateway-busy'],
  [3, 'not-found'],
]);

/**
 * Reads an apology to its end.
 *
 * @returns where the item went, as a redirect
 * @throws GatewayError for an item that is not to be had
 */
export async function apologize(context: GopherContext, reply: Reply): Promise<Response> {
  const { octets } = await collect(reply, limits.multilineReply);
  reply.connection.close();
  const { code, words, moved } = parseApology(octets, placeOf(context));
  const location = moved === null ? null : whereTo(context, moved);
  if (location !== null) {
    return new Response(null, { status: 302, headers: { Location: location, 'Cache-Control': 'no-store' } });
  }
  throw new GatewayError(apologyCodes.get(code) ?? 'gateway-protocol', quoted(textOf(words).replaceAll('\t', ' ')));
}

/** A redirect within gopher is ours to give; where a link leads out of it, `/r` decides. */
function whereTo(context: GopherContext, line: MenuLine): string | null {
  const url = urlOfLine(line, context);
  if (url === null) return null;
  return line.kind === 'link' ? `/r?url=${encodeURIComponent(url)}` : context.links.hrefOf(url, chosenFormat(context));
}

/** A whole menu that is one line of type 3, as far as one look can tell. */
const ERROR_LINE = /^3([^\t\r\n]*)\t[^\t\r\n]*\t[^\t\r\n]*\t *\d+[^\r\n]*\r?\n(?:\.\r?\n?)?$/;
/** What gophernicus says in place of a text. */
const ERROR_TEXT = /^Error: ((?:File or directory not found|Access denied|User not found|Refused connection)!)/;
/**
 * Finds out whether a reply says no, before anything of it is used as an item.
 *
 * @returns a redirect where the item has moved; `null` where the reply is the item
 * @throws GatewayError where it is a refusal
 */
export async function heedRefusal(context: GopherContext, reply: Reply): Promise<Response | null> {
  if (reply.failed) return apologize(context, reply);
  const { connection } = reply;
  const [first] = latin1Of(await peek(connection, () => true));
  if (first !== '3' && first !== 'E') return null;
  const beginning = await peek(connection, (octets) => octets.includes(0x0a));
  const [, text] = ERROR_TEXT.exec(latin1Of(beginning)) ?? [];
  if (text !== undefined) throw refusal(text);
  const [, line] = ERROR_LINE.exec(latin1Of(beginning)) ?? [];
  if (line === undefined) return null;
  // Something else may begin like this. A refusal ends like this, too.
  const whole = await peek(connection, (octets) => octets.length > beginning.length);
  if (whole.length > beginning.length && !ERROR_LINE.test(latin1Of(whole))) return null;
  throw refusal(textOf(whole).slice(1).split('\t', 1).join(''));
}

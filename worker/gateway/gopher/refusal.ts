/**
 * The errors of gopher servers as HTTP errors: a menu with one line of type 3, the error reply of Gopher+ (which UMN's
 * server sends to all clients), and the plain text of some servers.
 */
import { withoutControls } from '../../../src/schemes/gopher/ansi.ts';
import type { MenuLine } from '../../../src/schemes/gopher/menu.ts';
import { parseErrorReply } from '../../../src/schemes/gopher/plus-reply.ts';
import { latin1Of, utf8OrLatin1Of } from '../../../src/uri/octets.ts';
import { type GatewayCode, GatewayError } from '../../gateway-error.ts';
import { limits } from '../../limits.ts';
import type { GopherContext } from './context.ts';
import { itemLinks } from './item-links.ts';
import { requestedFormat } from './item-page.tsx';
import { collectBody, type Reply } from './reply.ts';

/** Error messages of servers, which have no codes, and the errors that they mean. Any other message is `not-found`. */
const meanings: readonly (readonly [message: RegExp, code: GatewayCode])[] = [
  [/denied|forbidden|not allowed|permission|unauthori[sz]ed/i, 'forbidden'],
  [/busy|try (?:it )?again|too many|overload|unavailable at|temporar/i, 'gateway-busy'],
];

/** The error for a message of the server, which it quotes. */
export function refusal(message: string): GatewayError {
  const code = meanings.find(([pattern]) => pattern.test(message))?.[1] ?? 'not-found';
  return new GatewayError(code, quote(message));
}

/** The limit for the quotation of a server's message, in characters. */
const LONGEST_QUOTE = 500;

function quote(message: string): string {
  const clean = withoutControls(message).replace(/\s+/g, ' ').trim();
  if (clean === '') return 'The server gives no reason.';
  return `The server says: ${clean.length > LONGEST_QUOTE ? `${clean.slice(0, LONGEST_QUOTE)}…` : clean}`;
}

/** The codes of Gopher+ error replies (§2.3). */
const plusCodes: ReadonlyMap<number | null, GatewayCode> = new Map([
  [1, 'not-found'],
  [2, 'gateway-busy'],
  [3, 'not-found'],
]);

/**
 * Responds to an error reply of Gopher+.
 *
 * @returns a redirect to the new place of an item that has moved
 * @throws GatewayError for any other error
 */
export async function respondToErrorReply(context: GopherContext, reply: Reply): Promise<Response> {
  const { octets } = await collectBody(reply, limits.multilineReply);
  reply.body.close();
  const { code, message, moved } = parseErrorReply(octets, context.server);
  const location = moved === null ? null : redirectTarget(context, moved);
  if (location !== null) {
    return new Response(null, { status: 302, headers: { Location: location, 'Cache-Control': 'no-store' } });
  }
  throw new GatewayError(
    plusCodes.get(code) ?? 'gateway-protocol',
    quote(utf8OrLatin1Of(message).replaceAll('\t', ' ')),
  );
}

/** The target of the redirect: a path of the gateway, or `/r` for a link that leads out of gopher. */
function redirectTarget(context: GopherContext, line: MenuLine): string | null {
  const link = itemLinks(context).ofLine(line);
  if (link === null) return null;
  if (line.kind === 'link') return `/r?url=${encodeURIComponent(link)}`;
  return context.links.hrefOfCanonical(link, requestedFormat(context));
}

/** How long to wait for a second line after an error, in milliseconds. Some servers keep the connection open. */
const QUIET_MS = 500;

/** A menu that consists of one line of type 3, as far as the first octets show. */
const ERROR_LINE = /^3([^\t\r\n]*)\t[^\t\r\n]*\t[^\t\r\n]*\t *\d+[^\r\n]*\r?\n(?:\.\r?\n?)?$/;
/** The messages that gophernicus sends instead of a text. */
const ERROR_TEXT = /^Error: ((?:File or directory not found|Access denied|User not found|Refused connection)!)/;

/**
 * Checks whether a reply is an error of the server before it is shown as an item.
 *
 * @returns a redirect for an item that has moved; `null` for an item
 * @throws GatewayError for an error of the server
 */
export async function checkRefusal(context: GopherContext, reply: Reply): Promise<Response | null> {
  if (reply.failed) return respondToErrorReply(context, reply);
  const { body } = reply;
  const [first] = latin1Of((await body.peek(() => true)).octets);
  if (first !== '3' && first !== 'E') return null;
  const { octets: beginning } = await body.peek((octets) => octets.includes(0x0a));
  const [, text] = ERROR_TEXT.exec(latin1Of(beginning)) ?? [];
  if (text !== undefined) throw refusal(text);
  const [, line] = ERROR_LINE.exec(latin1Of(beginning)) ?? [];
  if (line === undefined) return null;
  // An error ends with this line. A longer reply may begin with the same line.
  const { octets: whole } = await body.peek((octets) => octets.length > beginning.length, { patience: QUIET_MS });
  if (whole.length > beginning.length && !ERROR_LINE.test(latin1Of(whole))) return null;
  throw refusal(utf8OrLatin1Of(whole).slice(1).split('\t', 1).join(''));
}

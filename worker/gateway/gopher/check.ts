import { latin1Of } from '../../../src/octets/octets.ts';
import { fetchServerFile } from '../../../src/protocols/gopher/caps.ts';
import type { ServerAddress } from '../../../src/protocols/gopher/menu.ts';
import { errorInMenu, refusalIn } from '../../../src/protocols/gopher/refusal.ts';
import { ask } from '../../../src/protocols/gopher/reply.ts';
import { ProtocolError } from '../../../src/protocols/protocol-error.ts';
import { splitGopherPath } from '../../../src/schemes/gopher/path.ts';
import { decodeText } from '../../../src/uri/decode.ts';
import { ALIVE, EXCLUDED, type LinkContext, type LinkFinding } from '../contract/check.ts';
import { itemLinks, serverOf } from './context.ts';

/** Types whose replies are menus. */
const MENUS: ReadonlySet<string> = new Set(['1', '7', '3']);
/** Types of sessions and of other services, which are not requested by gopher, and the `i` line, which is no link. */
const NOT_REQUESTED: ReadonlySet<string> = new Set(['2', '8', 'T', 'i']);
/** The octets of a menu that are read, and how long to wait for them after the first ones, in milliseconds. */
const PEEK = { cap: 16 * 1024, patience: 500 };

/** Replies of HTTP, SSH, SMTP and TLS. A text about a protocol may begin with its name, so each is more than that. */
const FOREIGN = /^(?:HTTP\/1\.[01] [1-5]\d\d |SSH-\d\.\d+-|220[ -][^\n]*SMTP|[\x15\x16]\x03[\0-\x04])/;

const NO_REQUEST: LinkFinding = {
  status: 'not-checked',
  reason: 'no-request',
  detail: 'No gopher request shows whether the target of this link exists.',
};

export async function checkGopher(context: LinkContext<'gopher'>): Promise<LinkFinding> {
  const { scheme, components, details } = context.resolution;
  const server = serverOf(context);
  const path = splitGopherPath(components.path);
  const { type, gopherPlus } = details;
  const leadsOut = /^(?:\/|%2F)?URL:/.test(path.selector);
  // A search for nothing may be an error although the search exists.
  const hasWords = type !== '7' || (path.search ?? '') !== '';
  if (NOT_REQUESTED.has(type) || leadsOut || !hasWords || gopherPlus?.kind === 'form') return NO_REQUEST;
  const key = `${scheme}://${server.host}:${server.port}`;
  const fetchRobots = () => fetchServerFile(server, 'robots.txt');
  if (!(await context.robots.allow(key, decodeText(path.selector), fetchRobots))) return EXCLUDED;
  const reply = await ask(server, path);
  const refused = await refusalIn(server, reply);
  if (refused !== null) {
    const location = refused.moved === null ? null : itemLinks({ ...context, server }).ofLine(refused.moved);
    if (location === null) throw refused.error;
    return { status: 'moved', reply: refused.error.reply, location };
  }
  const isMenu = MENUS.has(type);
  const { octets } = await reply.body.peek(() => !isMenu, PEEK);
  return judge(octets, isMenu, server);
}

function judge(octets: Uint8Array, isMenu: boolean, server: ServerAddress): LinkFinding {
  if (octets.length === 0) return { status: 'unavailable', detail: 'The server sent nothing.' };
  if (FOREIGN.test(latin1Of(octets))) throw new ProtocolError('malformed', 'The server does not speak gopher.');
  const error = isMenu ? errorInMenu(octets, server) : null;
  if (error !== null) throw error;
  return ALIVE;
}

/** Asks a server whether it has the item of a link. The robots.txt of the server may forbid that. */
import { latin1Of } from '../../octets/octets.ts';
import { CsoSession } from '../../protocols/cso/session.ts';
import { fetchServerFile } from '../../protocols/gopher/caps.ts';
import { ask, errorInMenu, refusalIn } from '../../protocols/gopher/reply.ts';
import { ProtocolError } from '../../protocols/protocol-error.ts';
import { splitGopherPath } from '../../schemes/gopher/path.ts';
import { decodeText } from '../../uri/decode.ts';
import { ALIVE, type CheckNetwork, EXCLUDED, type Link, type LinkFinding } from '../contract.ts';
import { itemLinks, serverOfItem, urlIn } from './item.ts';
import { itemKind } from './item-kinds.ts';

/** The octets of a menu that are read, and how long to wait for them after the first ones, in milliseconds. */
const PEEK = { cap: 16 * 1024, patience: 500 };

/** Replies of HTTP, SSH, SMTP and TLS. A text about a protocol may begin with its name, so each is more than that. */
const FOREIGN = /^(?:HTTP\/1\.[01] [1-5]\d\d |SSH-\d\.\d+-|220[ -][^\n]*SMTP|[\x15\x16]\x03[\0-\x04])/;

const NO_REQUEST: LinkFinding = {
  status: 'not-checked',
  reason: 'no-request',
  detail: 'No gopher request shows whether the target of this link exists.',
};

export async function checkItem(link: Link<'gopher'>, { connect, robots }: CheckNetwork): Promise<LinkFinding> {
  const { scheme, components, details } = link;
  const server = serverOfItem(link, connect);
  const path = splitGopherPath(components.path);
  const { type, gopherPlus } = details;
  const { presentation } = itemKind(type);
  const isRequested = presentation !== 'explained' && gopherPlus?.kind !== 'form' && urlIn(path.selector) === null;
  // A search for nothing may be an error although the search exists.
  const hasWords = presentation !== 'search' || (path.search ?? '') !== '';
  if (!isRequested || !hasWords) return NO_REQUEST;
  if (presentation === 'phone-book') {
    const session = await CsoSession.open(() => server.connect(server.tls));
    await session.fields();
    await session.quit();
    return ALIVE;
  }
  const key = `${scheme}://${server.host}:${server.port}`;
  const fetchRobots = () => fetchServerFile(server, 'robots.txt');
  if (!(await robots.allow(key, decodeText(path.selector), fetchRobots))) return EXCLUDED;
  const reply = await ask(server, path);
  const refused = await refusalIn(server, reply);
  if (refused !== null) {
    const location = refused.moved === null ? null : itemLinks({ link, server }).ofLine(refused.moved);
    if (location === null) throw refused.error;
    return { status: 'moved', reply: refused.error.reply, location };
  }
  const isMenu = presentation === 'menu' || presentation === 'search';
  const { octets } = await reply.body.peek(() => !isMenu, PEEK);
  if (octets.length === 0) return { status: 'unavailable', detail: 'The server sent nothing.' };
  if (FOREIGN.test(latin1Of(octets))) throw new ProtocolError('malformed', 'The server does not speak gopher.');
  const error = isMenu ? errorInMenu(octets, server) : null;
  if (error !== null) throw error;
  return ALIVE;
}

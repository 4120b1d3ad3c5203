/** Asks a server whether it has the item of a link. The robots.txt of the server may forbid that. */
import { CsoSession } from '../../protocols/cso/session.ts';
import { fetchServerFile } from '../../protocols/gopher/caps.ts';
import { checkBeginning } from '../../protocols/gopher/menu-source.ts';
import {
  ask,
  errorInMenu,
  type GopherReply,
  type GopherServer,
  isEmpty,
  refusalIn,
} from '../../protocols/gopher/reply.ts';
import { protocolLimits } from '../../protocols/limits.ts';
import { splitGopherPath } from '../../schemes/gopher/path.ts';
import { decodeText } from '../../uri/decode.ts';
import { SILENCE } from '../common.ts';
import { ALIVE, type CheckNetwork, EXCLUDED, type Link, type LinkFinding } from '../contract.ts';
import { itemLinks, serverOfItem, urlIn } from './item.ts';
import { itemKind } from './item-kinds.ts';
import { checkEmpty } from './nothing.ts';

/** The octets of a menu that are read: enough for a line, and one more. */
const MOST = protocolLimits.menuLine + 1;
/** The octets after which a menu is read no further if they have a line. */
const ENOUGH = 16 * 1024;
/** How long to wait for them after the first ones, in milliseconds. */
const PATIENCE = 500;

const LF = 0x0a;

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
  if (await isEmpty(reply)) {
    checkEmpty(presentation);
    return { ...ALIVE, detail: SILENCE };
  }
  if (presentation === 'menu' || presentation === 'search') await checkMenu(server, reply);
  return ALIVE;
}

/** Reads the beginning of a menu. @throws ProtocolError as `MenuSource.open`, and for errors beside text */
async function checkMenu(server: GopherServer, { body }: GopherReply): Promise<void> {
  const isEnough = (octets: Uint8Array) => octets.length >= ENOUGH && octets.includes(LF);
  const { octets } = await body.peek(isEnough, { cap: MOST, patience: PATIENCE });
  checkBeginning(octets);
  const error = errorInMenu(octets.subarray(0, ENOUGH), server);
  if (error !== null) throw error;
}

/**
 * The gateway to gopher servers: RFC 1436 with every item type in use, and all of Gopher+, over TCP or TLS. The item
 * type of a link determines the format of the reply; this file passes each reply to the function that shows it.
 */

import { GatewayError } from '../../../src/net/failure.ts';
import { latin1Of } from '../../../src/octets/octets.ts';
import { ALIVE, EXCLUDED, type LinkFinding } from '../../../src/open/contract.ts';
import { itemLinks, serverOf, urlIn } from '../../../src/open/gopher/item.ts';
import { itemKind, shownReply } from '../../../src/open/gopher/item-kinds.ts';
import { menuOf } from '../../../src/open/gopher/menu.ts';
import { CsoSession } from '../../../src/protocols/cso/session.ts';
import { fetchServerFile } from '../../../src/protocols/gopher/caps.ts';
import { ask, errorInMenu, type GopherReply, isEmpty, refusalIn } from '../../../src/protocols/gopher/reply.ts';
import { protocolLimits } from '../../../src/protocols/limits.ts';
import { longRequest, ProtocolError } from '../../../src/protocols/protocol-error.ts';
import { splitGopherPath } from '../../../src/schemes/gopher/path.ts';
import { decodeOctets, decodeText } from '../../../src/uri/decode.ts';
import type { LinkContext } from '../contract/check.ts';
import type { Gateway } from '../contract/contract.ts';
import { IMAGES, VIEW } from '../contract/contract.ts';
import { respondWithMenu } from '../shapes/menu.tsx';
import { type GopherContext, type GopherLink, gopherContext } from './context.ts';
import { aroundReply, respondToRefusal } from './item-page.tsx';
import { openAttributes } from './open-attributes.tsx';
import { openAs, openFile, openHtml, streamFile } from './open-file.tsx';
import { openForm, openLinkedAnswers, SENT, submitForm } from './open-form.tsx';
import { openPhoneBook } from './open-phone-book.tsx';
import { emptyResponse, openMessage, openText } from './open-text.tsx';
import { FIELD, isPhoneBook } from './phone-book.ts';
import { respondWithoutServer } from './without-server.tsx';

export const gopher: Gateway<'gopher'> = {
  kind: 'gopher',
  protocol: 'gopher',
  check: checkGopher,
  schemes: ['gopher', 'gophers'],
  parameters: ['search', 'page', IMAGES, VIEW, SENT, `${FIELD}*`, 'return', 'help'],
  // Forms are answered only from pages of this Worker.
  isPersonal: ({ details }) => details.gopherPlus?.kind === 'form',

  async open(gatewayContext) {
    const context = gopherContext(gatewayContext);
    const plus = context.resolution.details.gopherPlus;
    checkPath(context);
    const response = respondWithoutServer(context);
    if (response !== null) return response;
    if (isPhoneBook(context)) return openPhoneBook(context);
    if (context.robot !== null) await context.known.checkRobots(context.robot, context.path.selector);
    switch (plus?.kind) {
      case 'ask':
        return openForm(context);
      case 'form':
        return context.view.query.has(SENT) ? openLinkedAnswers(context, respondWith) : openForm(context);
      case 'attributes':
      case 'directoryAttributes':
        return openAttributes(context, plus);
      default:
        return respondWith(context, await ask(context.server, context.path));
    }
  },

  async submit(gatewayContext) {
    const context = gopherContext(gatewayContext);
    checkPath(context);
    if (context.resolution.details.gopherPlus === null) {
      throw new GatewayError('bad-request', 'This item has no form.');
    }
    return submitForm(context, respondWith);
  },
};

/** Refuses requests that no server may receive, before a connection is opened. `writeLine` checks the lines again. */
export function checkPath({ path: { selector, search, plus }, resolution }: GopherLink): void {
  const badRequest = (detail: string) => new GatewayError('bad-request', detail);
  const fields = `${selector}%09${search ?? ''}%09${plus ?? ''}`;
  if (fields.includes('%00')) throw badRequest('A gopher request cannot contain a NUL.');
  if (decodeOctets(fields).length > protocolLimits.request) throw longRequest();
  // Another tab would begin another field. Only the answers to a form have one.
  const isForm = resolution.details.gopherPlus?.kind === 'form';
  if (!isForm && plus?.includes('%09')) throw badRequest('The Gopher+ part of the link contains a tab.');
}

/** Responds with a reply of the server. */
async function respondWith(context: GopherContext, reply: GopherReply): Promise<Response> {
  const refusal = await refusalIn(context.server, reply);
  if (refusal !== null) return respondToRefusal(context, refusal);
  const { details } = context.resolution;
  if (await isEmpty(reply)) return emptyResponse(context, itemKind(details.type).presentation);
  if (reply.plus) context.known.rememberPlus();
  const shown = shownReply(details, reply.plus);
  switch (shown.presentation) {
    case 'menu':
      if (context.view.format !== 'raw' || context.view.feed) {
        return respondWithMenu(context, await menuOf(context, reply), aroundReply(context));
      }
      reply.body.expectPeriod();
      return openAs(context, reply, 'text/plain');
    case 'message':
      return openMessage(context, reply);
    case 'html':
      return openHtml(context, reply);
    case 'text':
      return openText(context, reply);
    case 'file':
      if (shown.mediaType === null) return openFile(context, reply);
      return streamFile(context, reply, { mediaType: shown.mediaType });
  }
}

/** The octets of a menu that are read, and how long to wait for them after the first ones, in milliseconds. */
const PEEK = { cap: 16 * 1024, patience: 500 };

/** Replies of HTTP, SSH, SMTP and TLS. A text about a protocol may begin with its name, so each is more than that. */
const FOREIGN = /^(?:HTTP\/1\.[01] [1-5]\d\d |SSH-\d\.\d+-|220[ -][^\n]*SMTP|[\x15\x16]\x03[\0-\x04])/;

const NO_REQUEST: LinkFinding = {
  status: 'not-checked',
  reason: 'no-request',
  detail: 'No gopher request shows whether the target of this link exists.',
};

async function checkGopher(context: LinkContext<'gopher'>): Promise<LinkFinding> {
  const { scheme, components, details } = context.resolution;
  const server = serverOf(context.resolution, context.connect);
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
  if (!(await context.robots.allow(key, decodeText(path.selector), fetchRobots))) return EXCLUDED;
  const reply = await ask(server, path);
  const refused = await refusalIn(server, reply);
  if (refused !== null) {
    const location =
      refused.moved === null ? null : itemLinks({ link: context.resolution, server }).ofLine(refused.moved);
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

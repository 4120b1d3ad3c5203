/**
 * The gateway for netnews: news, snews, nntp and nntps links (RFC 5538), and mid links to articles and their parts
 * (RFC 2392). It only reads; nobody can post through it.
 */

import type { Resolution } from '../../../src/index.ts';
import { GatewayError } from '../../../src/net/failure.ts';
import { ALIVE, type LinkFinding } from '../../../src/open/contract.ts';
import { findTarget } from '../../../src/protocols/nntp/commands.ts';
import { isMessageId, type NewsTarget, newsTarget } from '../../../src/schemes/news/request.ts';
import type { Gateway } from '../contract/contract.ts';
import { IMAGES, VIEW } from '../contract/contract.ts';
import { askForEither, LITERAL_ID, literalEntry, literalTarget } from './literal-id.ts';
import { openArticle } from './open-article.ts';
import { openGroup, openGroupList } from './open-group.ts';
import { type Requested, requestedByMidLink, requestedByNewsLink } from './requested.ts';
import {
  configuredServer,
  type NewsContext,
  type NewsServer,
  namedServer,
  openSession,
  type SessionContext,
  withAdvice,
} from './server.ts';

export const news: Gateway<'news'> = {
  kind: 'news',
  protocol: 'NNTP',
  /** Selects the group, or asks for the status of the article (RFC 3977 §6.2.4). */
  check(context) {
    const { components, details } = context.resolution;
    return checkTarget(context, namedServer(context), newsTarget(details, components.path), context.resolution);
  },
  schemes: ['news', 'snews', 'nntp', 'nntps'],
  parameters: ['match', 'to', 'part', VIEW, IMAGES, LITERAL_ID],
  entry: (_, link) => literalEntry(link),
  async open(context) {
    const requested = requestedByNewsLink(context);
    return withAdvice(() => open(context, namedServer(context), requested));
  },
};

export const mid: Gateway<'mid'> = {
  kind: 'mid',
  protocol: 'NNTP',
  check(context) {
    const { messageId } = context.resolution.details;
    const target = messageId !== null && isMessageId(messageId) ? ({ kind: 'message', messageId } as const) : null;
    return checkTarget(context, configuredServer(context.environment), target, context.resolution);
  },
  // A cid link names a part of the message that it stands in, and no server can be asked for that.
  schemes: ['mid'],
  parameters: ['part', VIEW, IMAGES, LITERAL_ID],
  entry: (_, link) => literalEntry(link),
  async open(context) {
    // Check the link first: a link that names no message is wrong with any server.
    const requested = requestedByMidLink(context);
    return withAdvice(() => open(context, configuredServer(context.environment), requested));
  },
};

function open(context: NewsContext, server: NewsServer, requested: Requested): Promise<Response> {
  switch (requested.kind) {
    case 'groups':
      return openGroupList(context, server, requested);
    case 'group':
      return openGroup(context, server, requested);
    case 'article':
      return openArticle(context, server, requested);
  }
}

async function checkTarget(
  context: SessionContext,
  server: NewsServer,
  target: NewsTarget | null,
  link: Resolution,
): Promise<LinkFinding> {
  if (target === null) throw new GatewayError('bad-request', 'NNTP cannot request this.');
  const session = await openSession(context, server);
  if (target.kind === 'groups') return ALIVE;
  const { code, text } =
    target.kind === 'group'
      ? await findTarget(session, target)
      : (await askForEither(target, literalTarget(link, target), (either) => findTarget(session, either))).result;
  return { ...ALIVE, reply: `${code} ${text}`.trimEnd() };
}

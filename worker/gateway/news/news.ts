/**
 * The gateway for netnews: news, snews, nntp and nntps links (RFC 5538), and mid links to articles and their parts
 * (RFC 2392). It reads; nothing can be posted.
 */
import { isMessageId } from '../../../src/schemes/news/names.ts';
import { GatewayError } from '../../net/errors.ts';
import type { Gateway, GatewayContext } from '../core/contract.ts';
import { requestedTarget } from './addresses.ts';
import { openArticle } from './open-article.ts';
import { openGroup } from './open-group.ts';
import { openGroups } from './open-group-list.ts';
import { configuredServer, namedServer } from './server.ts';

export const news: Gateway<'news'> = {
  schemes: ['news', 'snews', 'nntp', 'nntps'],
  async open(context) {
    return openNews(context);
  },
};

function openNews(context: GatewayContext<'news'>): Promise<Response> {
  const place = requestedTarget(context);
  if (place === null) {
    const detail = 'The link names no group, article or number that a news server could be asked for.';
    throw new GatewayError('bad-request', detail);
  }
  const server = namedServer(context);
  const { target, part } = place;
  switch (target.kind) {
    case 'groups':
      return openGroups(context, server, target.wildmat);
    case 'group':
      return openGroup(context, server, target.group);
    default:
      return openArticle(context, server, target, part);
  }
}

export const mid: Gateway<'mid'> = {
  schemes: ['mid', 'cid'],
  async open(context) {
    return openMessage(context);
  },
};

function openMessage(context: GatewayContext<'mid'>): Promise<Response> {
  const { messageId, contentId } = context.resolution.details;
  if (messageId === null) {
    const detail = 'A cid link names a part of the message that it stands in, and is of no use outside of it.';
    throw new GatewayError('bad-request', detail, { advice: 'Name the message too: mid:<message-id>/<content-id>.' });
  }
  if (!isMessageId(messageId)) throw new GatewayError('bad-request', 'No news server can be asked for this message.');
  const wanted = { kind: 'message', messageId } as const;
  return openArticle(
    context,
    configuredServer(context.environment),
    wanted,
    contentId ?? context.view.query.get('part'),
  );
}

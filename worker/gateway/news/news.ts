/**
 * The gateway for netnews: news, snews, nntp and nntps links (RFC 5538), and mid links to articles and their parts
 * (RFC 2392). It only reads; nobody can post through it.
 */
import type { Gateway } from '../contract/contract.ts';
import { checkMid, checkNews } from './check.ts';
import { openArticle } from './open-article.ts';
import { openGroup, openGroupList } from './open-group.ts';
import { type Requested, requestedByMidLink, requestedByNewsLink } from './requested.ts';
import { configuredServer, type NewsContext, type NewsServer, namedServer, withAdvice } from './server.ts';

export const news: Gateway<'news'> = {
  kind: 'news',
  protocol: 'NNTP',
  check: checkNews,
  schemes: ['news', 'snews', 'nntp', 'nntps'],
  parameters: ['match', 'to', 'part'],
  async open(context) {
    const requested = requestedByNewsLink(context);
    return withAdvice(() => open(context, namedServer(context), requested));
  },
};

export const mid: Gateway<'mid'> = {
  kind: 'mid',
  protocol: 'NNTP',
  check: checkMid,
  // A cid link names a part of the message that it stands in, and no server can be asked for that.
  schemes: ['mid'],
  parameters: ['part'],
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

/**
 * Reads a request to a news server: the target of its link, and the parameters of this target. No other module reads
 * them.
 */

import { GatewayError } from '../../../src/net/failure.ts';
import type { ArticleTarget } from '../../../src/protocols/nntp/commands.ts';
import { isMessageId, newsTarget } from '../../../src/schemes/news/request.ts';
import { decodeText } from '../../../src/uri/decode.ts';
import type { GatewayContext, View } from '../contract/contract.ts';
import { LITERAL_ID, literalTarget } from './literal-id.ts';

export type Requested =
  | {
      readonly kind: 'groups';
      readonly wildmat: string;
      /** `?match=`: a word in the names or descriptions of groups; empty = all groups. */
      readonly match: string;
    }
  | {
      readonly kind: 'group';
      readonly group: string;
      /** `?to=`: the highest article number on the page; `null` = the newest. */
      readonly to: number | null;
    }
  | {
      readonly kind: 'article';
      readonly target: ArticleTarget;
      /** What to ask for if the server does not know the target. */
      readonly literal: ArticleTarget | null;
      /** The number or the Content-ID of a part; `null` = the article itself. */
      readonly part: string | null;
    };

interface RequestContext<Kind extends 'news' | 'mid'> extends Pick<GatewayContext<Kind>, 'resolution'> {
  readonly view: Pick<View, 'query'>;
}

/** `<message-id>/part/<n>`: the message-id has its `@` before `/part/`, a Content-ID after it. */
const MESSAGE_PART = /^(.+@.+)\/part\/([^/]+)$/;
/** `/<group>/<number>/part/<n>` */
const ARTICLE_PART = /^\/[^/]+\/(\d{1,15})\/part\/([^/]+)$/;

/** The request of a news, snews, nntp or nntps link. Throws `bad-request` if NNTP cannot request it. */
export function requestedByNewsLink({ resolution, view }: RequestContext<'news'>): Requested {
  const { details, components } = resolution;
  const [, messageId, partOfMessage] = MESSAGE_PART.exec(details.messageId ?? '') ?? [];
  const [, number, partOfArticle] = ARTICLE_PART.exec(components.path) ?? [];
  const [target, part] =
    messageId !== undefined && partOfMessage !== undefined
      ? [newsTarget({ ...details, messageId }, components.path), partOfMessage]
      : number !== undefined && partOfArticle !== undefined
        ? [newsTarget({ ...details, article: Number(number) }, ''), decodeText(partOfArticle)]
        : [newsTarget(details, components.path), view.query.get('part')];
  switch (target?.kind) {
    case 'message':
    case 'article':
      return { kind: 'article', target, literal: literalTarget(resolution, target, view.query.get(LITERAL_ID)), part };
    case 'groups':
      if (part !== null) break;
      return { kind: 'groups', wildmat: target.wildmat, match: view.query.get('match')?.trim() ?? '' };
    case 'group':
      if (part !== null) break;
      return { kind: 'group', group: target.group, to: articleNumber(view.query.get('to')) };
  }
  throw new GatewayError('bad-request', 'The link names no group, article or number that NNTP can request.');
}

function articleNumber(text: string | null): number | null {
  if (text === null) return null;
  if (!/^\d{1,15}$/.test(text)) throw new GatewayError('bad-request', '`to` must be the number of an article.');
  return Number(text);
}

/** The request of a mid link: an article or one of its parts. */
export function requestedByMidLink({ resolution, view }: RequestContext<'mid'>): Requested {
  const { messageId, contentId } = resolution.details;
  if (messageId === null || !isMessageId(messageId)) {
    throw new GatewayError('bad-request', 'NNTP cannot request this message-id.');
  }
  const target = { kind: 'message', messageId } as const;
  const literal = literalTarget(resolution, target, view.query.get(LITERAL_ID));
  return { kind: 'article', target, literal, part: contentId ?? view.query.get('part') };
}

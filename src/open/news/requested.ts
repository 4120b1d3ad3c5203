/**
 * Reads what is wanted of a news server: the target of a link, and what is asked of this target beside it. No other
 * module reads that.
 */
import type { ArticleTarget } from '../../protocols/nntp/commands.ts';
import { ProtocolError } from '../../protocols/protocol-error.ts';
import { isMessageId, newsTarget } from '../../schemes/news/request.ts';
import type { Link, OpenContext } from '../contract.ts';
import { LITERAL_ID, literalTarget } from './literal-id.ts';

export type Requested = RequestedGroups | RequestedGroup | RequestedArticle | RequestedThread;

export interface RequestedGroups {
  readonly kind: 'groups';
  readonly wildmat: string;
  /** A word in the names or descriptions of groups; empty = all groups. */
  readonly match: string;
}

export interface RequestedGroup {
  readonly kind: 'group';
  readonly group: string;
  /** The highest article number; `null` = the newest. */
  readonly to: number | null;
}

export interface RequestedArticle {
  readonly kind: 'article';
  readonly target: ArticleTarget;
  /** What to ask for if the server does not know the target. */
  readonly literal: ArticleTarget | null;
  /** The number or the Content-ID of a part; `null` = the article itself. */
  readonly part: string | null;
}

export interface RequestedThread extends Pick<RequestedArticle, 'target' | 'literal'> {
  readonly kind: 'thread';
}

type NewsOptions = OpenContext['options'];

/**
 * The request of a news, snews, nntp or nntps link.
 *
 * @throws ProtocolError `invalid-request` if NNTP cannot request it
 */
export function requestedByNewsLink(link: Link<'news'>, options: NewsOptions): Requested {
  const { details, components } = link;
  const target = newsTarget(details, components.path);
  const part = details.part ?? options.part ?? null;
  switch (target?.kind) {
    case 'message':
    case 'article': {
      const literal = literalTarget(link, target, options[LITERAL_ID]);
      return details.thread ? { kind: 'thread', target, literal } : { kind: 'article', target, literal, part };
    }
    case 'groups':
      if (part !== null) break;
      return { kind: 'groups', wildmat: target.wildmat, match: options.match?.trim() ?? '' };
    case 'group':
      if (part !== null) break;
      return { kind: 'group', group: target.group, to: articleNumber(options.to) };
  }
  throw new ProtocolError('invalid-request', 'The link names no group, article or number that NNTP can request.');
}

function articleNumber(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^\d{1,15}$/.test(text)) throw new ProtocolError('invalid-request', '`to` must be the number of an article.');
  return Number(text);
}

/** The request of a mid link: an article or one of its parts. */
export function requestedByMidLink(link: Link<'mid'>, options: NewsOptions): RequestedArticle {
  const { messageId, contentId } = link.details;
  if (messageId === null || !isMessageId(messageId)) {
    throw new ProtocolError('invalid-request', 'NNTP cannot request this message-id.');
  }
  const target = { kind: 'message', messageId } as const;
  const literal = literalTarget(link, target, options[LITERAL_ID]);
  return { kind: 'article', target, literal, part: contentId ?? options.part ?? null };
}

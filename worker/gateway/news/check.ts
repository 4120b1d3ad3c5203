/** Checks news, nntp and mid links: selects the group, or asks for the status of the article (RFC 3977 §6.2.4). */
import { findTarget } from '../../../src/protocols/nntp/commands.ts';
import { isMessageId, type NewsTarget, newsTarget } from '../../../src/schemes/news/names.ts';
import { GatewayError } from '../../errors/gateway-error.ts';
import { ALIVE, type LinkContext, type LinkFinding } from '../contract/check.ts';
import { configuredServer, type NewsServer, namedServer, openSession } from './server.ts';

export function checkNews(context: LinkContext<'news'>): Promise<LinkFinding> {
  const { components, details } = context.resolution;
  return checkTarget(context, namedServer(context), newsTarget(details, components.path));
}

export function checkMid(context: LinkContext<'mid'>): Promise<LinkFinding> {
  const { messageId } = context.resolution.details;
  const target = messageId !== null && isMessageId(messageId) ? ({ kind: 'message', messageId } as const) : null;
  return checkTarget(context, configuredServer(context.environment), target);
}

async function checkTarget(
  context: Pick<LinkContext, 'connect' | 'view'>,
  server: NewsServer,
  target: NewsTarget | null,
): Promise<LinkFinding> {
  if (target === null) throw new GatewayError('bad-request', 'NNTP cannot request this.');
  const session = await openSession(context, server);
  if (target.kind === 'groups') return ALIVE;
  const { code, text } = await findTarget(session, target);
  return { ...ALIVE, reply: `${code} ${text}`.trimEnd() };
}

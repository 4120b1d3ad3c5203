/** Checks news, nntp and mid links: selects the group, or asks for the status of the article (RFC 3977 §6.2.4). */
import { isMessageId, type NewsTarget, newsTarget } from '../../../src/schemes/news/names.ts';
import { GatewayError } from '../../errors/gateway-error.ts';
import { ALIVE, type LinkContext, type LinkFinding } from '../contract/check.ts';
import { configuredServer, type NewsServer, namedServer } from './server.ts';
import { NewsSession } from './session.ts';
import { statusError } from './status.ts';

const GROUP_SELECTED = 211;
const ARTICLE_EXISTS = 223;

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
  const session = await NewsSession.open(context, server);
  switch (target.kind) {
    case 'groups':
      return ALIVE;
    case 'group':
      return expectStatus(session, `GROUP ${target.group}`, GROUP_SELECTED);
    case 'article':
      await expectStatus(session, `GROUP ${target.group}`, GROUP_SELECTED);
      return expectStatus(session, `STAT ${target.number}`, ARTICLE_EXISTS);
    case 'message':
      return expectStatus(session, `STAT <${target.messageId}>`, ARTICLE_EXISTS);
  }
}

async function expectStatus(session: NewsSession, command: string, expected: number): Promise<LinkFinding> {
  const status = await session.command(command);
  if (status.code !== expected) throw statusError(status);
  return { ...ALIVE, reply: `${status.code} ${status.text}`.trimEnd() };
}

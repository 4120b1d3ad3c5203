/**
 * Opens netnews: news, snews, nntp and nntps links (RFC 5538), and mid links to articles and their parts (RFC 2392). It
 * only reads; nobody can post through it.
 */
import { findTarget } from '../../protocols/nntp/commands.ts';
import {
  ALIVE,
  type Link,
  type LinkFinding,
  type Network,
  type OpenContext,
  type Opener,
  type Step,
} from '../contract.ts';
import type { Opened } from '../opened.ts';
import { articleOf } from './article.ts';
import { groupOf, groupsOf } from './groups.ts';
import { askForEither, LITERAL_ID, literalIdOf } from './literal-id.ts';
import { type Requested, requestedByMidLink, requestedByNewsLink } from './requested.ts';
import { configuredServer, type NewsServer, namedServer, openSession, withAdvice } from './server.ts';
import { threadOf } from './thread.ts';

/** What links of both kinds have in common. */
const COMMON = {
  name: 'News',
  protocol: 'NNTP',
  needsServer: ({ newsServer }) => (newsServer === null ? 'newsServer' : null),
  spelling: {
    parameter: LITERAL_ID,
    about: 'The message-id as it was written, which a server is asked for if it does not know the decoded one.',
    of: literalIdOf,
  },
} satisfies Partial<Opener>;

/** All groups of the server of the settings. */
const ALL_GROUPS = { text: 'news', url: 'news:*' } as const;

export const news: Opener<'news'> = {
  ...COMMON,
  kind: 'news',
  schemes: ['news', 'snews', 'nntp', 'nntps'],
  shapes: ['groups', 'group', 'article', 'thread'],
  trail: { home: ALL_GROUPS, browse: 'Browse all newsgroups', steps: stepsOf },
  servers: (link, settings) => [namedServer(link, settings)],

  async open(link, context) {
    const requested = requestedByNewsLink(link, context.options);
    return openRequested(requested, namedServer(link, context.settings), context);
  },

  /** Selects the group, or asks for the status of the article (RFC 3977 §6.2.4). */
  async check(link, network) {
    const server = namedServer(link, network.settings);
    // A part is there if its article is, and so is a thread.
    return checkRequested(requestedByNewsLink(link, {}), server, network);
  },
};

export const mid: Opener<'mid'> = {
  ...COMMON,
  kind: 'mid',
  // A cid link names a part of the message that it stands in, and no server can be asked for that.
  schemes: ['mid'],
  shapes: ['article'],
  trail: { home: ALL_GROUPS },
  servers: (_link, settings) => [configuredServer(settings)],

  async open(link, context) {
    // Read the link first: a link that names no message is wrong with any server.
    const requested = requestedByMidLink(link, context.options);
    return openRequested(requested, configuredServer(context.settings), context);
  },

  async check(link, network) {
    const server = configuredServer(network.settings);
    return checkRequested(requestedByMidLink(link, {}), server, network);
  },
};

async function openRequested(requested: Requested, server: NewsServer, context: OpenContext): Promise<Opened> {
  switch (requested.kind) {
    case 'groups':
      return withAdvice(() => groupsOf(requested, server, context));
    case 'group':
      return withAdvice(() => groupOf(requested, server, context));
    case 'thread':
      return threadOf(requested, server, context);
    case 'article':
      return articleOf(requested, server, context);
  }
}

async function checkRequested(requested: Requested, server: NewsServer, network: Network): Promise<LinkFinding> {
  const session = await openSession(network, server);
  if (requested.kind === 'groups') return ALIVE;
  const { code, text } =
    requested.kind === 'group'
      ? await findTarget(session, requested)
      : (await askForEither(requested.target, requested.literal, (either) => findTarget(session, either))).result;
  return { ...ALIVE, reply: `${code} ${text}`.trimEnd() };
}

/** An article of a group stands below it. */
function stepsOf({ canonical, details }: Link<'news'>): readonly Step[] {
  const { group, messageId, article, all } = details;
  const text = messageId ?? group ?? (all ? 'all groups' : null);
  if (text === null) return [];
  if (article === null) return [{ text, url: null }];
  return [
    { text, url: canonical.replace(/\/\d+$/, '') },
    { text: String(article), url: null },
  ];
}

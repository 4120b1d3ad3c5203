/**
 * Opens netnews: news, snews, nntp and nntps links (RFC 5538), and mid links to articles and their parts (RFC 2392). It
 * only reads; nobody can post through it.
 */
import {
  ALIVE,
  type Link,
  type LinkFinding,
  type Network,
  type OpenContext,
  type Opener,
  type OpenSettings,
  type Step,
} from '../contract.ts';
import type { Opened } from '../opened.ts';
import { archiveOrigin } from './archive.ts';
import { articleOf } from './article.ts';
import { groupOf, groupsOf } from './groups.ts';
import { askForEither, LITERAL_ID, literalIdOf } from './literal-id.ts';
import { firstOf, type NewsOrigin, serverOrigin } from './origin.ts';
import { type Requested, requestedByMidLink, requestedByNewsLink } from './requested.ts';
import { configuredServer, type NewsServer, namedServer, UNNAMED_LINKS, withAdvice } from './server.ts';
import { threadOf } from './thread.ts';

/** What links of both kinds have in common. */
const COMMON = {
  name: 'News',
  protocol: 'NNTP',
  needsServer: ({ newsServer, newsArchive }) => ((newsServer ?? newsArchive) === null ? 'newsServer' : null),
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
  servers: (link, settings) => serversOf(link, settings),

  async open(link, context) {
    const requested = requestedByNewsLink(link, context.options);
    return openRequested(requested, originsOf(link, context.settings), context);
  },

  /** Selects the group, or asks for the status of the article (RFC 3977 §6.2.4). */
  async check(link, network) {
    // A part is there if its article is, and so is a thread.
    return checkRequested(requestedByNewsLink(link, {}), originsOf(link, network.settings), network);
  },
};

export const mid: Opener<'mid'> = {
  ...COMMON,
  kind: 'mid',
  // A cid link names a part of the message that it stands in, and no server can be asked for that.
  schemes: ['mid'],
  shapes: ['article'],
  trail: { home: ALL_GROUPS },
  servers: (_link, settings) => serversOf(null, settings),

  async open(link, context) {
    // Read the link first: a link that names no message is wrong with any server.
    const requested = requestedByMidLink(link, context.options);
    return openRequested(requested, originsOf(null, context.settings), context);
  },

  async check(link, network) {
    return checkRequested(requestedByMidLink(link, {}), originsOf(null, network.settings), network);
  },
};

async function openRequested(
  requested: Requested,
  origins: readonly NewsOrigin[],
  context: OpenContext,
): Promise<Opened> {
  switch (requested.kind) {
    case 'groups':
      return firstOf(origins, (origin) => withAdvice(() => groupsOf(requested, origin, context)));
    case 'group':
      return firstOf(origins, (origin) => withAdvice(() => groupOf(requested, origin, context)));
    case 'thread':
      return firstOf(origins, (origin) => threadOf(requested, origin, context));
    case 'article':
      return articleOf(requested, origins, context);
  }
}

async function checkRequested(
  requested: Requested,
  origins: readonly NewsOrigin[],
  network: Network,
): Promise<LinkFinding> {
  return firstOf(origins, async (origin) => {
    const access = await origin.open(network);
    if (requested.kind === 'groups') return ALIVE;
    if (requested.kind === 'group') return access.find(requested);
    const found = await askForEither(requested.target, requested.literal, (either) => access.find(either));
    return found.result;
  });
}

/**
 * The servers that are asked first: that of the link, or that of the settings.
 *
 * @param link - `null` = it names no server
 * @throws ProtocolError `unsupported` if there is neither a server nor an archive
 */
function serversOf(link: Link<'news'> | null, settings: OpenSettings): readonly NewsServer[] {
  const isNamed = link !== null && link.details.server !== null;
  if (!isNamed && settings.newsServer === null && settings.newsArchive !== null) return [];
  return [link === null ? configuredServer(settings) : namedServer(link, settings)];
}

/** The server, and then the archive. */
function originsOf(link: Link<'news'> | null, settings: OpenSettings): readonly NewsOrigin[] {
  const servers = serversOf(link, settings);
  const { newsArchive } = settings;
  const links = servers[0]?.links ?? UNNAMED_LINKS;
  const archives = newsArchive === null ? [] : [archiveOrigin(newsArchive, links, link?.details.server ?? null)];
  return [...servers.map(serverOrigin), ...archives];
}

/** An article of a group stands below it, and the thread or a part of an article below the article. */
function stepsOf({ canonical, details }: Link<'news'>): readonly Step[] {
  const { group, messageId, article, all, thread, part } = details;
  const text = messageId ?? group ?? (all ? 'all groups' : null);
  if (text === null) return [];
  const whole = canonical.replace(/^(.+)(\/|%2F)(?:thread|part\2.+)$/, '$1');
  const below = thread ? 'thread' : part;
  const steps =
    article === null
      ? [{ text, url: whole }]
      : [
          { text, url: whole.replace(/\/\d+$/, '') },
          { text: String(article), url: whole },
        ];
  const named = below === null ? steps : [...steps, { text: below, url: canonical }];
  return named.map((step, index) => (index === named.length - 1 ? { ...step, url: null } : step));
}

/**
 * Which news server a link is opened at, and what links to its groups and articles look like.
 */
import { type Canonical, canonicalize } from '../../../src/index.ts';
import { isMessageId } from '../../../src/schemes/news/names.ts';
import type { Environment } from '../../env.ts';
import { GatewayError } from '../../net/errors.ts';
import type { GatewayContext } from '../core/contract.ts';
import type { NewsCredentials } from './settings.ts';

/** A gateway request as far as news and mid links have it in common. */
export type NewsContext = Omit<GatewayContext, 'resolution'>;

export interface NewsServer {
  readonly host: string;
  readonly port: number;
  /** The port that needs no permission. */
  readonly defaultPort: number;
  readonly tls: 'none' | 'implicit';
  /** For AUTHINFO; only ever sent over TLS. */
  readonly credentials: NewsCredentials | null;
  /** How the links of this server name it. */
  readonly links: ServerLinks;
}

/** Canonical links to what a server has. */
export interface ServerLinks {
  /** The server as people name it. */
  readonly name: string;
  groups(wildmat: string): Canonical;
  group(name: string): Canonical;
  /** One article for as long as it lives, whichever server it is read at. */
  message(messageId: string): Canonical;
  /** One article by the number that this server gave it. */
  numbered(group: string, number: number): Canonical;
}

const NEWS_PORT = 119;
const NEWS_TLS_PORT = 563;

/**
 * The server that a news link names, or else the one that the operator chose.
 *
 * @throws GatewayError `not-implemented` where neither did
 */
export function namedServer({ resolution, environment }: GatewayContext<'news'>): NewsServer {
  const { scheme, components, details } = resolution;
  if (details.server === null || components.host === null || components.port === null)
    return configuredServer(environment);
  const secure = scheme === 'snews' || scheme === 'nntps';
  const { host, port, explicitPort } = components;
  return {
    host,
    port,
    defaultPort: secure ? NEWS_TLS_PORT : NEWS_PORT,
    tls: secure ? 'implicit' : 'none',
    credentials: null,
    links: linksOn(explicitPort === null ? host : `${host}:${explicitPort}`, secure ? 's' : ''),
  };
}

/**
 * The server of `NEWS_SERVER`.
 *
 * @throws GatewayError `not-implemented` where there is none
 */
export function configuredServer({ newsServer, newsLogin }: Environment): NewsServer {
  if (newsServer === null) {
    throw new GatewayError('not-implemented', 'The link names no news server, and this gateway has none of its own.', {
      advice: 'Name a server in the link, as in news://news.example/comp.infosystems.gopher.',
    });
  }
  const { host, port, tls } = newsServer;
  const defaultPort = tls === 'implicit' ? NEWS_TLS_PORT : NEWS_PORT;
  return { host, port, tls, defaultPort, credentials: newsLogin, links: linksOfNoServer };
}

function linksOn(authority: string, secure: '' | 's'): ServerLinks {
  const news = `${secure}news://${authority}/`;
  const nntp = `nntp${secure}://${authority}/`;
  return { name: authority, ...linksWith(news, nntp, nntp) };
}

const linksOfNoServer: ServerLinks = { name: 'news', ...linksWith('news:', 'news:', 'nntp:') };

/** Links that begin as given: those to lists and messages, to groups, to numbers in groups. */
function linksWith(news: string, groups: string, numbers: string): Omit<ServerLinks, 'name'> {
  return {
    groups: (wildmat) => canonicalize(news + encodeURIComponent(wildmat)),
    group: (name) => canonicalize(groups + encodeURIComponent(name)),
    message: (messageId) => canonicalize(news + encodeURIComponent(messageId)),
    numbered: (group, number) => canonicalize(`${numbers}${encodeURIComponent(group)}/${number}`),
  };
}

/** The link to one article: by message-id where it has one that can be asked for, else by number. */
export function articleLink(
  links: ServerLinks,
  group: string,
  article: { readonly number: number; readonly messageId: string | null },
): Canonical {
  const { messageId, number } = article;
  return messageId !== null && isMessageId(messageId) ? links.message(messageId) : links.numbered(group, number);
}

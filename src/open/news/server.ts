/**
 * The news server of a link: a session with it, the links to its groups and articles, and what a person can try if it
 * refuses.
 */
import { type Canonical, canonicalize } from '../../index.ts';
import type { ArticleTarget } from '../../protocols/nntp/commands.ts';
import { type NewsLogin, NewsSession } from '../../protocols/nntp/session.ts';
import { ProtocolError, type Suggestion } from '../../protocols/protocol-error.ts';
import { isGroup, isMessageId } from '../../schemes/news/request.ts';
import type { ServerLinks } from '../articles.ts';
import type { Link, Network, OpenContext, OpenSettings } from '../contract.ts';

export interface NewsServer {
  readonly host: string;
  readonly port: number;
  /** The default port of its protocol, which the egress policy allows. */
  readonly defaultPort: number;
  readonly tls: 'none' | 'implicit';
  /** The credentials for AUTHINFO. They are sent over TLS only. */
  readonly credentials: NewsLogin | null;
  readonly links: ServerLinks;
}

const NEWS_PORT = 119;
const NEWS_TLS_PORT = 563;

type ServerSettings = Pick<OpenSettings, 'newsServer' | 'newsLogin'>;

/** The server that a news link names, or else the server of the settings. */
export function namedServer(
  { scheme, components, details }: Pick<Link<'news'>, 'scheme' | 'components' | 'details'>,
  settings: ServerSettings,
): NewsServer {
  if (details.server === null || components.host === null || components.port === null)
    return configuredServer(settings);
  const secure = scheme === 'snews' || scheme === 'nntps';
  const { host, port, explicitPort } = components;
  const name = explicitPort === null ? host : `${host}:${explicitPort}`;
  const nntp = `${secure ? 'nntps' : 'nntp'}://${name}/`;
  return {
    host,
    port,
    defaultPort: secure ? NEWS_TLS_PORT : NEWS_PORT,
    tls: secure ? 'implicit' : 'none',
    credentials: null,
    links: serverLinks(name, `${secure ? 'snews' : 'news'}://${name}/`, nntp, nntp),
  };
}

/**
 * The server of the settings.
 *
 * @throws ProtocolError `unsupported` if they name none
 */
export function configuredServer({ newsServer, newsLogin }: ServerSettings): NewsServer {
  if (newsServer === null) {
    const message = 'The link names no news server, and this service has no default server.';
    const advice = 'Name a server in the link, as in news://news.example/comp.infosystems.gopher.';
    throw new ProtocolError('unsupported', message, { advice });
  }
  const { host, port, tls } = newsServer;
  const defaultPort = tls === 'implicit' ? NEWS_TLS_PORT : NEWS_PORT;
  return {
    host,
    port,
    tls,
    defaultPort,
    credentials: newsLogin,
    links: UNNAMED_LINKS,
  };
}

export type SessionContext = Pick<Network, 'connect'> & Partial<Pick<OpenContext, 'charset'>>;

export function openSession(
  { connect, charset }: SessionContext,
  { host, port, defaultPort, tls, credentials }: NewsServer,
): Promise<NewsSession> {
  const options = { tls, login: credentials, charset };
  return NewsSession.open((mode) => connect({ host, port, defaultPort, tls: mode }), options);
}

/**
 * The links of a server. They begin with `news` for lists of groups and for message-ids, with `groups` for groups, and
 * with `numbers` for article numbers.
 */
function serverLinks(name: string, news: string, groups: string, numbers: string): ServerLinks {
  return {
    name,
    groups: (wildmat) => canonicalize(news + encodeURIComponent(wildmat)),
    group: (name) => canonicalize(groups + encodeURIComponent(name)),
    message: (messageId) => canonicalize(news + encodeURIComponent(messageId)),
    onAnyServer: (messageId) => canonicalize(`mid:${encodeURIComponent(messageId)}`),
    preferred: (messageId) => canonicalize(`news:${encodeURIComponent(messageId)}`),
    articleByNumber: (group, number) => canonicalize(`${numbers}${encodeURIComponent(group)}/${number}`),
    isGroup,
    isMessageId,
  };
}

/** The canonical link of an article, without one of its parts. */
export function articleUrl(links: ServerLinks, target: ArticleTarget): Canonical {
  return target.kind === 'message'
    ? links.message(target.messageId)
    : links.articleByNumber(target.group, target.number);
}

const OTHER_NUMBERS = 'It may have expired. Other servers have other numbers for the same article.';
const OWN_ACCOUNT = 'If you have an account there, use a news reader on your own computer.';

/** Links that name no server. */
export const UNNAMED_LINKS: ServerLinks = serverLinks('news', 'news:', 'news:', 'nntp:');

/** What a person can try after a status of the server, if the usual advice for its error does not fit. */
const ADVICE: Readonly<Record<number, string>> = {
  401: OWN_ACCOUNT,
  411: 'Its name may have changed. Search the list of all groups.',
  420: OTHER_NUMBERS,
  421: OTHER_NUMBERS,
  422: OTHER_NUMBERS,
  423: OTHER_NUMBERS,
  430: 'Another news server may still have it. Put its name into the link.',
  480: OWN_ACCOUNT,
  481: OWN_ACCOUNT,
  482: OWN_ACCOUNT,
  502: OWN_ACCOUNT,
};

/** Statuses that are about the server or the login, whatever was asked. */
const ABOUT_SERVER: ReadonlySet<number> = new Set([400, 481, 482]);

/**
 * Does work with a server, and adds advice to its refusal.
 *
 * @param suggest - what a person can try if the server does not have what was asked for
 */
export async function withAdvice<Result>(
  work: () => Promise<Result>,
  suggest: readonly Suggestion[] = [],
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProtocolError) || typeof error.status !== 'number') throw error;
    const { code, message, status, reply } = error;
    throw new ProtocolError(code, message, {
      ...{ status, reply, cause: error },
      suggest: ABOUT_SERVER.has(status) ? [] : suggest,
      advice: ADVICE[status],
    });
  }
}

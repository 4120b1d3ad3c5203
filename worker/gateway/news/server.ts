/**
 * The news server of a link: a session with it, the links to its groups and articles, and what a visitor can try if it
 * refuses.
 */
import { type Canonical, canonicalize } from '../../../src/index.ts';
import type { NewsCredentials } from '../../../src/net/configured-servers.ts';
import { codeOf, type FailureLink, GatewayError } from '../../../src/net/failure.ts';
import type { ArticleTarget } from '../../../src/protocols/nntp/commands.ts';
import { NewsSession } from '../../../src/protocols/nntp/session.ts';
import { ProtocolError } from '../../../src/protocols/protocol-error.ts';
import { isMessageId } from '../../../src/schemes/news/request.ts';
import type { Environment } from '../../settings/environment.ts';
import type { GatewayContext } from '../contract/contract.ts';

/** The context of a gateway request, without the link: news and mid links share it. */
export type NewsContext = Omit<GatewayContext, 'resolution'>;

export interface NewsServer {
  readonly host: string;
  readonly port: number;
  /** The default port of its protocol, which the egress policy allows. */
  readonly defaultPort: number;
  readonly tls: 'none' | 'implicit';
  /** The credentials for AUTHINFO. They are sent over TLS only. */
  readonly credentials: NewsCredentials | null;
  readonly links: ServerLinks;
}

/** Makes canonical links to the groups and articles of a server. */
export interface ServerLinks {
  readonly name: string;
  groups(wildmat: string): Canonical;
  group(name: string): Canonical;
  /** An article by its message-id, which is the same on every server. */
  message(messageId: string): Canonical;
  /** An article by its number on this server. */
  articleByNumber(group: string, number: number): Canonical;
}

const NEWS_PORT = 119;
const NEWS_TLS_PORT = 563;

type ServerSettings = Pick<Environment, 'newsServer' | 'newsLogin'>;
type NamedServerContext = Pick<GatewayContext<'news'>, 'resolution'> & { readonly environment: ServerSettings };

/** The server that a news link names, or else the server of `NEWS_SERVER`. */
export function namedServer({ resolution, environment }: NamedServerContext): NewsServer {
  const { scheme, components, details } = resolution;
  if (details.server === null || components.host === null || components.port === null)
    return configuredServer(environment);
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

/** The server of `NEWS_SERVER`. Throws `not-implemented` if the setting is empty. */
export function configuredServer({ newsServer, newsLogin }: ServerSettings): NewsServer {
  if (newsServer === null) {
    const detail = 'The link names no news server, and this service has no default server.';
    const advice = 'Name a server in the link, as in news://news.example/comp.infosystems.gopher.';
    throw new GatewayError('not-implemented', detail, { advice });
  }
  const { host, port, tls } = newsServer;
  const defaultPort = tls === 'implicit' ? NEWS_TLS_PORT : NEWS_PORT;
  return {
    host,
    port,
    tls,
    defaultPort,
    credentials: newsLogin,
    links: serverLinks('news', 'news:', 'news:', 'nntp:'),
  };
}

export interface SessionContext extends Pick<NewsContext, 'connect'> {
  readonly view: Pick<NewsContext['view'], 'charset'>;
}

export function openSession(
  { connect, view }: SessionContext,
  { host, port, defaultPort, tls, credentials }: NewsServer,
): Promise<NewsSession> {
  const options = { tls, login: credentials, charset: view.charset };
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
    articleByNumber: (group, number) => canonicalize(`${numbers}${encodeURIComponent(group)}/${number}`),
  };
}

/** The link to an article: by its message-id if NNTP can request it, else by its number. */
export function articleLink(
  links: ServerLinks,
  group: string,
  article: { readonly number: number; readonly messageId: string | null },
): Canonical {
  const { messageId, number } = article;
  return messageId !== null && isMessageId(messageId) ? links.message(messageId) : links.articleByNumber(group, number);
}

/** The canonical link of an article, without one of its parts. */
export function articleUrl(links: ServerLinks, target: ArticleTarget): Canonical {
  return target.kind === 'message'
    ? links.message(target.messageId)
    : links.articleByNumber(target.group, target.number);
}

const OTHER_NUMBERS = 'It may have expired. Other servers have other numbers for the same article.';
const OWN_ACCOUNT = 'If you have an account there, use a news reader on your own computer.';

/** What a visitor can try after a status of the server, if the usual advice for its error does not fit. */
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
 * Does work with a server, and adds advice to its refusal: with links to what a visitor can try if the server does not
 * have what was asked for.
 */
export async function withAdvice<Result>(
  work: () => Promise<Result>,
  links: readonly FailureLink[] = [],
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProtocolError) || typeof error.status !== 'number') throw error;
    const { status, reply, message } = error;
    const advice = ADVICE[status];
    throw new GatewayError(codeOf(error), message, {
      cause: error,
      links: ABOUT_SERVER.has(status) ? [] : links,
      // `NNTP` is not an HTTP authentication scheme, so browsers do not ask for a password, which they would also send
      // elsewhere.
      ...(error.code === 'login-required' && { headers: { 'WWW-Authenticate': 'NNTP' } }),
      ...(reply !== null && { reply }),
      ...(advice !== undefined && { advice }),
    });
  }
}

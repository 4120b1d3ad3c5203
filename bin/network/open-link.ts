/**
 * Opens a link with the client of its protocol, over the sockets of Node, and follows it to where its server says that
 * it has moved.
 */

import { type Canonical, explain, type Resolution } from '../../src/index.ts';
import { Deadline, timedOut } from '../../src/net/deadline.ts';
import { codeOf, GatewayError, isFailure } from '../../src/net/failure.ts';
import { openSocket } from '../../src/net/socket.ts';
import { octetStringOf } from '../../src/octets/charset.ts';
import { threadLink } from '../../src/open/articles.ts';
import { NOTHING_ASKED } from '../../src/open/contract.ts';
import { canonicalOrNull, circleError, type MessageLinks, socketTarget } from '../../src/open/links.ts';
import { openerOf } from '../../src/open/registry.ts';
import type { Credentials } from '../../src/protocols/credentials.ts';
import { decodeOctets } from '../../src/uri/decode.ts';
import { withoutPasswords, withoutUserInfo } from '../../src/uri/user-info.ts';
import { udpTransport } from './datagrams.ts';
import { dialerOf } from './network.ts';
import type { FetchedLink, OpenOptions, Reached } from './opened.ts';
import { isFetched as hasFetched, openedOf } from './shapes.ts';

/** Servers lead to another link when an item has moved, or a name is a directory. A loop must end. */
const MOST_REDIRECTS = 5;

/**
 * Opens a link, and follows it where its server says that it has moved to.
 *
 * @throws GatewayError as the client of its protocol; `not-implemented` for a link that nothing here opens
 */
export async function openLink(link: Resolution, options: OpenOptions): Promise<Reached> {
  let next = link;
  const asked = new Set<string>();
  for (;;) {
    options.onRequest(next);
    asked.add(next.canonical);
    const opened = await openOnce(next, withoutPasswords(link.input), options);
    if (opened.kind !== 'moved') return opened;
    for (const connection of options.connections.splice(0)) connection.close();
    const opener = openerOf(next.scheme);
    const target = explain(opened.url, { complete: true });
    if (asked.has(target.canonical) || asked.size > (opener?.mostRedirects ?? MOST_REDIRECTS)) throw circleError();
    next = opener?.sendsUserInfo === true ? target : withLoginOf(link, target);
    if (!isFetched(next)) throw new GatewayError('not-implemented', `The link leads to ${next.canonical}`);
  }
}

/** A link with the user info of another one. It goes to the server that it was written for, and to no other. */
function withLoginOf(link: Resolution, target: Resolution): Resolution {
  const { user, password } = isSameServer(target, link) ? link.components : NO_USER;
  return { ...target, components: { ...target.components, user, password } };
}

const NO_USER = { user: null, password: null };

function isSameServer(a: Resolution, b: Resolution): boolean {
  const { host, port } = b.components;
  return a.scheme === b.scheme && a.components.host === host && a.components.port === port;
}

/** Whether a link leads to something to fetch: terminals are for terminals, and messages for people. */
export function isFetched({ scheme }: Resolution): boolean {
  const opener = openerOf(scheme);
  return opener !== undefined && hasFetched(opener);
}

/** What each format asks for. */
const WANTED = { text: 'values', json: 'json', raw: 'octets' } as const;

/**
 * Opens a link with the opener of its kind.
 *
 * @param input - what the link was written as
 */
async function openOnce(link: Resolution, input: string, options: OpenOptions): Promise<FetchedLink> {
  const opener = openerOf(link.scheme);
  if (opener === undefined) throw new TypeError(`nothing opens ${link.scheme} links`);
  const { format, charset, network, settings, userAgent, memory, connections } = options;
  const { deadlines } = settings;
  const bare = withoutSecrets(link);
  const lifetime = new Deadline(deadlines.total, timedOut('total'), null);
  const dialer = dialerOf(network, { deadlines, lifetime });
  const { logIn, sendsUserInfo = false } = opener;
  const credentials = logIn === undefined && !sendsUserInfo ? null : credentialsOf(link);
  try {
    const opened = await opener.open(bare, {
      ...NOTHING_ASKED,
      settings,
      signal: new AbortController().signal,
      userAgent,
      memory,
      askProspero: udpTransport(network, lifetime.signal),
      async connect(own = {}) {
        const target = socketTarget(bare, own);
        const connection = await openSocket(target, { ...dialer, deadlines: { ...deadlines, ...own.deadlines } });
        connections.push(connection);
        return connection;
      },
      // The server is judged when it is asked.
      judgeServer() {},
      async resolveServer() {},
      wants: WANTED[format],
      charset,
      credentials,
    });
    const { canonical } = bare;
    return await openedOf(opened, { format, charset, about: { input, canonical }, links: linksOf(canonical) });
  } catch (error) {
    const isLogin = logIn !== undefined && credentials !== null;
    if (!isLogin || !isFailure(error) || codeOf(error) !== 'unauthorized') throw error;
    // A password that is not enough is no reason to ask for one.
    throw new GatewayError('forbidden', error.message, { cause: error });
  } finally {
    lifetime.lift();
  }
}

/** A link as its server sees it: without user info and fragment. */
function withoutSecrets(link: Resolution): Resolution {
  const { canonical } = link;
  const mark = canonical.indexOf('#');
  const bare = withoutUserInfo(mark === -1 ? canonical : canonical.slice(0, mark));
  // A link without secrets stays as it was written, which matters to message-ids.
  return bare === canonical ? link : explain(bare, { complete: true });
}

function credentialsOf({ components: { user, password } }: Resolution): Credentials | null {
  if (user === null) return null;
  return { user: octetStringOf(decodeOctets(user)), password: octetStringOf(decodeOctets(password ?? '')) };
}

/**
 * A link is its own address. It has no place for the parameters of a gateway, except for the format, which is asked
 * for.
 */
function linksOf(canonical: Canonical): MessageLinks {
  const hasPlace = (query: Readonly<Record<string, string>> = {}) =>
    Object.keys(query).every((name) => name === 'format');
  return {
    open: (url, query) => (url !== null && hasPlace(query) ? canonicalOrNull(url) : null),
    openCanonical: (link) => link,
    part: (message, part) => `${message}/part/${encodeURIComponent(part)}`,
    thread: threadLink,
    self: () => canonical,
  };
}

/** Items: the one that a link names, with its server and its other URLs, and the URLs of those in a menu. */
import type { Canonical } from '../../index.ts';
import { displayText } from '../../octets/ansi.ts';
import { itemPath, type MenuItem, type MenuLine, type ServerAddress, sessionUrl } from '../../protocols/gopher/menu.ts';
import type { GopherServer } from '../../protocols/gopher/reply.ts';
import type { Charsets } from '../../protocols/gopher/text-reader.ts';
import { readableServer } from '../../readable-host.ts';
import { type GopherPath, splitGopherPath } from '../../schemes/gopher/path.ts';
import { decodeText } from '../../uri/decode.ts';
import type { Link, OpenContext, Step } from '../contract.ts';
import { canonicalOrNull } from '../links.ts';
import type { ItemHead } from '../opened.ts';
import { pathSteps, serverUrlOf } from '../trail.ts';
import { itemTypeName } from './item-kinds.ts';
import { KnownServer } from './known-server.ts';

type GopherLink = Link<'gopher'>;

export interface GopherItem {
  readonly link: GopherLink;
  /** The fields of the link's path, percent-encoded. */
  readonly path: GopherPath;
  /** The server that the link names. */
  readonly server: GopherServer;
  readonly known: KnownServer;
  /** The charset that the reader chose, and the one that the server declares. */
  readonly charsets: Charsets;
}

export function itemOf(
  link: GopherLink,
  { connect, charset, memory }: Pick<OpenContext, 'connect' | 'charset' | 'memory'>,
): GopherItem {
  const server = serverOfItem(link, connect);
  const known = new KnownServer(server, memory);
  let declared: Promise<string | null> | null = null;
  const askDeclared = async () => (await known.fetchCapabilities())?.defaultEncoding ?? null;
  return {
    link,
    path: splitGopherPath(link.components.path),
    server,
    known,
    // Asked once for a request, although a menu asks for each part that it reads.
    charsets: { charset, declared: () => (declared ??= askDeclared()) },
  };
}

/** The server of a link. */
export function serverOfItem({ scheme, components }: GopherLink, connect: OpenContext['connect']): GopherServer {
  return {
    host: components.host ?? '',
    port: components.port ?? 70,
    tls: scheme === 'gophers' ? 'implicit' : 'none',
    connect: (tls) => connect({ tls }),
  };
}

/** The URL in a percent-encoded selector that leads out of gopher, decoded; `null` = it names an item. */
export function urlIn(selector: string): string | null {
  const [, url] = /^(?:\/|%2F)?URL:(.*)$/.exec(selector) ?? [];
  return url === undefined ? null : decodeText(url).trim();
}

/** The last part of the selector, decoded; for an empty selector, the server. */
export function itemName({ details, components }: GopherLink): string {
  const name = details.selector.split('/').findLast((part) => part.trim() !== '');
  return name === undefined ? readableServer(components) : displayText(name);
}

/** What pages say of an item. Attributes and TLS are offered only if the server is known to have them. */
export function headOf({ link, server, path, known }: GopherItem): ItemHead {
  const { details, scheme, components } = link;
  const tlsPort = scheme === 'gopher' ? (known.capabilities?.tlsPort ?? null) : null;
  return {
    noun: itemTypeName(details.type),
    name: itemName(link),
    words: details.search || null,
    // Gopher+ writes `En_US` (§2.6), HTML `En-US`.
    language: details.gopherPlus?.language?.replace('_', '-') ?? null,
    attributes: known.speaksPlus ? urlWithPlus({ link, path }, details.type === '1' ? '$' : '!') : null,
    ways: tlsPort === null ? [] : [{ text: 'Over TLS', url: `gophers://${server.host}:${tlsPort}${components.path}` }],
  };
}

/** The item of a link under another Gopher+ string, not yet canonical; `null` = without one. */
export function urlWithPlus({ link, path }: Pick<GopherItem, 'link' | 'path'>, plus: string | null): string {
  const { canonical, components } = link;
  const [item = ''] = canonical.split('%09', 1);
  const withType = components.path === '/' ? `${item}1` : item;
  if (plus === null) return path.search === null || path.search === '' ? withType : `${withType}%09${path.search}`;
  return `${withType}%09${path.search ?? ''}%09${encodeURIComponent(plus)}`;
}

/** The form of an item without answers, not yet canonical. */
export function formUrl(item: Pick<GopherItem, 'link' | 'path'>): string {
  const view = requestedView(item);
  return urlWithPlus(item, view === '' ? '?' : `+${view}`);
}

/** The representation that the link requests, with its language; empty = any. */
export function requestedView({ link: { details } }: Pick<GopherItem, 'link'>): string {
  const { view = null, language = null } = details.gopherPlus ?? {};
  return [view, language].filter((part) => part !== null).join(' ');
}

/** What the lines of a menu depend on: the link of the menu, and the server that sent it. */
export interface MenuOrigin {
  readonly link: Pick<Link<'gopher'>, 'scheme'>;
  readonly server: ServerAddress;
}

/**
 * The URLs of the lines of one menu. A menu that came over TLS leads to items over TLS on the same server; whether
 * other servers speak TLS is unknown.
 */
export function itemLinks({ link, server }: MenuOrigin) {
  // Most lines of a menu name the same server, so the URL of the last one is remembered.
  let last: ServerAddress & { readonly secure: boolean; readonly root: Canonical | null } = {
    host: '',
    port: 0,
    secure: false,
    root: null,
  };
  const urlOfItem = ({ type, selector, host, port }: MenuItem, plus: string | null): Canonical | null => {
    const secure = link.scheme === 'gophers' && host === server.host && port === server.port;
    if (host !== last.host || port !== last.port || secure !== last.secure) {
      const root = canonicalOrNull(`gopher${secure ? 's' : ''}://${host}:${port}/`);
      last = { host, port, secure, root };
    }
    return last.root === null ? null : canonicalOrNull(last.root + itemPath({ type, selector, plus }));
  };
  return {
    /** The URL of a line; `null` for a line without a link, or with one that is not valid. */
    ofLine(line: MenuLine): Canonical | null {
      if (line.kind === 'link') return canonicalOrNull(line.url);
      if (line.kind !== 'item') return null;
      const session = sessionUrl(line.type, line, line.selector);
      return session === null ? urlOfItem(line, line.plus === 'form' ? '?' : null) : canonicalOrNull(session);
    },
    /** The URL of the attributes of a Gopher+ item. */
    ofAttributes: (item: MenuItem): Canonical | null => urlOfItem(item, '!'),
  };
}

/** The steps to an item. Those between are guesses, because selectors need not be paths (RFC 1436 §2). */
export function stepsTo(link: GopherLink): readonly Step[] {
  const { selector, search } = link.details;
  const server = serverUrlOf(link);
  const { type, selector: whole } = splitGopherPath(link.components.path);
  // UMN's server puts the type in front of every selector, so `1/docs` is a menu.
  const [typed = ''] = /^[0-9A-Za-z](?=\/)/.exec(whole) ?? [];
  const menu = (path: string) => `${server}/1${typed && '1'}${path.replace(/\/$/, '')}`;
  const steps = pathSteps(whole.slice(typed.length), menu);
  const last = steps.at(-1);
  if (last === undefined) return search ? [{ text: search, url: null }] : [];
  const text = search ? `${last.text}: ${search}` : last.text;
  const found = { text, url: `${server}/${type}${typed}${last.path}` };
  return selector.includes('/') ? [...steps.slice(0, -1), found] : [found];
}

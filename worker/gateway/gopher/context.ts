/**
 * The context of a request for a gopher link: the context of every gateway, the parts of the link that the files of
 * this folder need, and the URLs of its item and of the lines of its menu.
 */
import type { Canonical } from '../../../src/index.ts';
import { displayText } from '../../../src/octets/ansi.ts';
import { canonicalOrNull } from '../../../src/open/links.ts';
import {
  itemPath,
  type MenuItem,
  type MenuLine,
  type ServerAddress,
  sessionUrl,
} from '../../../src/protocols/gopher/menu.ts';
import type { GopherServer } from '../../../src/protocols/gopher/reply.ts';
import type { Charsets } from '../../../src/protocols/gopher/text-reader.ts';
import { type GopherPath, splitGopherPath } from '../../../src/schemes/gopher/path.ts';
import { decodeText } from '../../../src/uri/decode.ts';
import { readableServer } from '../../pages/parts/host-name.tsx';
import type { GatewayContext, View } from '../contract/contract.ts';
import { nameOfLink } from '../shared/link-names.ts';
import { capabilitiesOf } from './known-servers.ts';

export interface GopherContext extends GatewayContext<'gopher'> {
  /** The fields of the link's path, percent-encoded. */
  readonly path: GopherPath;
  /** The server that the link names. */
  readonly server: GopherServer;
  /** The charset in the query, and the one that the server declares. */
  readonly charsets: Charsets;
  /** `null` = the reply is not to a form. */
  readonly answeredForm: AnsweredForm | null;
}

/** The form that a reply is to. */
export interface AnsweredForm {
  /** The address of the form with its answers. */
  readonly href: string;
  /** Whether the browser keeps the reply, so that loading the page again does not send the answers again. */
  readonly isKept: boolean;
}

/** The part of a context that needs no browser: what is asked, and how its links and texts are read. */
export interface GopherLink extends Pick<GopherContext, 'resolution' | 'links' | 'path' | 'server' | 'charsets'> {
  readonly view: Pick<View, 'charset'>;
}

/** Adds the fields of the path and the server to a context, once for each request. */
export function gopherContext<
  Context extends Pick<GopherLink, 'resolution' | 'view'> & Pick<GatewayContext, 'connect'>,
>(context: Context): Context & Omit<GopherContext, keyof GatewayContext> {
  const server = serverOf(context);
  let declared: Promise<string | null> | null = null;
  const askDeclared = async () => (await capabilitiesOf(server))?.defaultEncoding ?? null;
  return {
    ...context,
    path: splitGopherPath(context.resolution.components.path),
    server,
    // Asked once for a request, although a menu asks for each part that it reads.
    charsets: { charset: context.view.charset, declared: () => (declared ??= askDeclared()) },
    answeredForm: null,
  };
}

/** The port of CSO nameservers (RFC 2378 §2), which only items of their type may reach. */
const CSO_PORT = 105;

/** The server of a link. */
export function serverOf({
  resolution: { scheme, components, details },
  connect,
}: Pick<GatewayContext<'gopher'>, 'resolution' | 'connect'>): GopherServer {
  const isNameserver = details.type === '2' && components.port === CSO_PORT;
  return {
    host: components.host ?? '',
    port: components.port ?? 70,
    tls: scheme === 'gophers' ? 'implicit' : 'none',
    connect: (tls) => connect({ tls, ...(isNameserver && { defaultPort: CSO_PORT }) }),
  };
}

/** The URL in a percent-encoded selector that leads out of gopher, decoded; `null` = it names an item. */
export function urlIn(selector: string): string | null {
  const [, url] = /^(?:\/|%2F)?URL:(.*)$/.exec(selector) ?? [];
  return url === undefined ? null : decodeText(url).trim();
}

/** A link to an item, without the search and the Gopher+ string. */
export function withoutRequest(link: Canonical): string {
  const end = link.indexOf('%09');
  return end === -1 ? link : link.slice(0, end);
}

/** The name that the server's own menu gives to the item; `null` = unknown. The first menu has the server's name. */
export function linkName({ resolution, links }: Pick<GopherLink, 'resolution' | 'links'>): string | null {
  return resolution.details.selector.trim() === '' ? null : nameOfLink(withoutRequest(links.canonical));
}

/** The last part of the selector; for an empty selector, the server. */
export function itemName({ resolution }: Pick<GopherContext, 'resolution'>): string {
  const { details, components } = resolution;
  const name = details.selector.split('/').findLast((part) => part.trim() !== '');
  if (name !== undefined) return displayText(name);
  return readableServer(components);
}

/**
 * The canonical URLs that the lines of a menu lead to, which depend on the link of the menu and its server. A menu that
 * came over TLS leads to items over TLS on the same server; whether other servers speak TLS is unknown.
 */
export function itemLinks({
  resolution,
  server,
}: Pick<GatewayContext<'gopher'>, 'resolution'> & { readonly server: ServerAddress }) {
  // Most lines of a menu name the same server, so the URL of the last one is remembered.
  let last: ServerAddress & { readonly secure: boolean; readonly root: Canonical | null } = {
    host: '',
    port: 0,
    secure: false,
    root: null,
  };
  const urlOfItem = ({ type, selector, host, port }: MenuItem, plus: string | null): Canonical | null => {
    const secure = resolution.scheme === 'gophers' && host === server.host && port === server.port;
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

/** The item of this request under another Gopher+ string, not yet canonical; `null` = without one. */
export function urlWithPlus(
  { resolution, path }: Pick<GopherLink, 'resolution' | 'path'>,
  plus: string | null,
): string {
  const { canonical, components } = resolution;
  const [item = ''] = canonical.split('%09', 1);
  const withType = components.path === '/' ? `${item}1` : item;
  if (plus === null) return path.search === null || path.search === '' ? withType : `${withType}%09${path.search}`;
  return `${withType}%09${path.search ?? ''}%09${encodeURIComponent(plus)}`;
}

/** The form of this item without answers, not yet canonical. */
export function formUrl(context: Pick<GopherLink, 'resolution' | 'path'>): string {
  const view = requestedView(context);
  return urlWithPlus(context, view === '' ? '?' : `+${view}`);
}

/** The representation that the link requests, with its language; empty = any. */
export function requestedView({ resolution: { details } }: Pick<GopherLink, 'resolution'>): string {
  const { view = null, language = null } = details.gopherPlus ?? {};
  return [view, language].filter((part) => part !== null).join(' ');
}

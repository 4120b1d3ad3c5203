/**
 * The URLs of items: of the lines of a menu, of an item under another Gopher+ string, and of the same item over TLS.
 */
import type { Canonical } from '../../../src/index.ts';
import type { OctetString } from '../../../src/octets/octet-string.ts';
import { escapeOctets, itemPath } from '../../../src/protocols/gopher/item-url.ts';
import type { MenuItem, MenuLine, ServerAddress } from '../../../src/protocols/gopher/menu.ts';
import { canonicalOrNull } from '../contract/canonical-or-null.ts';
import type { GopherContext } from './context.ts';

/** The part of the context that the links of a menu depend on: the link of the menu itself. */
type MenuContext = Pick<GopherContext, 'resolution' | 'server'>;

/** Item types that are sessions of another protocol. Their selector is the name to log in with. */
const sessionSchemes: ReadonlyMap<string, string> = new Map([
  ['8', 'telnet'],
  ['T', 'tn3270'],
]);

/** The URL of the session that an item of type 8 or T leads to; `null` for any other type. */
export function sessionUrl(type: string, server: ServerAddress, selector: OctetString): string | null {
  const scheme = sessionSchemes.get(type);
  if (scheme === undefined) return null;
  const user = escapeOctets(selector).replace(/[:@/]/g, encodeURIComponent);
  return `${scheme}://${user === '' ? '' : `${user}@`}${server.host}:${server.port}/`;
}

/** The canonical URLs that the lines of a menu lead to. */
export interface ItemLinks {
  /** The URL of a line; `null` for a line without a link, or with one that is not valid. */
  ofLine(line: MenuLine): Canonical | null;
  /** The URL of the attributes of a Gopher+ item. */
  ofAttributes(item: MenuItem): Canonical | null;
}

/**
 * The links of a menu. A menu that came over TLS leads to items over TLS on the same server; whether other servers
 * speak TLS is unknown.
 */
export function itemLinks({ resolution, server }: MenuContext): ItemLinks {
  const roots = serverRoots();
  const urlOfItem = ({ type, selector, host, port }: MenuItem, plus: string | null): Canonical | null => {
    const secure = resolution.scheme === 'gophers' && host === server.host && port === server.port;
    const root = roots(secure, host, port);
    return root === null ? null : canonicalOrNull(root + itemPath({ type, selector, plus }));
  };
  return {
    ofLine(line) {
      if (line.kind === 'link') return canonicalOrNull(line.url);
      if (line.kind !== 'item') return null;
      const session = sessionSchemes.has(line.type) ? sessionUrl(line.type, line, line.selector) : null;
      return session === null ? urlOfItem(line, line.plus === 'form' ? '?' : null) : canonicalOrNull(session);
    },
    ofAttributes: (item) => urlOfItem(item, '!'),
  };
}

/** The canonical URLs of servers, of which the last is remembered: most lines of a menu name the same server. */
function serverRoots(): (secure: boolean, host: string, port: number) => Canonical | null {
  let [lastHost, lastPort, lastSecure]: [string | null, number, boolean] = [null, 0, false];
  let root: Canonical | null = null;
  return (secure, host, port) => {
    if (host !== lastHost || port !== lastPort || secure !== lastSecure) {
      root = canonicalOrNull(`gopher${secure ? 's' : ''}://${host}:${port}/`);
      [lastHost, lastPort, lastSecure] = [host, port, secure];
    }
    return root;
  };
}

/** The item of this request under another Gopher+ string, not yet canonical; `null` = without one. */
export function urlWithPlus({ resolution, path }: GopherContext, plus: string | null): string {
  const { canonical, components } = resolution;
  const [item = ''] = canonical.split('%09', 1);
  const withType = components.path === '/' ? `${item}1` : item;
  if (plus === null) return path.search === null || path.search === '' ? withType : `${withType}%09${path.search}`;
  return `${withType}%09${path.search ?? ''}%09${encodeURIComponent(plus)}`;
}

/** The form of this item without answers, not yet canonical. */
export function formUrl(context: GopherContext): string {
  const view = requestedView(context);
  return urlWithPlus(context, view === '' ? '?' : `+${view}`);
}

/** The representation that the link requests, with its language; empty = any. */
export function requestedView({ resolution: { details } }: GopherContext): string {
  const { view = null, language = null } = details.gopherPlus ?? {};
  return [view, language].filter((part) => part !== null).join(' ');
}

/** The item of this request over TLS at another port of its server. */
export function secureUrl({ server, resolution: { components } }: GopherContext, port: number): string {
  return `gophers://${server.host}:${port}${components.path}`;
}

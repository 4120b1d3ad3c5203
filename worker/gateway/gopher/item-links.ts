/**
 * The URLs of items: of the lines of a menu, of an item under another Gopher+ string, and of the same item over TLS.
 */
import type { Canonical } from '../../../src/index.ts';
import { escapeOctets, itemUrl } from '../../../src/schemes/gopher/item-url.ts';
import type { MenuItem, MenuLine, ServerAddress } from '../../../src/schemes/gopher/menu.ts';
import { canonicalOrNull } from '../shared/canonical-or-null.ts';
import type { GopherContext } from './context.ts';

/** The part of the context that the links of a menu depend on: the link of the menu itself. */
type MenuContext = Pick<GopherContext, 'resolution' | 'server'>;

/** Item types that are sessions of another protocol. Their selector is the name to log in with. */
const sessionSchemes: ReadonlyMap<string, string> = new Map([
  ['8', 'telnet'],
  ['T', 'tn3270'],
]);

/** The URL of the session that an item of type 8 or T leads to; `null` for any other type. */
export function sessionUrl(type: string, server: ServerAddress, selector: Uint8Array): string | null {
  const scheme = sessionSchemes.get(type);
  if (scheme === undefined) return null;
  const user = escapeOctets(selector).replace(/[:@/]/g, encodeURIComponent);
  return `${scheme}://${user === '' ? '' : `${user}@`}${server.host}:${server.port}/`;
}

/** The canonical URL that a menu line leads to; `null` for a line without a link, or with one that is not valid. */
export function linkOfLine(line: MenuLine, context: MenuContext): Canonical | null {
  switch (line.kind) {
    case 'item':
      return canonicalOrNull(sessionUrl(line.type, line, line.selector) ?? urlOfItem(line, context));
    case 'link':
      return canonicalOrNull(line.url);
    default:
      return null;
  }
}

/**
 * The URL of an item. A menu that came over TLS leads to items over TLS on the same server; whether other servers
 * speak TLS is unknown.
 */
function urlOfItem(item: MenuItem, { resolution, server }: MenuContext): string {
  const secure = resolution.scheme === 'gophers' && item.host === server.host && item.port === server.port;
  const plus = item.plus === 'form' ? '?' : null;
  return itemUrl({ secure, server: item, type: item.type, selector: item.selector, plus });
}

/** The canonical URL of the attributes of a Gopher+ item. */
export function attributesLink(item: MenuItem, context: MenuContext): Canonical | null {
  return canonicalOrNull(`${urlOfItem({ ...item, plus: null }, context)}%09%09!`);
}

/** The item of this request under another Gopher+ string, not yet canonical; `null` = without one. */
export function urlWithPlus({ resolution, path }: GopherContext, plus: string | null): string {
  const { canonical, components } = resolution;
  const [item = ''] = canonical.split('%09', 1);
  const withType = components.path === '/' ? `${item}1` : item;
  if (plus === null) return path.search === null || path.search === '' ? withType : `${withType}%09${path.search}`;
  return `${withType}%09${path.search ?? ''}%09${encodeURIComponent(plus)}`;
}

/** The item of this request over TLS at another port of its server. */
export function secureUrl({ server, resolution: { components } }: GopherContext, port: number): string {
  return `gophers://${server.host}:${port}${components.path}`;
}

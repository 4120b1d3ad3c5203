/**
 * From the lines of a menu to links: the canonical URL of each, and where a click on it leads.
 */
import { type Canonical, canonicalize, UrlError } from '../../../src/index.ts';
import { escapeOctets, itemUrl } from '../../../src/schemes/gopher/item-url.ts';
import type { MenuItem, MenuLine, Place } from '../../../src/schemes/gopher/menu.ts';
import type { GopherContext } from './reply.ts';

/** The server that is being visited. */
export function placeOf({ resolution: { components } }: GopherContext): Place {
  return { host: components.host ?? '', port: components.port ?? 70 };
}

/** Item types that are sessions of another protocol; the selector is the name to log in with. */
const sessions: ReadonlyMap<string, string> = new Map([
  ['8', 'telnet'],
  ['T', 'tn3270'],
]);

/** The URL of a session that a gopher item stands for; `null` for any other type. */
export function sessionUrl(type: string, place: Place, selector: Uint8Array): string | null {
  const scheme = sessions.get(type);
  if (scheme === undefined) return null;
  const user = escapeOctets(selector).replace(/[:@/]/g, encodeURIComponent);
  return `${scheme}://${user === '' ? '' : `${user}@`}${place.host}:${place.port}/`;
}

/** The canonical URL that a line leads to; `null` where it leads nowhere, or nowhere that a URL can name. */
export function urlOfLine(line: MenuLine, context: GopherContext): Canonical | null {
  switch (line.kind) {
    case 'item':
      return canonicalOrNull(sessionUrl(line.type, line, line.selector) ?? urlOfItem(line, context));
    case 'link':
      return canonicalOrNull(line.url);
    default:
      return null;
  }
}

/** Over TLS where the menu came over TLS from the same server; of others nobody knows whether they speak it. */
function urlOfItem(item: MenuItem, context: GopherContext): string {
  const here = placeOf(context);
  const secure = context.resolution.scheme === 'gophers' && item.host === here.host && item.port === here.port;
  const plus = item.plus === 'form' ? '?' : null;
  return itemUrl({ secure, place: item, type: item.type, selector: item.selector, plus });
}

/** The attributes of an item of Gopher+. */
export function attributesUrl(item: MenuItem, context: GopherContext): Canonical | null {
  return canonicalOrNull(`${urlOfItem({ ...item, plus: null }, context)}%09%09!`);
}

function canonicalOrNull(url: string): Canonical | null {
  try {
    return canonicalize(url);
  } catch (error) {
    if (error instanceof UrlError) return null;
    throw error;
  }
}

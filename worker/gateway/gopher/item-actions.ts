/** What can be done with an item, beyond looking at its page. */
import { splitGopherPath } from '../../../src/schemes/gopher/path.ts';
import type { Action } from '../../pages/layout.tsx';
import { placeOf } from './item-links.ts';
import { knownCapabilities } from './known-servers.ts';
import type { GopherContext } from './reply.ts';

/** Servers that were seen to speak Gopher+, since this isolate began. It only decides what is offered. */
const plusServers = new Set<string>();
const MOST_SERVERS = 1000;

/** Remembers that a server speaks Gopher+. */
export function notePlus(context: GopherContext): void {
  if (plusServers.size >= MOST_SERVERS) plusServers.clear();
  plusServers.add(serverOf(context));
}

function serverOf(context: GopherContext): string {
  const { host, port } = placeOf(context);
  return `${host}:${port}`;
}

/** The same item under another Gopher+ string; `null` = without any. */
export function withPlus(context: GopherContext, plus: string | null): string {
  const { canonical, components } = context.resolution;
  const { search } = splitGopherPath(components.path);
  const [item = ''] = canonical.split('%09', 1);
  const bare = item.endsWith('/') && components.path === '/' ? `${item}1` : item;
  if (plus === null) return search === null || search === '' ? bare : `${bare}%09${search}`;
  return `${bare}%09${search ?? ''}%09${encodeURIComponent(plus)}`;
}

/** Views of an item: as it came, for programs, and what Gopher+ knows of it. */
export function itemActions(context: GopherContext): Action[] {
  const { links, resolution } = context;
  const actions: Action[] = [
    { text: 'Raw', href: links.self({ format: 'raw' }) },
    { text: 'JSON', href: links.self({ format: 'json' }) },
  ];
  const plus = plusServers.has(serverOf(context))
    ? withPlus(context, resolution.details.type === '1' ? '$' : '!')
    : null;
  const attributes = plus === null ? null : links.hrefOf(plus);
  if (attributes !== null) actions.push({ text: 'Attributes', href: attributes });
  const secure = secureUrl(context);
  const overTls = secure === null ? null : links.hrefOf(secure);
  if (overTls !== null) actions.push({ text: 'Over TLS', href: overTls });
  return actions;
}

/** The same item over TLS, where the server is known to speak it; `null` where it is not, or where this is it. */
function secureUrl(context: GopherContext): string | null {
  const { scheme, components } = context.resolution;
  const port = knownCapabilities(context)?.tlsPort ?? null;
  return scheme !== 'gopher' || port === null ? null : `gophers://${components.host}:${port}${components.path}`;
}

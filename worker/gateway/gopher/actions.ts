/** What can be done with an item, beyond looking at its page. */
import { splitGopherPath } from '../../../src/schemes/gopher/path.ts';
import type { Action } from '../../pages/layout.tsx';
import { placeOf } from './item-links.ts';
import type { GopherVisit } from './reply.ts';

/** Servers that were seen to speak Gopher+, since this isolate began. It only decides what is offered. */
const plusServers = new Set<string>();
const MOST_SERVERS = 1000;

/** Remembers that a server speaks Gopher+. */
export function notePlus(visit: GopherVisit): void {
  if (plusServers.size >= MOST_SERVERS) plusServers.clear();
  plusServers.add(serverOf(visit));
}

function serverOf(visit: GopherVisit): string {
  const { host, port } = placeOf(visit);
  return `${host}:${port}`;
}

/** The same item under another Gopher+ string; `null` = without any. */
export function withPlus(visit: GopherVisit, plus: string | null): string {
  const { canonical, components } = visit.resolution;
  const { search } = splitGopherPath(components.path);
  const [item = ''] = canonical.split('%09', 1);
  const bare = item.endsWith('/') && components.path === '/' ? `${item}1` : item;
  if (plus === null) return search === null || search === '' ? bare : `${bare}%09${search}`;
  return `${bare}%09${search ?? ''}%09${encodeURIComponent(plus)}`;
}

/** Views of an item: as it came, for programs, and what Gopher+ knows of it. */
export function itemActions(visit: GopherVisit): Action[] {
  const { links, resolution } = visit;
  const actions: Action[] = [
    { text: 'Raw', href: links.here({ format: 'raw' }) },
    { text: 'JSON', href: links.here({ format: 'json' }) },
  ];
  if (!plusServers.has(serverOf(visit))) return actions;
  const attributes = links.hrefOf(withPlus(visit, resolution.details.type === '1' ? '$' : '!'));
  return attributes === null ? actions : [...actions, { text: 'Attributes', href: attributes }];
}

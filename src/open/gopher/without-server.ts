/**
 * Links that need no request to the server: searches without words (RFC 4266 §2.2), items that gopher does not fetch
 * (sessions of types 8 and T, lines of type i), and links that lead out of gopher.
 */
import { octetStringOf } from '../../octets/charset.ts';
import { sessionUrl } from '../../protocols/gopher/menu.ts';
import { ProtocolError } from '../../protocols/protocol-error.ts';
import { decodeOctets } from '../../uri/decode.ts';
import type { JsonLinks } from '../links.ts';
import type { Moved, Values } from '../opened.ts';
import { type GopherItem, urlIn } from './item.ts';
import { itemKind } from './item-kinds.ts';
import { movedTo } from './moved.ts';

/** A terminal session on another computer. */
export interface Session extends Values {
  readonly kind: 'session';
  readonly item: GopherItem;
  readonly url: string;
}

/** The form of a search that has no words yet. */
export interface Search extends Values {
  readonly kind: 'search';
  readonly item: GopherItem;
}

/** What follows from a link alone, stays. In seconds. */
const FRESH = 3600;

/**
 * What a link is without a request to the server; `null` = the server must be asked.
 *
 * @throws ProtocolError `invalid-request` for an item that gopher does not fetch
 */
export function withoutServer(item: GopherItem): Moved | Session | Search | null {
  const { link, path, server } = item;
  const { selector, search, plus } = path;
  const { type } = link.details;
  const url = urlIn(selector);
  if (url !== null) return movedTo(url, true);
  const { presentation } = itemKind(type);
  if (presentation === 'explained') {
    const session = sessionUrl(type, server, octetStringOf(decodeOctets(selector)));
    if (session !== null) return sessionOf(item, session);
    throw new ProtocolError('invalid-request', 'Items of this type are text in a menu, not links.');
  }
  const isForm = presentation === 'search' && plus === null && (search ?? '') === '';
  return isForm ? searchOf(item) : null;
}

function sessionOf(item: GopherItem, url: string): Session {
  const { link, server } = item;
  const { host, port } = server;
  const login = link.details.selector || null;
  return {
    shape: 'values',
    kind: 'session',
    freshFor: FRESH,
    item,
    url,
    json: () => ({ kind: 'session', url: link.canonical, session: url, host, port, login }),
    lines: () => [`This leads to a terminal session: ${url}`],
  };
}

function searchOf(item: GopherItem): Search {
  const form = ({ self }: JsonLinks) => ({ parameter: 'search', method: 'GET', action: self({}) });
  return {
    shape: 'values',
    kind: 'search',
    freshFor: FRESH,
    item,
    json: (links) => ({ kind: 'search', url: item.link.canonical, form: form(links) }),
    lines: () => ['This is a search. Add the words to the link, after %09.'],
  };
}

/** Items that need no request to the server: terminal sessions, and searches without words (RFC 4266 §2.2). */
import type { JsonLinks } from '../links.ts';
import type { Values } from '../opened.ts';
import type { GopherItem } from './item.ts';

/** A terminal session on another computer. */
export interface GopherSession extends Values {
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

export function sessionOf(item: GopherItem, url: string): GopherSession {
  const { link, server } = item;
  const { host, port } = server;
  const login = link.details.selector || null;
  return {
    shape: 'values',
    kind: 'session',
    freshFor: FRESH,
    item,
    url,
    json: () => ({ kind: 'session', session: url, host, port, login }),
    lines: () => [`This leads to a terminal session: ${url}`],
  };
}

export function searchOf(item: GopherItem): Search {
  const form = ({ self }: JsonLinks) => ({ parameter: 'search', method: 'GET', action: self({}) });
  return {
    shape: 'values',
    kind: 'search',
    freshFor: FRESH,
    item,
    json: (links) => ({ kind: 'search', form: form(links) }),
    lines: () => ['This is a search. Add the words to the link, after %09.'],
  };
}

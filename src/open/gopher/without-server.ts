/** Items that need no request to the server: terminal sessions, and searches without words (RFC 4266 §2.2). */
import { type Canonical, canonicalize } from '../../index.ts';
import { proposedSearch } from '../../schemes/gopher/path.ts';
import { decodeText } from '../../uri/decode.ts';
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
  /** The search that the link may mean, if it has words after a question mark. */
  readonly proposed: { readonly url: Canonical; readonly words: string } | null;
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
  const proposed = proposedOf(item);
  const form = ({ self }: JsonLinks) => ({ parameter: 'search', method: 'GET', action: self({}) });
  return {
    shape: 'values',
    kind: 'search',
    freshFor: FRESH,
    item,
    proposed,
    json: (links) => ({
      kind: 'search',
      form: form(links),
      proposed: proposed === null ? null : { ...proposed, open: links.open(proposed.url) },
    }),
    lines: () => [
      'This is a search. Add the words to the link, after %09.',
      ...(proposed === null ? [] : [`To search for “${proposed.words}”: ${proposed.url}`]),
    ],
  };
}

function proposedOf({ link }: GopherItem): Search['proposed'] {
  const { canonical, components } = link;
  const path = proposedSearch(components.path);
  if (path === null) return null;
  const url = canonicalize(canonical.slice(0, canonical.length - components.path.length) + path);
  return { url, words: decodeText(path.slice(path.indexOf('%09') + 3)) };
}

/**
 * Searches (item type 7): a form that needs no script, and the redirect from what it sends to the link that the
 * search is (RFC 4266 §2.2).
 */
import type { VNode } from 'preact';
import { canonicalize, UrlError } from '../../../src/index.ts';
import { GatewayError } from '../../net/errors.ts';
import { pageResponse } from '../../pages/respond.tsx';
import { jsonResponse } from './caching.ts';
import { chosenFormat, pageOf } from './item-page.ts';
import type { GopherContext } from './reply.ts';

interface SearchProps {
  readonly context: GopherContext;
  readonly words: string;
}

/** The form. Where the link has no path of its own here, its URL travels in a hidden field. */
export function SearchForm({ context, words }: SearchProps): VNode {
  const [action = '', query = ''] = context.links.self().split('?', 2);
  return (
    <search>
      <form class="search" method="get" action={action}>
        {[...new URLSearchParams(query)].map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        <label for="search">Words to search for</label>
        <input id="search" name="search" type="search" value={words} required autocomplete="off" />
        <button type="submit">Search</button>
      </form>
    </search>
  );
}

/** The page of a search that nothing is searched for yet. Nobody asks the server for it. */
export function openSearch(context: GopherContext): Response {
  const { resolution, links, view } = context;
  const headers = { 'Cache-Control': 'public, max-age=3600' };
  if (view.format !== 'html') {
    const template = `${links.origin}${links.self()}`;
    const form = { parameter: 'search', method: 'GET', action: template };
    return jsonResponse(context, { kind: 'search', url: resolution.canonical, form }, { ...headers, Vary: 'Accept' });
  }
  const content = (
    <>
      <p>This item searches the server for the words that you give it.</p>
      <SearchForm context={context} words="" />
    </>
  );
  return pageResponse(context, pageOf(context, { content }), { headers });
}

/**
 * Sends what the form gave to the address of the search.
 *
 * @throws GatewayError `bad-request` for words that gopher cannot carry
 */
export function redirectToSearch(context: GopherContext, words: string): Response {
  const location = context.links.hrefOf(searchUrl(context, words.trim()), chosenFormat(context));
  if (location === null) throw new GatewayError('bad-request', 'A search of gopher cannot have this in it.');
  return new Response(null, { status: 303, headers: { Location: location, 'Cache-Control': 'no-store' } });
}

function searchUrl(context: GopherContext, words: string): string {
  const [item = ''] = context.resolution.canonical.split('%09', 1);
  try {
    // A tab would begin another field, and a line break another request.
    if (/[\t\r\n\0]/.test(words)) throw new GatewayError('bad-request', 'A search of gopher is one line without tabs.');
    return canonicalize(`${item}%09${encodeURIComponent(words.toWellFormed())}`);
  } catch (error) {
    if (!(error instanceof UrlError)) throw error;
    throw new GatewayError('bad-request', 'A search of gopher is one line without tabs.');
  }
}

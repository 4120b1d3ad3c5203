/**
 * Searches (item type 7): a form that needs no script, and the redirect from the submitted form to the link that holds
 * the search (RFC 4266 §2.2).
 */
import { type Canonical, canonicalize, UrlError } from '../../../src/index.ts';
import { GatewayError } from '../../errors/gateway-error.ts';
import { pageResponse } from '../../pages/parts/respond.tsx';
import { WordsForm } from '../shared/search-form.tsx';
import { jsonResponse } from './caching.ts';
import type { GopherContext } from './context.ts';
import { requestedFormat } from './context.ts';
import { itemPage } from './item-page.tsx';

/** Responds with the empty search form, without a request to the server. */
export function openSearch(context: GopherContext): Response {
  const { resolution, links, view } = context;
  const headers = { 'Cache-Control': 'public, max-age=3600' };
  if (view.format !== 'html') {
    const form = { parameter: 'search', method: 'GET', action: `${links.root}${links.self()}` };
    return jsonResponse(context, { kind: 'search', url: resolution.canonical, form }, { ...headers, Vary: 'Accept' });
  }
  const content = (
    <>
      <p>This item searches the server for your words.</p>
      <WordsForm address={links.self()} words="" />
    </>
  );
  return pageResponse(context, itemPage(context, { content }), { headers });
}

/**
 * Redirects a submitted search form to the link of that search.
 *
 * @throws GatewayError `bad-request` for words that a gopher request cannot contain
 */
export function redirectToSearch(context: GopherContext, words: string): Response {
  const location = context.links.hrefOfCanonical(searchLink(context, words.trim()), requestedFormat(context));
  if (location === null) throw new GatewayError('bad-request', 'A gopher search cannot contain these characters.');
  return new Response(null, { status: 303, headers: { Location: location, 'Cache-Control': 'no-store' } });
}

function searchLink(context: GopherContext, words: string): Canonical {
  const [item = ''] = context.resolution.canonical.split('%09', 1);
  try {
    // A tab would begin another field, a line break another request.
    if (/[\t\r\n\0]/.test(words)) throw new GatewayError('bad-request', 'A gopher search is one line without tabs.');
    return canonicalize(`${item}%09${encodeURIComponent(words.toWellFormed())}`);
  } catch (error) {
    if (!(error instanceof UrlError)) throw error;
    throw new GatewayError('bad-request', 'A gopher search is one line without tabs.');
  }
}

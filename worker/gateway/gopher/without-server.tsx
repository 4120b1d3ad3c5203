/**
 * Links that need no request to the server: searches without words (RFC 4266 §2.2), items that gopher does not fetch
 * (sessions of types 8 and T, phone books of type 2, lines of type i), links that lead out of gopher, and files as
 * JSON.
 */
import type { ComponentChildren } from 'preact';
import { type Canonical, canonicalize, UrlError } from '../../../src/index.ts';
import { octetStringOf } from '../../../src/octets/charset.ts';
import { sessionUrl } from '../../../src/protocols/gopher/item-url.ts';
import { decodeOctets, decodeText } from '../../../src/uri/decode.ts';
import { GatewayError } from '../../errors/gateway-error.ts';
import { Details } from '../../pages/parts/details.tsx';
import { pageResponse } from '../../pages/parts/respond.tsx';
import { redirectToSearch, WordsForm } from '../shared/search-form.tsx';
import { jsonResponse } from './caching.ts';
import type { GopherContext } from './context.ts';
import { itemKind } from './item-kinds.ts';
import { itemPage } from './item-page.tsx';
import { searchJson, sessionJson } from './json.ts';
import { describeFile } from './open-file.tsx';

/** The response for a link that needs no request to the server; `null` = the server must be asked. */
export function respondWithoutServer(context: GopherContext): Response | null {
  const { selector, search, plus } = context.path;
  const { presentation } = itemKind(context.resolution.details.type);
  const [, url] = /^(?:\/|%2F)?URL:(.*)$/.exec(selector) ?? [];
  if (url !== undefined) return redirectOut(context.links.away(decodeText(url).trim()));
  if (presentation === 'explained') return explainItem(context);
  const words = context.view.query.get('search');
  if (presentation === 'search' && words !== null && words.trim() !== '') {
    return redirectToSearch(
      context,
      searchLink(context, words.trim()),
      'A gopher search cannot contain these characters.',
    );
  }
  if (presentation === 'search' && (search ?? '') === '' && plus === null) return openSearch(context);
  const isFile = presentation === 'html' || presentation === 'shown' || presentation === 'saved';
  return isFile && plus === null && context.view.format === 'json' ? describeFile(context) : null;
}

/** Redirects a link that leads out of gopher to `/r`, which decides whether and how to open it. */
function redirectOut(location: string): Response {
  return new Response(null, { status: 302, headers: { Location: location, 'Cache-Control': 'no-store' } });
}

/** Explains the item without a request to the server. */
function explainItem(context: GopherContext): Response {
  const { type, selector } = context.resolution.details;
  const url = sessionUrl(type, context.server, octetStringOf(decodeOctets(context.path.selector)));
  if (url !== null) return explainSession(context, url, selector);
  if (type === '2') {
    throw new GatewayError('not-implemented', 'This is a CSO phone book, which has its own protocol (RFC 2378).');
  }
  throw new GatewayError('bad-request', 'Items of this type are text in a menu, not links.');
}

function explainSession(context: GopherContext, url: string, login: string): Response {
  const href = context.links.hrefOf(url);
  const { host, port } = context.server;
  if (context.view.format !== 'html') {
    return jsonResponse(context, sessionJson(context, url), {
      'Cache-Control': 'public, max-age=3600',
      Vary: 'Accept',
    });
  }
  const content: ComponentChildren = (
    <>
      <p>This item is a terminal session on another computer.</p>
      <Details
        rows={[
          ['Host', host],
          ['Port', port],
          ['Log in as', login],
        ]}
      />
      <p>{href === null ? <code>{url}</code> : <a href={href}>Open the session</a>}</p>
    </>
  );
  return pageResponse(context, itemPage(context, { title: `${host}, port ${port}`, content }), {
    headers: { 'Cache-Control': 'public, max-age=3600' },
  });
}

/** Responds with the empty search form, without a request to the server. */
function openSearch(context: GopherContext): Response {
  const { links, view } = context;
  const headers = { 'Cache-Control': 'public, max-age=3600' };
  if (view.format !== 'html') {
    return jsonResponse(context, searchJson(context), { ...headers, Vary: 'Accept' });
  }
  const content = (
    <>
      <p>This item searches the server for your words.</p>
      <WordsForm address={links.self()} words="" />
    </>
  );
  return pageResponse(context, itemPage(context, { content }), { headers });
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

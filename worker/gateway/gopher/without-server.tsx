/**
 * Links that need no request to the server: searches without words (RFC 4266 §2.2), items that gopher does not fetch
 * (sessions of types 8 and T, lines of type i), links that lead out of gopher, and files as JSON.
 */
import type { Canonical } from '../../../src/index.ts';
import { GatewayError } from '../../../src/net/failure.ts';
import { octetStringOf } from '../../../src/octets/charset.ts';
import { urlIn } from '../../../src/open/gopher/item.ts';
import { itemKind } from '../../../src/open/gopher/item-kinds.ts';
import { canonicalOrNull } from '../../../src/open/links.ts';
import { sessionUrl } from '../../../src/protocols/gopher/menu.ts';
import { decodeOctets } from '../../../src/uri/decode.ts';
import { Details } from '../../pages/parts/details.tsx';
import { redirectToSearch, WordsForm } from '../shared/page-parts.tsx';
import type { GopherContext, GopherLink } from './context.ts';
import { itemResponse, redirect } from './item-page.tsx';
import { searchJson, sessionJson } from './json.ts';
import { describeFile } from './open-file.tsx';

/** What a link is that needs no request to the server. */
type WithoutServer =
  /** It leads out of gopher. */
  | { readonly kind: 'moved'; readonly url: string }
  /** It leads to the terminal session of this URL. */
  | { readonly kind: 'session'; readonly url: string }
  /** A search without words. */
  | { readonly kind: 'search' }
  /** A file, as programs see it without its octets. */
  | { readonly kind: 'file' };

/**
 * What a link is without a request to the server; `null` = the server must be asked.
 *
 * @throws GatewayError for an item that gopher does not fetch
 */
export function withoutServer({ path, resolution, server }: GopherLink): WithoutServer | null {
  const { selector, search, plus } = path;
  const { type } = resolution.details;
  const { presentation } = itemKind(type);
  const url = urlIn(selector);
  if (url !== null) return { kind: 'moved', url };
  if (presentation === 'explained') {
    const session = sessionUrl(type, server, octetStringOf(decodeOctets(selector)));
    if (session !== null) return { kind: 'session', url: session };
    throw new GatewayError('bad-request', 'Items of this type are text in a menu, not links.');
  }
  if (plus !== null) return null;
  if (presentation === 'search') return (search ?? '') === '' ? { kind: 'search' } : null;
  const isFile = presentation === 'html' || presentation === 'shown' || presentation === 'saved';
  return isFile ? { kind: 'file' } : null;
}

/** The response for a link that needs no request to the server; `null` = the server must be asked. */
export function respondWithoutServer(context: GopherContext): Response | null {
  const { resolution, links, view } = context;
  const found = withoutServer(context);
  // `/r` decides whether and how to open a link that leads out of gopher.
  if (found?.kind === 'moved') return redirect(links.away(found.url));
  if (found?.kind === 'session') return explainSession(context, found.url, resolution.details.selector);
  const words = view.query.get('search')?.trim() ?? '';
  if (words !== '' && itemKind(resolution.details.type).presentation === 'search') {
    return redirectToSearch(context, searchLink(context, words), 'A gopher search cannot contain these characters.');
  }
  if (found?.kind === 'search') return openSearch(context);
  return found?.kind === 'file' && view.format === 'json' ? describeFile(context) : null;
}

/** For answers that follow from the link alone: they are for an hour. */
const HEADERS = { 'Cache-Control': 'public, max-age=3600', Vary: 'Accept' };

function explainSession(context: GopherContext, url: string, login: string): Response {
  const href = context.links.hrefOf(url);
  const { host, port } = context.server;
  const content = (
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
  return itemResponse(context, HEADERS, {
    json: () => sessionJson(context, url),
    page: () => ({ title: `${host}, port ${port}`, content }),
  });
}

/** Responds with the empty search form, without a request to the server. */
function openSearch(context: GopherContext): Response {
  const content = (
    <>
      <p>This item searches the server for your words.</p>
      <WordsForm address={context.links.self()} words="" />
    </>
  );
  return itemResponse(context, HEADERS, { json: () => searchJson(context), page: () => ({ content }) });
}

function searchLink(context: GopherContext, words: string): Canonical {
  const [item = ''] = context.resolution.canonical.split('%09', 1);
  // A tab would begin another field, a line break another request.
  const isLine = !/[\t\r\n\0]/.test(words);
  const link = isLine ? canonicalOrNull(`${item}%09${encodeURIComponent(words.toWellFormed())}`) : null;
  if (link === null) throw new GatewayError('bad-request', 'A gopher search is one line without tabs.');
  return link;
}

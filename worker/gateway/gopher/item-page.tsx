import { displayText } from '../../../src/octets/ansi.ts';
import { jsonText } from '../../../src/octets/controls.ts';
import { latin1Of } from '../../../src/octets/octets.ts';
import type { MenuLine } from '../../../src/protocols/gopher/menu.ts';
import type { GopherRefusal } from '../../../src/protocols/gopher/reply.ts';
import { matchesTag } from '../../http/headers.ts';
import { askedUrl } from '../../http/hosts.ts';
import type { Page } from '../../pages/parts/layout.tsx';
import { Notice } from '../../pages/parts/notice.tsx';
import { pageResponse } from '../../pages/parts/respond.tsx';
import { fingerprint } from '../../settings/fingerprint.ts';
import { version } from '../../version.ts';
import { type ViewerPage, viewerPage } from '../shared/viewer.tsx';
import { formUrl, type GopherContext, itemLinks, itemName, linkName, urlWithPlus } from './context.ts';
import { itemTypeName } from './item-kinds.ts';
import { isKnownPlusServer, knownCapabilities } from './known-servers.ts';

export interface ItemPage extends Omit<ViewerPage, 'title'> {
  /** `null` = the name that its link had, or else that of the item. */
  readonly title?: string | null;
}

/** The page of an item. */
export function itemPage(
  context: GopherContext,
  { title = null, kicker, feed = null, content, ...others }: ItemPage,
): Page {
  const { details, scheme } = context.resolution;
  const name = linkName(context) ?? itemName(context);
  const language = details.gopherPlus?.language;
  return viewerPage(context, {
    ...itemActions(context),
    ...others,
    title: title ?? (details.search ? `${name}: ${displayText(details.search)}` : name),
    kicker:
      context.answeredForm !== null
        ? 'Reply to your form'
        : (kicker ?? `${scheme === 'gophers' ? 'Gopher over TLS' : 'Gopher'} ${itemTypeName(details.type)}`),
    // The answers may be long, and the form shows them.
    canonical: details.gopherPlus?.kind === 'form' ? formUrl(context) : context.links.canonical,
    feed: context.answeredForm === null ? feed : null,
    content:
      context.answeredForm === null ? (
        content
      ) : (
        <>
          <Notice>
            {context.answeredForm.isKept
              ? 'Reloading this page does not send your answers again.'
              : 'If you load this page again, your answers are sent again.'}{' '}
            <a href={context.answeredForm.href}>Fill in again</a>
          </Notice>
          {content}
        </>
      ),
    // Gopher+ writes `En_US` (§2.6), HTML `En-US`.
    ...(language && { language: language.replace('_', '-') }),
  });
}

/** The actions for the item of a request. Attributes and TLS are offered only if the server is known to have them. */
export function itemActions(context: GopherContext): Pick<ViewerPage, 'attributes' | 'others' | 'without'> {
  const { links, resolution, server, answeredForm } = context;
  // The other views would show the form: only another POST would show the same reply.
  if (answeredForm !== null) return { without: ['json', 'raw'] };
  const plus = resolution.details.type === '1' ? '$' : '!';
  const attributes = isKnownPlusServer(server) ? links.hrefOf(urlWithPlus(context, plus)) : null;
  const tlsPort = resolution.scheme === 'gopher' ? (knownCapabilities(server)?.tlsPort ?? null) : null;
  const path = resolution.components.path;
  const overTls = tlsPort === null ? null : links.hrefOf(`gophers://${server.host}:${tlsPort}${path}`);
  return { attributes, others: [['Over TLS', overTls]] };
}

/** A redirect that nobody may keep. */
export function redirect(location: string, status: 302 | 303 = 302): Response {
  return new Response(null, { status, headers: { Location: location, 'Cache-Control': 'no-store' } });
}

/** Redirects to the new place of an item that has moved, and throws any other error of the server. */
export function respondToRefusal(context: GopherContext, { moved, error }: GopherRefusal): Response {
  const location = moved === null ? null : redirectTarget(context, moved);
  if (location === null) throw error;
  return redirect(location);
}

/** The target of the redirect: a path of the gateway, or `/r` for a link that leads out of gopher. */
function redirectTarget(context: GopherContext, line: MenuLine): string | null {
  const link = itemLinks(context).ofLine(line);
  if (link === null) return null;
  if (line.kind === 'link') return context.links.away(link);
  const format = context.view.query.get('format');
  return context.links.hrefOfCanonical(link, format === null ? undefined : { format });
}

/** Five minutes: gopher has no way to ask whether an item changed. */
export const MENUS_AND_TEXTS = 'public, max-age=300';

/**
 * Responds with the result of `make`, or with 304 if the client already has it.
 *
 * @param parts - everything that the response depends on, except the request itself
 * @param make - gets the headers of a response that may be cached
 */
export function cacheableResponse(
  context: GopherContext,
  parts: readonly (Uint8Array | string)[],
  make: (headers: Record<string, string>) => Response,
): Response {
  const { request, environment, view } = context;
  const texts = parts.map((part) => (typeof part === 'string' ? part : latin1Of(part)));
  const name = view.format === 'html' ? linkName(context) : null;
  const tag = fingerprint(
    [version, environment.fingerprint, askedUrl(request), view.format, name, ...texts].join('\n'),
  );
  const headers = { ETag: `"${tag}"`, 'Cache-Control': MENUS_AND_TEXTS, Vary: 'Accept' };
  const isFresh = matchesTag(request.headers.get('If-None-Match') ?? '', headers.ETag);
  return isFresh ? new Response(null, { status: 304, headers }) : make(headers);
}

/** An item for people and for programs. Only the requested representation is made. */
interface Representations {
  readonly page: () => ItemPage;
  readonly json: () => object;
}

/** Responds with an item as a page or as JSON. */
export function itemResponse(
  context: GopherContext,
  headers: Record<string, string>,
  { page, json }: Representations,
): Response {
  if (context.view.format !== 'html') return jsonResponse(context, json(), headers);
  return pageResponse(context, itemPage(context, page()), { headers });
}

/** Responds with a value as JSON. */
export function jsonResponse({ request }: GopherContext, value: object, headers: Record<string, string>): Response {
  const body = new TextEncoder().encode(`${jsonText(value)}\n`);
  const all = { ...headers, 'Content-Type': 'application/json', 'Content-Length': String(body.length) };
  return new Response(request.method === 'HEAD' ? null : body, { headers: all });
}

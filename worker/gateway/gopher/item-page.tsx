import { formUrl, headOf, itemLinks } from '../../../src/open/gopher/item.ts';
import { FRESH } from '../../../src/open/gopher/menu.ts';
import type { MenuLine } from '../../../src/protocols/gopher/menu.ts';
import type { GopherRefusal } from '../../../src/protocols/gopher/reply.ts';
import type { Page } from '../../pages/parts/layout.tsx';
import { Notice } from '../../pages/parts/notice.tsx';
import { pageResponse } from '../../pages/parts/respond.tsx';
import { actionsOf, jsonResponse, itemPage as pageOfItem, taggedResponse } from '../shapes/item-page.ts';
import { type ViewerPage, viewerPage } from '../shared/viewer.tsx';
import type { GopherContext } from './context.ts';

export interface ItemPage extends Omit<ViewerPage, 'title' | 'kicker'> {
  /** `null` = the name that its link had, or else that of the item. */
  readonly title?: string | null;
  readonly kicker?: string;
}

/** The page of an item. */
export function itemPage(context: GopherContext, { title = null, kicker, ...page }: ItemPage): Page {
  const ownPage = pageOfItem(context, headOf(context), { title, ...page });
  return viewerPage(context, aroundReply(context)(kicker === undefined ? ownPage : { ...ownPage, kicker }));
}

/** The page of a reply to a form. The other views would show the form: only another POST would show the same reply. */
export function aroundReply(context: GopherContext): (page: ViewerPage) => ViewerPage {
  const { answeredForm, resolution } = context;
  // The answers may be long, and the form shows them.
  const own = resolution.details.gopherPlus?.kind === 'form' ? { canonical: formUrl(context) } : {};
  if (answeredForm === null) return (page) => ({ ...page, ...own });
  const { href, isKept } = answeredForm;
  return (page) => ({
    ...page,
    ...own,
    kicker: 'Reply to your form',
    attributes: null,
    others: [],
    without: ['json', 'raw'],
    feed: null,
    content: (
      <>
        <Notice>
          {isKept
            ? 'Reloading this page does not send your answers again.'
            : 'If you load this page again, your answers are sent again.'}{' '}
          <a href={href}>Fill in again</a>
        </Notice>
        {page.content}
      </>
    ),
  });
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

/** The part of an entity tag that follows from the actions of a page. */
export function actionsPart(context: GopherContext): string {
  return JSON.stringify(actionsOf(context, headOf(context)));
}

/**
 * Responds with the result of `make`, or with 304 if the client already has it.
 *
 * @param parts - everything that the response depends on, except the request itself
 * @param make - gets the headers of a response that may be cached
 */
export function cacheableResponse(
  context: GopherContext,
  parts: readonly (Uint8Array | string)[],
  make: (headers: Readonly<Record<string, string>>) => Response,
): Response {
  const headers = { 'Cache-Control': `public, max-age=${FRESH}`, Vary: 'Accept' };
  return taggedResponse(context, headOf(context), parts, headers, make);
}

/** An item for people and for programs. Only the requested representation is made. */
interface Representations {
  readonly page: () => ItemPage;
  readonly json: () => object;
}

/** Responds with an item as a page or as JSON. */
export function itemResponse(
  context: GopherContext,
  headers: Readonly<Record<string, string>>,
  { page, json }: Representations,
): Response {
  if (context.view.format !== 'html') return jsonResponse(json(), headers);
  return pageResponse(context, itemPage(context, page()), { headers });
}

/** What the pages of all items share: title, breadcrumbs, actions, and the answer to an error of the server. */
import type { ComponentChildren } from 'preact';
import { displayText } from '../../../src/octets/ansi.ts';
import type { MenuLine } from '../../../src/protocols/gopher/menu.ts';
import type { GopherRefusal } from '../../../src/protocols/gopher/refusal.ts';
import type { Action, Page } from '../../pages/parts/layout.tsx';
import { Notice } from '../../pages/parts/notice.tsx';
import { breadcrumbsOf } from '../shared/breadcrumbs.ts';
import {
  formUrl,
  type GopherContext,
  itemLinks,
  itemName,
  requestedFormat,
  secureUrl,
  urlWithPlus,
} from './context.ts';
import { itemTypeName } from './item-kinds.ts';
import { isKnownPlusServer, knownCapabilities } from './known-servers.ts';

interface ItemPage {
  /** `null` = the name of the item. */
  readonly title?: string | null;
  readonly kicker?: string;
  readonly actions?: readonly Action[];
  readonly feed?: string | null;
  readonly content: ComponentChildren;
}

/** The page of an item. */
export function itemPage(
  context: GopherContext,
  { title = null, kicker, actions = [], feed = null, content }: ItemPage,
): Page {
  const { details, scheme } = context.resolution;
  const name = itemName(context);
  const language = details.gopherPlus?.language;
  return {
    title: title ?? (details.search ? `${name}: ${displayText(details.search)}` : name),
    kicker:
      context.answeredForm !== null
        ? 'Reply to your form'
        : (kicker ?? `${scheme === 'gophers' ? 'Gopher over TLS' : 'Gopher'} ${itemTypeName(details.type)}`),
    // The answers may be long, and the form shows them.
    canonical: details.gopherPlus?.kind === 'form' ? formUrl(context) : context.links.canonical,
    breadcrumbs: breadcrumbsOf(context.resolution, context.links),
    actions,
    feed: context.answeredForm === null ? feed : null,
    content:
      context.answeredForm === null ? (
        content
      ) : (
        <>
          <Notice>
            {context.answeredForm.isKept
              ? 'Your browser keeps this reply. If you load this page again, your answers are not sent again.'
              : 'If you load this page again, your answers are sent again.'}
          </Notice>
          {content}
        </>
      ),
    // Gopher+ writes `En_US` (§2.6), HTML `En-US`.
    ...(language && { language: language.replace('_', '-') }),
  };
}

/** The actions for the item of a request. Attributes and TLS are offered only if the server is known to have them. */
export function itemActions(context: GopherContext): Action[] {
  const { links, resolution, server, answeredForm } = context;
  // The other views would show the form: only another POST would show the same reply.
  if (answeredForm !== null) return [{ text: 'Fill in again', href: answeredForm.href }];
  const actions: Action[] = [
    { text: 'Raw', href: links.self({ format: 'raw' }) },
    { text: 'JSON', href: links.self({ format: 'json' }) },
  ];
  const plus = resolution.details.type === '1' ? '$' : '!';
  const attributes = isKnownPlusServer(server) ? links.hrefOf(urlWithPlus(context, plus)) : null;
  if (attributes !== null) actions.push({ text: 'Attributes', href: attributes });
  const tlsPort = resolution.scheme === 'gopher' ? (knownCapabilities(server)?.tlsPort ?? null) : null;
  const overTls = tlsPort === null ? null : links.hrefOf(secureUrl(context, tlsPort));
  if (overTls !== null) actions.push({ text: 'Over TLS', href: overTls });
  return actions;
}

/**
 * Responds to an error of the server.
 *
 * @returns a redirect to the new place of an item that has moved
 * @throws ProtocolError for any other error
 */
export function respondToRefusal(context: GopherContext, { moved, error }: GopherRefusal): Response {
  const location = moved === null ? null : redirectTarget(context, moved);
  if (location === null) throw error;
  return new Response(null, { status: 302, headers: { Location: location, 'Cache-Control': 'no-store' } });
}

/** The target of the redirect: a path of the gateway, or `/r` for a link that leads out of gopher. */
function redirectTarget(context: GopherContext, line: MenuLine): string | null {
  const link = itemLinks(context).ofLine(line);
  if (link === null) return null;
  if (line.kind === 'link') return context.links.away(link);
  return context.links.hrefOfCanonical(link, requestedFormat(context));
}

/** Responds to an error of the server: with a redirect to the new place of an item that has moved, else with the error. */
import type { MenuLine } from '../../../src/protocols/gopher/menu.ts';
import type { GopherContext } from './context.ts';
import { itemLinks } from './item-links.ts';
import { requestedFormat } from './item-page.tsx';
import { type Refusal, readErrorReply, refusalIn } from './refusal.ts';
import type { Reply } from './reply.ts';

/**
 * Responds to an error reply of Gopher+.
 *
 * @returns a redirect to the new place of an item that has moved
 * @throws GatewayError for any other error
 */
export async function respondToErrorReply(context: GopherContext, reply: Reply): Promise<Response> {
  return respondTo(context, await readErrorReply(context.server, reply));
}

/**
 * Checks whether a reply is an error of the server before it is shown as an item.
 *
 * @returns a redirect for an item that has moved; `null` for an item
 * @throws GatewayError for an error of the server
 */
export async function checkRefusal(context: GopherContext, reply: Reply): Promise<Response | null> {
  const refusal = await refusalIn(context.server, reply);
  return refusal === null ? null : respondTo(context, refusal);
}

function respondTo(context: GopherContext, { moved, error }: Refusal): Response {
  const location = moved === null ? null : redirectTarget(context, moved);
  if (location === null) throw error;
  return new Response(null, { status: 302, headers: { Location: location, 'Cache-Control': 'no-store' } });
}

/** The target of the redirect: a path of the gateway, or `/r` for a link that leads out of gopher. */
function redirectTarget(context: GopherContext, line: MenuLine): string | null {
  const link = itemLinks(context).ofLine(line);
  if (link === null) return null;
  if (line.kind === 'link') return `/r?url=${encodeURIComponent(link)}`;
  return context.links.hrefOfCanonical(link, requestedFormat(context));
}

/** Replies without any octets, which are empty items or the only sign of a server that failed. */
import { GatewayError } from '../../errors/gateway-error.ts';
import { Empty } from '../../pages/parts/notice.tsx';
import { pageResponse } from '../../pages/parts/respond.tsx';
import { jsonResponse } from './caching.ts';
import type { GopherContext } from './context.ts';
import type { Presentation } from './item-kinds.ts';
import { itemPage } from './item-page.tsx';

/** What may be empty: servers of today send an empty file in this way. A menu, picture or message has octets. */
const MAY_BE_EMPTY: ReadonlySet<Presentation> = new Set(['text', 'html', 'saved']);

/**
 * Responds to a reply without any octets. It may be an empty file, or the server failed and has no other way to say so.
 * So nobody may keep the answer.
 *
 * @throws GatewayError `gateway-protocol` if an item of this kind cannot be empty
 */
export function emptyResponse(context: GopherContext, presentation: Presentation): Response {
  if (!MAY_BE_EMPTY.has(presentation))
    throw new GatewayError('gateway-protocol', 'The server closed the connection without sending anything.');
  const headers = { 'Cache-Control': 'no-store', Vary: 'Accept' };
  const { format } = context.view;
  if (format === 'html' && presentation === 'text') {
    const content = <Empty>The server sent nothing. The text may be empty, or the server may have failed.</Empty>;
    return pageResponse(context, itemPage(context, { content }), { headers });
  }
  if (format === 'json' && presentation === 'text') {
    const { links, resolution } = context;
    const raw = links.root + links.self({ format: 'raw' });
    const body = { kind: 'text', url: resolution.canonical, charset: 'utf-8', text: '' };
    return jsonResponse(context, { ...body, links: { self: links.root + links.self(), raw } }, headers);
  }
  return new Response(null, { headers: { ...headers, 'Content-Type': 'text/plain', 'Content-Length': '0' } });
}

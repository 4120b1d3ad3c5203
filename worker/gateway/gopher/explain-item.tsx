/**
 * Items that are not fetched by gopher: sessions on other hosts (types 8 and T), phone books with another protocol
 * (type 2), and information lines (type i).
 */
import type { ComponentChildren } from 'preact';
import { octetStringOf } from '../../../src/octets/octet-string.ts';
import { sessionUrl } from '../../../src/protocols/gopher/item-url.ts';
import { decodeOctets } from '../../../src/uri/decode.ts';
import { GatewayError } from '../../errors/gateway-error.ts';
import { Details } from '../../pages/parts/details.tsx';
import { pageResponse } from '../../pages/parts/respond.tsx';
import { jsonResponse } from './caching.ts';
import type { GopherContext } from './context.ts';
import { itemPage } from './item-page.tsx';

/** Explains the item without a request to the server. */
export function explainItem(context: GopherContext): Response {
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
    const session = {
      kind: 'session',
      url: context.resolution.canonical,
      session: url,
      host,
      port,
      login: login || null,
    };
    return jsonResponse(context, session, { 'Cache-Control': 'public, max-age=3600', Vary: 'Accept' });
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

/**
 * Items that gopher only points to: sessions on other hosts (types 8 and T), phone books with a protocol of their
 * own (type 2), and lines that are words (type i).
 */
import type { ComponentChildren } from 'preact';
import { splitGopherPath } from '../../../src/schemes/gopher/path.ts';
import { decodeOctets } from '../../../src/uri/octets.ts';
import { GatewayError } from '../../net/errors.ts';
import { Details } from '../../pages/details.tsx';
import { pageResponse } from '../../pages/respond.tsx';
import { jsonResponse } from './caching.ts';
import { placeOf, sessionUrl } from './item-links.ts';
import { pageOf } from './item-page.ts';
import type { GopherContext } from './reply.ts';

/** Says what an item is that is not fetched by gopher; nobody is asked for it. */
export function explainItem(context: GopherContext): Response {
  const { type, selector } = context.resolution.details;
  const { selector: encoded } = splitGopherPath(context.resolution.components.path);
  const url = sessionUrl(type, placeOf(context), decodeOctets(encoded));
  if (url !== null) return explainSession(context, url, selector);
  if (type === '2') {
    throw new GatewayError(
      'not-implemented',
      'This is a phone book of the CSO name server (RFC 2378), which has a protocol of its own.',
    );
  }
  throw new GatewayError('bad-request', 'Items of this type are words in a menu. They lead nowhere.');
}

function explainSession(context: GopherContext, url: string, login: string): Response {
  const href = context.links.hrefOf(url);
  const { host, port } = placeOf(context);
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
  const words: ComponentChildren = (
    <>
      <p>This item is a terminal session on another computer, which a person types at.</p>
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
  return pageResponse(context, pageOf(context, { title: `${host}, port ${port}`, content: words }), {
    headers: { 'Cache-Control': 'public, max-age=3600' },
  });
}

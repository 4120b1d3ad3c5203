/**
 * Texts: a page for a text that is short enough, else a stream; JSON or the octets for programs. The period at the end
 * and the doubled periods, which the protocol adds, are removed.
 */
import type { VNode } from 'preact';
import { displayText } from '../../../src/octets/ansi.ts';
import { detectCharset } from '../../../src/octets/charset.ts';
import { CAPS_SELECTORS, type GopherCapabilities, parseCaps } from '../../../src/protocols/gopher/caps.ts';
import { plainText } from '../../../src/protocols/gopher/period.ts';
import { collectBody, type GopherReply } from '../../../src/protocols/gopher/reply.ts';
import { prefetchDeclared, textReader } from '../../../src/protocols/gopher/text-reader.ts';
import { GatewayError } from '../../errors/gateway-error.ts';
import { type Detail, Details } from '../../pages/parts/details.tsx';
import { Empty } from '../../pages/parts/notice.tsx';
import { pageResponse } from '../../pages/parts/respond.tsx';
import { limits } from '../../settings/limits.ts';
import { dispositionOf } from '../shared/media-type.ts';
import { TextContent } from '../shared/text-content.tsx';
import { cacheableJson, cacheableResponse, jsonResponse } from './caching.ts';
import { type GopherContext, itemName } from './context.ts';
import type { ItemPresentation } from './item-kinds.ts';
import { itemActions, itemPage } from './item-page.tsx';
import { textJson } from './json.ts';
import { rememberCapabilities } from './known-servers.ts';
import { describeFile } from './open-file.tsx';
import { servedCharset, servedOctets, streamFile, typeWithCharset } from './stream-file.ts';

/** Responds with a text in the requested format. */
export async function openText(context: GopherContext, reply: GopherReply): Promise<Response> {
  const { body } = reply;
  body.expectPeriod();
  await prefetchDeclared(body, context.charsets);
  const { octets, complete } = await collectBody(reply, limits.textPage);
  if (!complete) {
    if (context.view.format === 'json') {
      body.close();
      return describeFile(context);
    }
    body.unread(octets);
    const charset = context.view.charset ?? detectCharset(octets, null, 'beginning');
    return streamFile(context, reply, { mediaType: 'text/plain', charset, isText: true });
  }
  return respondWithText(context, plainText(octets));
}

/** Responds with a complete text. */
async function respondWithText(context: GopherContext, octets: Uint8Array): Promise<Response> {
  const reader = await textReader(context.charsets, [octets]);
  const actions = itemActions(context);
  const parts = [octets, reader.charset, JSON.stringify(actions)];
  switch (context.view.format) {
    case 'raw':
      return cacheableResponse(context, parts, (cacheHeaders) => {
        const charset = servedCharset(context, reader.charset);
        const served = servedOctets(octets, charset);
        const headers = {
          ...cacheHeaders,
          'Content-Type': typeWithCharset('text/plain', charset),
          'Content-Disposition': dispositionOf(itemName(context), 'text/plain'),
          'Content-Length': String(served.length),
        };
        return new Response(context.request.method === 'HEAD' ? null : served, { headers });
      });
    case 'json':
      return cacheableJson(context, parts, () => textJson(context, reader.read(octets), reader.charset));
    case 'html': {
      const caps = capabilitiesIn(context, octets);
      const content = (
        <>
          {caps !== null && <CapsNotice context={context} caps={caps} />}
          <TextContent context={context} octets={octets} text={reader.read(octets)} charset={reader.charset} />
        </>
      );
      const page = itemPage(context, { actions, content });
      return cacheableResponse(context, parts, (headers) => pageResponse(context, page, { headers: { ...headers } }));
    }
  }
}

/** The capabilities in a `caps.txt` that a visitor opens. Remembering them saves the server a request later. */
function capabilitiesIn(context: GopherContext, octets: Uint8Array): GopherCapabilities | null {
  if (!CAPS_SELECTORS.has(context.resolution.details.selector)) return null;
  const caps = parseCaps(octets);
  if (caps !== null) rememberCapabilities(context.server, caps);
  return caps;
}

/** The keys of a `caps.txt` that the page shows as a table; the text below it has all keys. */
const shownKeys: readonly (readonly [key: string, name: string])[] = [
  ['ServerDescription', 'Description'],
  ['ServerAdmin', 'Administrator'],
  ['ServerGeolocationString', 'Place'],
  ['ServerSoftware', 'Software'],
  ['ServerDefaultEncoding', 'Charset of texts'],
];

function CapsNotice({ context, caps }: { readonly context: GopherContext; readonly caps: GopherCapabilities }): VNode {
  const secure = caps.tlsPort === null ? null : `gophers://${context.server.host}:${caps.tlsPort}/`;
  const href = secure === null ? null : context.links.hrefOf(secure);
  const values = new Map(caps.entries);
  return (
    <section>
      <h2>About this server</h2>
      <Details
        rows={[
          ...shownKeys.map(
            ([key, name]): Detail => [name, values.has(key) ? displayText(values.get(key) ?? '') : null],
          ),
          ['Over TLS', href === null ? null : <a href={href}>{secure}</a>],
        ]}
      />
    </section>
  );
}

/** What may be empty: servers of today send an empty file in this way. A menu, picture or message has octets. */
const MAY_BE_EMPTY: ReadonlySet<ItemPresentation> = new Set(['text', 'html', 'saved']);

/**
 * Responds to a reply without any octets. It may be an empty file, or the server failed and has no other way to say so.
 * So nobody may keep the answer.
 *
 * @throws GatewayError `gateway-protocol` if an item of this kind cannot be empty
 */
export function emptyResponse(context: GopherContext, presentation: ItemPresentation): Response {
  if (!MAY_BE_EMPTY.has(presentation))
    throw new GatewayError('gateway-protocol', 'The server closed the connection without sending anything.');
  const headers = { 'Cache-Control': 'no-store', Vary: 'Accept' };
  const { format } = context.view;
  if (format === 'html' && presentation === 'text') {
    const content = <Empty>The server sent nothing. The text may be empty, or the server may have failed.</Empty>;
    return pageResponse(context, itemPage(context, { content }), { headers });
  }
  if (format === 'json' && presentation === 'text') {
    return jsonResponse(context, textJson(context, '', 'utf-8'), headers);
  }
  return new Response(null, { headers: { ...headers, 'Content-Type': 'text/plain', 'Content-Length': '0' } });
}

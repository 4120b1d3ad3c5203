/**
 * Texts: as a page where a page can hold them, else as a stream, and for programs as they are. What the protocol
 * added to them — a period at the end, doubled periods — is taken off again.
 */
import type { VNode } from 'preact';
import { detectCharset } from '../../../src/schemes/charset.ts';
import { CAPS_SELECTORS, type Capabilities, parseCaps } from '../../../src/schemes/gopher/caps.ts';
import { plainText } from '../../../src/schemes/gopher/period.ts';
import { limits } from '../../net/limits.ts';
import { type Detail, Details } from '../../pages/details.tsx';
import { pageResponse } from '../../pages/respond.tsx';
import { CharsetForm } from '../shared/charset-form.tsx';
import { dispositionOf } from '../shared/media-type.ts';
import { answerFresh, jsonFresh } from './caching.ts';
import { itemActions } from './item-actions.ts';
import { nameOf, pageOf, visible } from './item-page.ts';
import { noteCapabilities } from './known-servers.ts';
import { fileJson, streamFile } from './open-file.ts';
import { collect, type GopherContext, type Reply } from './reply.ts';
import { PlainText } from './styled-text.tsx';
import { labelOf, readerFor } from './text-reader.ts';

/** Answers with a text in the form that the visitor wants. */
export async function openText(context: GopherContext, reply: Reply): Promise<Response> {
  const { octets, complete } = await collect(reply, limits.textPage);
  if (!complete) {
    if (context.view.format === 'json') {
      reply.connection.close();
      return fileJson(context);
    }
    reply.connection.unread(octets);
    const charset = context.view.charset ?? detectCharset(octets, null, 'beginning');
    return streamFile(context, reply, { mediaType: `text/plain; charset=${labelOf(charset)}`, isText: true });
  }
  return answerText(context, plainText(octets));
}

/** Answers with a text that is complete. */
async function answerText(context: GopherContext, octets: Uint8Array): Promise<Response> {
  const reader = await readerFor(context, [octets]);
  const actions = itemActions(context);
  const parts = [octets, reader.charset, JSON.stringify(actions)];
  switch (context.view.format) {
    case 'raw':
      return answerFresh(context, parts, (fresh) => {
        const headers = {
          ...fresh,
          'Content-Type': `text/plain; charset=${labelOf(reader.charset)}`,
          'Content-Disposition': dispositionOf(nameOf(context), 'text/plain'),
          'Content-Length': String(octets.length),
        };
        return new Response(context.request.method === 'HEAD' ? null : octets, { headers });
      });
    case 'json':
      return jsonFresh(context, parts, () => ({
        kind: 'text',
        url: context.resolution.canonical,
        charset: reader.charset,
        text: reader.read(octets),
        links: {
          self: context.links.origin + context.links.self(),
          raw: context.links.origin + context.links.self({ format: 'raw' }),
        },
      }));
    case 'html': {
      const caps = capabilitiesIn(context, octets);
      const content = (
        <>
          {caps !== null && <CapsNotice context={context} caps={caps} />}
          <TextBlock text={reader.read(octets)} />
          {octets.some((octet) => octet > 0x7f) && <CharsetForm context={context} charset={reader.charset} />}
        </>
      );
      const page = pageOf(context, { actions, content });
      return answerFresh(context, parts, (fresh) => pageResponse(context, page, { headers: { ...fresh } }));
    }
  }
}

/** A text as it stands, which can be scrolled with the keyboard where it is wider than the window. */
export function TextBlock({ text }: { readonly text: string }): VNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable (WCAG 2.1.1)
    <pre class="text" tabIndex={0}>
      <PlainText text={text} />
    </pre>
  );
}

/** A capabilities file is read by whoever passes by: it spares the server a question later on. */
function capabilitiesIn(context: GopherContext, octets: Uint8Array): Capabilities | null {
  if (!CAPS_SELECTORS.has(context.resolution.details.selector)) return null;
  const caps = parseCaps(octets);
  return caps === null ? null : noteCapabilities(context, caps);
}

/** What people may want to know, by the key of the file. The text below has it all. */
const facts: readonly (readonly [key: string, name: string])[] = [
  ['ServerDescription', 'Description'],
  ['ServerAdmin', 'Administrator'],
  ['ServerGeolocationString', 'Place'],
  ['ServerSoftware', 'Software'],
  ['ServerDefaultEncoding', 'Charset of texts'],
];

function CapsNotice({ context, caps }: { readonly context: GopherContext; readonly caps: Capabilities }): VNode {
  const { host } = context.resolution.components;
  const secure = caps.tlsPort === null ? null : `gophers://${host}:${caps.tlsPort}/`;
  const href = secure === null ? null : context.links.hrefOf(secure);
  const told = new Map(caps.entries);
  return (
    <section>
      <h2>What this server says of itself</h2>
      <Details
        rows={[
          ...facts.map(([key, name]): Detail => [name, told.has(key) ? visible(told.get(key) ?? '') : null]),
          ['Over TLS', href === null ? null : <a href={href}>{secure}</a>],
        ]}
      />
    </section>
  );
}

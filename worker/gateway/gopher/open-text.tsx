/**
 * Texts and mail messages: a page for a text that is short enough, else a stream; JSON or the octets for programs. The
 * period at the end and the doubled periods, which the protocol adds, are removed.
 */

import type { VNode } from 'preact';
import type { Person } from '../../../src/message/encoded-words.ts';
import { type Message, readMessage, shortDate } from '../../../src/message/message.ts';
import { GatewayError } from '../../../src/net/failure.ts';
import { displayText } from '../../../src/octets/ansi.ts';
import { detectCharset } from '../../../src/octets/charset.ts';
import type { ItemPresentation } from '../../../src/open/gopher/item-kinds.ts';
import { openLimits } from '../../../src/open/limits.ts';
import { CAPS_SELECTORS, type GopherCapabilities, parseCaps } from '../../../src/protocols/gopher/caps.ts';
import { plainText } from '../../../src/protocols/gopher/period.ts';
import { collectBody, type GopherReply } from '../../../src/protocols/gopher/reply.ts';
import { prefetchDeclared, type TextReader, textReader } from '../../../src/protocols/gopher/text-reader.ts';
import { type Detail, Details } from '../../pages/parts/details.tsx';
import { Empty, Notice } from '../../pages/parts/notice.tsx';
import { TextBlock, TextContent } from '../shared/text-content.tsx';
import { type GopherContext, type GopherLink, itemName } from './context.ts';
import { actionsPart, cacheableResponse, itemResponse } from './item-page.tsx';
import { attachmentsIn, messageJson, textIn, textJson } from './json.ts';
import { describeFile, type FileKind, rawText, streamFile } from './open-file.tsx';

/** Reads a text, without what the protocol added to it. One that is too long for a page is a file, still to be read. */
export async function fetchText({ charsets, view }: Pick<GopherLink, 'charsets' | 'view'>, reply: GopherReply) {
  const { body } = reply;
  body.expectPeriod();
  await prefetchDeclared(body, charsets);
  const { octets, complete } = await collectBody(reply, openLimits.text);
  if (complete) {
    const text = plainText(octets);
    return { kind: 'whole', octets: text, reader: await textReader(charsets, [text]) } as const;
  }
  body.unread(octets);
  const charset = view.charset ?? detectCharset(octets, null, 'beginning');
  return { kind: 'long', file: { mediaType: 'text/plain', charset, isText: true } } as const;
}

/** Responds with a text in the requested format. */
export async function openText(context: GopherContext, reply: GopherReply): Promise<Response> {
  const text = await fetchText(context, reply);
  if (text.kind === 'whole') return respondWithText(context, text.octets, text.reader);
  if (context.view.format !== 'json') return streamFile(context, reply, text.file);
  reply.body.close();
  return describeFile(context);
}

/** Responds with a complete text. */
function respondWithText(context: GopherContext, octets: Uint8Array, reader: TextReader): Response {
  const { format } = context.view;
  const actions = actionsPart(context);
  const caps = format === 'html' ? capabilitiesIn(context, octets) : null;
  return cacheableResponse(context, [octets, reader.charset, actions], (headers) => {
    if (format === 'raw') return rawText(context, octets, reader.charset, headers);
    const text = reader.read(octets);
    return itemResponse(context, headers, {
      json: () => textJson(context, text, reader.charset),
      page: () => {
        const content = (
          <>
            {caps !== null && <CapsNotice context={context} caps={caps} />}
            <TextContent
              context={context}
              name={itemName(context)}
              octets={octets}
              text={text}
              charset={reader.charset}
            />
          </>
        );
        return { download: itemName(context), content };
      },
    });
  });
}

/** The capabilities in a `caps.txt` that a visitor opens. Remembering them saves the server a request later. */
function capabilitiesIn(context: GopherContext, octets: Uint8Array): GopherCapabilities | null {
  if (!CAPS_SELECTORS.has(context.resolution.details.selector)) return null;
  return parseCaps(octets) === null ? null : context.known.rememberCapabilities(octets);
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
 * Judges a reply without any octets. It may be an empty file, or the server failed and has no other way to say so.
 *
 * @throws GatewayError `gateway-protocol` if an item of this kind cannot be empty
 */
export function checkEmpty(presentation: ItemPresentation): void {
  if (MAY_BE_EMPTY.has(presentation)) return;
  throw new GatewayError('gateway-protocol', 'The server closed the connection without sending anything.');
}

/** Responds to a reply without any octets. Nobody may keep the answer, because the server may have failed. */
export function emptyResponse(context: GopherContext, presentation: ItemPresentation): Response {
  checkEmpty(presentation);
  const headers = { 'Cache-Control': 'no-store', Vary: 'Accept' };
  if (presentation === 'text' && context.view.format !== 'raw') {
    const content = <Empty>The server sent nothing. The text may be empty, or the server may have failed.</Empty>;
    return itemResponse(context, headers, { page: () => ({ content }), json: () => textJson(context, '', 'utf-8') });
  }
  return new Response(null, { headers: { ...headers, 'Content-Type': 'text/plain', 'Content-Length': '0' } });
}

/** A message as its server sends it. */
export const RAW_MESSAGE: FileKind = { mediaType: 'message/rfc822', isText: true };

/** Reads a message. `charset` is that of its texts; `null` = detect it. */
export async function fetchMessage(reply: GopherReply, charset: string | null) {
  reply.body.expectPeriod();
  const { octets, complete } = await collectBody(reply, openLimits.text);
  reply.body.close();
  if (!complete) throw new GatewayError('gateway-limit', 'The message is too long for a page.');
  return { octets, message: readMessage(plainText(octets), charset) };
}

/**
 * Responds with a mail message (item type M, MIME) in the requested format. HTML parts are not shown; the raw message
 * has them.
 */
export async function openMessage(context: GopherContext, reply: GopherReply): Promise<Response> {
  const { charset, format } = context.view;
  if (format === 'raw') return streamFile(context, reply, RAW_MESSAGE);
  const { octets, message } = await fetchMessage(reply, charset);
  const actions = actionsPart(context);
  return cacheableResponse(context, [octets, actions], (headers) =>
    itemResponse(context, headers, {
      json: () => messageJson(context, message, charset),
      page: () => ({
        title: displayText(message.subject) || null,
        download: itemName(context),
        content: <MessageContent message={message} context={context} />,
      }),
    }),
  );
}

interface MessageContentProps {
  readonly message: Message;
  readonly context: Pick<GopherContext, 'links'>;
}

function MessageContent({ message, context }: MessageContentProps): VNode {
  const { from, to, date, pages } = message;
  const text = textIn(message);
  return (
    <>
      <Details
        rows={[
          ['From', listText(from.map(personText))],
          ['To', listText(to.map(personText))],
          ['Date', date.moment === null ? displayText(date.text) : `${shortDate(date.moment)} UTC`],
          ['Attached', listText(attachmentsIn(message).map(({ name, type }) => displayText(name ?? type)))],
        ]}
      />
      {text !== null && <TextBlock text={text} links={context.links} />}
      {text === null && pages.length > 0 && (
        <Notice title="This message is HTML">This page shows only text. The raw message has the HTML.</Notice>
      )}
    </>
  );
}

/** The most people or attachments that a page lists. */
const MOST_LISTED = 100;

/** The first entries of a list, and the number of the others. */
function listText(entries: readonly string[]): string {
  const others = entries.length - MOST_LISTED;
  const first = entries.slice(0, MOST_LISTED).join(', ');
  return others > 0 ? `${first} and ${others.toLocaleString('en')} more` : first;
}

function personText({ name, address }: Person): string {
  return displayText([name, address === '' ? '' : `<${address}>`].join(' ').trim());
}

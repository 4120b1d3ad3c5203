/**
 * Mail messages (item type M, MIME): sender, recipients, date and text. HTML parts are not shown; the raw message has
 * them.
 */

import {
  type Message,
  type MessagePart,
  type Person,
  partText,
  readMessage,
  shortDate,
} from '../../../src/message/message.ts';
import { plainText } from '../../../src/protocols/gopher/period.ts';
import { collectBody, type Reply } from '../../../src/protocols/gopher/reply.ts';
import { GatewayError } from '../../errors/gateway-error.ts';
import { Details } from '../../pages/parts/details.tsx';
import { Notice } from '../../pages/parts/notice.tsx';
import { pageResponse } from '../../pages/parts/respond.tsx';
import { limits } from '../../settings/limits.ts';
import { displayText } from '../shared/display-text.ts';
import { TextBlock } from '../shared/styled-text.tsx';
import { cacheableJson, cacheableResponse } from './caching.ts';
import type { GopherContext } from './context.ts';
import { itemActions, itemPage } from './item-page.tsx';
import { streamFile } from './stream-file.ts';

/** Responds with a message in the requested format. */
export async function openMessage(context: GopherContext, reply: Reply): Promise<Response> {
  if (context.view.format === 'raw')
    return streamFile(context, reply, { mediaType: 'message/rfc822', charset: null, isText: true });
  reply.body.expectPeriod();
  const { octets, complete } = await collectBody(reply, limits.textPage);
  reply.body.close();
  if (!complete) throw new GatewayError('gateway-limit', 'The message is too long for a page.');
  const message = readMessage(plainText(octets), context.view.charset);
  if (context.view.format === 'json') return cacheableJson(context, [octets], () => messageJson(context, message));
  const { subject, from, to, date, parts, pages } = message;
  const text = textIn(message);
  const content = (
    <>
      <Details
        rows={[
          ['From', listText(from.map(personText))],
          ['To', listText(to.map(personText))],
          ['Date', date.moment === null ? displayText(date.text) : `${shortDate(date.moment)} UTC`],
          ['Attached', listText(attachments(parts).map(({ name, type }) => displayText(name ?? type)))],
        ]}
      />
      {text !== null && <TextBlock text={text} />}
      {text === null && pages.length > 0 && (
        <Notice title="This message is HTML">This page shows only text. The raw message has the HTML.</Notice>
      )}
    </>
  );
  const actions = itemActions(context);
  const page = itemPage(context, { title: displayText(subject) || null, actions, content });
  return cacheableResponse(context, [octets, JSON.stringify(actions)], (headers) =>
    pageResponse(context, page, { headers: { ...headers } }),
  );
}

/** The text parts of a message in one string; `null` if it has none. */
function textIn({ texts }: Message): string | null {
  return texts.length === 0 ? null : texts.map(({ text }) => text).join('\n');
}

function attachments(parts: readonly MessagePart[]): MessagePart[] {
  return parts.filter(({ role }) => role === 'attachment');
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

function messageJson(context: GopherContext, message: Message): unknown {
  const [page] = message.pages;
  return {
    kind: 'mail',
    url: context.resolution.canonical,
    headers: message.fields.map(({ name, value }) => ({ name: name.toLowerCase(), value })),
    text: textIn(message),
    html: page === undefined ? null : partText(page, context.view.charset),
    attachments: attachments(message.parts).map(({ name, type }) => ({ name, mediaType: type })),
  };
}

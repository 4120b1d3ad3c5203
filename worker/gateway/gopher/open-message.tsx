/**
 * Mail messages (item type M, MIME): sender, recipients, date and text. HTML parts are not shown; the raw message has
 * them.
 */
import { type Person, readMessage, shortDate } from '../../../src/message/message.ts';
import { displayText } from '../../../src/octets/ansi.ts';
import { plainText } from '../../../src/protocols/gopher/period.ts';
import { collectBody, type GopherReply } from '../../../src/protocols/gopher/reply.ts';
import { GatewayError } from '../../errors/gateway-error.ts';
import { Details } from '../../pages/parts/details.tsx';
import { Notice } from '../../pages/parts/notice.tsx';
import { pageResponse } from '../../pages/parts/respond.tsx';
import { limits } from '../../settings/limits.ts';
import { TextBlock } from '../shared/styled-text.tsx';
import { cacheableJson, cacheableResponse } from './caching.ts';
import type { GopherContext } from './context.ts';
import { itemActions, itemPage } from './item-page.tsx';
import { attachmentsIn, messageJson, textIn } from './json.ts';
import { streamFile } from './stream-file.ts';

/** Responds with a message in the requested format. */
export async function openMessage(context: GopherContext, reply: GopherReply): Promise<Response> {
  if (context.view.format === 'raw')
    return streamFile(context, reply, { mediaType: 'message/rfc822', charset: null, isText: true });
  reply.body.expectPeriod();
  const { octets, complete } = await collectBody(reply, limits.textPage);
  reply.body.close();
  if (!complete) throw new GatewayError('gateway-limit', 'The message is too long for a page.');
  const message = readMessage(plainText(octets), context.view.charset);
  if (context.view.format === 'json')
    return cacheableJson(context, [octets], () => messageJson(context, message, context.view.charset));
  const { subject, from, to, date, pages } = message;
  const text = textIn(message);
  const content = (
    <>
      <Details
        rows={[
          ['From', listText(from.map(personText))],
          ['To', listText(to.map(personText))],
          ['Date', date.moment === null ? displayText(date.text) : `${shortDate(date.moment)} UTC`],
          ['Attached', listText(attachmentsIn(message).map(({ name, type }) => displayText(name ?? type)))],
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

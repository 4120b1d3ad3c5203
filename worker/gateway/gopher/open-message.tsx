/**
 * Letters (item type M, MIME): who wrote what to whom, and the text. A part of HTML is not shown; the whole is one
 * click away.
 */
import { plainText } from '../../../src/schemes/gopher/period.ts';
import { GatewayError } from '../../net/errors.ts';
import { limits } from '../../net/limits.ts';
import { Details } from '../../pages/details.tsx';
import { Notice } from '../../pages/notice.tsx';
import { pageResponse } from '../../pages/respond.tsx';
import { type Message, type MessagePart, type Person, partText, readMessage, shortDate } from '../shared/message.ts';
import { answerFresh, jsonFresh } from './caching.ts';
import { itemActions } from './item-actions.ts';
import { pageOf, visible } from './item-page.ts';
import { streamFile } from './open-file.ts';
import { TextBlock } from './open-text.tsx';
import { collect, type GopherContext, type Reply } from './reply.ts';

/** Answers with a letter in the form that the visitor wants. */
export async function openMail(context: GopherContext, reply: Reply): Promise<Response> {
  if (context.view.format === 'raw') return streamFile(context, reply, { mediaType: 'message/rfc822', isText: true });
  const { octets, complete } = await collect(reply, limits.textPage);
  reply.connection.close();
  if (!complete) throw new GatewayError('gateway-limit', 'The letter is too long for a page.');
  const letter = readMessage(plainText(octets), context.view.charset);
  if (context.view.format === 'json') return jsonFresh(context, [octets], () => letterJson(context, letter));
  const { subject, from, to, date, parts, pages } = letter;
  const text = textIn(letter);
  const content = (
    <>
      <Details
        rows={[
          ['From', from.map(personText).join(', ')],
          ['To', to.map(personText).join(', ')],
          ['Date', date.moment === null ? visible(date.text) : `${shortDate(date.moment)} UTC`],
          [
            'Attached',
            attachments(parts)
              .map(({ name, type }) => visible(name ?? type))
              .join(', '),
          ],
        ]}
      />
      {text !== null && <TextBlock text={text} />}
      {text === null && pages.length > 0 && (
        <Notice title="This letter is a document of HTML">This page shows only text; the raw letter has it.</Notice>
      )}
    </>
  );
  const actions = itemActions(context);
  const page = pageOf(context, { title: visible(subject) || null, actions, content });
  return answerFresh(context, [octets, JSON.stringify(actions)], (fresh) =>
    pageResponse(context, page, { headers: { ...fresh } }),
  );
}

/** Its texts as one; `null` where it has none. */
function textIn({ texts }: Message): string | null {
  return texts.length === 0 ? null : texts.map(({ text }) => text).join('\n');
}

function attachments(parts: readonly MessagePart[]): MessagePart[] {
  return parts.filter(({ role }) => role === 'attachment');
}

function personText({ name, address }: Person): string {
  return visible([name, address === '' ? '' : `<${address}>`].join(' ').trim());
}

function letterJson(context: GopherContext, letter: Message): unknown {
  const [page] = letter.pages;
  return {
    kind: 'mail',
    url: context.resolution.canonical,
    headers: letter.fields.map(({ name, value }) => ({ name: name.toLowerCase(), value })),
    text: textIn(letter),
    html: page === undefined ? null : partText(page, context.view.charset),
    attachments: attachments(letter.parts).map(({ name, type }) => ({ name, mediaType: type })),
  };
}

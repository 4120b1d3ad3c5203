/**
 * Letters (item type M, MIME): who wrote what to whom, and the text. A part of HTML is not shown; the whole is one
 * click away.
 */
import PostalMime, { type Address, type Email } from 'postal-mime';
import { plainText } from '../../../src/schemes/gopher/text.ts';
import { GatewayError } from '../../net/errors.ts';
import { limits } from '../../net/limits.ts';
import { Details } from '../../pages/details.tsx';
import { Notice } from '../../pages/notice.tsx';
import { pageResponse } from '../../pages/respond.tsx';
import { itemActions } from './actions.ts';
import { streamFile } from './file.ts';
import { pageOf, visible } from './frame.ts';
import { answerFresh, jsonFresh } from './fresh.ts';
import { collect, type GopherVisit, type Reply } from './reply.ts';
import { TextBlock } from './text.tsx';

/** Answers with a letter in the form that the visitor wants. */
export async function openMail(visit: GopherVisit, reply: Reply): Promise<Response> {
  if (visit.view.format === 'raw') return streamFile(visit, reply, { mediaType: 'message/rfc822', isText: true });
  const { octets, complete } = await collect(reply, limits.textPage);
  reply.connection.close();
  if (!complete) throw new GatewayError('gateway-limit', 'The letter is too long for a page.');
  const letter = await PostalMime.parse(plainText(octets));
  if (visit.view.format === 'json') return jsonFresh(visit, [octets], () => letterJson(visit, letter));
  const { subject = '', text, html, attachments, from, to = [], date } = letter;
  const content = (
    <>
      <Details
        rows={[
          ['From', from === undefined ? null : addressText(from)],
          ['To', to.map(addressText).join(', ')],
          ['Date', date === undefined ? null : visible(date.replace(/:00\.000Z$/, ' UTC').replace('T', ' '))],
          ['Attached', attachments.map(({ filename, mimeType }) => visible(filename ?? mimeType)).join(', ')],
        ]}
      />
      {text !== undefined && <TextBlock text={text} />}
      {text === undefined && html !== undefined && (
        <Notice title="This letter is a document of HTML">This page shows only text; the raw letter has it.</Notice>
      )}
    </>
  );
  const actions = itemActions(visit);
  const page = pageOf(visit, { title: visible(subject) || null, actions, content });
  return answerFresh(visit, [octets, JSON.stringify(actions)], (fresh) =>
    pageResponse(visit, page, { headers: { ...fresh } }),
  );
}

function addressText({ name, address }: Address): string {
  return visible([name, address === undefined || address === '' ? '' : `<${address}>`].join(' ').trim());
}

function letterJson(visit: GopherVisit, { headers, text, html, attachments }: Email): unknown {
  return {
    kind: 'mail',
    url: visit.resolution.canonical,
    headers: headers.map(({ key, value }) => ({ name: key, value })),
    text: text ?? null,
    html: html ?? null,
    attachments: attachments.map(({ filename, mimeType }) => ({ name: filename ?? null, mediaType: mimeType })),
  };
}

/**
 * Letters (item type M, MIME): who wrote what to whom, and the text. A part of HTML is not shown; the whole is one
 * click away.
 */
import { plainText } from '../../../src/schemes/gopher/text.ts';
import { GatewayError } from '../../net/errors.ts';
import { limits } from '../../net/limits.ts';
import { Details } from '../../pages/details.tsx';
import { Notice } from '../../pages/notice.tsx';
import { pageResponse } from '../../pages/respond.tsx';
import { type Letter, type LetterPart, type Person, readLetter, shortDate, textOf } from '../letter.ts';
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
  const letter = readLetter(plainText(octets), visit.view.charset);
  if (visit.view.format === 'json') return jsonFresh(visit, [octets], () => letterJson(visit, letter));
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
  const actions = itemActions(visit);
  const page = pageOf(visit, { title: visible(subject) || null, actions, content });
  return answerFresh(visit, [octets, JSON.stringify(actions)], (fresh) =>
    pageResponse(visit, page, { headers: { ...fresh } }),
  );
}

/** Its texts as one; `null` where it has none. */
function textIn({ texts }: Letter): string | null {
  return texts.length === 0 ? null : texts.map(({ text }) => text).join('\n');
}

function attachments(parts: readonly LetterPart[]): LetterPart[] {
  return parts.filter(({ role }) => role === 'attachment');
}

function personText({ name, address }: Person): string {
  return visible([name, address === '' ? '' : `<${address}>`].join(' ').trim());
}

function letterJson(visit: GopherVisit, letter: Letter): unknown {
  const [page] = letter.pages;
  return {
    kind: 'mail',
    url: visit.resolution.canonical,
    headers: letter.fields.map(({ name, value }) => ({ name: name.toLowerCase(), value })),
    text: textIn(letter),
    html: page === undefined ? null : textOf(page, visit.view.charset),
    attachments: attachments(letter.parts).map(({ name, type }) => ({ name, mediaType: type })),
  };
}

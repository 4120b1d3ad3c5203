/** Answers with a message: JSON, a page, its parts. */

import type { VNode } from 'preact';
import { readMessage, shortDate } from '../../../src/message/message.ts';
import { displayText } from '../../../src/octets/ansi.ts';
import { noteOf, textOf } from '../../../src/open/message-text.ts';
import type { ReadableMessage } from '../../../src/open/opened.ts';
import { Details } from '../../pages/parts/details.tsx';
import { Notice } from '../../pages/parts/notice.tsx';
import { pageResponse } from '../../pages/parts/respond.tsx';
import { aboutLink } from '../shared/json-stream.ts';
import type { PartsOwner } from '../shared/message-html.ts';
import { Attachments, framedPart, PARTS_POLICY } from '../shared/serve-part.tsx';
import { TextFacts } from '../shared/text-content.tsx';
import { viewerPage } from '../shared/viewer.tsx';
import { caching, jsonLinks, jsonResponse, type ShapeContext, varying } from './context.ts';
import { UnmarkedText } from './marked-text.tsx';

/** Answers with JSON or a page. */
export function respondWithMessage(context: ShapeContext, message: ReadableMessage): Response {
  const { view, opener, repeated } = context;
  const headers = { ...caching(context, message), Vary: varying(context, 'Accept') };
  if (view.format === 'json')
    return jsonResponse({ ...aboutLink(context), ...message.json(jsonLinks(context)) }, headers);
  const { name, noun } = message;
  const page = viewerPage(context, {
    title: name,
    kicker: `${opener.name} ${noun}`,
    download: name,
    repeated,
    content: <Content context={context} message={message} />,
  });
  return pageResponse(context, page, { headers: { ...headers, 'Content-Security-Policy': PARTS_POLICY } });
}

/** The address of a part is that of the message with its number. */
export function partsOwner({ links }: Pick<ShapeContext, 'links'>): PartsOwner {
  return { url: links.canonical, partHref: (part) => links.self({ part }) };
}

interface MessageProps {
  readonly context: ShapeContext;
  readonly message: ReadableMessage;
}

function Content({ context, message: { noun, name, octets, charset } }: MessageProps): VNode {
  const message = readMessage(octets, context.view.charset);
  const { subject, from, date, pages, parts, bodies } = message;
  const text = textOf(message, context.view.charset);
  const owner = partsOwner(context);
  const [page] = text.from === 'plain' ? [] : pages;
  return (
    <>
      <Details
        rows={[
          ['Subject', displayText(subject)],
          ['From', from.map(({ name, address }) => displayText(name || address)).join(', ')],
          ['Date', date.moment === null ? displayText(date.text) : `${shortDate(date.moment)} UTC`],
        ]}
      />
      {text.from === null && page === undefined && (
        <Notice title={displayText(noteOf('message', text, message) ?? '')} />
      )}
      {page !== undefined &&
        framedPart(context, owner, bodies, page, 'The message, as a page of its own', context.links.self).frame}
      {text.from === 'plain' && <UnmarkedText text={text.texts.map((one) => one.text).join('\n')} noun={noun} />}
      <Attachments parts={parts} owner={owner} noun="message" />
      <TextFacts {...{ context, name, octets, charset, query: context.repeated }} />
    </>
  );
}

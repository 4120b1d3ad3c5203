/** A document of the type MIME: a message, shown as the gateway to news shows articles, with its parts as files. */
import type { VNode } from 'preact';
import { readMessage, shortDate } from '../../../src/message/message.ts';
import { displayText } from '../../../src/octets/ansi.ts';
import { Details } from '../../pages/parts/details.tsx';
import { Attachments } from '../shared/attachments.tsx';
import type { PartsOwner } from '../shared/serve-part.tsx';
import type { WaisContext } from './context.ts';
import { PlainText } from './text.tsx';

/** The address of a part is that of the document with its number. */
export function partsOwner({ links }: Pick<WaisContext, 'links'>): PartsOwner {
  return { url: links.canonical, partHref: (part) => links.self({ part }) };
}

interface Props {
  readonly context: WaisContext;
  readonly octets: Uint8Array;
}

export function MessagePage({ context, octets }: Props): VNode {
  const { subject, from, date, texts, parts } = readMessage(octets, context.view.charset);
  const owner = partsOwner(context);
  const page = parts.find(({ role }) => role === 'page');
  return (
    <>
      <Details
        rows={[
          ['Subject', displayText(subject)],
          ['From', from.map(({ name, address }) => displayText(name || address)).join(', ')],
          ['Date', date.moment === null ? displayText(date.text) : `${shortDate(date.moment)} UTC`],
        ]}
      />
      {texts.length === 0 && page !== undefined ? (
        <iframe
          class="part"
          title="The message, as a page of its own"
          sandbox=""
          src={owner.partHref(String(page.number))}
        />
      ) : (
        <PlainText text={texts.map(({ text }) => text).join('\n')} />
      )}
      <Attachments parts={parts} owner={owner} noun="message" />
    </>
  );
}

/** The pages of mail messages. HTML parts are not shown; the raw message has them. */
import type { VNode } from 'preact';
import type { Person } from '../../../src/message/encoded-words.ts';
import { type Message, shortDate } from '../../../src/message/message.ts';
import { displayText } from '../../../src/octets/ansi.ts';
import { jsonText } from '../../../src/octets/controls.ts';
import { headOf, itemName } from '../../../src/open/gopher/item.ts';
import { attachmentsIn, type Mail, textIn } from '../../../src/open/gopher/mail.ts';
import { Details } from '../../pages/parts/details.tsx';
import { Notice } from '../../pages/parts/notice.tsx';
import type { ShapeContext } from '../shapes/context.ts';
import { TextBlock } from '../shared/text-content.tsx';
import { actionsOf } from '../shared/viewer.tsx';
import { respondTagged } from './respond.ts';

/** Responds with a mail message in the requested format. */
export function respondWithMail(context: ShapeContext, mail: Mail): Response {
  const { item, octets, message } = mail;
  return respondTagged(context, mail, [octets, jsonText(actionsOf(context, headOf(item)))], () => ({
    title: displayText(message.subject) || null,
    download: itemName(item.link),
    content: <Content message={message} context={context} />,
  }));
}

interface MailProps {
  readonly message: Message;
  readonly context: Pick<ShapeContext, 'links'>;
}

function Content({ message, context }: MailProps): VNode {
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

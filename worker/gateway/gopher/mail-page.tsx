/** The pages of mail messages. Of HTML parts the text is shown; the raw message has them. */
import type { VNode } from 'preact';
import type { Person } from '../../../src/message/encoded-words.ts';
import { shortDate } from '../../../src/message/message.ts';
import { displayText } from '../../../src/octets/ansi.ts';
import { jsonText } from '../../../src/octets/controls.ts';
import { headOf, itemName } from '../../../src/open/gopher/item.ts';
import { attachmentsIn, type Mail } from '../../../src/open/gopher/mail.ts';
import { Details } from '../../pages/parts/details.tsx';
import { Notice } from '../../pages/parts/notice.tsx';
import type { ShapeContext } from '../shapes/context.ts';
import { TextBlock } from '../shared/text-content.tsx';
import { actionsOf } from '../shared/viewer.tsx';
import { respondTagged } from './respond.ts';

/** Responds with a mail message in the requested format. */
export function respondWithMail(context: ShapeContext, mail: Mail): Response {
  const { item, octets } = mail;
  return respondTagged(context, mail, [octets, jsonText(actionsOf(context, headOf(item)))], () => ({
    title: displayText(mail.message.subject) || null,
    download: itemName(item.link),
    content: <Content mail={mail} context={context} />,
  }));
}

interface MailProps {
  readonly mail: Mail;
  readonly context: Pick<ShapeContext, 'links'>;
}

function Content({ mail: { message, text, note }, context }: MailProps): VNode {
  const { from, to, date } = message;
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
      {note !== null && <Notice title={displayText(note)} />}
      {text.from !== null && <TextBlock text={text.texts.map((one) => one.text).join('\n')} links={context.links} />}
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

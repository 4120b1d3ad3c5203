/** Mail messages (item type M, MIME). */
import { type Message, type MessagePart, partText, readMessage } from '../../message/message.ts';
import { plainText } from '../../protocols/gopher/period.ts';
import { collectBody, type GopherReply } from '../../protocols/gopher/reply.ts';
import { ProtocolError } from '../../protocols/protocol-error.ts';
import { type MessageText, noteOf, textOf } from '../message-text.ts';
import type { Values } from '../opened.ts';
import { LARGEST_TEXT } from '../text.ts';
import { AS_IT_IS, type FileKind } from './file.ts';
import type { GopherItem } from './item.ts';
import { FRESH } from './menu.ts';

export interface Mail extends Values {
  readonly kind: 'mail';
  readonly item: GopherItem;
  /** As the server sent it. */
  readonly octets: Uint8Array;
  readonly message: Message;
  readonly text: MessageText;
  /** What is said above the text; `null` = nothing. */
  readonly note: string | null;
}

/** A message as its server sends it. */
export const RAW_MAIL: FileKind = { ...AS_IT_IS, mediaType: 'message/rfc822', isText: true };

export async function mailOf(item: GopherItem, reply: GopherReply): Promise<Mail> {
  reply.body.expectPeriod();
  const { octets, complete } = await collectBody(reply, LARGEST_TEXT);
  reply.body.close();
  if (!complete) throw new ProtocolError('too-large', 'The message is too long for a page.');
  const message = readMessage(plainText(octets), item.charsets.charset);
  const headers = message.fields.map(({ name, value }) => ({ name: name.toLowerCase(), value }));
  const text = textOf(message, item.charsets.charset);
  const note = noteOf('message', text, message);
  return {
    shape: 'values',
    kind: 'mail',
    freshFor: FRESH,
    item,
    octets,
    message,
    json: () => mailJson(item, message, headers),
    text,
    note,
    lines: () => [
      ...headers.map(({ name, value }) => `${name}: ${value}`),
      '',
      ...(note === null ? [] : [`[${note}]`, '']),
      ...text.texts.map((one) => one.text),
    ],
  };
}

function mailJson({ charsets }: Pick<GopherItem, 'charsets'>, message: Message, headers: readonly object[]): object {
  const [page] = message.pages;
  return {
    kind: 'mail',
    headers,
    text: textIn(message),
    html: page === undefined ? null : partText(page, charsets.charset),
    attachments: attachmentsIn(message).map(({ name, type }) => ({ name, mediaType: type })),
  };
}

/** The text parts of a message in one string; `null` if it has none. */
function textIn({ texts }: Message): string | null {
  return texts.length === 0 ? null : texts.map(({ text }) => text).join('\n');
}

export function attachmentsIn({ parts }: Message): readonly MessagePart[] {
  return parts.filter(({ role }) => role === 'attachment');
}

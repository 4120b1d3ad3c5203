/** What people read of a message: its plain texts, or the text of its HTML, and a sentence if that is not all. */
import { type Message, partText } from '../message/message.ts';
import type { BodyPart } from '../message/parts.ts';
import { textOfHtml } from '../text/html-text.ts';

export interface MessageText {
  /** What the texts were made from: the plain ones, or HTML because there is no other; `null` = there is no text. */
  readonly from: 'plain' | 'html' | null;
  readonly texts: readonly { readonly part: BodyPart; readonly text: string }[];
}

/**
 * The texts of a message.
 *
 * @param charset - as the reader chose it; `null` = each part declares its own
 */
export function textOf({ texts, pages }: Message, charset: string | null): MessageText {
  const plain = texts.filter(({ text }) => text.trim() !== '');
  if (plain.length > 0) return { from: 'plain', texts };
  const read = pages.map((part) => ({ part, text: textOfHtml(partText(part, charset)) }));
  const html = read.filter(({ text }) => text !== '');
  return html.length > 0 ? { from: 'html', texts: html } : { from: null, texts: [] };
}

/**
 * What is said above the text of a message.
 *
 * @param noun - what people call it: `article`
 * @returns `null` = nothing, because the text is all that the author wrote for readers
 */
export function noteOf(
  noun: string,
  { from }: Pick<MessageText, 'from'>,
  { parts }: Pick<Message, 'parts'>,
): string | null {
  if (from === 'plain') return null;
  if (from === 'html') return `This ${noun} is HTML. Below is its text.`;
  const others = parts.filter(({ role }) => role === 'attachment');
  if (others.length === 0) return `This ${noun} has no text.`;
  const named = others.slice(0, MOST_NAMED).map(({ name, type }) => name ?? type);
  const rest = others.length - named.length;
  return `This ${noun} has no text, but ${counted(others.length)}: ${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`;
}

/** The attachments that a sentence names. */
const MOST_NAMED = 5;

function counted(count: number): string {
  return count === 1 ? 'an attachment' : `${count} attachments`;
}

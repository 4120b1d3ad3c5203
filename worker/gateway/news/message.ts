/**
 * An article as a reader sees it: decoded headers, the text cut into what was written and what was quoted, and the
 * parts that can be opened. Its structure is read by `src/schemes/news`; postal-mime decodes what MIME encoded.
 */
import PostalMime, { type Address, addressParser, decodeWords } from 'postal-mime';
import { readText } from '../../../src/schemes/news/charset.ts';
import { type Field, fieldOf, parseFields, splitEntity } from '../../../src/schemes/news/header.ts';
import { isGroup } from '../../../src/schemes/news/names.ts';
import { type CrossPost, messageIds, parseXref } from '../../../src/schemes/news/overview.ts';
import { type Part, parseParts, readingOf } from '../../../src/schemes/news/parts.ts';
import { type Block, blocksOf, type Encoded, encodedIn, formatOf } from '../../../src/schemes/news/text.ts';

export interface Person {
  readonly name: string;
  readonly address: string;
}

export interface Message {
  readonly messageId: string | null;
  readonly subject: string;
  readonly from: readonly Person[];
  /** As it was written, and as a moment where it can be read as one. */
  readonly date: { readonly text: string; readonly moment: Date | null };
  readonly newsgroups: readonly string[];
  readonly followupTo: readonly string[];
  /** The articles that this one answers, the oldest first. */
  readonly references: readonly string[];
  readonly crossPosts: readonly CrossPost[];
  /** Every field, decoded. */
  readonly fields: readonly Field[];
  readonly blocks: readonly Block[];
  /** A file in the text, encoded in a way that is older than MIME. */
  readonly encoded: Encoded | null;
  readonly parts: readonly MessagePart[];
  /** Whether the author asked not to be archived. */
  readonly noArchive: boolean;
}

/** One part, and what it is for. */
export interface MessagePart {
  readonly number: number;
  readonly type: string;
  readonly name: string | null;
  /** Octets, about: before they are decoded. */
  readonly size: number;
  readonly contentId: string | null;
  readonly role: 'text' | 'page' | 'attachment';
}

/**
 * Reads an article.
 *
 * @param octets - header and body, as the server has them, dots taken away
 * @param charset - that the visitor wants it read in; `null` = find out
 */
export async function readMessage(octets: Uint8Array, charset: string | null): Promise<Message> {
  const parts = parseParts(octets);
  const { texts, pages } = readingOf(parts);
  const told = charset ?? (texts[0] ?? pages[0])?.parameters.get('charset') ?? null;
  const written = parseFields(splitEntity(octets).header, told);
  const fields = written.map(({ name, value }) => ({ name, value: decodeWords(value) }));
  const value = (name: string): string => fieldOf(fields, name) ?? '';
  const read = await Promise.all(
    texts.map(async (part) => readText(await decodePart(part), charset ?? part.parameters.get('charset') ?? null)),
  );
  const blocks = texts.flatMap((part, index) => blocksOf(read[index] ?? '', formatOf(part.parameters)));
  const references = messageIds(value('References'));
  return {
    messageId: messageIds(value('Message-ID'))[0] ?? null,
    subject: value('Subject'),
    from: peopleOf(fieldOf(written, 'From') ?? ''),
    date: readDate(value('Date')),
    newsgroups: groupsIn(value('Newsgroups')),
    followupTo: groupsIn(value('Followup-To')),
    references: references.length > 0 ? references : messageIds(value('In-Reply-To')).slice(-1),
    crossPosts: parseXref(value('Xref')),
    fields,
    blocks,
    encoded: encodedIn(blocks),
    parts: await Promise.all(parts.map(async (part) => describePart(part, texts.includes(part), pages.includes(part)))),
    noArchive: asksNotToBeArchived(fields),
  };
}

/** Whether a header says that its article must not be kept. */
export function asksNotToBeArchived(fields: readonly Field[]): boolean {
  return /^yes\b/i.test(fieldOf(fields, 'X-No-Archive') ?? '') || /^no\b/i.test(fieldOf(fields, 'Archive') ?? '');
}

/** The people in an address header, encoded words and all. */
export function peopleOf(header: string): Person[] {
  return addressParser(header).flatMap(members);
}

function members(address: Address): Person[] {
  if (address.group !== undefined) return address.group.flatMap(members);
  return [{ name: address.name, address: address.address }];
}

/** A Date header as a moment; many were never written as RFC 5536 wants them. */
export function readDate(text: string): Message['date'] {
  const moment = new Date(
    text
      .replace(/\([^()]*\)/g, '')
      .replace(/^[A-Za-z]+,\s*/, '')
      .trim(),
  );
  return { text, moment: Number.isNaN(moment.getTime()) ? null : moment };
}

function groupsIn(list: string): string[] {
  return list
    .split(',')
    .map((name) => name.trim())
    .filter(isGroup);
}

/** Encodings that change nothing. */
const IDENTITY: ReadonlySet<string> = new Set(['', '7bit', '8bit', 'binary']);

/** The octets that a part stands for. */
export async function decodePart(part: Part): Promise<Uint8Array> {
  if (IDENTITY.has(part.encoding)) return part.body;
  const { content } = await asAttachment(part, part.body);
  return typeof content === 'string' || content === null ? new Uint8Array() : new Uint8Array(content);
}

async function describePart(part: Part, isText: boolean, isPage: boolean): Promise<MessagePart> {
  const { number, type, contentId, body } = part;
  const named = part.fields.some(({ name }) => /^content-(?:disposition|type)$/i.test(name));
  const { name } = named ? await asAttachment(part, new Uint8Array()) : { name: null };
  const size = part.encoding === 'base64' ? Math.floor((body.length * 3) / 4) : body.length;
  return { number, type, name, size, contentId, role: isText ? 'text' : isPage ? 'page' : 'attachment' };
}

interface Decoded {
  readonly name: string | null;
  readonly content: ArrayBuffer | Uint8Array | string | null;
}

/**
 * Has postal-mime decode one part. Called an attachment of unknown type, it comes back as octets, whatever it is:
 * text must stay octets until its charset is known, and postal-mime would make one text of all that there are.
 */
async function asAttachment(part: Part, body: Uint8Array): Promise<Decoded> {
  const retyped = (name: string, type: string): string =>
    `${name}: ${(fieldOf(part.fields, name) ?? '').replace(/^[^;]*/, type)}\r\n`;
  const header =
    retyped('Content-Disposition', 'attachment') +
    retyped('Content-Type', 'application/octet-stream') +
    `Content-Transfer-Encoding: ${part.encoding}\r\n\r\n`;
  const whole = await new Blob([header, new Uint8Array(body)]).arrayBuffer();
  const [attachment] = (await PostalMime.parse(whole)).attachments;
  return { name: attachment?.filename ?? null, content: attachment?.content ?? null };
}

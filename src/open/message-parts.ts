/** The parts of a message, by number or Content-ID, and how each is served. */
import { type MessagePart, partOctets, partText, summarizeParts } from '../message/message.ts';
import { type BodyPart, parseParts } from '../message/parts.ts';
import { ProtocolError } from '../protocols/protocol-error.ts';
import type { MessageLinks } from './links.ts';

/** Types that a browser may show, because they cannot run scripts. */
const SHOWN = /^(?:image\/(?:gif|png|jpeg|webp|avif)|audio\/[\w.+-]+|video\/[\w.+-]+|application\/pdf)$/;

const TEXTUAL = /^(?:text\/(?!html$)[\w.+-]+|message\/[\w.+-]+|application\/(?:pgp-signature|pgp-keys|json|xml))$/;

/** The media type with which a part is served: its own if a browser may show it. */
export function servedType(type: string): string {
  return SHOWN.test(type) ? type : 'application/octet-stream';
}

/** Whether a part of this type is a text, and no HTML. */
export function isTextual(type: string): boolean {
  return TEXTUAL.test(type);
}

/** A part, its description, and all parts of the message. */
export interface FoundPart {
  readonly part: BodyPart;
  readonly described: MessagePart;
  readonly bodies: readonly BodyPart[];
}

/**
 * Finds a part by its number, from 1, or by its Content-ID without angle brackets (RFC 2392).
 *
 * @param complete - whether the whole message was read
 * @throws ProtocolError `not-found`; `too-large` if only the beginning of the message was read
 */
export function findPart(message: Uint8Array, complete: boolean, partId: string): FoundPart {
  const parts = parseParts(message);
  const byNumber = /^\d{1,3}$/.test(partId) ? parts[Number(partId) - 1] : undefined;
  const part = byNumber ?? parts.find(({ contentId }) => contentId === partId);
  const described = summarizeParts(parts).find(({ number }) => number === part?.number);
  if (part === undefined || described === undefined)
    throw new ProtocolError('not-found', 'The message does not have this part.', {
      advice: 'The page of the message lists its parts.',
    });
  if (!complete) throw new ProtocolError('too-large', 'The message is too large to open its parts here.');
  return { part, described, bodies: parts };
}

/**
 * A part as it is served: text in UTF-8, everything else as it is.
 *
 * @param charset - of texts; `null` = the one that the part names
 */
export function servedPart(
  part: BodyPart,
  charset: string | null,
): { readonly type: string; readonly octets: Uint8Array } {
  if (part.type !== 'text/html' && !isTextual(part.type))
    return { type: servedType(part.type), octets: partOctets(part) };
  const type = part.type === 'text/html' ? 'text/html' : 'text/plain';
  return { type: `${type}; charset=utf-8`, octets: new TextEncoder().encode(partText(part, charset)) };
}

/**
 * A part as JSON, without its octets.
 *
 * @param message - the canonical link of the message
 */
export function partJson(
  { part, described }: FoundPart,
  message: string,
  { open, part: partOf }: Pick<MessageLinks, 'open' | 'part'>,
): object {
  return {
    ...described,
    article: { url: message, open: open(message) },
    open: partOf(message, String(part.number)),
  };
}

/** The shape of a reply: it follows from the item type of the link, or from the representation that was requested. */
import { type GopherReply, isEmpty, refusalIn } from '../../protocols/gopher/reply.ts';
import { ProtocolError } from '../../protocols/protocol-error.ts';
import type { OpenContext } from '../contract.ts';
import type { Arriving, Download, Menu, Moved, Octets, Text } from '../opened.ts';
import { AS_IT_IS, arrivingFile, FILE_FRESH, type FileKind, fileIn, htmlIn, plainIn } from './file.ts';
import type { GopherItem } from './item.ts';
import { type ItemPresentation, itemKind, shownReply } from './item-kinds.ts';
import { type Mail, mailOf, RAW_MAIL } from './mail.ts';
import { menuOf } from './menu.ts';
import { movedBy } from './moved.ts';
import { type Nothing, nothingOf } from './nothing.ts';
import { textOf } from './text.ts';

export type ReplyShape = Menu | Text | Download | Octets | Moved | Mail | Nothing;

/** @throws ProtocolError the error of the server; `malformed` if it sends nothing in place of a menu or a message */
export async function shapeOf(
  item: GopherItem,
  reply: GopherReply,
  { wants }: Pick<OpenContext, 'wants'>,
): Promise<ReplyShape> {
  const moved = await movedIn(item, reply);
  if (moved !== null) return moved;
  const { details } = item.link;
  if (await isEmpty(reply)) {
    const { presentation } = itemKind(details.type);
    checkEmpty(presentation);
    return presentation === 'text' && wants !== 'octets' ? nothingOf(item) : NO_OCTETS;
  }
  if (reply.plus) item.known.rememberPlus();
  const shown = shownReply(details, reply.plus);
  switch (shown.presentation) {
    case 'menu':
      if (wants !== 'octets') return menuOf(item, reply);
      reply.body.expectPeriod();
      return begun(item, reply, await plainIn(item, reply));
    case 'message':
      return wants === 'octets' ? begun(item, reply, RAW_MAIL) : mailOf(item, reply);
    case 'html':
      return begun(item, reply, await htmlIn(item, reply));
    case 'text':
      return textOf(item, reply);
    case 'file':
      if (shown.mediaType !== null) return begun(item, reply, { ...AS_IT_IS, mediaType: shown.mediaType });
      return begun(item, reply, await fileIn(item, reply));
  }
}

/** What arrives for a link to a file, whose item type says all that is known before. */
export async function arrivalOf(item: GopherItem, reply: GopherReply): Promise<Arriving | Octets | Moved> {
  const moved = await movedIn(item, reply);
  if (moved !== null) return moved;
  const { presentation } = itemKind(item.link.details.type);
  if (await isEmpty(reply)) {
    checkEmpty(presentation);
    return NO_OCTETS;
  }
  return arrivingFile(item, reply, await (presentation === 'html' ? htmlIn : fileIn)(item, reply));
}

function begun(item: GopherItem, reply: GopherReply, kind: FileKind): Download {
  return { shape: 'download', freshFor: FILE_FRESH, json: null, begin: async () => arrivingFile(item, reply, kind) };
}

/** The new place of an item that has moved; `null` = the reply is the item. @throws ProtocolError the error of the server */
async function movedIn(item: GopherItem, reply: GopherReply): Promise<Moved | null> {
  const refusal = await refusalIn(item.server, reply);
  return refusal === null ? null : movedBy(item, refusal);
}

/** What may be empty: servers of today send an empty file in this way. A menu, picture or message has octets. */
const MAY_BE_EMPTY: ReadonlySet<ItemPresentation> = new Set(['text', 'html', 'saved']);

/**
 * Judges a reply without any octets. It may be an empty file, or the server failed and has no other way to say so.
 *
 * @throws ProtocolError `malformed` if an item of this kind cannot be empty
 */
function checkEmpty(presentation: ItemPresentation): void {
  if (MAY_BE_EMPTY.has(presentation)) return;
  throw new ProtocolError('malformed', 'The server closed the connection without sending anything.');
}

/** Nobody keeps it, because the server may have failed. */
const NO_OCTETS: Octets = { shape: 'octets', freshFor: 0, name: '', mediaType: 'text/plain', body: null };

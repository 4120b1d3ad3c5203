/**
 * Opens gopher and gophers links: RFC 1436 with every item type in use, and all of Gopher+, over TCP or TLS. The item
 * type of a link determines the shape of what it leads to.
 */
import type { Canonical } from '../../index.ts';
import { octetStringOf } from '../../octets/charset.ts';
import { sessionUrl } from '../../protocols/gopher/menu.ts';
import { ask, type GopherReply, isEmpty, refusalIn } from '../../protocols/gopher/reply.ts';
import { protocolLimits } from '../../protocols/limits.ts';
import { longRequest, ProtocolError } from '../../protocols/protocol-error.ts';
import { type GopherPath, splitGopherPath } from '../../schemes/gopher/path.ts';
import { decodeOctets } from '../../uri/decode.ts';
import type { Link, OpenContext, Opener } from '../contract.ts';
import { canonicalOrNull } from '../links.ts';
import type { Arriving, DownloadOffer, Menu, Moved, RawReply, ReadableText } from '../opened.ts';
import { attributesOf, type GopherAttributes } from './attributes.ts';
import { checkItem } from './check.ts';
import {
  AS_IT_IS,
  arrivingFile,
  decodedFile,
  FILE_FRESH,
  type FileKind,
  fileIn,
  fileJson,
  htmlIn,
  plainIn,
} from './file.ts';
import { askFormOf, type GopherForm } from './form.ts';
import { type GopherItem, itemOf, stepsTo, urlIn } from './item.ts';
import { itemKind, shownReply, UUENCODED } from './item-kinds.ts';
import { type Mail, mailOf, RAW_MAIL } from './mail.ts';
import { menuOf } from './menu.ts';
import { movedBy, movedTo } from './moved.ts';
import { checkEmpty, NO_OCTETS, type Nothing, nothingOf } from './nothing.ts';
import { FORM_FIELDS, type Help, openPhoneBook } from './phone-book.ts';
import type { PhoneBook } from './phone-book-values.ts';
import { openText } from './text.ts';
import { webFrontOf } from './web-front.ts';
import { type GopherSession, type Search, searchOf, sessionOf } from './without-server.ts';

/** What only gopher has. */
export type GopherValues = GopherAttributes | GopherForm | Help | Mail | Nothing | PhoneBook | Search | GopherSession;

export const gopher: Opener<'gopher', GopherValues> = {
  kind: 'gopher',
  schemes: ['gopher', 'gophers'],
  name: 'Gopher',
  schemeNames: { gophers: 'Gopher over TLS' },
  protocol: 'gopher',
  hasMixedCharsets: true,
  shapes: ['moved', 'menu', 'text', 'download', 'octets', 'values'],
  searchFields: {
    fields: { search: 'Words to search for.' },
    unfit: 'A gopher search cannot contain these characters.',
  },
  fields: FORM_FIELDS,
  // Forms are answered only from pages of this service.
  isPersonal: ({ details }) => details.gopherPlus?.kind === 'form',
  trail: { steps: stepsTo },
  check: checkItem,
  webFront: webFrontOf,
  servers: (link) => (leadsOut(link) ? [] : [{}]),

  async open(link, context) {
    const item = itemOf(link, context);
    checkPath(link, item.path);
    const found = withoutServer(item);
    if (found !== null) return found;
    const { presentation } = itemKind(link.details.type);
    if (presentation === 'phone-book') return openPhoneBook(item, context);
    const isFile = presentation === 'html' || presentation === 'shown' || presentation === 'saved';
    return isFile && item.path.plus === null ? downloadOf(item, context) : openItem(item, context);
  },

  search(link, { search = '' }) {
    const words = search.trim();
    if (words === '') return null;
    const path = splitGopherPath(link.components.path);
    checkPath(link, path);
    const isSearch = itemKind(link.details.type).presentation === 'search' && urlIn(path.selector) === null;
    return isSearch ? searchLink(link, words) : null;
  },
};

/** Whether an item leads out of gopher, by its URL or to a session, so that its server is not asked. */
function leadsOut({ components, details }: Link<'gopher'>): boolean {
  const { selector } = splitGopherPath(components.path);
  return urlIn(selector) !== null || itemKind(details.type).presentation === 'explained';
}

/**
 * What a link is without a request to the server; `null` = the server must be asked.
 *
 * @throws ProtocolError `invalid-request` for an item that gopher does not fetch
 */
export function withoutServer(item: GopherItem): Moved | GopherSession | Search | null {
  const { link, path, server } = item;
  const { selector, search, plus } = path;
  const { type } = link.details;
  const url = urlIn(selector);
  if (url !== null) return movedTo(url, true);
  const { presentation } = itemKind(type);
  if (presentation === 'explained') {
    const session = sessionUrl(type, server, octetStringOf(decodeOctets(selector)));
    if (session !== null) return sessionOf(item, session);
    throw invalid('Items of this type are text in a menu, not links.');
  }
  const isForm = presentation === 'search' && plus === null && (search ?? '') === '';
  return isForm ? searchOf(item) : null;
}

/** Refuses requests that no server may receive, before a connection is opened. `writeLine` checks the lines again. */
export function checkPath({ details }: Link<'gopher'>, { selector, search, plus }: GopherPath): void {
  const fields = `${selector}%09${search ?? ''}%09${plus ?? ''}`;
  if (fields.includes('%00')) throw invalid('A gopher request cannot contain a NUL.');
  if (decodeOctets(fields).length > protocolLimits.request) throw longRequest();
  // Another tab would begin another field. Only the answers to a form have one.
  const isForm = details.gopherPlus?.kind === 'form';
  if (!isForm && plus?.includes('%09')) throw invalid('The Gopher+ part of the link contains a tab.');
}

function invalid(message: string): ProtocolError {
  return new ProtocolError('invalid-request', message);
}

function searchLink({ canonical }: Link<'gopher'>, words: string): Canonical {
  const [item = ''] = canonical.split('%09', 1);
  // A tab would begin another field, a line break another request.
  const isLine = !/[\t\r\n\0]/.test(words);
  const link = isLine ? canonicalOrNull(`${item}%09${encodeURIComponent(words.toWellFormed())}`) : null;
  if (link === null) throw invalid('A gopher search is one line without tabs.');
  return link;
}

/** A file, of which its item type says enough for programs. */
function downloadOf(item: GopherItem, context: OpenContext): DownloadOffer {
  return {
    shape: 'download',
    freshFor: FILE_FRESH,
    json: (links) => fileJson(item, links),
    async begin() {
      await checkRobots(item, context);
      return arrivalOf(item, await ask(item.server, item.path), context);
    },
  };
}

async function openItem(
  item: GopherItem,
  context: OpenContext,
): Promise<ReplyShape | GopherAttributes | GopherForm | Moved> {
  await checkRobots(item, context);
  const plus = item.link.details.gopherPlus;
  switch (plus?.kind) {
    case 'ask':
    case 'form':
      return askFormOf(item);
    case 'attributes':
    case 'directoryAttributes':
      return attributesOf(item, plus);
    default:
      return shapeOf(item, await ask(item.server, item.path), context);
  }
}

async function checkRobots({ known, path }: GopherItem, { robot }: OpenContext): Promise<void> {
  if (robot !== null) await known.checkRobots(robot, path.selector);
}

type ReplyShape = Menu | ReadableText | DownloadOffer | RawReply | Moved | Mail | Nothing;

/**
 * The shape of a reply: it follows from the item type of the link, or from the representation that was requested.
 *
 * @throws ProtocolError the error of the server; `unreachable` if it sends nothing in place of a menu or a message
 */
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
  if (reply.plus) item.known.notePlus();
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
      return openText(item, reply);
    case 'file': {
      if (shown.mediaType !== null) return begun(item, reply, { ...AS_IT_IS, mediaType: shown.mediaType });
      const decoded = isEncoded(item) && wants !== 'octets' ? await decodedFile(item, reply) : null;
      if (decoded !== null) return { shape: 'download', freshFor: FILE_FRESH, json: null, begin: async () => decoded };
      return begun(item, reply, await fileIn(item, reply));
    }
  }
}

/** What arrives for a link to a file, whose item type says all that is known before. */
async function arrivalOf(
  item: GopherItem,
  reply: GopherReply,
  { wants }: Pick<OpenContext, 'wants'>,
): Promise<Arriving | RawReply | Moved> {
  const moved = await movedIn(item, reply);
  if (moved !== null) return moved;
  const { presentation } = itemKind(item.link.details.type);
  if (await isEmpty(reply)) {
    checkEmpty(presentation);
    return NO_OCTETS;
  }
  const decoded = isEncoded(item) && wants !== 'octets' ? await decodedFile(item, reply) : null;
  return decoded ?? arrivingFile(item, reply, await (presentation === 'html' ? htmlIn : fileIn)(item, reply));
}

function begun(item: GopherItem, reply: GopherReply, kind: FileKind): DownloadOffer {
  return { shape: 'download', freshFor: FILE_FRESH, json: null, begin: async () => arrivingFile(item, reply, kind) };
}

/**
 * The new place of an item that has moved; `null` = the reply is the item.
 *
 * @throws ProtocolError the error of the server
 */
async function movedIn(item: GopherItem, reply: GopherReply): Promise<Moved | null> {
  const refusal = await refusalIn(item.server, reply);
  return refusal === null ? null : movedBy(item, refusal);
}

/** Whether an item is a uuencoded file (type 6). Programs that ask for its octets get them as they are. */
function isEncoded({ link }: Pick<GopherItem, 'link'>): boolean {
  return itemKind(link.details.type).mediaType === UUENCODED;
}

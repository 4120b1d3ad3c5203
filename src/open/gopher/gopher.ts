/**
 * Opens gopher and gophers links: RFC 1436 with every item type in use, and all of Gopher+, over TCP or TLS. The item
 * type of a link determines the shape of what it leads to.
 */
import type { Canonical } from '../../index.ts';
import { ask } from '../../protocols/gopher/reply.ts';
import { protocolLimits } from '../../protocols/limits.ts';
import { longRequest, ProtocolError } from '../../protocols/protocol-error.ts';
import { type GopherPath, splitGopherPath } from '../../schemes/gopher/path.ts';
import { decodeOctets } from '../../uri/decode.ts';
import type { Link, OpenContext, Opener } from '../contract.ts';
import { canonicalOrNull } from '../links.ts';
import type { Download, Moved } from '../opened.ts';
import { type Attributes, attributesOf } from './attributes.ts';
import { checkItem } from './check.ts';
import { FILE_FRESH, fileJson } from './file.ts';
import { type Form, formOf } from './form.ts';
import { type GopherItem, itemOf, urlIn } from './item.ts';
import { itemKind } from './item-kinds.ts';
import type { Mail } from './mail.ts';
import type { Nothing } from './nothing.ts';
import { FORM_FIELDS, type Help, openPhoneBook } from './phone-book.ts';
import type { PhoneBook } from './phone-book-values.ts';
import { arrivalOf, type ReplyShape, shapeOf } from './reply.ts';
import { type Search, type Session, withoutServer } from './without-server.ts';

/** What only gopher has. */
export type GopherValues = Attributes | Form | Help | Mail | Nothing | PhoneBook | Search | Session;

export const gopher: Opener<'gopher', GopherValues> = {
  kind: 'gopher',
  schemes: ['gopher', 'gophers'],
  name: 'Gopher',
  schemeNames: { gophers: 'Gopher over TLS' },
  protocol: 'gopher',
  hasMixedCharsets: true,
  shapes: ['moved', 'menu', 'text', 'download', 'octets', 'values'],
  searchFields: {
    fields: { search: 'words to search for.' },
    unfit: 'A gopher search cannot contain these characters.',
  },
  fields: FORM_FIELDS,
  // Forms are answered only from pages of this service.
  isPersonal: ({ details }) => details.gopherPlus?.kind === 'form',
  check: checkItem,

  async open(link, context) {
    const item = itemOf(link, context);
    checkPath(link, item.path);
    const found = withoutServer(item);
    if (found !== null) return found;
    const { presentation } = itemKind(link.details.type);
    if (presentation === 'phone-book') return openPhoneBook(item, context);
    const isFile = presentation === 'html' || presentation === 'shown' || presentation === 'saved';
    return isFile && item.path.plus === null ? fileOf(item, context) : openItem(item, context);
  },

  search(link, { search = '' }) {
    const path = splitGopherPath(link.components.path);
    checkPath(link, path);
    const words = search.trim();
    const isSearch = itemKind(link.details.type).presentation === 'search' && urlIn(path.selector) === null;
    return isSearch && words !== '' ? searchLink(link, words) : null;
  },
};

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
function fileOf(item: GopherItem, context: OpenContext): Download {
  return {
    shape: 'download',
    freshFor: FILE_FRESH,
    json: (links) => fileJson(item, links),
    async begin() {
      await checkRobots(item, context);
      return arrivalOf(item, await ask(item.server, item.path));
    },
  };
}

async function openItem(item: GopherItem, context: OpenContext): Promise<ReplyShape | Attributes | Form | Moved> {
  await checkRobots(item, context);
  const plus = item.link.details.gopherPlus;
  switch (plus?.kind) {
    case 'ask':
    case 'form':
      return formOf(item);
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

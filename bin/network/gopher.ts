/** Opens gopher and gophers links: menus, texts, messages, files, and what Gopher+ has besides them. */

import { GatewayError } from '../../src/net/failure.ts';
import { detectCharset } from '../../src/octets/charset.ts';
import { itemLinks } from '../../src/open/gopher/item.ts';
import { itemKind, shownReply } from '../../src/open/gopher/item-kinds.ts';
import { menuOf } from '../../src/open/gopher/menu.ts';
import type { Pieces } from '../../src/open/json-pieces.ts';
import type { CsoValue } from '../../src/protocols/cso/session.ts';
import { entriesOf } from '../../src/protocols/gopher/ask-form.ts';
import { fetchForm } from '../../src/protocols/gopher/attributes.ts';
import { ask, type GopherRefusal, type GopherReply, isEmpty, refusalIn } from '../../src/protocols/gopher/reply.ts';
import { type GopherLink, gopherContext } from '../../worker/gateway/gopher/context.ts';
import { checkPath } from '../../worker/gateway/gopher/gopher.ts';
import {
  attributesJson,
  fileJson,
  formJson,
  messageJson,
  searchJson,
  sessionJson,
  textIn,
  textJson,
} from '../../worker/gateway/gopher/json.ts';
import { fetchAttributes } from '../../worker/gateway/gopher/open-attributes.tsx';
import {
  certainCharset,
  type FileKind,
  servedFile,
  servedText,
  typeOfFile,
} from '../../worker/gateway/gopher/open-file.tsx';
import { formAction } from '../../worker/gateway/gopher/open-form.tsx';
import { checkEmpty, fetchMessage, fetchText, RAW_MESSAGE } from '../../worker/gateway/gopher/open-text.tsx';
import {
  fetchPhoneBook,
  isPhoneBook,
  phoneBookJson,
  searchableFields,
} from '../../worker/gateway/gopher/phone-book.ts';
import { withoutServer } from '../../worker/gateway/gopher/without-server.tsx';
import {
  columns,
  fieldLines,
  jsonLinksOf,
  type OpenContext,
  type Opened,
  octetsOf,
  shownAsJson,
  values,
  withoutEnd,
} from './opened.ts';
import { openedOf } from './shapes.ts';

type Context = OpenContext<'gopher'> & GopherLink;

export async function openGopher(linkContext: OpenContext<'gopher'>): Promise<Opened> {
  const context = gopherContext(linkContext);
  checkPath(context);
  const found = withoutServer(context);
  switch (found?.kind) {
    case 'moved':
      return found;
    case 'session':
      return line(sessionJson(context, found.url), [`This leads to a terminal session: ${found.url}`]);
    case 'search':
      return line(searchJson(context), ['This is a search. Add the words to the link, after %09.']);
    case 'file':
      if (context.format === 'json') return line(fileJson(context), []);
  }
  if (isPhoneBook(context)) return openPhoneBook(context);
  const plus = context.resolution.details.gopherPlus;
  switch (plus?.kind) {
    case 'ask':
    case 'form':
      return openForm(context);
    case 'attributes':
    case 'directoryAttributes': {
      const fetched = await fetchAttributes(context, plus);
      if (fetched.kind === 'refused') return refused(context, fetched.refusal);
      return shownAsJson(attributesJson(context, fetched.selected, fetched.reader), '\n');
    }
    default:
      return openReply(context, await ask(context.server, context.path));
  }
}

/** The entries that match the words of a link to a phone book; without words, its fields. */
async function openPhoneBook(context: Context): Promise<Opened> {
  const book = await fetchPhoneBook(context);
  if (book.kind === 'refused') throw book.error;
  if (context.format === 'raw') {
    const served = servedText(context.view.charset, book.octets, context.view.charset ?? detectCharset(book.octets));
    return { kind: 'file', mediaType: served.type, octets: [served.octets] };
  }
  const width = Math.max(0, ...book.fields.map(({ name }) => name.length));
  if (book.kind === 'entries') {
    const found = book.answer.entries.map(({ fields }) => fields.flatMap((field) => entryLines(field, width)));
    const lines = found.flatMap((entry, index) => (index === 0 ? entry : ['', ...entry]));
    return line(phoneBookJson(context, book), lines.length === 0 ? ['No entry matches.'] : lines);
  }
  const searchable = new Set(searchableFields(book.fields));
  return line(phoneBookJson(context, book), [
    'This is a phone book. Its fields:',
    ...book.fields.map((field) => {
      const note = searchable.has(field) ? '' : ' (cannot be searched)';
      return columns([field.name, width], [field.description + note, 0]);
    }),
  ]);
}

/** The lines of a field, whose name stands before the first. */
function entryLines({ name, value }: CsoValue, width: number): readonly string[] {
  return (value?.split('\n') ?? []).map((text, index) => columns([index === 0 ? name : '', width], [text, 0]));
}

/** The form of an item, filled in with the answers in the link. */
async function openForm(context: Context): Promise<Opened> {
  const { server, path, charsets, resolution } = context;
  const form = await fetchForm(server, path, charsets);
  if (form.kind === 'refused') return refused(context, form.refusal);
  if (form.kind === 'absent') throw new GatewayError('not-found', 'This item has no form.');
  const entries = entriesOf(form.fields, resolution.details.gopherPlus?.answers ?? []);
  return shownAsJson(formJson(context, formAction(context), form.fields, entries), '\n');
}

/** @throws ProtocolError for an item that has not moved */
function refused(context: Context, { moved, error }: GopherRefusal): Opened {
  const url = moved === null ? null : itemLinks(context).ofLine(moved);
  if (url === null) throw error;
  return { kind: 'moved', url };
}

async function openReply(context: Context, reply: GopherReply): Promise<Opened> {
  const { format, resolution, server, view } = context;
  const refusal = await refusalIn(server, reply);
  if (refusal !== null) return refused(context, refusal);
  const { presentation } = itemKind(resolution.details.type);
  if (await isEmpty(reply)) {
    checkEmpty(presentation);
    if (presentation === 'text' && format !== 'raw') return line(textJson(context, '', 'utf-8'), ['']);
    return { kind: 'file', mediaType: 'text/plain', octets: [] };
  }
  const shown = shownReply(resolution.details, reply.plus);
  switch (shown.presentation) {
    case 'menu':
      return openMenu(context, reply);
    case 'message': {
      if (format === 'raw') return fileOf(context, reply, RAW_MESSAGE);
      const { message } = await fetchMessage(reply, view.charset);
      const header = message.fields.map(({ name, value }) => ({ name: name.toLowerCase(), value }));
      const lines = [...fieldLines(header), '', textIn(message) ?? ''];
      return line(messageJson(context, message, view.charset), lines);
    }
    case 'html':
      return fileOf(context, reply, { mediaType: 'text/html', charset: await certainCharset(context, reply) });
    case 'text':
      return openText(context, reply);
    case 'file':
      return fileOf(context, reply, { mediaType: shown.mediaType ?? (await typeOfFile(context, reply)) });
  }
}

async function openMenu(context: Context, reply: GopherReply): Promise<Opened> {
  if (context.format === 'raw') {
    reply.body.expectPeriod();
    return fileOf(context, reply, { mediaType: 'text/plain', charset: await certainCharset(context, reply) });
  }
  return openedOf(await menuOf(context, reply), {
    ...context,
    charset: context.view.charset,
    links: jsonLinksOf(context.links),
  });
}

async function openText(context: Context, reply: GopherReply): Promise<Opened> {
  const { format, view } = context;
  const fetched = await fetchText(context, reply);
  if (fetched.kind === 'long') {
    return format === 'json' ? line(fileJson(context), []) : fileOf(context, reply, fetched.file);
  }
  const { octets, reader } = fetched;
  if (format === 'raw') {
    const served = servedText(view.charset, octets, reader.charset);
    return { kind: 'file', mediaType: served.type, octets: [served.octets] };
  }
  const text = reader.read(octets);
  return line(textJson(context, text, reader.charset), [withoutEnd(text)]);
}

function fileOf({ format, view }: Context, reply: GopherReply, file: FileKind): Opened {
  // Whoever reads the file as a text decodes it.
  const { type, filter } = servedFile(format === 'text' ? null : view.charset, reply, file);
  return { kind: 'file', mediaType: type, octets: octetsOf(reply.body, filter) };
}

/** A value whose JSON is a line. */
function line(json: object, lines: Pieces): Opened {
  return values(json, lines, '\n');
}

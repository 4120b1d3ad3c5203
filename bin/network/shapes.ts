/** Writes what an opener returns: JSON for programs, lines for people, or octets. */
import { jsonText } from '../../src/octets/controls.ts';
import { isSilence, SILENCE } from '../../src/open/common.ts';
import type { AnyOpener } from '../../src/open/contract.ts';
import type { ArrivingText } from '../../src/open/json-pieces.ts';
import { declaredTypeOf, mediaTypeOf } from '../../src/open/media-type.ts';
import type { NameService } from '../../src/open/names.ts';
import type {
  AnyOpened,
  DownloadOffer,
  File,
  FileTransfer,
  Listing,
  Menu,
  MenuEntry,
  Values as OwnValues,
  RawReply,
  ReadableMessage,
  ReadableText,
  Results,
  Shape,
} from '../../src/open/opened.ts';
import { listingJson, namesJson } from '../../src/open/shape-json.ts';
import { LARGEST_TEXT } from '../../src/open/text.ts';
import { collect } from '../../src/protocols/connection.ts';
import { writtenArticle, writtenGroup, writtenGroups, writtenThread } from './articles.ts';
import {
  type AboutLink,
  columns,
  copiedOctets,
  directoryLines,
  type FetchedLink,
  longJson,
  paragraph,
  values,
  type Writing,
  type WrittenValues,
  withoutEnd,
  withUrl,
} from './opened.ts';

/** Shapes of which nothing can be fetched: a session is for terminals, and a draft for a mail program. */
const NOTHING_TO_FETCH = ['session', 'draft'] as const satisfies readonly Shape[];

/** Whether links with these shapes lead to something to fetch. */
export function isFetched({ shapes }: Pick<AnyOpener, 'shapes'>): boolean {
  return shapes.some((shape) => NOTHING_TO_FETCH.every((other) => shape !== other));
}

export async function openedOf(shape: AnyOpened, writing: Writing): Promise<FetchedLink> {
  const opened = await writtenShape(shape, writing);
  return isSilence(shape) && opened.kind !== 'moved' ? { ...opened, notice: SILENCE } : opened;
}

async function writtenShape(shape: AnyOpened, writing: Writing): Promise<FetchedLink> {
  switch (shape.shape) {
    case 'moved':
      return { kind: 'moved', url: shape.url };
    case 'listing':
      return withNotice(listingValues(shape, writing), shape);
    case 'results':
      return values(writing.about, shape.json(writing.links), resultLines(shape));
    case 'text':
    case 'message':
      return fetchedText(shape, writing);
    case 'names':
      return values(writing.about, namesJson(shape, writing.links), shape.services.flatMap(serviceLines));
    case 'menu':
      return menuValues(shape, writing);
    case 'groups':
      return writtenGroups(shape, writing);
    case 'group':
      return writtenGroup(shape, writing);
    case 'thread':
      return writtenThread(shape, writing);
    case 'article':
      return writtenArticle(shape, writing);
    case 'octets':
      return octetFile(shape, writing);
    case 'file':
      return withNotice(await fetchedFile(shape, writing), shape);
    case 'session':
    case 'draft':
      throw new TypeError(`nothing of a ${shape.shape} can be fetched`);
    case 'download':
      return downloaded(shape, writing);
    case 'values':
      return ownValues(shape, writing);
  }
}

function withNotice(opened: FetchedLink, { openedAs }: Pick<Listing | File, 'openedAs'>): FetchedLink {
  return opened.kind === 'moved' ? opened : { ...opened, notice: openedAs?.sentence };
}

function listingValues(listing: Listing, writing: Writing): WrittenValues {
  const [json, lines] = [jsonOfListing(listing, writing), listingLines(listing)];
  return { kind: 'values', json: thenError(json, listing), lines: thenError(lines, listing) };
}

function jsonOfListing(listing: Listing, { about, links }: Writing): ArrivingText {
  const { order } = listing;
  if (listing.json !== undefined) return [`${jsonText({ ...about, ...listing.json(order, links) })}\n`];
  return longJson(about, listingJson(listing, order, links));
}

function* listingLines({ words, rows, order, isBase, unread, readme }: Listing): Generator<string> {
  for (const text of words) yield* paragraph(text);
  const entries = Array.from(rows.at(rows.sorted(order)), ({ kind, name, size, modified, target, url }) => {
    return { name, size, modified, isDirectory: kind === 'directory', target, url: isBase ? null : url };
  });
  yield* directoryLines(entries);
  yield* unread;
  yield* paragraph(readme === null ? null : readme.text, 'below');
}

function menuValues(menu: Menu, { about, links }: Writing): WrittenValues {
  const { content } = menu;
  const json = content.isWhole ? wholeJson(about, () => content.json(links)) : longJson(about, content.json(links));
  return { kind: 'values', json: thenError(json, menu), lines: thenError(menuLines(menu), menu) };
}

/** What came, and then the error that ended it. */
async function* thenError(
  text: ArrivingText,
  { broken = null }: Pick<Listing | Menu, 'broken'>,
): AsyncGenerator<string | Iterable<string>> {
  yield* text;
  if (broken !== null) throw broken;
}

/** A value that is only made if JSON is asked for. */
function* wholeJson(about: AboutLink, value: () => object): Generator<string> {
  yield `${jsonText({ ...about, ...value() })}\n`;
}

async function* menuLines(menu: Menu): AsyncGenerator<Iterable<string>> {
  for await (const part of menu.arrivals('all')) yield entryLines(part.entries());
}

function* entryLines(entries: Iterable<MenuEntry>): Generator<string> {
  for (const entry of entries) yield withUrl(entry.text, entry.kind === 'text' ? null : entry.url);
}

async function octetFile({ name, mediaType, body }: RawReply, { charset }: Writing): Promise<FetchedLink> {
  const octets = body === null ? [] : copiedOctets(body);
  if (mediaType !== undefined) return { kind: 'file', mediaType, octets };
  const first = (await body?.read()) ?? new Uint8Array();
  body?.unread(first);
  return { kind: 'file', mediaType: mediaTypeOf(name, { first, charset }), octets };
}

function* resultLines({ about, found }: Results): Generator<string> {
  yield* paragraph(about?.text ?? null);
  for (const { score, title, forms } of found) {
    yield withUrl(columns([score, -4], [title, 0]), forms[0]?.url ?? null);
  }
}

function fetchedText(shape: ReadableText | ReadableMessage, { about, format, links }: Writing): FetchedLink {
  const { octets, charset, text } = shape;
  if (format !== 'raw') return values(about, shape.json(links), [withoutEnd(text)]);
  const sent = shape.shape === 'text' ? shape.sent?.() : undefined;
  return { kind: 'file', mediaType: sent?.type ?? `text/plain; charset=${charset}`, octets: [sent?.octets ?? octets] };
}

async function downloaded(download: DownloadOffer, writing: Writing): Promise<FetchedLink> {
  const { about, format, links } = writing;
  if (download.json !== null && format === 'json') return values(about, download.json(links), []);
  const arriving = await download.begin();
  if (arriving.shape !== 'arriving') return openedOf(arriving, writing);
  // Lines for people are decoded here.
  const { type, filter } = arriving.sentTo(format === 'text' ? 'decoder' : 'browser');
  return { kind: 'file', mediaType: type, octets: copiedOctets(arriving.body, filter) };
}

/** @throws ProtocolError if there is not more than a way to ask otherwise */
function ownValues(shape: OwnValues, { about, links }: Writing): WrittenValues {
  if (shape.error !== undefined) throw shape.error;
  return { kind: 'values', json: wholeJson(about, () => shape.json(links)), lines: shape.lines(links) };
}

async function fetchedFile(file: File, writing: Writing): Promise<FetchedLink> {
  const { about, format, links } = writing;
  const isRead = file.isRead && format !== 'raw';
  const json = format === 'json' ? file.json : null;
  if (json !== null && !isRead) {
    file.close();
    return values(about, json(links), []);
  }
  const transfer = await file.fetch();
  if (transfer.shape === 'moved') return { kind: 'moved', url: transfer.url };
  if (!isRead) return transferred(file, transfer, writing);
  const { octets, complete } = await collect(transfer, LARGEST_TEXT);
  if (!complete && json === null) {
    transfer.unread(octets);
    return transferred(file, transfer, writing);
  }
  transfer.close();
  return complete || json === null ? fetchedText(file.read(octets), writing) : values(about, json(links), []);
}

async function transferred(file: File, transfer: FileTransfer, { charset }: Writing): Promise<FetchedLink> {
  // All octets that arrive are written, even those of a transfer that fails.
  const first = (await transfer.read())?.slice() ?? null;
  if (first === null) transfer.close();
  else transfer.unread(first);
  const mediaType = declaredTypeOf(file, { first: first ?? new Uint8Array(), charset });
  return {
    kind: 'file',
    mediaType,
    octets: first === null ? [] : copiedOctets(transfer),
    remark: () => transfer.remark(),
  };
}

function serviceLines({ name, error, results, referrals }: NameService): readonly string[] {
  return [
    ...(error === null ? [] : [`${name}: ${error.detail}`]),
    ...results.flatMap(({ commonName, uri, description }) => [
      withUrl(commonName, uri),
      ...(description === null || description === '' ? [] : [`  ${description}`]),
    ]),
    ...referrals.map(({ url }) => withUrl('Another service', url)),
  ];
}

/**
 * Menus, as pages, JSON and feeds. The response begins with the lines that have arrived, and has the others as they
 * come. A menu that is known as a whole before has an entity tag. Its feed has the items with a date in their text or
 * name, the newest first; in a menu without such dates, those of Gopher+ count (`Mod-Date`).
 */
import type { Canonical } from '../../../src/index.ts';
import { codeOf, isFailure } from '../../../src/net/failure.ts';
import { displayText } from '../../../src/octets/ansi.ts';
import { askForAttributes, modifiedIn, readAttributes } from '../../../src/protocols/gopher/attributes.ts';
import { itemDate } from '../../../src/protocols/gopher/item-date.ts';
import type { MenuLine } from '../../../src/protocols/gopher/menu.ts';
import { MenuSource } from '../../../src/protocols/gopher/menu-source.ts';
import type { GopherReply } from '../../../src/protocols/gopher/reply.ts';
import { type Html, rendered } from '../../pages/parts/html.ts';
import { Rows, VIEW_REL } from '../../pages/parts/layout.tsx';
import { Empty, Notice } from '../../pages/parts/notice.tsx';
import { streamedPage } from '../../pages/parts/respond.tsx';
import { type FeedEntry, feedHref, feedResponse } from '../shared/atom.ts';
import { longJson, trackBody } from '../shared/json-stream.ts';
import { LinkNames } from '../shared/link-names.ts';
import { PageLinks, WordsForm } from '../shared/page-parts.tsx';
import { paragraphsOf } from '../shared/paragraphs.ts';
import { CharsetForm } from '../shared/text-content.tsx';
import { type GopherContext, itemLinks, itemName, linkName, withoutRequest } from './context.ts';
import { PICTURES } from './item-kinds.ts';
import { cacheableResponse, itemActions, itemPage, jsonResponse, MENUS_AND_TEXTS } from './item-page.tsx';
import { menuJson } from './json.ts';
import { rememberPlus } from './known-servers.ts';
import { menuWriter } from './menu-lines.tsx';
import { openAs } from './open-file.tsx';

/** The lines of one page. Browsers are slow with tens of thousands. */
const PAGE_LINES = 1000;

/** Responds with a menu in the requested format. */
export async function openMenu(context: GopherContext, reply: GopherReply): Promise<Response> {
  if (context.view.format === 'raw') {
    reply.body.expectPeriod();
    return openAs(context, reply, 'text/plain');
  }
  const menu = await MenuSource.open(context.server, reply, context.charsets);
  if (context.view.feed) return menuFeed(context, menu);
  return context.view.format === 'json' ? respondWithJson(context, menu) : menuPage(context, menu);
}

/** The headers of a menu that is not known as a whole, so that it has no entity tag. */
const STREAMED = { 'Cache-Control': MENUS_AND_TEXTS, Vary: 'Accept' };

function menuPage(context: GopherContext, menu: MenuSource): Response {
  const { links, view, resolution, server } = context;
  if (menu.hasItem(({ plus, host, port }) => plus !== null && host === server.host && port === server.port)) {
    rememberPlus(server);
  }
  const pictures = view.query.get('images') === 'show';
  const hasPictures = menu.hasItem(({ type }) => PICTURES.has(type));
  const { type, search } = resolution.details;
  const page = itemPage(context, {
    title: titleOf(context, menu),
    feed: menu.lines.some(isDated) ? feedHref(context) : null,
    content: (
      <>
        {hasPictures && (
          <p class="pictures">
            <a href={links.self(pictures ? {} : { images: 'show' })} rel={VIEW_REL}>
              {pictures ? 'Hide pictures' : 'Show pictures'}
            </a>
          </p>
        )}
        {type === '7' && <WordsForm address={context.links.self()} words={search ?? ''} />}
        <Rows />
      </>
    ),
  });
  const respond = (headers: Record<string, string>) => {
    const ended = trackBody(context, () => menu.close());
    return streamedPage(context, page, menuRows(context, menu, pictures), { headers, ended });
  };
  if (!menu.ended) return respond(STREAMED);
  return cacheableResponse(
    context,
    [menu.octets, menu.reader.charset, JSON.stringify([itemActions(context), hasPictures])],
    respond,
  );
}

/** The title of a menu: its own, or the name that its link had, or its heading; `null` = the name of the item. */
function titleOf(context: GopherContext, menu: MenuSource): string | null {
  if (menu.title !== null) return displayText(menu.reader.read(menu.title.display));
  // The name of the item has the words of a search.
  return linkName(context) === null ? headingOf(context, menu) : null;
}

/** The heading of a menu in the words of its server; `null` = the name of the item. */
function headingOf({ resolution: { details } }: GopherContext, { heading, reader }: MenuSource): string | null {
  const text = heading === null ? '' : displayText(reader.read(heading.display)).trim();
  // A sentence, and a line that ends with a colon, are not headings.
  const isWords = /\p{L}{2}.*[^.,:;!?]$/u.test(text) && paragraphsOf(text)[0]?.flow === 'lines';
  // The first menu has the server's name.
  return isWords && details.selector !== '' && !details.search ? text : null;
}

/** The rows of one page of a menu, and the parts of the page below them. What follows the page is not read. */
async function* menuRows(
  context: GopherContext,
  menu: MenuSource,
  pictures: boolean,
): AsyncGenerator<Iterable<Html>, void> {
  const page = Math.max(1, Number(/^\d{1,6}$/.exec(context.view.query.get('page') ?? '1')?.[0] ?? 1));
  const names = new LinkNames(withoutRequest(context.links.canonical), page);
  const writer = menuWriter({ context, reader: menu.reader, pictures, names });
  /** The lines so far, with those of the pages before. */
  let seen = 0;
  const hasNext = () => seen > page * PAGE_LINES;

  yield write(menu.title === null ? menu.lines : menu.lines.filter((line) => line !== menu.title));
  if (!hasNext()) {
    for await (const lines of menu.arrivals()) {
      yield write(lines);
      if (hasNext()) break;
    }
  }
  menu.close();
  yield below();

  function* write(lines: readonly MenuLine[]): Generator<Html, void> {
    const from = (page - 1) * PAGE_LINES - seen;
    seen += lines.length;
    yield* writer.write(lines.slice(Math.max(0, from), Math.max(0, from + PAGE_LINES)));
  }

  function* below(): Generator<Html, void> {
    const repeated = pictures ? { images: 'show' } : {};
    const hrefOf = (number: number) =>
      context.links.self(number === 1 ? repeated : { ...repeated, page: String(number) });
    if (writer.isEmpty()) {
      yield rendered(<Empty>{page === 1 ? 'The menu is empty.' : 'The menu ends before this page.'}</Empty>);
    }
    yield* writer.end();
    names.remember();
    const last = Math.max(1, Math.ceil(seen / PAGE_LINES));
    yield rendered(<PageLinks page={Math.min(page, last + 1)} pages={null} hasNext={hasNext()} hrefOf={hrefOf} />);
    if (menu.truncated && !hasNext()) {
      yield rendered(<Notice title="This menu is incomplete">The server sent more than this gateway shows.</Notice>);
    }
    const { charset } = menu.reader;
    if (charset !== 'utf-8') yield rendered(<CharsetForm context={context} charset={charset} />);
  }
}

/** A menu for programs: everything that its pages show, with canonical links. */
function respondWithJson(context: GopherContext, menu: MenuSource): Response {
  const { head, toJson, tail } = menuJson(context, menu);
  if (menu.ended) {
    const value = () => ({ ...head, lines: menu.lines.map(toJson), ...tail() });
    return cacheableResponse(context, [menu.octets, menu.reader.charset], (headers) =>
      jsonResponse(context, value(), headers),
    );
  }
  const items = (async function* () {
    yield menu.lines;
    yield* menu.arrivals();
  })();
  const ended = trackBody(context, () => menu.close());
  const body = longJson(head, { name: 'lines', items, toJson }, tail, ended);
  return new Response(body, { headers: { ...STREAMED, 'Content-Type': 'application/json' } });
}

/** A line with a time, before its text and its link are known. */
interface DatedLine {
  readonly line: MenuLine;
  readonly title: string;
  readonly updated: Date;
}

/** Whether a line is an item whose text or name has a date. */
function isDated(line: MenuLine): boolean {
  return dateIn(line, line.display) !== null;
}

/** Text between items may have dates, too, but leads nowhere. */
function dateIn(line: MenuLine, text: string): ReturnType<typeof itemDate> {
  if (line.kind !== 'item' && line.kind !== 'link') return null;
  return itemDate(text, line.kind === 'item' ? line.selector : '');
}

async function menuFeed(context: GopherContext, menu: MenuSource): Promise<Response> {
  const title = titleOf(context, menu) ?? linkName(context) ?? itemName(context);
  const dated: DatedLine[] = [];
  const take = (lines: readonly MenuLine[]): void => {
    for (const line of lines) {
      const found = isDated(line) ? dateIn(line, displayText(menu.reader.read(line.display))) : null;
      if (found !== null) dated.push({ line, title: found.title, updated: found.date });
    }
  };
  take(menu.lines);
  for await (const lines of menu.arrivals()) take(lines);
  const hasPlus = menu.hasItem(({ plus }) => plus !== null);
  const entries = entriesOf(context, dated.length === 0 && hasPlus ? await datedByAttributes(context, menu) : dated);
  const { canonical } = context.links;
  return feedResponse(context, { id: canonical, title, author: context.server.host, entries }, STREAMED);
}

/**
 * The newest first, and each item once. Of items of one day, the menu has the newest first, as authors add them above.
 */
function entriesOf({ links, ...context }: GopherContext, lines: readonly DatedLine[]): readonly FeedEntry[] {
  const { ofLine } = itemLinks(context);
  const byId = new Map<Canonical, FeedEntry>();
  for (const { line, title, updated } of lines.toSorted((a, b) => b.updated.getTime() - a.updated.getTime())) {
    const id = ofLine(line);
    if (id !== null && !byId.has(id)) byId.set(id, { id, title, updated, href: links.hrefOfCanonical(id) });
  }
  return [...byId.values()];
}

/** The items with the times of their attributes. A server that does not send them has no dates. */
async function datedByAttributes(
  { server, path }: GopherContext,
  { reader }: MenuSource,
): Promise<readonly DatedLine[]> {
  try {
    const { items } = await readAttributes(server, await askForAttributes(server, path, 'items'));
    rememberPlus(server);
    return items.flatMap((item) => {
      const updated = modifiedIn(item);
      if (updated === null || item.info === null) return [];
      return [{ line: item.info, title: displayText(reader.read(item.info.display)), updated }];
    });
  } catch (error) {
    if (!isFailure(error) || codeOf(error) === 'client-closed') throw error;
    return [];
  }
}

/**
 * Menus, as pages, JSON and feeds. The response begins with the lines that have arrived, and has the others as they
 * come. A menu that is known as a whole before has an entity tag. Its feed has the items with a date, the newest first.
 */
import { jsonText } from '../../../src/octets/controls.ts';
import type { Head, Menu, MenuEntry, MenuPart } from '../../../src/open/opened.ts';
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
import { jsonLinks, type ShapeContext } from './context.ts';
import { actionsOf, itemPage, jsonResponse, listedName, nameOf, taggedResponse } from './item-page.ts';
import { menuWriter } from './menu-lines.tsx';

/** The lines of one page. Browsers are slow with tens of thousands. */
const PAGE_LINES = 1000;

type Headers = Readonly<Record<string, string>>;

/** Responds with a menu in the requested format. */
export async function respondWithMenu(context: ShapeContext, menu: Menu): Promise<Response> {
  const { feed, format } = context.view;
  const headers = { 'Cache-Control': `public, max-age=${menu.freshFor}`, Vary: 'Accept' };
  if (feed) return feedOf(context, menu, headers);
  return format === 'json' ? jsonOf(context, menu, headers) : pageOf(context, menu, headers);
}

function pageOf(context: ShapeContext, menu: Menu, headers: Headers): Response {
  const { links, view } = context;
  const pictures = view.query.get('images') === 'show';
  const hasPictures = menu.hasPictures();
  const head = menu.head();
  const page = itemPage(context, head, {
    title: titleOf(menu, head),
    feed: menu.isDated() ? feedHref(context) : null,
    content: (
      <>
        {hasPictures && (
          <p class="pictures">
            <a href={links.self(pictures ? {} : { images: 'show' })} rel={VIEW_REL}>
              {pictures ? 'Hide pictures' : 'Show pictures'}
            </a>
          </p>
        )}
        {menu.isSearch && <WordsForm address={context.links.self()} words={head.words ?? ''} />}
        <Rows />
      </>
    ),
  });
  const respond = (headers: Headers) => {
    const ended = trackBody(context, () => menu.close());
    return streamedPage(context, page, rowsOf(context, menu, { pictures, address: head.address }), {
      headers,
      ended,
    });
  };
  if (!menu.content.isWhole) return respond(headers);
  const parts = [...menu.content.identity, jsonText([actionsOf(context, head), hasPictures])];
  return taggedResponse(context, head, parts, headers, respond);
}

/** The title of a menu: its own, or the name that its link had, or its heading; `null` = the name of the item. */
function titleOf({ title, heading }: Menu, head: Head): string | null {
  // The name of the item has the words of a search.
  if (title !== null || heading === null || listedName(head) !== null) return title;
  return paragraphsOf(heading)[0]?.flow === 'lines' ? heading : null;
}

interface RowsOptions extends Pick<Head, 'address'> {
  /** Whether pictures are shown instead of linked. */
  readonly pictures: boolean;
}

/** The rows of one page of a menu, and the parts of the page below them. What follows the page is not read. */
async function* rowsOf(
  context: ShapeContext,
  menu: Menu,
  { pictures, address }: RowsOptions,
): AsyncGenerator<Iterable<Html>, void> {
  const { links, view } = context;
  const page = Math.max(1, Number(/^\d{1,6}$/.exec(view.query.get('page') ?? '1')?.[0] ?? 1));
  const names = new LinkNames(address, page);
  const writer = menuWriter({ links, pictures, names });
  /** The lines so far, with those of the pages before. */
  let seen = 0;
  const hasNext = () => seen > page * PAGE_LINES;

  for await (const part of menu.arrivals('untitled')) {
    yield writer.write(ofPage(part));
    if (hasNext()) break;
  }
  menu.close();
  yield below();

  function ofPage(part: MenuPart): Iterable<MenuEntry> {
    const from = (page - 1) * PAGE_LINES - seen;
    seen += part.length;
    return part.entries(Math.max(0, from), Math.max(0, from + PAGE_LINES));
  }

  function* below(): Generator<Html, void> {
    const repeated = pictures ? { images: 'show' } : {};
    const hrefOf = (number: number) => links.self(number === 1 ? repeated : { ...repeated, page: String(number) });
    if (writer.isEmpty()) {
      yield rendered(<Empty>{page === 1 ? 'The menu is empty.' : 'The menu ends before this page.'}</Empty>);
    }
    yield* writer.end();
    names.remember();
    const last = Math.max(1, Math.ceil(seen / PAGE_LINES));
    yield rendered(<PageLinks page={Math.min(page, last + 1)} pages={null} hasNext={hasNext()} hrefOf={hrefOf} />);
    if (menu.isCut() && !hasNext()) {
      yield rendered(<Notice title="This menu is incomplete">The server sent more than this gateway shows.</Notice>);
    }
    const charset = menu.charset();
    if (charset !== 'utf-8') yield rendered(<CharsetForm context={context} charset={charset} />);
  }
}

/** A menu for programs: everything that its pages show, with canonical links. */
function jsonOf(context: ShapeContext, menu: Menu, headers: Headers): Response {
  const { content } = menu;
  if (content.isWhole) {
    return taggedResponse(context, menu.head(), content.identity, headers, (headers) =>
      jsonResponse(content.json(jsonLinks(context)), headers),
    );
  }
  const ended = trackBody(context, () => menu.close());
  const body = longJson(...content.json(jsonLinks(context)), ended);
  return new Response(body, { headers: { ...headers, 'Content-Type': 'application/json' } });
}

/**
 * The newest first, and each item once. Of items of one day, the menu has the newest first, as authors add them above.
 */
async function feedOf(context: ShapeContext, menu: Menu, headers: Headers): Promise<Response> {
  const { links, resolution } = context;
  const entries = new Map<string, FeedEntry>();
  const dated = (await menu.dated()).toSorted((a, b) => b.updated.getTime() - a.updated.getTime());
  for (const { url, title, updated } of dated) {
    if (!entries.has(url)) entries.set(url, { id: url, title, updated, href: links.hrefOfCanonical(url) });
  }
  const head = menu.head();
  const title = titleOf(menu, head) ?? nameOf(head);
  const author = resolution.components.host ?? '';
  return feedResponse(context, { id: links.canonical, title, author, entries: [...entries.values()] }, headers);
}

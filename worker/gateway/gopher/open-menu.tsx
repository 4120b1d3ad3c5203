/**
 * Menus, as pages and as JSON. The response begins with the lines that have arrived, and has the others as they come. A
 * menu that is known as a whole before has an entity tag.
 */
import type { MenuLine } from '../../../src/protocols/gopher/menu.ts';
import { MenuSource } from '../../../src/protocols/gopher/menu-source.ts';
import type { Reply } from '../../../src/protocols/gopher/reply.ts';
import { type Html, rendered } from '../../pages/parts/html.ts';
import { type Action, Rows } from '../../pages/parts/layout.tsx';
import { Empty, Notice } from '../../pages/parts/notice.tsx';
import { streamedPage } from '../../pages/parts/respond.tsx';
import { feedHref } from '../shared/atom.ts';
import { CharsetForm } from '../shared/charset-form.tsx';
import { displayText } from '../shared/display-text.ts';
import { longJson } from '../shared/json-stream.ts';
import { PageLinks } from '../shared/page-links.tsx';
import { paragraphsOf } from '../shared/paragraphs.ts';
import { WordsForm } from '../shared/search-form.tsx';
import { trackBody } from '../shared/track-body.ts';
import { cacheableJson, cacheableResponse, MENUS_AND_TEXTS } from './caching.ts';
import type { GopherContext } from './context.ts';
import { PICTURES } from './item-kinds.ts';
import { itemActions, itemName, itemPage } from './item-page.tsx';
import { rememberPlus } from './known-servers.ts';
import { isDated, menuFeed } from './menu-feed.ts';
import { lineWriter } from './menu-json.ts';
import { MenuWriter } from './menu-lines.tsx';
import { openAs } from './open-file.ts';

/** The lines of one page. Browsers are slow with tens of thousands. */
const PAGE_LINES = 1000;

/**
 * Responds with a menu in the requested format.
 *
 * @throws GatewayError as `MenuSource.open`
 */
export async function openMenu(context: GopherContext, reply: Reply): Promise<Response> {
  if (context.view.format === 'raw') {
    reply.body.expectPeriod();
    return openAs(context, reply, 'text/plain');
  }
  const menu = await MenuSource.open(context.server, reply, context.charsets);
  if (context.view.feed) return menuFeed(context, menu, titleOf(context, menu) ?? itemName(context), STREAMED);
  return context.view.format === 'json' ? menuJson(context, menu) : menuPage(context, menu);
}

/** The headers of a menu that is not known as a whole, so that it has no entity tag. */
const STREAMED = { 'Cache-Control': MENUS_AND_TEXTS, Vary: 'Accept' };

function menuPage(context: GopherContext, menu: MenuSource): Response {
  const { links, view, resolution, server } = context;
  if (menu.hasItem(({ plus, host, port }) => plus !== null && host === server.host && port === server.port)) {
    rememberPlus(server);
  }
  const actions: Action[] = itemActions(context);
  const pictures = view.query.get('images') === 'show';
  if (menu.hasItem(({ type }) => PICTURES.has(type))) {
    const show = { text: 'Show pictures', href: links.self({ images: 'show' }) };
    actions.push(pictures ? { text: 'Hide pictures', href: links.self() } : show);
  }
  const { type, search } = resolution.details;
  const page = itemPage(context, {
    title: titleOf(context, menu),
    feed: menu.lines.some(isDated) ? feedHref(context) : null,
    actions,
    content: (
      <>
        {type === '7' && <WordsForm address={context.links.self()} words={search ?? ''} />}
        <Rows />
      </>
    ),
  });
  const rows = new MenuRows(context, menu, pictures);
  if (!menu.ended) {
    const ended = trackBody(context, () => menu.close());
    return streamedPage(context, page, rows.arriving(), { headers: STREAMED, ended });
  }
  const parts = [menu.octets, menu.reader.charset, JSON.stringify(actions)];
  return cacheableResponse(context, parts, (headers) =>
    streamedPage(context, page, rows.known(), { headers: { ...headers } }),
  );
}

/** The title of a menu; `null` = the name of the item. */
function titleOf(context: GopherContext, menu: MenuSource): string | null {
  return menu.title === null ? headingOf(context, menu) : displayText(menu.reader.read(menu.title.display));
}

/** The heading of a menu in the words of its server; `null` = the name of the item. The first menu has the server's name. */
function headingOf({ resolution: { details } }: GopherContext, { heading, reader }: MenuSource): string | null {
  const text = heading === null ? '' : displayText(reader.read(heading.display)).trim();
  // A sentence, and a line that ends with a colon, are not headings.
  const isWords = /\p{L}{2}.*[^.,:;!?]$/u.test(text) && paragraphsOf(text)[0]?.flow === 'lines';
  return isWords && details.selector !== '' && !details.search ? text : null;
}

/** The rows of one page of a menu, and the parts of the page below them. */
class MenuRows {
  readonly #context: GopherContext;
  readonly #menu: MenuSource;
  readonly #writer: MenuWriter;
  readonly #page: number;
  readonly #pictures: boolean;
  /** The lines so far, with those of the pages before. */
  #seen = 0;

  constructor(context: GopherContext, menu: MenuSource, pictures: boolean) {
    this.#context = context;
    this.#menu = menu;
    this.#writer = new MenuWriter({ context, reader: menu.reader, pictures });
    this.#page = Math.max(1, Number(/^\d{1,6}$/.exec(context.view.query.get('page') ?? '1')?.[0] ?? 1));
    this.#pictures = pictures;
  }

  /** The rows of a menu that is known as a whole. */
  *known(): Generator<Html, void> {
    yield* this.#write(this.#beginning());
    yield* this.#below();
  }

  /** The rows of a menu that has only begun. What follows the page is not read. */
  async *arriving(): AsyncGenerator<Iterable<Html>, void> {
    yield this.#write(this.#beginning());
    if (!this.#hasNext) {
      for await (const lines of this.#menu.arrivals()) {
        yield this.#write(lines);
        if (this.#hasNext) break;
      }
    }
    this.#menu.close();
    yield this.#below();
  }

  get #hasNext(): boolean {
    return this.#seen > this.#page * PAGE_LINES;
  }

  #beginning(): readonly MenuLine[] {
    const { lines, title } = this.#menu;
    return title === null ? lines : lines.filter((line) => line !== title);
  }

  *#write(lines: readonly MenuLine[]): Generator<Html, void> {
    const from = (this.#page - 1) * PAGE_LINES - this.#seen;
    this.#seen += lines.length;
    yield* this.#writer.write(lines.slice(Math.max(0, from), Math.max(0, from + PAGE_LINES)));
  }

  *#below(): Generator<Html, void> {
    const { links } = this.#context;
    const page = this.#page;
    const repeated = this.#pictures ? { images: 'show' } : {};
    const hrefOf = (number: number) => links.self(number === 1 ? repeated : { ...repeated, page: String(number) });
    if (this.#writer.isEmpty)
      yield rendered(<Empty>{page === 1 ? 'The menu is empty.' : 'The menu ends before this page.'}</Empty>);
    yield* this.#writer.end();
    const last = Math.max(1, Math.ceil(this.#seen / PAGE_LINES));
    if (page > last) yield rendered(<PageLinks page={last + 1} pages={null} hasNext={false} hrefOf={hrefOf} />);
    else yield rendered(<PageLinks page={page} pages={null} hasNext={this.#hasNext} hrefOf={hrefOf} />);
    if (this.#menu.truncated && !this.#hasNext) {
      yield rendered(<Notice title="This menu was cut">The server sent more than this gateway shows.</Notice>);
    }
    const { charset } = this.#menu.reader;
    if (charset !== 'utf-8') yield rendered(<CharsetForm context={this.#context} charset={charset} />);
  }
}

/** A menu for programs: everything that its pages show, with canonical links. */
function menuJson(context: GopherContext, menu: MenuSource): Response {
  const { links, resolution } = context;
  const { title, reader } = menu;
  const head = {
    kind: 'menu',
    url: resolution.canonical,
    title: title === null ? null : reader.read(title.display),
  };
  const toJson = lineWriter(context, reader);
  const tail = () => ({
    charset: reader.charset,
    truncated: menu.truncated,
    links: { self: links.root + links.self(), raw: links.root + links.self({ format: 'raw' }) },
  });
  if (menu.ended) {
    const value = () => ({ ...head, lines: menu.lines.map(toJson), ...tail() });
    return cacheableJson(context, [menu.octets, reader.charset], value);
  }
  const items = (async function* () {
    yield menu.lines;
    yield* menu.arrivals();
  })();
  const body = longJson(
    head,
    { name: 'lines', items, toJson },
    tail,
    trackBody(context, () => menu.close()),
  );
  return new Response(body, { headers: { ...STREAMED, 'Content-Type': 'application/json' } });
}

/**
 * Menus, as pages and JSON. The response begins with the lines that have arrived, and has the others as they come. A
 * menu that is known as a whole before has an entity tag. On pages, lines keep the order and the columns of the server,
 * so drawings stay intact, and a word before each item names its type.
 */
import type { VNode } from 'preact';
import { displayText, isStyled, withoutControls } from '../../../src/octets/ansi.ts';
import { jsonText } from '../../../src/octets/controls.ts';
import type { Menu, MenuEntry, MenuPart } from '../../../src/open/opened.ts';
import { hasWords, wordsOf } from '../../../src/words.ts';
import type { HeaderFields } from '../../http/headers.ts';
import { trackBody } from '../../http/text-stream.ts';
import { type Html, html, rendered } from '../../pages/parts/html.ts';
import { REL, Rows, VIEW_REL } from '../../pages/parts/layout.tsx';
import { Empty, Notice } from '../../pages/parts/notice.tsx';
import { streamedPage } from '../../pages/parts/respond.tsx';
import { FILTER, type LinkBuilder } from '../contract/contract.ts';
import { aboutLink, longJson } from '../shared/json-stream.ts';
import { PageLinks, pageNumber, SearchForm, WordsForm } from '../shared/page-parts.tsx';
import { paragraphsOf } from '../shared/paragraphs.ts';
import { CharsetForm, Markup, PlainText, unwrappedLines } from '../shared/text-content.tsx';
import { actionsOf, itemPage } from '../shared/viewer.tsx';
import { caching, jsonLinks, jsonResponse, type ShapeContext, taggedResponse } from './context.ts';
import { feedOf } from './menu-feed.ts';

/** The lines of one page. Browsers are slow with tens of thousands. */
const PAGE_LINES = 1000;

/** Responds with a menu in the requested format. */
export async function respondWithMenu(context: ShapeContext, menu: Menu): Promise<Response> {
  const { feed, format } = context.view;
  const headers = { ...caching(context, menu), Vary: 'Accept' };
  if (feed) return feedOf(context, menu, menuTitle(menu), headers);
  return format === 'json' ? jsonOf(context, menu, headers) : pageOf(context, menu, headers);
}

function pageOf(context: ShapeContext, menu: Menu, headers: HeaderFields): Response {
  const { links, view } = context;
  const number = pageNumber(view);
  const pictures = view.query.get('images') === 'show';
  const filter = view.query.get(FILTER)?.trim() ?? '';
  const repeated = pictures ? { images: 'show' } : {};
  const hasPictures = menu.hasPictures();
  const head = menu.head();
  const page = itemPage(context, head, {
    title: menuTitle(menu),
    hasFeed: menu.isDated(),
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
        {(menu.isLong() || filter !== '') && <Filter address={links.self(repeated)} words={filter} />}
        <Rows />
      </>
    ),
  });
  const respond = (headers: HeaderFields) => {
    const ended = trackBody(context, () => menu.close());
    return streamedPage(context, page, rowsOf(context, menu, { page: number, pictures, filter }), {
      headers,
      ended,
    });
  };
  if (!menu.content.isWhole) return respond(headers);
  const parts = [...menu.content.identity, jsonText([actionsOf(context, head), hasPictures])];
  return taggedResponse(context, parts, headers, respond);
}

/** The title of a menu: its own, or its heading; `null` = the name of the item, which has the words of a search. */
function menuTitle({ title, heading }: Menu): string | null {
  if (title !== null || heading === null) return title;
  return paragraphsOf(heading)[0]?.flow === 'lines' ? heading : null;
}

interface MenuView {
  /** From 1. */
  readonly page: number;
  /** Whether pictures are shown instead of linked. */
  readonly pictures: boolean;
  /** The words of the items that are shown; empty = all lines are. */
  readonly filter: string;
}

/** The form to look for items of a menu. */
function Filter({ address, words }: { readonly address: string; readonly words: string }): VNode {
  return (
    <SearchForm address={address}>
      <label for={FILTER}>Find in this menu</label>
      <input id={FILTER} name={FILTER} type="search" value={words} autocomplete="off" />
      <button type="submit" class="quiet">
        Find
      </button>
      {words !== '' && <a href={address}>Show the whole menu</a>}
    </SearchForm>
  );
}

/** The rows of one page of a menu, and the parts of the page below them. What follows the page is not read. */
async function* rowsOf(
  context: ShapeContext,
  menu: Menu,
  { page, pictures, filter }: MenuView,
): AsyncGenerator<Iterable<Html>, void> {
  const { links } = context;
  const writer = menuWriter({ links, pictures });
  const words = wordsOf(filter);
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
    const from = Math.max(0, (page - 1) * PAGE_LINES - seen);
    const to = Math.max(0, page * PAGE_LINES - seen);
    if (words.length === 0) {
      seen += part.length;
      return part.entries(from, to);
    }
    const found = [...part.entries()].filter(({ kind, text }) => kind !== 'text' && hasWords(displayText(text), words));
    seen += found.length;
    return found.slice(from, to);
  }

  function* below(): Generator<Html, void> {
    const repeated = { ...(pictures && { images: 'show' }), ...(words.length > 0 && { [FILTER]: filter }) };
    const hrefOf = (number: number) => links.self(number === 1 ? repeated : { ...repeated, page: String(number) });
    if (writer.isEmpty()) {
      const nothing = words.length > 0 ? 'No item of this menu has all of these words.' : 'The menu is empty.';
      yield rendered(<Empty>{page === 1 ? nothing : 'The menu ends before this page.'}</Empty>);
    }
    yield* writer.end();
    const last = Math.max(1, Math.ceil(seen / PAGE_LINES));
    const pages = hasNext() || page > last ? null : last;
    yield rendered(<PageLinks page={Math.min(page, last + 1)} pages={pages} hasNext={hasNext()} hrefOf={hrefOf} />);
    if (menu.isCut() && !hasNext()) {
      yield rendered(<Notice title="This menu is incomplete">The server sent more than this gateway shows.</Notice>);
    }
    if (menu.broken !== null && !hasNext()) {
      yield rendered(
        <Notice tone="caution" title="This menu is incomplete">
          {menu.broken.message}
        </Notice>,
      );
    }
    const charset = menu.charset();
    if (charset !== 'utf-8') yield rendered(<CharsetForm context={context} charset={charset} />);
  }
}

/** A menu for programs: everything that its pages show, with canonical links. */
function jsonOf(context: ShapeContext, menu: Menu, headers: HeaderFields): Response {
  const { content } = menu;
  if (content.isWhole) {
    return taggedResponse(context, content.identity, headers, (headers) =>
      jsonResponse({ ...aboutLink(context), ...content.json(jsonLinks(context)) }, headers),
    );
  }
  const ended = trackBody(context, () => menu.close());
  const body = longJson(context, content.json(jsonLinks(context)), ended);
  return new Response(body, { headers: { ...headers, 'Content-Type': 'application/json' } });
}

interface MenuWriterOptions {
  readonly links: LinkBuilder;
  /** Whether pictures are shown instead of linked. */
  readonly pictures?: boolean;
}

type LinkedEntry = Exclude<MenuEntry, { kind: 'text' }>;

/** Written once: it is the same in every row. */
const RELATION = html`${REL}`;

/** Writes the lines of a menu, as many at a time as have arrived. */
export function menuWriter({ links, pictures = false }: MenuWriterOptions) {
  /** The words before items by their longer names. A menu has few different ones, so they are written once. */
  const labels = new Map<string, Html>();
  let open: 'nothing' | 'menu' | 'items' = 'nothing';

  function* write(entries: Iterable<MenuEntry>): Generator<Html, void> {
    let text = '';
    for (const entry of entries) {
      if (open === 'nothing') {
        open = 'menu';
        yield html`<div class="menu">`;
      }
      if (entry.kind === 'text') {
        text += `${entry.text}\n`;
        continue;
      }
      yield* writeInformation(text);
      text = '';
      if (open !== 'items') yield html`<ul>`;
      open = 'items';
      yield item(entry);
    }
    yield* writeInformation(text);
  }

  /** Writes the end of the menu. */
  function* end(): Generator<Html, void> {
    yield* endItems();
    if (open === 'menu') yield html`</div>`;
    open = 'nothing';
  }

  function* endItems(): Generator<Html, void> {
    if (open !== 'items') return;
    open = 'menu';
    yield html`</ul>`;
  }

  function* writeInformation(text: string): Generator<Html, void> {
    if (text === '') return;
    yield* endItems();
    yield information(text, links);
  }

  function item({ kind, text, url, label, type, isPicture, copyAt }: LinkedEntry): Html {
    const href = url === null ? null : links.hrefOfCanonical(url);
    const display = displayText(text) || '(no name)';
    const word = labels.get(type) ?? html`<span class="item-type" dir="ltr" title="${type}">${label}</span>`;
    labels.set(type, word);
    const aside = copyAt !== null && html`<span class="aside"> at ${copyAt}</span>`;
    if (href === null) {
      const className = kind === 'error' ? 'dead error' : 'dead';
      return html`<li class="${className}" dir="auto">${word} <span class="display">${display}${aside}</span></li>`;
    }
    const picture =
      pictures && isPicture && html`<img src="${href}" alt="${display}" loading="lazy" decoding="async"/>`;
    // One template for a row: each template makes an object and an array of its values.
    return html`<li dir="auto"><a href="${href}" rel="${RELATION}">${word} <span class="display">${display}${aside}</span></a>${picture}</li>`;
  }

  /** Whether no line has been written. */
  const isEmpty = () => open === 'nothing';
  return { write, end, isEmpty };
}

/**
 * The number of characters that fit into 320 pixels, the width of a wide screen at a zoom of 400 % (WCAG 1.4.10).
 * Longer lines may be wider than the page, and must then be scrollable with the keyboard (WCAG 2.1.1).
 */
const NARROW_PAGE = 36;

/** The greatest width of a tab. */
const TAB = ' '.repeat(8);

/** Information lines, each with its line feed. */
function information(text: string, links: LinkBuilder): Html {
  const paragraphs = isStyled(text) ? [] : paragraphsOf(withoutControls(text));
  // A line of words, as most menus have them between their items. Nothing in it is scrolled or coloured, or is a link.
  const [first, another] = paragraphs;
  if (first !== undefined && another === undefined && first.flow === 'lines' && !first.text.includes(':')) {
    return html`<pre class="info">\n<span class="${first.flow}">${first.text}</span></pre>`;
  }
  const isWide = unwrappedLines(text).some((line) => line.replaceAll('\t', TAB).length > NARROW_PAGE);
  return rendered(
    <pre class="info" {...(isWide ? { tabIndex: 0, role: 'group', 'aria-label': 'Text' } : {})}>
      <PlainText text={text} links={links} />
    </pre>,
  );
}

interface EntriesProps extends MenuWriterOptions {
  readonly entries: Iterable<MenuEntry>;
}

/** A few lines of a menu inside another page. */
export function Entries({ entries, ...options }: EntriesProps): VNode {
  const writer = menuWriter(options);
  return <Markup of={[...writer.write(entries), ...writer.end()]} />;
}

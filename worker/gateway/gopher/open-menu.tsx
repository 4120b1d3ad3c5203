/** Menus: read, checked, and shown as a page or as JSON. */
import { linesOf } from '../../../src/schemes/gopher/lines.ts';
import { type Menu, type MenuLine, parseMenu } from '../../../src/schemes/gopher/menu.ts';
import { endsWithPeriod } from '../../../src/schemes/gopher/period.ts';
import { latin1Of } from '../../../src/uri/octets.ts';
import { GatewayError } from '../../gateway-error.ts';
import { limits } from '../../limits.ts';
import type { Action, Page } from '../../pages/layout.tsx';
import { Notice } from '../../pages/notice.tsx';
import { pageResponse } from '../../pages/respond.tsx';
import { CharsetForm } from '../shared/charset-form.tsx';
import { cacheableJson, cacheableResponse } from './caching.ts';
import type { GopherContext } from './context.ts';
import { itemActions } from './item-actions.ts';
import { PICTURES } from './item-kinds.ts';
import { displayText, itemPage } from './item-page.ts';
import { rememberPlus } from './known-servers.ts';
import { Lines, lineJson } from './menu-lines.tsx';
import { openAs } from './open-file.ts';
import { SearchForm } from './open-search.tsx';
import { refusal } from './refusal.ts';
import { collect, type Reply } from './reply.ts';
import { type TextReader, textReader } from './text-reader.ts';

/**
 * Responds with a menu in the requested format.
 *
 * @throws GatewayError the server's error for a menu that has only errors; `gateway-protocol` for octets that are not a
 * menu
 */
export async function openMenu(context: GopherContext, reply: Reply): Promise<Response> {
  const { format } = context.view;
  if (format === 'raw') return openAs(context, reply, 'text/plain');
  const { octets, complete } = await collect(reply, limits.menu, endsWithPeriod);
  reply.connection.close();
  const { menu, reader } = await readMenu(context, octets, complete);
  const parts = [octets, reader.charset];
  if (format === 'json') return cacheableJson(context, parts, () => menuJson(context, menu, reader));
  if (hasPlusItem(menu, context)) rememberPlus(context);
  const pictures = context.view.query.get('images') === 'show';
  const actions = itemActions(context);
  if (hasPictures(menu)) {
    const show = { text: 'Show pictures', href: context.links.self({ images: 'show' }) };
    actions.push(pictures ? { text: 'Hide pictures', href: context.links.self() } : show);
  }
  const page = menuPage(context, { menu, reader, pictures, actions });
  return cacheableResponse(context, [...parts, JSON.stringify(actions)], (headers) =>
    pageResponse(context, page, { headers: { ...headers } }),
  );
}

interface ReadMenu {
  readonly menu: Menu;
  readonly reader: TextReader;
}

async function readMenu(context: GopherContext, octets: Uint8Array, complete: boolean): Promise<ReadMenu> {
  checkMenu(octets);
  const { lines, truncated } = parseMenu(octets, context.server, limits.menuLines);
  const reader = await textReader(
    context,
    lines.map(({ display }) => display),
  );
  const shown = lines.filter(({ kind, display }) => kind !== 'info' || display.length > 0);
  if (shown.length > 0 && shown.every(({ kind }) => kind === 'error')) {
    throw refusal(shown.map(({ display }) => reader.read(display)).join(' '));
  }
  return { menu: { lines, truncated: truncated || !complete }, reader };
}

/**
 * Refuses octets that cannot be a menu. Nearly any text can be one.
 *
 * @throws GatewayError `gateway-protocol`
 */
function checkMenu(octets: Uint8Array): void {
  const fault = (detail: string) => new GatewayError('gateway-protocol', detail);
  if (octets.length === 0) throw fault('The server closed the connection without a word.');
  if (isBinary(octets)) throw fault('The server sent something that is neither a menu nor a text.');
  const [, other] = /^(HTTP|SSH)[/-]\d\.\d/.exec(latin1Of(octets.subarray(0, 8))) ?? [];
  if (other !== undefined) throw fault(`The server speaks ${other} and not gopher.`);
  if (linesOf(octets).some((line) => line.length > limits.menuLine)) {
    throw fault('The server sent a line of excessive length.');
  }
}

/** The number of octets for each control character that is tolerated: some servers send them by mistake. */
const OCTETS_PER_CONTROL = 50;

function isBinary(octets: Uint8Array): boolean {
  const { length } = octets.filter((octet) => octet < 0x07 || (octet > 0x0d && octet < 0x20 && octet !== 0x1b));
  return length * OCTETS_PER_CONTROL > octets.length;
}

interface MenuView extends ReadMenu {
  /** Whether pictures are shown instead of linked. */
  readonly pictures: boolean;
  readonly actions: readonly Action[];
}

/** The page of a menu. */
function menuPage(context: GopherContext, { menu, reader, pictures, actions }: MenuView): Page {
  const title = titleOf(menu);
  const { details } = context.resolution;
  return itemPage(context, {
    title: title && displayText(reader.read(title.display)),
    actions,
    content: (
      <>
        {details.type === '7' && <SearchForm context={context} words={details.search ?? ''} />}
        <Lines
          context={context}
          lines={menu.lines.filter((line) => line !== title)}
          reader={reader}
          pictures={pictures}
        />
        {menu.truncated && (
          <Notice title="This menu was cut">The server sent more than this gateway shows on one page.</Notice>
        )}
        {reader.charset !== 'utf-8' && <CharsetForm context={context} charset={reader.charset} />}
      </>
    ),
  });
}

/** The line that the server marks as the title, if it comes before all items. */
function titleOf({ lines }: Menu): MenuLine | null {
  const first = lines.find((line) => line.kind !== 'info' || line.display.length > 0);
  return first?.kind === 'title' && first.display.length > 0 ? first : null;
}

/** Whether a menu has pictures that the page can show. */
function hasPictures({ lines }: Menu): boolean {
  return lines.some((line) => line.kind === 'item' && PICTURES.has(line.type));
}

/** Whether an item on the same server is a Gopher+ item: then the server speaks Gopher+. */
function hasPlusItem({ lines }: Menu, { server: { host, port } }: GopherContext): boolean {
  return lines.some((line) => line.kind === 'item' && line.plus !== null && line.host === host && line.port === port);
}

/** A menu for programs: everything that the page shows, with canonical links. */
function menuJson(context: GopherContext, menu: Menu, reader: TextReader): unknown {
  const { links, resolution } = context;
  const title = titleOf(menu);
  return {
    kind: 'menu',
    url: resolution.canonical,
    title: title === null ? null : reader.read(title.display),
    charset: reader.charset,
    truncated: menu.truncated,
    lines: menu.lines.map((line) => lineJson(line, context, reader)),
    links: { self: links.origin + links.self(), raw: links.origin + links.self({ format: 'raw' }) },
  };
}

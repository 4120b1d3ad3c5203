/**
 * The attributes of Gopher+ as pages: those of one item (`!`), or of every item of a menu (`$`). If a link names single
 * attributes, this gateway selects them from the reply, because few servers do.
 */
import type { VNode } from 'preact';
import { shortDate } from '../../../src/message/message.ts';
import { displayText } from '../../../src/octets/ansi.ts';
import { type OctetString, octetStringOf } from '../../../src/octets/charset.ts';
import { concatOctets, latin1Of } from '../../../src/octets/octets.ts';
import { itemLinks, urlWithPlus } from '../../../src/open/gopher/item.ts';
import { menuPart } from '../../../src/open/gopher/menu.ts';
import type { MenuEntry } from '../../../src/open/opened.ts';
import { parseAskFields } from '../../../src/protocols/gopher/ask-form.ts';
import {
  type AttributeBlock,
  askForAttributes,
  type ItemAttributes,
  type ItemView,
  modifiedIn,
  onlyAttributes,
  readAttributes,
  viewsOf,
} from '../../../src/protocols/gopher/attributes.ts';
import { itemUrl, type MenuLine, parseMenuLine } from '../../../src/protocols/gopher/menu.ts';
import { readErrorReply } from '../../../src/protocols/gopher/reply.ts';
import { type TextReader, textReader } from '../../../src/protocols/gopher/text-reader.ts';
import type { GopherPlus } from '../../../src/schemes/gopher/path.ts';
import { counted, sizeText } from '../../pages/parts/counted.ts';
import { type Detail, Details } from '../../pages/parts/details.tsx';
import { REL } from '../../pages/parts/layout.tsx';
import { Entries } from '../shapes/menu-lines.tsx';
import type { GopherContext, GopherLink } from './context.ts';
import { cacheableResponse, type ItemPage, itemResponse, respondToRefusal } from './item-page.tsx';
import { attributesJson } from './json.ts';

/** What a link asks for. */
type AttributesRequest = Pick<GopherPlus, 'kind' | 'attributes'>;

/** Fetches attributes: all that the server sent, those that the link names, and how to read them. */
export async function fetchAttributes(
  { server, path, charsets }: Pick<GopherLink, 'server' | 'path' | 'charsets'>,
  { kind, attributes: names }: AttributesRequest,
) {
  const answer = await askForAttributes(server, path, kind === 'directoryAttributes' ? 'items' : 'item');
  if (answer.failed) return { kind: 'refused', refusal: await readErrorReply(server, answer) } as const;
  const reply = await readAttributes(server, answer);
  const selected = reply.items.map((item) => onlyAttributes(item, names));
  const reader = await textReader(charsets, selected.flatMap(textPieces));
  return { kind: 'attributes', reply, selected, reader } as const;
}

/** Responds with the attributes that a link names, in the requested format. */
export async function openAttributes(context: GopherContext, request: AttributesRequest): Promise<Response> {
  const fetched = await fetchAttributes(context, request);
  if (fetched.kind === 'refused') return respondToRefusal(context, fetched.refusal);
  context.known.rememberPlus();
  const { reply, selected, reader } = fetched;
  const { items, octets } = reply;
  const response = cacheableResponse(context, [octets, reader.charset], (headers) =>
    itemResponse(context, headers, {
      json: () => attributesJson(context, selected, reader),
      page: () => attributesPage(context, selected, reader),
    }),
  );
  const [item, another] = items;
  const modified = item === undefined || another !== undefined ? null : modifiedIn(item);
  // A date in the future must not be sent (RFC 9110 §8.8.2.1).
  if (modified !== null && modified.getTime() < Date.now()) {
    response.headers.set('Last-Modified', modified.toUTCString());
  }
  return response;
}

/** The most items on a page, and the most rows of one item. JSON has them all. */
const MOST_ITEMS = 500;
const MOST_ROWS = 200;

function NotShown({ count, noun }: { readonly count: number; readonly noun: string }): VNode | null {
  if (count <= 0) return null;
  const [plural, verb] = count === 1 ? ['', 'is'] : ['s', 'are'];
  return <p class="not-shown">{`${count.toLocaleString('en')} more ${noun}${plural} ${verb} not shown.`}</p>;
}

function attributesPage(context: GopherContext, items: readonly ItemAttributes[], reader: TextReader): ItemPage {
  const shown = items.filter(({ info, blocks }) => info === null || info.kind === 'item' || blocks.length > 0);
  const content = (
    <>
      {shown.slice(0, MOST_ITEMS).map((item) => (
        <Attributes context={context} item={item} reader={reader} />
      ))}
      <NotShown count={shown.length - MOST_ITEMS} noun="item" />
    </>
  );
  return { kicker: 'Gopher+ attributes', without: ['raw'], others: [['The item itself', itemHref(context)]], content };
}

function itemHref(context: GopherContext): string | null {
  return context.links.hrefOf(urlWithPlus(context, null));
}

/** The text of an item's attributes, in the octets of the server. */
function textPieces({ info, blocks }: ItemAttributes): (Uint8Array | OctetString)[] {
  return [...(info === null ? [] : [info.display]), ...blocks.flatMap(({ argument, lines }) => [argument, ...lines])];
}

interface AttributesProps {
  readonly context: GopherContext;
  readonly item: ItemAttributes;
  readonly reader: TextReader;
}

/** All attributes of one item. */
function Attributes({ context, item: { info, blocks }, reader }: AttributesProps): VNode {
  const modified = modifiedIn({ info, blocks });
  const rows = blocks.flatMap(rowsOf);
  return (
    <section class="attributes">
      {info !== null && <Entries links={context.links} entries={entriesOf(info)} />}
      <Details rows={rows.slice(0, MOST_ROWS)} />
      <NotShown count={rows.length - MOST_ROWS} noun="attribute" />
    </section>
  );

  function entriesOf(line: MenuLine): Iterable<MenuEntry> {
    return menuPart([line], reader, itemLinks(context)).entries();
  }

  function rowsOf(block: AttributeBlock): Detail[] {
    switch (block.name) {
      case 'ADMIN':
        return block.lines.map((line) => modifiedRow(line) ?? adminRow(reader.read(line)));
      case 'VIEWS':
        return [['Representations', <Views views={viewsOf(block)} hrefOf={hrefWithPlus} />]];
      case 'ABSTRACT':
        return [['Abstract', abstractIn(block)]];
      case 'ASK':
        return [['Form', formLink(parseAskFields(block, reader.read).filter(({ kind }) => kind !== 'Note').length)]];
      default:
        return [[displayText(block.name), textOf(block)]];
    }
  }

  /** The date in the words of all pages; `null` = another line, or a date that cannot be read. */
  function modifiedRow(line: Uint8Array): Detail | null {
    if (modified === null || !/^\s*Mod-Date:/.test(latin1Of(line))) return null;
    return ['Modified (server time)', shortDate(modified)];
  }

  /** The address of this item under a Gopher+ string; `null` if it has none. */
  function hrefWithPlus(plus: string): string | null {
    if (info?.kind !== 'item') return context.links.hrefOf(urlWithPlus(context, plus));
    const secure = context.resolution.scheme === 'gophers';
    return context.links.hrefOf(itemUrl({ secure, server: info, type: info.type, selector: info.selector, plus }));
  }

  /** The text of an abstract, or a link to the item that holds it. */
  function abstractIn(block: AttributeBlock): VNode {
    const line = block.argument.length === 0 ? null : parseMenuLine(octetStringOf(block.argument), context.server);
    return (
      <>
        {line !== null && <Entries links={context.links} entries={entriesOf(line)} />}
        {textOf(block)}
      </>
    );
  }

  function formLink(questions: number): VNode {
    const href = hrefWithPlus('?');
    const words = `Fill in the form (${counted(questions, 'field')})`;
    return <span>{href === null ? words : <a href={href}>{words}</a>}</span>;
  }

  function textOf({ lines }: AttributeBlock): string {
    return displayText(reader.read(concatOctets(lines.flatMap((line) => [line, '\n'])))).trimEnd();
  }
}

function adminRow(line: string): Detail {
  const colon = line.indexOf(':');
  const value = colon === -1 ? line : line.slice(colon + 1).trim();
  return [displayText(line.slice(0, Math.max(0, colon))), displayText(value)];
}

/** The size of a representation, such as `.1k` (Gopher+ §2.5), in the units of all pages. */
function viewSize(size: string): string {
  const [, amount = '', unit = ''] = /^(\d*\.?\d+)\s*([bkm])$/i.exec(size.trim()) ?? [];
  if (amount === '') return displayText(size);
  const octets = Number(amount) * 1024 ** 'bkm'.indexOf(unit.toLowerCase());
  return octets < 1024 && unit.toLowerCase() !== 'b' ? 'less than 1 KiB' : sizeText(octets);
}

interface ViewsProps {
  readonly views: readonly ItemView[];
  readonly hrefOf: (plus: string) => string | null;
}

function Views({ views, hrefOf }: ViewsProps): VNode {
  return (
    <ul class="views">
      {views.slice(0, MOST_ROWS).map(({ type, language, size }) => {
        const href = hrefOf(`+${type}${language === null ? '' : ` ${language}`}`);
        const name = displayText(language === null ? type : `${type}, ${language}`);
        const link = href !== null && (
          <a href={href} rel={REL}>
            {name}
          </a>
        );
        return (
          <li>
            {link || name}
            {size !== null && <span class="aside"> {viewSize(size)}</span>}
          </li>
        );
      })}
      {views.length > MOST_ROWS && (
        <li>
          <NotShown count={views.length - MOST_ROWS} noun="representation" />
        </li>
      )}
    </ul>
  );
}

/** The attributes of Gopher+ as pages: those of one item, or of every item of a menu. */
import type { VNode } from 'preact';
import { shortDate } from '../../../src/message/message.ts';
import { displayText } from '../../../src/octets/ansi.ts';
import { octetStringOf } from '../../../src/octets/charset.ts';
import { concatOctets, latin1Of } from '../../../src/octets/octets.ts';
import type { GopherAttributes } from '../../../src/open/gopher/attributes.ts';
import { itemLinks, urlWithPlus } from '../../../src/open/gopher/item.ts';
import { menuPart } from '../../../src/open/gopher/menu.ts';
import type { MenuEntry } from '../../../src/open/opened.ts';
import { parseAskFields } from '../../../src/protocols/gopher/ask-form.ts';
import {
  type AttributeBlock,
  type ItemAttributes,
  type ItemView,
  modifiedIn,
  viewsOf,
} from '../../../src/protocols/gopher/attributes.ts';
import { itemUrl, type MenuLine, parseMenuLine } from '../../../src/protocols/gopher/menu.ts';
import { counted, sizeText } from '../../pages/parts/counted.ts';
import { type Detail, Details } from '../../pages/parts/details.tsx';
import { REL } from '../../pages/parts/layout.tsx';
import type { ShapeContext } from '../shapes/context.ts';
import { Entries } from '../shapes/menu.tsx';
import { respondTagged, type ValuesPage } from './respond.ts';

/** Responds with the attributes that a link names, in the requested format. */
export function respondWithAttributes(context: ShapeContext, attributes: GopherAttributes): Response {
  const { octets, reader, modified } = attributes;
  const response = respondTagged(context, attributes, [octets, reader.charset], () =>
    attributesPage(context, attributes),
  );
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

function attributesPage(context: ShapeContext, attributes: GopherAttributes): ValuesPage {
  const { item, items } = attributes;
  const shown = items.filter(({ info, blocks }) => info === null || info.kind === 'item' || blocks.length > 0);
  const content = (
    <>
      {shown.slice(0, MOST_ITEMS).map((one) => (
        <Section context={context} of={attributes} attributes={one} />
      ))}
      <NotShown count={shown.length - MOST_ITEMS} noun="item" />
    </>
  );
  const itself = context.links.hrefOf(urlWithPlus(item, null));
  return { kicker: 'Gopher+ attributes', without: ['raw'], others: [['The item itself', itself]], content };
}

interface SectionProps {
  readonly context: ShapeContext;
  readonly of: Pick<GopherAttributes, 'item' | 'reader'>;
  readonly attributes: ItemAttributes;
}

/** All attributes of one item. */
function Section({ context, of: { item, reader }, attributes: { info, blocks } }: SectionProps): VNode {
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
    return menuPart([line], reader, itemLinks(item)).entries();
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
        return [[block.name, textOf(block)]];
    }
  }

  /** The date in the words of all pages; `null` = another line, or a date that cannot be read. */
  function modifiedRow(line: Uint8Array): Detail | null {
    if (modified === null || !/^\s*Mod-Date:/.test(latin1Of(line))) return null;
    return ['Modified (server time)', shortDate(modified)];
  }

  /** The address of this item under a Gopher+ string; `null` if it has none. */
  function hrefWithPlus(plus: string): string | null {
    if (info?.kind !== 'item') return context.links.hrefOf(urlWithPlus(item, plus));
    const secure = item.link.scheme === 'gophers';
    return context.links.hrefOf(itemUrl({ secure, server: info, type: info.type, selector: info.selector, plus }));
  }

  /** The text of an abstract, or a link to the item that holds it. */
  function abstractIn(block: AttributeBlock): VNode {
    const line = block.argument.length === 0 ? null : parseMenuLine(octetStringOf(block.argument), item.server);
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

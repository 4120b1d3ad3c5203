/**
 * The lines of a menu, as HTML. They keep the order and the columns of the server, so drawings stay intact, and a word
 * before each item names its type.
 */
import type { VNode } from 'preact';
import type { Canonical } from '../../../src/index.ts';
import { displayText, isStyled, withoutControls } from '../../../src/octets/ansi.ts';
import type { MenuLine } from '../../../src/protocols/gopher/menu.ts';
import type { TextReader } from '../../../src/protocols/gopher/text-reader.ts';
import { type Html, html, rendered } from '../../pages/parts/html.ts';
import { REL } from '../../pages/parts/layout.tsx';
import type { LinkNames } from '../shared/link-names.ts';
import { paragraphsOf } from '../shared/paragraphs.ts';
import { Markup, PlainText, unwrappedLines } from '../shared/text-content.tsx';
import { itemLinks, withoutRequest } from './context.ts';
import { itemKind, itemTypeName, PICTURES } from './item-kinds.ts';
import type { MenuContext } from './json.ts';

interface MenuWriterOptions {
  readonly context: MenuContext;
  readonly reader: Pick<TextReader, 'read'>;
  /** Whether pictures are shown instead of linked. */
  readonly pictures?: boolean;
  /** Takes the names of the items. */
  readonly names?: LinkNames;
}

/** Written once: it is the same in every row. */
const RELATION = html`${REL}`;

/** Writes the lines of a menu, as many at a time as have arrived. */
export function menuWriter({ context, reader: { read }, pictures = false, names }: MenuWriterOptions) {
  const links = itemLinks(context);
  /** The words before items by their longer names. A menu has few different ones, so they are written once. */
  const labels = new Map<string, Html>();
  let open: 'nothing' | 'menu' | 'items' = 'nothing';

  function* write(lines: readonly MenuLine[]): Generator<Html, void> {
    if (lines.length > 0 && open === 'nothing') {
      open = 'menu';
      yield html`<div class="menu">`;
    }
    let text = '';
    for (const line of lines) {
      if (line.kind !== 'item' && line.kind !== 'link' && line.kind !== 'error') {
        text += `${read(line.display)}\n`;
        continue;
      }
      yield* writeInformation(text);
      text = '';
      if (open !== 'items') yield html`<ul>`;
      open = 'items';
      yield item(line);
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
    yield information(text, context.links);
  }

  function item(line: MenuLine): Html {
    const link = links.ofLine(line);
    const href = link === null ? null : context.links.hrefOfCanonical(link);
    const display = displayText(read(line.display)) || '(no name)';
    if (link !== null) names?.add(withoutRequest(link), display);
    const { label, name } = itemLabel(line, link);
    const word = labels.get(name) ?? html`<span class="item-type" dir="ltr" title="${name}">${label}</span>`;
    labels.set(name, word);
    const aside = line.kind === 'item' && line.mirror && html`<span class="aside"> at ${line.host}</span>`;
    if (href === null) {
      const className = line.kind === 'error' ? 'dead error' : 'dead';
      return html`<li class="${className}" dir="auto">${word} <span class="display">${display}${aside}</span></li>`;
    }
    const isPicture = pictures && line.kind === 'item' && PICTURES.has(line.type);
    const picture = isPicture && html`<img src="${href}" alt="${display}" loading="lazy" decoding="async"/>`;
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
function information(text: string, links: MenuContext['links']): Html {
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

/** The word before an item and the longer name in its tooltip. */
function itemLabel(line: MenuLine, link: Canonical | null): { readonly label: string; readonly name: string } {
  if (line.kind === 'item') {
    const { type, mirror, plus } = line;
    if (mirror) return { label: itemKind('+').label, name: `the same ${itemTypeName(type)} on another server` };
    if (plus === 'form') return { label: 'FORM', name: 'form to fill in' };
    return { label: itemKind(type).label, name: itemTypeName(type) };
  }
  if (line.kind === 'error') return { label: itemKind('3').label, name: itemTypeName('3') };
  const scheme = link?.slice(0, link.indexOf(':')) ?? 'unknown';
  return { label: /^https?$/.test(scheme) ? 'WEB' : 'LINK', name: `link, ${scheme}` };
}

interface LinesProps extends MenuWriterOptions {
  readonly lines: readonly MenuLine[];
}

/** A few lines of a menu inside another page. */
export function Lines({ lines, ...options }: LinesProps): VNode {
  const writer = menuWriter(options);
  return <Markup of={[...writer.write(lines), ...writer.end()]} />;
}

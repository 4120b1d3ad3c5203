/**
 * The lines of a menu, as HTML. They keep the order and the columns of the server, so drawings stay intact, and a word
 * before each item names its type.
 */
import type { VNode } from 'preact';
import { displayText, isStyled, withoutControls } from '../../../src/octets/ansi.ts';
import type { MenuEntry } from '../../../src/open/opened.ts';
import { type Html, html, rendered } from '../../pages/parts/html.ts';
import { REL } from '../../pages/parts/layout.tsx';
import type { LinkBuilder } from '../contract/contract.ts';
import type { LinkNames } from '../shared/link-names.ts';
import { paragraphsOf } from '../shared/paragraphs.ts';
import { Markup, PlainText, unwrappedLines } from '../shared/text-content.tsx';

interface MenuWriterOptions {
  readonly links: LinkBuilder;
  /** Whether pictures are shown instead of linked. */
  readonly pictures?: boolean;
  /** Takes the names of the items. */
  readonly names?: LinkNames;
}

type MenuItem = Exclude<MenuEntry, { kind: 'text' }>;

/** Written once: it is the same in every row. */
const RELATION = html`${REL}`;

/** Writes the lines of a menu, as many at a time as have arrived. */
export function menuWriter({ links, pictures = false, names }: MenuWriterOptions) {
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

  function item({ kind, text, url, address, label, type, isPicture, copyAt }: MenuItem): Html {
    const href = url === null ? null : links.hrefOfCanonical(url);
    const display = displayText(text) || '(no name)';
    if (address !== null) names?.add(address, display);
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

/**
 * Menus as pages: the lines stand as the server arranged them, in columns of equal width, so that drawings stay
 * drawings; every item has its type in one word before it.
 */
import type { VNode } from 'preact';
import { isUtf8 } from '../../../src/schemes/charset.ts';
import type { Menu, MenuLine } from '../../../src/schemes/gopher/menu.ts';
import { base64Of, textOf } from '../../../src/uri/octets.ts';
import type { Action, Page } from '../../pages/layout.tsx';
import { REL } from '../../pages/layout.tsx';
import { Empty, Notice } from '../../pages/notice.tsx';
import { CharsetForm } from '../shared/charset-form.tsx';
import { kindOf, PICTURES, typeNameOf } from './item-kinds.ts';
import { attributesUrl, placeOf, urlOfLine } from './item-links.ts';
import { pageOf, visible } from './item-page.ts';
import { SearchForm } from './open-search.tsx';
import type { GopherContext } from './reply.ts';
import { PlainText, rigidLinesOf } from './styled-text.tsx';
import type { TextReader } from './text-reader.ts';

/** A menu that has been read. */
export interface ReadMenu {
  readonly menu: Menu;
  readonly reader: TextReader;
}

interface MenuView extends ReadMenu {
  /** Whether pictures stand in the menu, and not only links to them. */
  readonly pictures: boolean;
  readonly actions: readonly Action[];
}

/** The page of a menu. */
export function menuPage(context: GopherContext, { menu, reader, pictures, actions }: MenuView): Page {
  const title = titleOf(menu);
  const { details } = context.resolution;
  return pageOf(context, {
    title: title && visible(reader.read(title.display)),
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

interface LinesProps {
  readonly context: GopherContext;
  readonly lines: readonly MenuLine[];
  readonly reader: TextReader;
  readonly pictures?: boolean;
}

/** Lines of a menu, as the server arranged them. */
export function Lines({ context, lines, reader, pictures = false }: LinesProps): VNode {
  if (lines.length === 0) return <Empty>The menu is empty.</Empty>;
  return (
    <div class="menu">
      {sectionsOf(lines).map((section) =>
        section.kind === 'items' ? (
          <ul>
            {section.lines.map((line) => (
              <Item context={context} line={line} reader={reader} pictures={pictures} />
            ))}
          </ul>
        ) : (
          <Words text={section.lines.map((line) => `${reader.read(line.display)}\n`).join('')} />
        ),
      )}
    </div>
  );
}

/**
 * Lines longer than this may be wider than the page, and can then be scrolled with the keyboard (WCAG 2.1.1): so many
 * characters fit into 320 pixels, which is what 400 % leave of a wide screen (WCAG 1.4.10).
 */
const WIDE = 36;

/** As wide as a tab can be. */
const TAB = ' '.repeat(8);

function Words({ text }: { readonly text: string }): VNode {
  const reachable = rigidLinesOf(text).some((line) => line.replaceAll('\t', TAB).length > WIDE) ? { tabIndex: 0 } : {};
  return (
    <pre class="info" {...reachable}>
      <PlainText text={text} />
    </pre>
  );
}

/** The line that servers mark as the title, where it comes before all items. */
function titleOf({ lines }: Menu): MenuLine | null {
  const first = lines.find((line) => line.kind !== 'info' || line.display.length > 0);
  return first?.kind === 'title' && first.display.length > 0 ? first : null;
}

interface Section {
  readonly kind: 'items' | 'info';
  readonly lines: MenuLine[];
}

/** Neighbouring lines that are shown in the same way. */
function sectionsOf(lines: readonly MenuLine[]): readonly Section[] {
  const sections: Section[] = [];
  for (const line of lines) {
    const kind = line.kind === 'item' || line.kind === 'link' || line.kind === 'error' ? 'items' : 'info';
    const last = sections.at(-1);
    if (last?.kind === kind) last.lines.push(line);
    else sections.push({ kind, lines: [line] });
  }
  return sections;
}

interface ItemProps {
  readonly context: GopherContext;
  readonly line: MenuLine;
  readonly reader: TextReader;
  readonly pictures: boolean;
}

function Item({ context, line, reader, pictures }: ItemProps): VNode {
  const url = urlOfLine(line, context);
  const href = url === null ? null : context.links.hrefOf(url);
  const words = visible(reader.read(line.display)) || '(no name)';
  const { label, name } = labelOf(line, url);
  const content = (
    <>
      <span class="item-type" title={name}>
        {label}
      </span>{' '}
      <span class="display">
        {words}
        {line.kind === 'item' && line.mirror && <span class="aside"> at {line.host}</span>}
      </span>
    </>
  );
  if (href === null) return <li class={line.kind === 'error' ? 'dead error' : 'dead'}>{content}</li>;
  return (
    <li>
      <a href={href} rel={REL}>
        {content}
      </a>
      {pictures && line.kind === 'item' && PICTURES.has(line.type) && (
        <img src={href} alt={words} loading="lazy" decoding="async" />
      )}
    </li>
  );
}

function labelOf(line: MenuLine, url: string | null): { label: string; name: string } {
  if (line.kind === 'item') {
    if (line.mirror) return { label: kindOf('+').label, name: `the same ${typeNameOf(line.type)} elsewhere` };
    if (line.plus === 'form') return { label: 'FORM', name: 'form to fill in' };
    return { label: kindOf(line.type).label, name: typeNameOf(line.type) };
  }
  if (line.kind === 'error') return { label: kindOf('3').label, name: typeNameOf('3') };
  const scheme = url?.slice(0, url.indexOf(':')) ?? 'unknown';
  return { label: /^https?$/.test(scheme) ? 'WEB' : 'LINK', name: `link, ${scheme}` };
}

/** Whether a menu has pictures that could stand in it. */
export function hasPictures({ lines }: Menu): boolean {
  return lines.some((line) => line.kind === 'item' && PICTURES.has(line.type));
}

/** Whether an item of the menu is one of Gopher+ on this server: then the menu has attributes, too. */
export function hasPlusItem({ lines }: Menu, context: GopherContext): boolean {
  const { host, port } = placeOf(context);
  return lines.some((line) => line.kind === 'item' && line.plus !== null && line.host === host && line.port === port);
}

/** A menu for programs: what the page shows, with every link canonical. */
export function menuJson(context: GopherContext, { menu, reader }: ReadMenu): unknown {
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

/** One line for programs. `octets` is there where the text cannot tell them. */
export function lineJson(line: MenuLine, context: GopherContext, reader: TextReader): unknown {
  const text = { display: reader.read(line.display), octets: octetsBeside(line.display) };
  if (line.kind !== 'item' && line.kind !== 'link') return { kind: line.kind, ...text };
  const url = urlOfLine(line, context);
  const open = url === null ? null : context.links.hrefOf(url);
  const leads = { url, open: open === null ? null : new URL(open, context.links.origin).href };
  if (line.kind === 'link') return { kind: 'link', type: line.type, ...text, ...leads };
  const { type, host, port, selector, mirror, plus } = line;
  return {
    ...{ kind: 'item', type, typeName: typeNameOf(type), ...text },
    ...{ selector: textOf(selector), host, port, mirror, gopherPlus: plus, ...leads },
    attributes: plus === null ? null : attributesUrl(line, context),
  };
}

function octetsBeside(octets: Uint8Array): string | null {
  return isUtf8(octets) ? null : base64Of(octets);
}

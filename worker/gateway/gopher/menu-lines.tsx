/**
 * The lines of a menu, as HTML and as JSON. On a page they keep the order and the columns of the server, so drawings
 * stay intact, and a word before each item names its type.
 */
import type { VNode } from 'preact';
import type { Canonical } from '../../../src/index.ts';
import { isUtf8 } from '../../../src/schemes/charset.ts';
import type { MenuLine } from '../../../src/schemes/gopher/menu.ts';
import { base64Of, utf8OrLatin1Of } from '../../../src/uri/octets.ts';
import { REL } from '../../pages/layout.tsx';
import { Empty } from '../../pages/notice.tsx';
import type { GopherContext } from './context.ts';
import { itemKind, itemTypeName, PICTURES } from './item-kinds.ts';
import { attributesLink, linkOfLine } from './item-links.ts';
import { displayText } from './item-page.ts';
import { PlainText, unwrappedLines } from './styled-text.tsx';
import type { TextReader } from './text-reader.ts';

/**
 * The part of the context that lines need: the link of their menu, which hosts and TLS depend on, and the link builder.
 */
type LinesContext = Pick<GopherContext, 'resolution' | 'server' | 'links'>;

interface LinesProps {
  readonly context: LinesContext;
  readonly lines: readonly MenuLine[];
  readonly reader: TextReader;
  /** Whether pictures are shown instead of linked. */
  readonly pictures?: boolean;
}

/** Lines of a menu, in the order of the server. */
export function Lines({ context, lines, reader, pictures = false }: LinesProps): VNode {
  if (lines.length === 0) return <Empty>The menu is empty.</Empty>;
  return (
    <div class="menu">
      {groupLines(lines).map((group) =>
        group.kind === 'items' ? (
          <ul>
            {group.lines.map((line) => (
              <Item context={context} line={line} reader={reader} pictures={pictures} />
            ))}
          </ul>
        ) : (
          <Information text={group.lines.map((line) => `${reader.read(line.display)}\n`).join('')} />
        ),
      )}
    </div>
  );
}

/**
 * The number of characters that fit into 320 pixels, the width of a wide screen at a zoom of 400 % (WCAG 1.4.10).
 * Longer lines may be wider than the page, and must then be scrollable with the keyboard (WCAG 2.1.1).
 */
const NARROW_PAGE = 36;

/** The greatest width of a tab. */
const TAB = ' '.repeat(8);

function Information({ text }: { readonly text: string }): VNode {
  const isWide = unwrappedLines(text).some((line) => line.replaceAll('\t', TAB).length > NARROW_PAGE);
  return (
    <pre class="info" {...(isWide ? { tabIndex: 0 } : {})}>
      <PlainText text={text} />
    </pre>
  );
}

interface LineGroup {
  readonly kind: 'items' | 'info';
  readonly lines: MenuLine[];
}

/** Groups consecutive lines that are shown in the same way. */
function groupLines(lines: readonly MenuLine[]): readonly LineGroup[] {
  const groups: LineGroup[] = [];
  for (const line of lines) {
    const kind = line.kind === 'item' || line.kind === 'link' || line.kind === 'error' ? 'items' : 'info';
    const last = groups.at(-1);
    if (last?.kind === kind) last.lines.push(line);
    else groups.push({ kind, lines: [line] });
  }
  return groups;
}

interface ItemProps {
  readonly context: LinesContext;
  readonly line: MenuLine;
  readonly reader: TextReader;
  readonly pictures: boolean;
}

function Item({ context, line, reader, pictures }: ItemProps): VNode {
  const link = linkOfLine(line, context);
  const href = link === null ? null : context.links.hrefOfCanonical(link);
  const display = displayText(reader.read(line.display)) || '(no name)';
  const { label, name } = itemLabel(line, link);
  const content = (
    <>
      <span class="item-type" title={name}>
        {label}
      </span>{' '}
      <span class="display">
        {display}
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
        <img src={href} alt={display} loading="lazy" decoding="async" />
      )}
    </li>
  );
}

/** The word before an item and the longer name in its tooltip. */
function itemLabel(line: MenuLine, link: Canonical | null): { label: string; name: string } {
  if (line.kind === 'item') {
    if (line.mirror) return { label: itemKind('+').label, name: `the same ${itemTypeName(line.type)} elsewhere` };
    if (line.plus === 'form') return { label: 'FORM', name: 'form to fill in' };
    return { label: itemKind(line.type).label, name: itemTypeName(line.type) };
  }
  if (line.kind === 'error') return { label: itemKind('3').label, name: itemTypeName('3') };
  const scheme = link?.slice(0, link.indexOf(':')) ?? 'unknown';
  return { label: /^https?$/.test(scheme) ? 'WEB' : 'LINK', name: `link, ${scheme}` };
}

/** One line for programs. `octets` is `null` for UTF-8, because the text determines them. */
export function lineJson(line: MenuLine, context: LinesContext, reader: TextReader): unknown {
  const text = { display: reader.read(line.display), octets: octetsUnlessUtf8(line.display) };
  if (line.kind !== 'item' && line.kind !== 'link') return { kind: line.kind, ...text };
  const url = linkOfLine(line, context);
  const href = url === null ? null : context.links.hrefOfCanonical(url);
  const link = { url, open: href === null ? null : new URL(href, context.links.origin).href };
  if (line.kind === 'link') return { kind: 'link', type: line.type, ...text, ...link };
  const { type, host, port, selector, mirror, plus } = line;
  return {
    ...{ kind: 'item', type, typeName: itemTypeName(type), ...text },
    ...{ selector: utf8OrLatin1Of(selector), host, port, mirror, gopherPlus: plus, ...link },
    attributes: plus === null ? null : attributesLink(line, context),
  };
}

function octetsUnlessUtf8(octets: Uint8Array): string | null {
  return isUtf8(octets) ? null : base64Of(octets);
}

/** The lines of a menu, as JSON with canonical links. */
import { isUtf8 } from '../../../src/octets/charset.ts';
import { type OctetString, octetsOf } from '../../../src/octets/octet-string.ts';
import { base64Of, utf8OrLatin1Of } from '../../../src/octets/octets.ts';
import type { MenuLine } from '../../../src/protocols/gopher/menu.ts';
import type { TextReader } from '../../../src/protocols/gopher/text-reader.ts';
import type { LinkBuilder } from '../contract/contract.ts';
import { itemLinks } from './context.ts';
import { itemTypeName } from './item-kinds.ts';
import type { LinesContext } from './menu-lines.tsx';

/** Writes the lines of a menu one by one. `octets` is `null` for UTF-8, because the text determines them. */
export function lineWriter(context: LinesContext, { read }: Pick<TextReader, 'read'>): (line: MenuLine) => unknown {
  const links = itemLinks(context);
  return (line) => {
    const { kind } = line;
    const display = read(line.display);
    const octets = octetsUnlessUtf8(line.display);
    if (kind !== 'item' && kind !== 'link') return { kind, display, octets };
    const url = links.ofLine(line);
    const href = url === null ? null : context.links.hrefOfCanonical(url);
    const open = href === null ? null : absolute(href, context.links);
    const { type } = line;
    if (kind === 'link') return { kind, type, display, octets, url, open };
    const { host, port, mirror, plus: gopherPlus } = line;
    const selector = selectorText(line.selector);
    const attributes = gopherPlus === null ? null : links.ofAttributes(line);
    const typeName = itemTypeName(type);
    return { kind, type, typeName, display, octets, selector, host, port, mirror, gopherPlus, url, open, attributes };
  };
}

/** An address with an origin. That of another gateway has its own. */
function absolute(href: string, { root }: LinkBuilder): string {
  return href.startsWith('/') ? root + href : href;
}

function selectorText(selector: OctetString): string {
  return isAscii(selector) ? selector : utf8OrLatin1Of(octetsOf(selector));
}

function octetsUnlessUtf8(text: OctetString): string | null {
  if (isAscii(text)) return null;
  const octets = octetsOf(text);
  return isUtf8(octets) ? null : base64Of(octets);
}

function isAscii(text: OctetString): boolean {
  return !/[^\0-\x7f]/.test(text);
}

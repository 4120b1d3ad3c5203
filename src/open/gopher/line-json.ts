/** The lines of menus as JSON, with canonical links. */
import { isUtf8, type OctetString, octetsOf } from '../../octets/charset.ts';
import { base64Of, utf8OrLatin1Of } from '../../octets/octets.ts';
import type { MenuLine } from '../../protocols/gopher/menu.ts';
import type { TextReader } from '../../protocols/gopher/text-reader.ts';
import { type JsonLinks, runsCode } from '../links.ts';
import { itemLinks, type MenuOrigin } from './item.ts';
import { itemTypeName } from './item-kinds.ts';

/** Writes the lines of a menu one by one. `octets` is `null` for UTF-8, because the text determines them. */
export function lineWriter(
  origin: MenuOrigin,
  { openCanonical }: Pick<JsonLinks, 'openCanonical'>,
  { read }: Pick<TextReader, 'read'>,
): (line: MenuLine) => object {
  const links = itemLinks(origin);
  return (line) => {
    const { kind } = line;
    const display = read(line.display);
    const octets = octetsUnlessUtf8(line.display);
    if (kind !== 'item' && kind !== 'link') return { kind, display, octets };
    const link = links.ofLine(line);
    // A program that takes `url` for a link must not run the code of a stranger.
    const url = link === null || runsCode(link) ? null : link;
    const open = url === null ? null : openCanonical(url);
    const { type } = line;
    if (kind === 'link') {
      const target = utf8OrLatin1Of(octetsOf(line.url));
      return { kind, type, display, octets, url, open, target };
    }
    const { host, port, mirror, plus: gopherPlus } = line;
    const selector = isAscii(line.selector) ? line.selector : utf8OrLatin1Of(octetsOf(line.selector));
    const attributes = gopherPlus === null ? null : links.ofAttributes(line);
    const typeName = itemTypeName(type);
    return { kind, type, typeName, display, octets, selector, host, port, mirror, gopherPlus, url, open, attributes };
  };
}

function octetsUnlessUtf8(text: OctetString): string | null {
  if (isAscii(text)) return null;
  const octets = octetsOf(text);
  return isUtf8(octets) ? null : base64Of(octets);
}

function isAscii(text: OctetString): boolean {
  return !/[^\0-\x7f]/.test(text);
}

/** Menus on the wire: one line for each item, RFC 1436 §3.3, with the fifth field of Gopher+ §2.2. */
import type { Octets } from '../octets.ts';
import type { Gopherspace, Item, MenuLine } from './item.ts';

/** The name and port of a server as its menus show them. */
export interface Address {
  readonly name: string;
  readonly port: number;
}

/** The last three fields of an information line: a server that cannot exist. */
const NO_SERVER = '\t\terror.host\t1';

export interface MenuStyle {
  readonly address: Address;
  /** Whether items are marked as Gopher+ items. */
  readonly plus: boolean;
}

/** The menu line of an item, without its line end. */
export function descriptor({ item, selector }: PlacedItem, style: MenuStyle): Octets {
  return itemLine(item.type, item.title, selector, style.address, plusField(item, style));
}

/** An item with its selector. */
export interface PlacedItem {
  readonly selector: Octets;
  readonly item: Item;
}

/** The item of this server that a menu line leads to, with the title and type of the line; `null` for other lines. */
export function itemOfLine(line: MenuLine, space: Gopherspace): PlacedItem | null {
  if (typeof line === 'string' || !('see' in line)) return null;
  const item = expect(line.see, space);
  return {
    selector: line.see,
    item: { ...item, title: line.title ?? item.title, type: line.as ?? item.type },
  };
}

/** One line of a menu with its line end. */
export function menuLine(line: MenuLine, space: Gopherspace, style: MenuStyle): Octets {
  const { name, port } = style.address;
  if (typeof line === 'string') return `i${line}${NO_SERVER}\r\n`;
  if ('raw' in line) return line.raw.replace('<here>', `${name}\t${port}`);
  if ('remote' in line) {
    const address = { name: line.host ?? name, port: line.port };
    return `${itemLine(line.remote, line.title, line.selector, address, '')}\r\n`;
  }
  if ('mirror' in line) {
    const item = expect(line.mirror, space);
    // Another name of the same server: localhost is 127.0.0.1.
    const other = { name: '127.0.0.1', port };
    return `${itemLine('+', `${item.title} (mirror)`, line.mirror, other, plusField(item, style))}\r\n`;
  }
  const placed = itemOfLine(line, space);
  return placed === null ? '' : `${descriptor(placed, style)}\r\n`;
}

function expect(selector: Octets, space: Gopherspace): Item {
  const item = space.get(selector);
  if (item === undefined) throw new Error(`no item has the selector ${selector}`);
  return item;
}

function itemLine(type: string, title: Octets, selector: Octets, address: Address, plus: string): Octets {
  return `${type}${title}\t${selector}\t${address.name}\t${address.port}${plus}`;
}

function plusField(item: Item, style: MenuStyle): string {
  if (!style.plus) return '';
  return item.kind === 'form' ? '\t?' : '\t+';
}

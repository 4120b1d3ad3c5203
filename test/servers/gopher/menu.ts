/** Menus on the wire: one line for each item, RFC 1436 §3.3, with the fifth field of Gopher+ §2.2. */
import type { Octets } from '../octets.ts';
import type { Exhibit, Gopherspace, MenuLine } from './exhibit.ts';

/** What a server calls itself in its menus. */
export interface Address {
  readonly name: string;
  readonly port: number;
}

/** What follows the port of an information line, so that no client takes it for a link. */
const NOWHERE = '\t\terror.host\t1';

export interface MenuStyle {
  readonly address: Address;
  /** Whether items are marked as Gopher+ items. */
  readonly plus: boolean;
}

/** The line that leads to an exhibit, without its line end. */
export function descriptor({ exhibit, selector }: Place, style: MenuStyle): Octets {
  return itemLine(exhibit.type, exhibit.title, selector, style.address, plusField(exhibit, style));
}

/** An exhibit and where it hangs. */
export interface Place {
  readonly selector: Octets;
  readonly exhibit: Exhibit;
}

/** The exhibit of this server that a menu line shows, as it shows it; `null` for a line that shows none. */
export function placeOf(line: MenuLine, space: Gopherspace): Place | null {
  if (typeof line === 'string' || !('see' in line)) return null;
  const exhibit = expect(line.see, space);
  return {
    selector: line.see,
    exhibit: { ...exhibit, title: line.title ?? exhibit.title, type: line.as ?? exhibit.type },
  };
}

/** One line of a menu with its line end. */
export function menuLine(line: MenuLine, space: Gopherspace, style: MenuStyle): Octets {
  const { name, port } = style.address;
  if (typeof line === 'string') return `i${line}${NOWHERE}\r\n`;
  if ('raw' in line) return line.raw.replace('<here>', `${name}\t${port}`);
  if ('away' in line) {
    const address = { name: line.host ?? name, port: line.port };
    return `${itemLine(line.away, line.title, line.selector, address, '')}\r\n`;
  }
  if ('mirror' in line) {
    const exhibit = expect(line.mirror, space);
    // The other address of the same server: what is called localhost is 127.0.0.1 as well.
    const other = { name: '127.0.0.1', port };
    return `${itemLine('+', `${exhibit.title} (mirror)`, line.mirror, other, plusField(exhibit, style))}\r\n`;
  }
  const place = placeOf(line, space);
  return place === null ? '' : `${descriptor(place, style)}\r\n`;
}

function expect(selector: Octets, space: Gopherspace): Exhibit {
  const exhibit = space.get(selector);
  if (exhibit === undefined) throw new Error(`nothing hangs at ${selector}`);
  return exhibit;
}

function itemLine(type: string, title: Octets, selector: Octets, address: Address, plus: string): Octets {
  return `${type}${title}\t${selector}\t${address.name}\t${address.port}${plus}`;
}

function plusField(exhibit: Exhibit, style: MenuStyle): string {
  if (!style.plus) return '';
  return exhibit.kind === 'form' ? '\t?' : '\t+';
}

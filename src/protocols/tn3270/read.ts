/** What a terminal sends: the whole buffer, or the fields that a person has modified (GA23-0059, chapter 3). */
import { concatOctets } from '../../octets/octets.ts';
import {
  ATTRIBUTE,
  type CharacterAttributes,
  CONTROL,
  DEFAULT_ATTRIBUTES,
  differingPairs,
  encodeAddress,
  graphicOctet,
  SHORT_READ_AIDS,
} from './codes.ts';
import { fieldsOf, isModified } from './fields.ts';
import { type BufferOrder, encodeOrders } from './orders.ts';
import type { Cell, FieldCell, Screen } from './screen.ts';

/** The answer to Read Buffer: every cell. `aid` is the attention identifier of the last key. */
export function readBuffer(screen: Screen, aid: number): Uint8Array {
  const reader = new CellReader(screen);
  for (let at = 0; at < screen.length; at++) reader.add(screen.at(at), true);
  return inbound(screen, aid, reader.orders);
}

/**
 * What Enter and the other keys send, and the answer to Read Modified: the modified fields without their NULs; of a
 * screen without fields, all characters. `all` means Read Modified All: keys of a short read send the fields, too.
 */
export function readModified(screen: Screen, aid: number, all = false): Uint8Array {
  if (SHORT_READ_AIDS.has(aid) && !all) return Uint8Array.of(aid);
  const reader = new CellReader(screen);
  const fields = fieldsOf(screen);
  for (const { cell, first, length } of fields) {
    if (!isModified(cell.attribute)) continue;
    reader.orders.push({ kind: 'set-buffer-address', address: first });
    for (let index = 0; index < length; index++) reader.add(screen.at(first + index), false);
  }
  if (fields.length === 0) for (let at = 0; at < screen.length; at++) reader.add(screen.at(at), false);
  return inbound(screen, aid, reader.orders);
}

function inbound(screen: Screen, aid: number, orders: readonly BufferOrder[]): Uint8Array {
  const { length, addressing, cursor } = screen;
  const data = encodeOrders(orders, length, addressing);
  return concatOctets([Uint8Array.of(aid, ...encodeAddress(cursor, length, addressing)), data]);
}

/** Turns cells into orders, by the reply mode of the screen. */
class CellReader {
  readonly orders: BufferOrder[] = [];
  readonly #screen: Screen;
  /** What the orders so far have set, in the reply mode `character`. */
  #attributes: CharacterAttributes = DEFAULT_ATTRIBUTES;

  constructor(screen: Screen) {
    this.#screen = screen;
  }

  /** @param nuls - whether NUL is sent, too */
  add(cell: Cell, nuls: boolean): void {
    if (cell.kind === 'field') {
      this.orders.push(this.#fieldOrder(cell));
      return;
    }
    if (cell.code === CONTROL.nul && !nuls) return;
    if (this.#screen.replyMode === 'character') this.#setAttributes(cell.attributes);
    if (cell.graphic) this.orders.push({ kind: 'graphic-escape', code: cell.code });
    else this.orders.push({ kind: 'text', octets: Uint8Array.of(cell.code) });
  }

  #fieldOrder({ attribute, attributes }: FieldCell): BufferOrder {
    const octet = graphicOctet(attribute);
    if (this.#screen.replyMode === 'field') return { kind: 'start-field', attribute: octet };
    const pairs = differingPairs(attributes, DEFAULT_ATTRIBUTES);
    return { kind: 'start-field-extended', pairs: [[ATTRIBUTE.field, octet], ...pairs] };
  }

  #setAttributes(attributes: CharacterAttributes): void {
    for (const pair of differingPairs(attributes, this.#attributes))
      if (this.#screen.replyAttributes.includes(pair[0])) this.orders.push({ kind: 'set-attribute', pair });
    this.#attributes = attributes;
  }
}

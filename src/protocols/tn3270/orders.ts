/** Orders and characters in the data of a write command, and in what a terminal sends (GA23-0059, chapter 4). */
import type { CodedCharacter } from './code-pages.ts';
import { type Addressing, type AttributePair, CONTROL, decodeAddress, encodeAddress, ORDER } from './codes.ts';

export type BufferOrder =
  | { readonly kind: 'text'; readonly octets: Uint8Array }
  | { readonly kind: 'graphic-escape'; readonly code: number }
  | { readonly kind: 'set-buffer-address'; readonly address: number }
  | { readonly kind: 'start-field'; readonly attribute: number }
  | { readonly kind: 'start-field-extended'; readonly pairs: readonly AttributePair[] }
  | { readonly kind: 'modify-field'; readonly pairs: readonly AttributePair[] }
  | { readonly kind: 'set-attribute'; readonly pair: AttributePair }
  | { readonly kind: 'insert-cursor' }
  | { readonly kind: 'program-tab' }
  | { readonly kind: 'repeat-to-address'; readonly address: number; readonly character: CodedCharacter }
  | { readonly kind: 'erase-unprotected-to-address'; readonly address: number };

/** Why data cannot be read further, and where. */
export interface DataCheck {
  readonly kind: 'data-check';
  readonly at: number;
  readonly reason:
    | 'order-incomplete'
    | 'order-unknown'
    | 'address'
    | 'not-a-field'
    /** The orders of the write pass over more cells than any screen needs. */
    | 'too-many-cells'
    | 'command-unknown'
    | 'length'
    | 'replies';
}

const controls: ReadonlySet<number> = new Set(Object.values(CONTROL));

/** Codes from here on are graphic characters. */
const FIRST_GRAPHIC = 0x40;

const isCharacter = (octet: number): boolean => octet >= FIRST_GRAPHIC || controls.has(octet);

/** Reads the orders behind the write control character. A malformed one ends them: the last value is a data check. */
export function* decodeOrders(data: Uint8Array, addressing: Addressing): Generator<BufferOrder | DataCheck> {
  for (let at = 0; at < data.length; ) {
    let end = at;
    while (end < data.length && isCharacter(data[end] ?? 0)) end++;
    if (end > at) {
      yield { kind: 'text', octets: data.subarray(at, end) };
      at = end;
      continue;
    }
    const [order, next] = decodeOrder(data, at, addressing);
    yield order;
    if (order.kind === 'data-check') return;
    at = next;
  }
}

function decodeOrder(data: Uint8Array, at: number, addressing: Addressing): readonly [BufferOrder | DataCheck, number] {
  const incomplete = [{ kind: 'data-check', at, reason: 'order-incomplete' }, data.length] as const;
  const address = decodeAddress(data[at + 1] ?? 0, data[at + 2] ?? 0, addressing);
  const has = (count: number): boolean => at + count < data.length;
  const octet = (offset: number): number => data[at + offset] ?? 0;
  switch (data[at]) {
    case ORDER.setBufferAddress:
      return has(2) ? [{ kind: 'set-buffer-address', address }, at + 3] : incomplete;
    case ORDER.eraseUnprotectedToAddress:
      return has(2) ? [{ kind: 'erase-unprotected-to-address', address }, at + 3] : incomplete;
    case ORDER.repeatToAddress: {
      const graphic = octet(3) === ORDER.graphicEscape;
      if (!has(graphic ? 4 : 3)) return incomplete;
      const code = octet(graphic ? 4 : 3);
      // Only characters can be repeated: no field attributes, and nothing that is an order itself.
      if (!graphic && !isCharacter(code)) return [{ kind: 'data-check', at, reason: 'order-unknown' }, data.length];
      return [{ kind: 'repeat-to-address', address, character: { code, graphic } }, at + (graphic ? 5 : 4)];
    }
    case ORDER.graphicEscape:
      return has(1) ? [{ kind: 'graphic-escape', code: octet(1) }, at + 2] : incomplete;
    case ORDER.startField:
      return has(1) ? [{ kind: 'start-field', attribute: octet(1) }, at + 2] : incomplete;
    case ORDER.setAttribute:
      return has(2) ? [{ kind: 'set-attribute', pair: [octet(1), octet(2)] }, at + 3] : incomplete;
    case ORDER.startFieldExtended:
    case ORDER.modifyField: {
      const count = octet(1);
      if (!has(1 + count * 2)) return incomplete;
      const kind = data[at] === ORDER.modifyField ? 'modify-field' : 'start-field-extended';
      return [{ kind, pairs: decodePairs(data.subarray(at + 2, at + 2 + count * 2)) }, at + 2 + count * 2];
    }
    case ORDER.insertCursor:
      return [{ kind: 'insert-cursor' }, at + 1];
    case ORDER.programTab:
      return [{ kind: 'program-tab' }, at + 1];
    default:
      return [{ kind: 'data-check', at, reason: 'order-unknown' }, data.length];
  }
}

function decodePairs(octets: Uint8Array): AttributePair[] {
  return Array.from({ length: octets.length / 2 }, (_, index): AttributePair => {
    return [octets[index * 2] ?? 0, octets[index * 2 + 1] ?? 0];
  });
}

/** The octets of orders. `size`, the number of cells of the screen, decides how addresses are written. */
export function encodeOrders(orders: Iterable<BufferOrder>, size: number, addressing: Addressing): Uint8Array {
  const octets: number[] = [];
  for (const order of orders) for (const octet of encodeOrder(order, size, addressing)) octets.push(octet);
  return Uint8Array.from(octets);
}

function encodeOrder(order: BufferOrder, size: number, addressing: Addressing): Iterable<number> {
  switch (order.kind) {
    case 'text':
      return order.octets;
    case 'graphic-escape':
      return [ORDER.graphicEscape, order.code];
    case 'set-buffer-address':
      return [ORDER.setBufferAddress, ...encodeAddress(order.address, size, addressing)];
    case 'start-field':
      return [ORDER.startField, order.attribute];
    case 'start-field-extended':
      return [ORDER.startFieldExtended, order.pairs.length, ...order.pairs.flat()];
    case 'modify-field':
      return [ORDER.modifyField, order.pairs.length, ...order.pairs.flat()];
    case 'set-attribute':
      return [ORDER.setAttribute, ...order.pair];
    case 'insert-cursor':
      return [ORDER.insertCursor];
    case 'program-tab':
      return [ORDER.programTab];
    case 'repeat-to-address': {
      const { code, graphic } = order.character;
      const character = graphic ? [ORDER.graphicEscape, code] : [code];
      return [ORDER.repeatToAddress, ...encodeAddress(order.address, size, addressing), ...character];
    }
    case 'erase-unprotected-to-address':
      return [ORDER.eraseUnprotectedToAddress, ...encodeAddress(order.address, size, addressing)];
  }
}

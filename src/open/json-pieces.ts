/** JSON of objects with tens of thousands of items, in pieces: it is never whole in memory. */
import { jsonText } from '../octets/controls.ts';

/** The pieces of a text, in order: strings, or, if they arrive over time, what each arrival brings. */
export type ArrivingText = Iterable<string> | AsyncIterable<string | Iterable<string>>;

/** A list that is a member of an object. */
export interface LongList<Item> {
  readonly name: string;
  /** The items in order. If they arrive over time, an async iterable of the items of each arrival. */
  readonly items: Iterable<Item> | AsyncIterable<Iterable<Item>>;
  readonly toJson: (item: Item) => unknown;
}

/** An object with a long list, as `jsonPieces` takes it: the members before the list, the list, and those after it. */
export type LongJson<Item = object> = readonly [head: object, list: LongList<Item>, tail: object | (() => object)];

/**
 * The text of an object with a long list, piece by piece. It ends with a line feed.
 *
 * @param head - the members before the list, at least one
 * @param tail - the members after the list, at least one; a function for members that follow from the items
 * @example
 * ```ts
 * const list = { name: 'squares', items: [1, 2], toJson: (item: number) => item * item };
 * [...jsonPieces({ kind: 'numbers' }, list, { cut: false })].join('');
 * // '{"kind":"numbers","squares":[1,4],"cut":false}\n'
 * ```
 */
export function jsonPieces<Item>(head: object, list: LongList<Item>, tail: object | (() => object)): ArrivingText {
  const { items } = list;
  const open = `${jsonText(head).slice(0, -1)},${jsonText(list.name)}:[`;
  const close = () => `],${jsonText(typeof tail === 'function' ? tail() : tail).slice(1)}\n`;
  let comma = '';
  return Symbol.asyncIterator in items ? arrivingJson(items) : json(items);

  function* separated(items: Iterable<Item>): Generator<string> {
    for (const item of items) {
      yield comma + jsonText(list.toJson(item));
      comma = ',';
    }
  }

  function* json(items: Iterable<Item>): Generator<string, void> {
    yield open;
    yield* separated(items);
    yield close();
  }

  async function* arrivingJson(arrivals: AsyncIterable<Iterable<Item>>) {
    yield open;
    for await (const items of arrivals) yield separated(items);
    yield close();
  }
}

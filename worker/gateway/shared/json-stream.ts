/** JSON with a list of tens of thousands of items, written as a stream, so that the whole text is never in memory. */
import { type Ended, textStream } from '../../http/text-stream.ts';

/** A list that is a member of an object. */
export interface LongList<Item> {
  readonly name: string;
  /** The items in order. If they arrive over time, an async iterable of the items of each arrival. */
  readonly items: Iterable<Item> | AsyncIterable<Iterable<Item>>;
  /** Converts an item to its value in JSON. */
  readonly toJson: (item: Item) => unknown;
}

/**
 * An object as the body of a response. It ends with a line feed.
 *
 * @param head - the members before the list, at least one
 * @param tail - the members after the list, at least one; a function for members that follow from the items
 * @param ended - called at the end of the body: see `trackBody`
 * @example
 * ```ts
 * const list = { name: 'squares', items: [1, 2], toJson: (item: number) => item * item };
 * await new Response(longJson({ kind: 'numbers' }, list, { cut: false })).text();
 * // '{"kind":"numbers","squares":[1,4],"cut":false}\n'
 * ```
 */
export function longJson<Item>(
  head: object,
  list: LongList<Item>,
  tail: object | (() => object),
  ended?: Ended,
): ReadableStream<Uint8Array> {
  const { items } = list;
  const open = `${JSON.stringify(head).slice(0, -1)},${JSON.stringify(list.name)}:[`;
  const close = () => `],${JSON.stringify(typeof tail === 'function' ? tail() : tail).slice(1)}\n`;
  const separated = separator(list.toJson);
  const source = Symbol.asyncIterator in items ? arrivingJson(items) : json(items);
  return textStream(source, ended);

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

/** Writes the items of several iterables as one list, with commas between. */
function separator<Item>(toJson: (item: Item) => unknown): (items: Iterable<Item>) => Generator<string, void> {
  let comma = '';
  return function* (items) {
    for (const item of items) {
      yield comma + JSON.stringify(toJson(item));
      comma = ',';
    }
  };
}

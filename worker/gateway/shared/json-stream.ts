/** JSON with a list of tens of thousands of items, written in pieces, so that the whole text is never in memory. */

/** The items in one piece. */
const PIECE = 1000;

/** A list that is a member of an object. */
export interface LongList<Item> {
  readonly name: string;
  readonly items: readonly Item[];
  /** Converts an item to its value in JSON. */
  readonly toJson: (item: Item) => unknown;
}

/**
 * An object as the body of a response.
 *
 * @param head - the members before the list, at least one
 * @param tail - the members after the list, at least one
 */
export function longJson<Item>(head: object, list: LongList<Item>, tail: object): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const pieces = piecesOf(head, list, tail);
  return new ReadableStream({
    pull(controller) {
      const piece = pieces.next();
      if (piece.done) controller.close();
      else controller.enqueue(encoder.encode(piece.value));
    },
  });
}

function* piecesOf<Item>(head: object, { name, items, toJson }: LongList<Item>, tail: object): Generator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"${name}":[`;
  for (let from = 0; from < items.length; from += PIECE) {
    const piece = items.slice(from, from + PIECE).map((item) => JSON.stringify(toJson(item)));
    yield (from === 0 ? '' : ',') + piece.join(',');
  }
  yield `],${JSON.stringify(tail).slice(1)}\n`;
}

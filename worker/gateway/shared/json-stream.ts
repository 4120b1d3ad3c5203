/** JSON with a list of ten thousands in it, written piece by piece: as one text it would take more than what it tells. */

/** So many items are written at once. */
const PIECE = 1000;

/** A list that stands among the members of an object. */
export interface LongList<Item> {
  readonly name: string;
  readonly items: readonly Item[];
  /** What is written of an item. */
  readonly toJson: (item: Item) => unknown;
}

/**
 * An object as the body of an answer.
 *
 * @param head - the members before the list, at least one
 * @param tail - the members behind it, at least one
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

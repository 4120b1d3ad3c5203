/** Work on many items at the same time, with the results in the order of the items. */

/**
 * Starts the work on each item as it comes, and yields each result once those before it are there. The work must not
 * fail. While `most` items are in work, no other one is read, so memory is that of the items in work.
 */
export async function* inOrder<Item, Result>(
  items: AsyncIterable<Item>,
  work: (item: Item) => Promise<Result>,
  most: number,
): AsyncGenerator<Result, void> {
  const iterator = items[Symbol.asyncIterator]();
  const working: Promise<Result>[] = [];
  const read = (): Promise<IteratorResult<Item>> => {
    const item = iterator.next();
    // Its error is thrown when its turn comes. Until then, nobody may be waiting for it.
    item.catch(() => {});
    return item;
  };
  let next: Promise<IteratorResult<Item>> | null = read();
  try {
    for (;;) {
      const [first] = working;
      const arrival =
        next !== null && working.length < most ? next.then((item) => ({ kind: 'item', item }) as const) : null;
      const completion = first?.then((result) => ({ kind: 'result', result }) as const) ?? null;
      const waits = [arrival, completion].filter((wait) => wait !== null);
      if (waits.length === 0) return;
      // An item that has come is taken first, so that all are in work as soon as possible.
      const event = await Promise.race(waits);
      if (event.kind === 'result') {
        working.shift();
        yield event.result;
      } else if (event.item.done === true) {
        next = null;
      } else {
        working.push(work(event.item.value));
        next = read();
      }
    }
  } finally {
    // The reader of the results left.
    if (next !== null) await iterator.return?.();
  }
}

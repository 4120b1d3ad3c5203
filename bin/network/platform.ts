/**
 * What the gateways use of Workers and a Node may lack: two streams, and two functions that Node 20 does not have. The
 * bundler puts these in the place of the globals with their names.
 */

/**
 * Passes octets on as they are. A write ends when the reader has taken its octets, which are copied then, because the
 * writer may use their buffer again.
 */
export class IdentityTransformStream extends TransformStream<Uint8Array, Uint8Array> {
  constructor(check: (length: number) => void = () => {}, flush: () => void = () => {}) {
    super(
      {
        transform(octets, controller) {
          check(octets.byteLength);
          controller.enqueue(octets.slice());
        },
        flush,
      },
      { highWaterMark: 1 },
      { highWaterMark: 0 },
    );
  }
}

/** The same for a known number of octets: more or fewer of them are an error. */
export class FixedLengthStream extends IdentityTransformStream {
  constructor(length: number) {
    let passed = 0;
    super(
      (octets) => {
        passed += octets;
        if (passed > length) throw new TypeError('There are more octets than were announced.');
      },
      () => {
        if (passed < length) throw new TypeError('There are fewer octets than were announced.');
      },
    );
  }
}

/** As `Promise.withResolvers` (ECMA-262, 2024). */
function withResolvers<Value>(): PromiseWithResolvers<Value> {
  let resolve: PromiseWithResolvers<Value>['resolve'] = () => {};
  let reject: PromiseWithResolvers<Value>['reject'] = () => {};
  const promise = new Promise<Value>((resolvePromise, rejectPromise) => {
    resolve = resolvePromise;
    reject = rejectPromise;
  });
  return { promise, resolve, reject };
}

/** As `Map.groupBy` (ECMA-262, 2024). */
function groupBy<Key, Item>(items: Iterable<Item>, keyOf: (item: Item, index: number) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  let index = 0;
  for (const item of items) {
    const key = keyOf(item, index++);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

export { groupBy as 'Map.groupBy', withResolvers as 'Promise.withResolvers' };

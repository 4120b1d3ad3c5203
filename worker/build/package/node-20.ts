/**
 * Two functions that gateways use and Node 20 does not have. The bundler puts them in the place of the globals with
 * their names.
 */

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

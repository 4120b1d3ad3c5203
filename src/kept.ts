/** What is kept in memory: a map that forgets its oldest entries, and values of objects, which go with these. */

/**
 * A map with a limit on all of its entries together.
 *
 * @typeParam Key - as in `Map`
 */
export class BoundedMap<Key, Value> {
  /** The newest last. */
  readonly #entries = new Map<Key, Value>();
  readonly #most: number;
  readonly #sizeOf: (key: Key, value: Value) => number;
  #size = 0;

  /**
   * @param most - the most that all entries may come to
   * @param sizeOf - what an entry comes to, the same at any time; absent = one, so that entries are counted
   */
  constructor(most: number, sizeOf: (key: Key, value: Value) => number = () => 1) {
    this.#most = most;
    this.#sizeOf = sizeOf;
  }

  /** What all entries come to. */
  get size(): number {
    return this.#size;
  }

  get(key: Key): Value | undefined {
    return this.#entries.get(key);
  }

  /** As {@link get}; the entry is now the newest. */
  use(key: Key): Value | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  /** The entry is now the newest. The oldest ones go until the others fit; one that never fits is not kept. */
  set(key: Key, value: Value): void {
    this.delete(key);
    const size = this.#sizeOf(key, value);
    if (size > this.#most) return;
    this.#entries.set(key, value);
    this.#size += size;
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= this.#most) break;
      this.delete(oldest);
    }
  }

  delete(key: Key): void {
    const value = this.#entries.get(key);
    if (value === undefined) return;
    this.#entries.delete(key);
    this.#size -= this.#sizeOf(key, value);
  }

  newestFirst(): [Key, Value][] {
    return [...this.#entries].reverse();
  }

  clear(): void {
    this.#entries.clear();
    this.#size = 0;
  }
}

/** `make`, called once for each object. An error is not kept. */
export function oncePer<Owner extends WeakKey, Value>(make: (owner: Owner) => Value): (owner: Owner) => Value {
  const values = new WeakMap<Owner, { readonly value: Value }>();
  return (owner) => {
    const known = values.get(owner);
    if (known !== undefined) return known.value;
    const value = make(owner);
    values.set(owner, { value });
    return value;
  };
}

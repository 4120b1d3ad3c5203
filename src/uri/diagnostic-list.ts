/**
 * A list of what happened to one URL, in the order of its input. It stays short however often something happened:
 * 32,000 tabs are one hundred diagnostics and a number.
 */

/** The most diagnostics of one URL. */
export const MAX_DIAGNOSTICS = 100;

/**
 * Keeps the first {@link MAX_DIAGNOSTICS} items, and the first item of every code. If the list is full, the first item
 * of another code takes the place of the last one whose code is in the list more than once. So no error is lost among
 * warnings, and no warning among notes.
 */
export class DiagnosticList<Item> {
  readonly items: Item[] = [];
  /** How many items are not in the list. */
  omitted = 0;
  /** The item that was added last, whether it is in the list or not. */
  last: Item | null = null;
  readonly #codeOf: (item: Item) => string;
  #lastListed = false;
  /** How many items in the list have a code; `null` as long as the list has never been full. */
  #counts: Map<string, number> | null = null;

  constructor(codeOf: (item: Item) => string) {
    this.#codeOf = codeOf;
  }

  add(item: Item): void {
    this.last = item;
    this.#lastListed = this.items.length < MAX_DIAGNOSTICS || this.#dropRepeatedFor(this.#codeOf(item));
    if (this.#lastListed) this.items.push(item);
    else this.omitted++;
  }

  /** Replaces the item that was added last by one with the same code. */
  replaceLast(item: Item): void {
    this.last = item;
    if (this.#lastListed) this.items[this.items.length - 1] = item;
  }

  /** Omits an item for the first one of a code. Returns whether it found one. */
  #dropRepeatedFor(code: string): boolean {
    this.#counts ??= countBy(this.items, this.#codeOf);
    const counts = this.#counts;
    if (counts.has(code)) return false;
    const index = this.items.findLastIndex((item) => (counts.get(this.#codeOf(item)) ?? 0) > 1);
    const repeated = this.items[index];
    if (repeated === undefined) return false;
    this.items.splice(index, 1);
    this.omitted++;
    counts.set(this.#codeOf(repeated), (counts.get(this.#codeOf(repeated)) ?? 0) - 1);
    counts.set(code, 1);
    return true;
  }
}

function countBy<Item>(items: readonly Item[], codeOf: (item: Item) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(codeOf(item), (counts.get(codeOf(item)) ?? 0) + 1);
  return counts;
}

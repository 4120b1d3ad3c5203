/**
 * Targets of links whose store works in this isolate, as all stores of a self-hosted server do: they are answered
 * without a request to the store until the store has changed. Two sides share the counts of changes: the objects of the
 * stores, and whoever follows links.
 *
 * At Cloudflare a store works somewhere else, so its targets are never near.
 */
import type { LinkTarget } from '../../src/links/record.ts';

/** How often a store has changed since its object was made. */
export class StoreChanges {
  #count = 0;

  /** `NaN` = the object has ended, so nothing is known of it. */
  get count(): number {
    return this.#count;
  }

  /** A store calls it before each change: what was read before must not be kept. */
  add(): void {
    this.#count++;
  }

  end(): void {
    this.#count = Number.NaN;
  }
}

/** The changes of the stores in this isolate, by the identifiers of their objects. */
const stores = new Map<string, StoreChanges>();

/** Counts the changes of an object that has just been made. What was known of its store before is forgotten. */
export function countChanges(id: string): StoreChanges {
  stores.get(id)?.end();
  const changes = new StoreChanges();
  stores.set(id, changes);
  return changes;
}

/** The changes of a store; `null` if its object was not made in this isolate. */
export function changesOf(id: string): StoreChanges | null {
  return stores.get(id) ?? null;
}

/** The targets that an isolate keeps, and the longest of their URLs, in characters: 16 MiB at most. */
const MOST_TARGETS = 2000;
const LONGEST_URL = 4096;

interface Near {
  readonly target: LinkTarget;
  readonly changes: StoreChanges;
  /** The count when the target was read. */
  readonly count: number;
}

export class NearTargets {
  readonly #targets = new Map<string, Near>();

  /** The target of a text that was followed; `null` if it is not known, or its store has changed. */
  find(text: string): LinkTarget | null {
    const near = this.#targets.get(text);
    if (near === undefined) return null;
    if (near.changes.count === near.count) return near.target;
    this.#targets.delete(text);
    return null;
  }

  /**
   * Keeps what a store has answered. The answer leaves the store when it is on disk, so nobody sees a target that a
   * power failure would undo.
   *
   * @param changes - those of the store, `null` if it is not in this isolate
   * @param count - their count before the store was asked
   */
  keep(text: string, target: LinkTarget, changes: StoreChanges | null, count: number): void {
    if (changes === null || changes.count !== count || target.url.length > LONGEST_URL) return;
    const [oldest] = this.#targets.keys();
    if (this.#targets.size >= MOST_TARGETS && oldest !== undefined) this.#targets.delete(oldest);
    this.#targets.set(text, { target, changes, count });
  }
}

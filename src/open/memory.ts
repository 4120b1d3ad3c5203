import { BoundedMap } from '../kept.ts';

/** All keys and texts together, in characters: those of a thousand servers with usual files. */
const MOST = 2_000_000;

/**
 * What is known of servers: texts under keys, each for a time. It saves the servers questions that an earlier request
 * has asked. The Worker lends openers the memory of its isolate, the command line that of one run.
 */
export class Memory {
  readonly #entries = new BoundedMap<string, { readonly text: string; readonly until: number }>(
    MOST,
    (key, { text }) => key.length + text.length,
  );

  /** The text under a key; `undefined` = it was never known, or is forgotten. */
  get(key: string): string | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined || entry.until > Date.now()) return entry?.text;
    this.#entries.delete(key);
    return undefined;
  }

  /** Remembers a text for some seconds, and forgets the oldest ones if there are too many. */
  set(key: string, text: string, seconds: number): void {
    this.#entries.set(key, { text, until: Date.now() + seconds * 1000 });
  }
}

/**
 * What is known of servers: texts under keys, each for a time. It saves the servers questions that an earlier request
 * has asked. The Worker lends openers the memory of its isolate, the command line that of one run.
 */
export class Memory {
  /** The newest last. */
  readonly #entries = new Map<string, { readonly text: string; readonly until: number }>();
  #length = 0;

  /** The text under a key; `undefined` = it was never known, or is forgotten. */
  get(key: string): string | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined || entry.until > Date.now()) return entry?.text;
    this.#forget(key);
    return undefined;
  }

  /** Remembers a text for some seconds, and forgets the oldest ones if there are too many. */
  set(key: string, text: string, seconds: number): void {
    this.#forget(key);
    this.#entries.set(key, { text, until: Date.now() + seconds * 1000 });
    this.#length += key.length + text.length;
    for (const oldest of this.#entries.keys()) {
      if (this.#length <= MOST) break;
      this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#length -= key.length + entry.text.length;
  }
}

/** All keys and texts together, in characters: those of a thousand servers with usual files. */
const MOST = 2_000_000;

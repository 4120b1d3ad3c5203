/** Standard input and other pipes. A text is read twice, for its encoding and for its links, and a pipe only once. */
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { Spool } from '../spool.ts';
import type { OutputStream } from '../terminal.ts';
import { UsageError } from '../usage/usage-error.ts';

export class PipedInputs {
  readonly #stdin: Readable & OutputStream;
  readonly #spools = new Map<string | null, Spool>();

  constructor(stdin: Readable & OutputStream) {
    this.#stdin = stdin;
  }

  /**
   * All octets of a pipe, which is read to its end.
   *
   * @param path - `null` = standard input
   */
  async read(path: string | null): Promise<Spool> {
    const known = this.#spools.get(path);
    if (known !== undefined) return known;
    if (path === null && this.#stdin.isTTY) throw new UsageError('no text, and standard input is a terminal');
    const spool = new Spool();
    this.#spools.set(path, spool);
    for await (const octets of path === null ? this.#stdin : createReadStream(path)) spool.add(octets);
    return spool;
  }

  /** Removes what was kept. */
  remove(): void {
    for (const spool of this.#spools.values()) spool.remove();
    this.#spools.clear();
  }
}

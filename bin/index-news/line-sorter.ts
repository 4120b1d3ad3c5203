/** Sorts more lines than memory holds: sorted runs in temporary files, which are merged. */
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** The characters that stay in memory. */
const IN_MEMORY = 4 * 1024 * 1024;
/** The lines of a batch. */
const BATCH = 1024;
/** The files that are merged at once. */
const MOST_RUNS = 64;

/** Lines in batches, none of which is empty. */
export type LineBatches = AsyncIterable<readonly string[]>;

export class LineSorter {
  readonly #folder: string;
  readonly #name: string;
  #lines: string[] = [];
  #characters = 0;
  #runs: string[] = [];
  #files = 0;

  /**
   * @param folder - of temporary files
   * @param name - that no other sorter of the folder has
   */
  constructor(folder: string, name: string) {
    this.#folder = folder;
    this.#name = name;
  }

  /** @param line - without a line end, sorted by its UTF-16 code units */
  async add(line: string): Promise<void> {
    this.#lines.push(line);
    this.#characters += line.length;
    if (this.#characters > IN_MEMORY) await this.#spill();
  }

  /** All lines in their order. Nothing can be added after it. */
  async sorted(): Promise<LineBatches> {
    if (this.#runs.length === 0) return batchesOf(this.#lines.sort());
    if (this.#lines.length > 0) await this.#spill();
    return mergeSorted(this.#runs.map(linesOf), (line) => line);
  }

  async #spill(): Promise<void> {
    await this.#write(batchesOf(this.#lines.sort()));
    this.#lines = [];
    this.#characters = 0;
    if (this.#runs.length < MOST_RUNS) return;
    const runs = this.#runs.splice(0);
    await this.#write(mergeSorted(runs.map(linesOf), (line) => line));
  }

  async #write(lines: LineBatches): Promise<void> {
    const file = join(this.#folder, `${this.#name}-${this.#files++}`);
    await pipeline(Readable.from(textOf(lines)), createWriteStream(file, { flags: 'wx' }));
    this.#runs.push(file);
  }
}

async function* textOf(lines: LineBatches): AsyncGenerator<string> {
  for await (const batch of lines) yield `${batch.join('\n')}\n`;
}

async function* batchesOf(lines: readonly string[]): AsyncGenerator<readonly string[]> {
  for (let from = 0; from < lines.length; from += BATCH) yield lines.slice(from, from + BATCH);
}

/** The lines of a file, which ends with a line end. */
async function* linesOf(file: string): AsyncGenerator<readonly string[]> {
  let rest = '';
  for await (const text of createReadStream(file, { encoding: 'utf8', highWaterMark: 64 * 1024 })) {
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop() ?? '';
    if (lines.length > 0) yield lines;
  }
}

interface RunHead {
  readonly rest: AsyncIterator<readonly string[]>;
  readonly order: number;
  batch: readonly string[];
  index: number;
  key: string;
}

/**
 * Merges sorted lines. Of lines with the same key, those of the first source come first.
 *
 * @param keyOf - by which the lines of each source are sorted
 */
export async function* mergeSorted(
  sources: readonly LineBatches[],
  keyOf: (line: string) => string,
): AsyncGenerator<readonly string[]> {
  const heads: RunHead[] = [];
  for (const [order, source] of sources.entries()) {
    const head = { rest: source[Symbol.asyncIterator](), order, batch: [], index: 0, key: '' };
    if (await fill(head, keyOf)) heads.push(head);
  }
  let merged: string[] = [];
  while (heads.length > 0) {
    // There are few sources, and their number is a limit above.
    let least = heads[0];
    for (const head of heads) if (least === undefined || isBefore(head, least)) least = head;
    if (least === undefined) return;
    merged.push(least.batch[least.index] ?? '');
    least.index++;
    const isThere = least.index < least.batch.length || (await fill(least, keyOf));
    if (isThere) least.key = keyOf(least.batch[least.index] ?? '');
    else heads.splice(heads.indexOf(least), 1);
    if (merged.length < BATCH) continue;
    yield merged;
    merged = [];
  }
  if (merged.length > 0) yield merged;
}

function isBefore(a: RunHead, b: RunHead): boolean {
  return a.key < b.key || (a.key === b.key && a.order < b.order);
}

/** Reads the next batch of a source. Returns whether there is one. */
async function fill(head: RunHead, keyOf: (line: string) => string): Promise<boolean> {
  const next = await head.rest.next();
  if (next.done === true) return false;
  head.batch = next.value;
  head.index = 0;
  head.key = keyOf(head.batch[0] ?? '');
  return true;
}

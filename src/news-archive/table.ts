/**
 * Sorted tables. A table has pages of lines; other pages say where these are, up to the few that the manifest names:
 *
 * ```
 *   manifest  →  page of pages  →  page of lines
 * ```
 *
 * A page is a member of gzip (RFC 1952), whose checksum is that of the page. Lines with one key are in one page.
 */
import { BoundedMap } from '../kept.ts';
import { Collector } from '../octets/collector.ts';
import { utf8Of } from '../octets/octets.ts';
import type { Collected } from '../protocols/connection.ts';
import { archiveLimits, damaged, type PagePlace, parsePlaceLine, type TableSummary } from './format.ts';

/** Reads parts of the files of an archive. */
export interface ArchiveSource {
  /**
   * A part of a file.
   *
   * @param name - the path of the file in the archive, with slashes
   * @param offset - where the part begins, in octets
   * @param length - in octets
   * @returns fewer octets only where the file ends
   */
  read(name: string, offset: number, length: number): Promise<Uint8Array>;
}

/** The most pages of a table that stay in memory. */
const MOST_KNOWN = 32;

export class SortedTable {
  readonly #source: ArchiveSource;
  readonly #table: TableSummary;
  /**
   * The pages that were looked up last, which a thread needs for the place of each of its articles: 69 reads of an
   * archive of 60,000 articles instead of 666. They go with the archive that was opened.
   */
  readonly #known = new BoundedMap<string, readonly string[]>(MOST_KNOWN);

  constructor(source: ArchiveSource, table: TableSummary) {
    this.#source = source;
    this.#table = table;
  }

  /** What the lines with a key have after it. */
  async find(key: string): Promise<readonly string[]> {
    let places = this.#table.top;
    for (let level = this.#table.levels; ; level--) {
      const place = places[indexOfKey(places, key)];
      if (place === undefined) return [];
      const lines = await this.#page(place);
      const beginning = `${key}\t`;
      if (level === 0) {
        return lines.filter((line) => line.startsWith(beginning)).map((line) => line.slice(beginning.length));
      }
      places = this.#placesIn(lines);
    }
  }

  /** The lines from a key on, page by page. The first page may have lines before it. */
  async *from(key: string): AsyncGenerator<readonly string[]> {
    let last = '';
    for await (const lines of this.#pages(this.#table.top, this.#table.levels, key)) {
      const [first = ''] = lines;
      // Pages that name each other would never end.
      if (last !== '' && first <= last) throw damaged(`The pages of ${this.#table.file} are not in their order.`);
      last = lines.at(-1) ?? '';
      yield lines;
    }
  }

  async *#pages(places: readonly PagePlace[], level: number, key: string): AsyncGenerator<readonly string[]> {
    const wanted = places.slice(Math.max(0, indexOfKey(places, key)));
    if (level === 0) return yield* this.#inRuns(wanted);
    for (const [index, place] of wanted.entries()) {
      yield* this.#pages(this.#placesIn(await this.#page(place)), level - 1, index === 0 ? key : '');
    }
  }

  /** Reads pages in runs, each twice as long as the one before: a whole table takes few reads. */
  async *#inRuns(places: readonly PagePlace[]): AsyncGenerator<readonly string[]> {
    for (let [from, most] = [0, 1]; from < places.length; most = Math.min(2 * most, MOST_PAGES)) {
      const run = runOf(places.slice(from, from + most));
      const { offset } = run[0] ?? EMPTY_PLACE;
      const octets = await readPart(this.#source, this.#table.file, offset, endOf(run.at(-1)) - offset);
      for (const place of run) {
        const begins = place.offset - offset;
        yield await this.#linesOf(place, octets.subarray(begins, begins + place.length));
      }
      from += run.length;
    }
  }

  #placesIn(lines: readonly string[]): readonly PagePlace[] {
    return lines.map((line) => parsePlaceLine(line, this.#table.file));
  }

  async #page(place: PagePlace): Promise<readonly string[]> {
    checkLength(place);
    const { offset, length } = place;
    const known = this.#known.use(`${offset} ${length}`);
    if (known !== undefined) return known;
    const lines = await this.#linesOf(place, await readPart(this.#source, this.#table.file, offset, length));
    this.#known.set(`${offset} ${length}`, lines);
    return lines;
  }

  async #linesOf({ offset, length }: PagePlace, octets: Uint8Array): Promise<readonly string[]> {
    const where = `The page of ${length} octets at ${offset} of ${this.#table.file}`;
    const page = await inflate(octets, archiveLimits.pageText, where);
    if (!page.complete) throw damaged(`${where} inflates to more than ${archiveLimits.pageText} octets.`);
    const text = utf8Of(page.octets);
    if (text === null || !text.endsWith('\n')) throw damaged(`${where} is not lines of UTF-8.`);
    return text.slice(0, -1).split('\n');
  }
}

/** The most pages that are read at once. */
const MOST_PAGES = 16;
const EMPTY_PLACE: PagePlace = { offset: 0, length: 0, key: '' };

const endOf = ({ offset, length }: PagePlace = EMPTY_PLACE): number => offset + length;

/** @throws ProtocolError `malformed` */
function checkLength({ length }: PagePlace): void {
  if (length > archiveLimits.page) throw damaged(`A page has ${length} octets, and may have ${archiveLimits.page}.`);
}

/** The first pages that stand one behind the other. */
function runOf(places: readonly PagePlace[]): readonly PagePlace[] {
  places.forEach(checkLength);
  const gap = places.findIndex((place, index) => index > 0 && place.offset !== endOf(places[index - 1]));
  return gap < 0 ? places : places.slice(0, gap);
}

/** The index of the last page whose first key is not after this one; -1 = there is none. */
function indexOfKey(places: readonly PagePlace[], key: string): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((places[middle]?.key ?? '') <= key) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** @throws ProtocolError `malformed` if the file ends before the part does */
export async function readPart(
  source: ArchiveSource,
  file: string,
  offset: number,
  length: number,
): Promise<Uint8Array> {
  const octets = await source.read(file, offset, length);
  if (octets.byteLength === length) return octets;
  throw damaged(`${file} is cut off: there are ${octets.byteLength} of ${length} octets at ${offset}.`);
}

/**
 * The beginning of what a member of gzip inflates to.
 *
 * @param most - the most octets; what has more is not inflated any further
 * @param where - the beginning of a sentence that says what is wrong with it
 * @throws ProtocolError `malformed`
 */
export async function inflate(octets: Uint8Array, most: number, where: string): Promise<Collected> {
  const { readable, writable } = new DecompressionStream('gzip');
  const writer = writable.getWriter();
  // Both fail with the stream, which is read below.
  writer.write(octets.slice()).catch(() => {});
  writer.close().catch(() => {});
  const reader = readable.getReader();
  const inflated = new Collector(most);
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      if (inflated.add(part.value) < part.value.byteLength) return { octets: inflated.octets, complete: false };
    }
    return { octets: inflated.octets, complete: true };
  } catch {
    throw damaged(`${where} cannot be inflated: its octets are not those that were written.`);
  } finally {
    reader.cancel().catch(() => {});
  }
}

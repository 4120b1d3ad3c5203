/**
 * Reads a news archive: articles by message-id or by number, and groups by date. A look-up reads the manifest and two
 * pages, less than 64 KiB together, and then the article; a very large archive has one more page.
 */
import { crc32 } from '../octets/crc32.ts';
import { utf8Of } from '../octets/octets.ts';
import type { Overview } from '../protocols/nntp/overview.ts';
import { archivedArticle, idKey, messageIdOf } from './entry.ts';
import {
  type ArchivedMonth,
  type ArchiveManifest,
  archiveLimits,
  damaged,
  MANIFEST,
  monthOf,
  numberKey,
  type PlaceInFile,
  parseArticlePlace,
  parseCount,
  parseManifest,
  parseMonths,
  parseOverviewColumns,
  parseTime,
  positionKey,
  type TableName,
  timeColumn,
} from './format.ts';
import { type ArchiveSource, inflate, readPart, SortedTable } from './table.ts';

export type { Overview } from '../protocols/nntp/overview.ts';
export type { ArchivedMonth } from './format.ts';
export type { ArchiveSource } from './table.ts';

/** A group of an archive. */
export interface ArchivedGroup {
  readonly name: string;
  /** Its number of articles. */
  readonly count: number;
  /** The time of its oldest article, in seconds since 1970; `null` = none has a date that can be read. */
  readonly first: number | null;
  /** The time of its newest article, in seconds since 1970; `null` = none has a date that can be read. */
  readonly last: number | null;
}

/** An article as an archive has it. */
export interface FoundInArchive {
  readonly messageId: string;
  /** The octets of the article, as the file had them that it was read from. */
  readonly octets: Uint8Array;
}

/** Articles that were received before, as `waypost index-news` writes them. */
export interface NewsArchive {
  /** The name of the archive, for people. */
  readonly name: string;
  /** The number of its articles. */
  readonly articles: number;
  /**
   * Finds an article.
   *
   * @param messageId - without angle brackets
   * @returns `null` if the archive does not have it
   * @throws ProtocolError `malformed` if the archive is damaged
   */
  article(messageId: string): Promise<FoundInArchive | null>;
  /**
   * Finds the articles that have a number in a group. Each server has its own numbers, so there may be several.
   *
   * @param server - only those that this server numbered; `null` = of all servers
   * @throws ProtocolError `malformed` if the archive is damaged
   */
  numbered(group: string, number: number, server: string | null): Promise<readonly FoundInArchive[]>;
  /**
   * The group of a name; `null` if the archive has none of its articles.
   *
   * @throws ProtocolError `malformed` if the archive is damaged
   */
  group(name: string): Promise<ArchivedGroup | null>;
  /**
   * All groups, in the order of their names.
   *
   * @throws ProtocolError `malformed` if the archive is damaged
   */
  groups(): AsyncIterable<ArchivedGroup>;
  /**
   * Overviews of a group. Their numbers are positions in the order of dates, from 1; those without a date come first.
   *
   * @param from - the first position
   * @param to - the last position
   * @throws ProtocolError `malformed` if the archive is damaged
   */
  overviews(group: string, from: number, to: number): Promise<readonly Overview[]>;
  /**
   * About where an article stands among those of a group: where the first one of its time does.
   *
   * @param article - its octets
   * @returns `null` if its date cannot be read, or the group has no articles
   * @throws ProtocolError `malformed` if the archive is damaged
   */
  position(group: string, article: Uint8Array): Promise<number | null>;
  /**
   * The months in which articles of a group were written, the oldest first.
   *
   * @throws ProtocolError `malformed` if the archive is damaged
   */
  months(group: string): Promise<readonly ArchivedMonth[]>;
}

/**
 * Opens a news archive.
 *
 * @param source - reads parts of the files of the archive, from a disk, a web server or a store of objects
 * @throws ProtocolError `malformed` if the source has no archive, or a damaged one; what the source throws
 * @example
 * ```ts
 * const files: Readonly<Record<string, Uint8Array>> = {}; // those of an archive, by their names
 * const open = () => newsArchive({
 *   read: async (name, offset, length) => (files[name] ?? new Uint8Array()).subarray(offset, offset + length),
 * });
 * const article = async (id: string) => (await (await open()).article(id))?.octets;
 * await article('12345@h.example').catch(({ code }) => code); // 'malformed'
 * ```
 */
export async function newsArchive(source: ArchiveSource): Promise<NewsArchive> {
  const octets = await source.read(MANIFEST, 0, archiveLimits.manifest + 1);
  if (octets.byteLength > archiveLimits.manifest) {
    throw damaged(`${MANIFEST} is longer than ${archiveLimits.manifest} octets.`);
  }
  const text = utf8Of(octets);
  if (text === null) throw damaged(`${MANIFEST} is not UTF-8.`);
  return new OpenArchive(source, parseManifest(text));
}

/** The most articles with one number, or with one digest, that are fetched: more servers than any collection joins. */
const MOST_FETCHED = 4;

class OpenArchive implements NewsArchive {
  readonly #source: ArchiveSource;
  readonly #manifest: ArchiveManifest;
  readonly #tables = new Map<TableName, SortedTable>();

  constructor(source: ArchiveSource, manifest: ArchiveManifest) {
    this.#source = source;
    this.#manifest = manifest;
  }

  get name(): string {
    return this.#manifest.name;
  }

  get articles(): number {
    return this.#manifest.articles;
  }

  async article(messageId: string): Promise<FoundInArchive | null> {
    // Different ids have different digests, but for a chance of one in billions.
    const places = await this.#table('ids').find(await idKey(messageId));
    for (const columns of places.slice(0, MOST_FETCHED)) {
      const octets = await this.#octets(this.#place('ids', columns));
      if ((await messageIdOf(octets)) === messageId) return { messageId, octets };
    }
    return null;
  }

  async numbered(group: string, number: number, server: string | null): Promise<readonly FoundInArchive[]> {
    const lines = await this.#table('numbers').find(numberKey({ group, number }));
    const asked = lines.map((line) => line.split('\t', 1).concat(line.slice(line.indexOf('\t') + 1)));
    const places = asked.filter(([by]) => server === null || by === server).map(([, columns = '']) => columns);
    const found: FoundInArchive[] = [];
    for (const columns of [...new Set(places)].slice(0, MOST_FETCHED)) {
      const octets = await this.#octets(this.#place('numbers', columns));
      found.push({ messageId: await messageIdOf(octets), octets });
    }
    return found;
  }

  async group(name: string): Promise<ArchivedGroup | null> {
    const [columns] = await this.#table('groups').find(name);
    return columns === undefined ? null : groupOf([name, ...columns.split('\t')]);
  }

  async *groups(): AsyncGenerator<ArchivedGroup> {
    for await (const lines of this.#table('groups').from('')) {
      for (const line of lines) yield groupOf(line.split('\t'));
    }
  }

  async overviews(group: string, from: number, to: number): Promise<readonly Overview[]> {
    const first = positionKey(group, from);
    const last = positionKey(group, to);
    const overviews: Overview[] = [];
    for await (const lines of this.#table('overviews').from(first)) {
      for (const line of lines) {
        const [name = '', position = '', , ...columns] = line.split('\t');
        const key = `${name}\t${position}`;
        if (key > last) return overviews;
        if (key >= first) overviews.push(parseOverviewColumns(columns, Number(position)));
      }
      // The page that follows need not be read to see that nothing more is wanted.
      if (overviews.length > to - from) return overviews;
    }
    return overviews;
  }

  async position(group: string, article: Uint8Array): Promise<number | null> {
    const known = await this.group(group);
    const now = Math.floor(Date.now() / 1000);
    const { time } = await archivedArticle(article, { received: null, spooled: null, now });
    if (known === null || time === null) return null;
    const months = await this.months(group);
    const month = monthOf(time);
    const sum = (some: readonly ArchivedMonth[]) => some.reduce((total, { count }) => total + count, 0);
    // Articles without a date come first.
    const undated = known.count - sum(months);
    let low = undated + sum(months.filter((other) => other.month < month)) + 1;
    let high = undated + sum(months.filter((other) => other.month <= month)) + 1;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if ((await this.#timeAt(group, middle)) < timeColumn(time)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The time of an article by its position, as the table has it. */
  async #timeAt(group: string, position: number): Promise<string> {
    const [columns = ''] = await this.#table('overviews').find(positionKey(group, position));
    return columns.split('\t', 1)[0] ?? '';
  }

  async months(group: string): Promise<readonly ArchivedMonth[]> {
    const [columns = ''] = await this.#table('months').find(group);
    return parseMonths(columns);
  }

  #table(name: TableName): SortedTable {
    const table = this.#tables.get(name) ?? new SortedTable(this.#source, this.#manifest.tables[name]);
    this.#tables.set(name, table);
    return table;
  }

  #place(table: TableName, columns: string): PlaceInFile {
    return parseArticlePlace(columns, this.#manifest.tables[table].file);
  }

  async #octets({ file, offset, length, skip, size, crc }: PlaceInFile): Promise<Uint8Array> {
    const block = await readPart(this.#source, file, offset, length);
    const where = `The block of ${length} octets at ${offset} of ${file}`;
    const inflated = skip === null ? block : (await inflate(block, skip + size, where)).octets;
    const article = inflated.subarray(skip ?? 0);
    if (article.byteLength !== size || crc32(article) !== crc) {
      throw damaged(`${where} does not have the article that was written: ${file} may have been changed since.`);
    }
    return article;
  }
}

function groupOf([name = '', count, first, last]: readonly string[]): ArchivedGroup {
  return { name, count: parseCount(count) ?? 0, first: parseTime(first), last: parseTime(last) };
}

/**
 * `waypost index-news`: writes the articles of files into a news archive, or adds them to one. Memory does not grow
 * with the number of articles: what is sorted goes to temporary files in the archive, which are removed.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve, sep } from 'node:path';
import { archivedArticle, idKey } from '../../src/news-archive/entry.ts';
import {
  type ArchiveManifest,
  articlePlaceColumns,
  isArchiveName,
  isFileName,
  LONGEST_NAME,
  MANIFEST,
  manifestText,
  numberKey,
  overviewColumns,
  type PlaceInFile,
  parseManifest,
  timeColumn,
} from '../../src/news-archive/format.ts';
import { crc32 } from '../../src/octets/crc32.ts';
import { ProtocolError } from '../../src/protocols/protocol-error.ts';
import { isSystemError } from '../system-error.ts';
import { UsageError } from '../usage/usage-error.ts';
import { BlockWriter } from './files.ts';
import { articlesIn, type InputArticle, type UnreadInput } from './inputs.ts';
import { LineSorter } from './line-sorter.ts';
import { linesWith } from './mbox.ts';
import { NewsReport } from './report.ts';
import { type Sorters, writeTables } from './tables.ts';

/** A run of the command. */
export interface Indexing {
  readonly kind: 'index-news';
  readonly files: readonly string[];
  /** The folder of the archive. */
  readonly out: string;
  /** The name of the archive; `null` = it keeps its own, or has that of its folder. */
  readonly name: string | null;
}

/** What a run did. */
export interface Indexed {
  /** The number of articles of the archive. */
  readonly articles: number;
  readonly groups: number;
  /** Whether there were articles. Without any, the folder is as it was. */
  readonly isWritten: boolean;
  readonly report: NewsReport;
  /** What was not read. */
  readonly faults: readonly UnreadInput[];
}

const MESSAGES_SHOWN = 100;

/**
 * Writes an archive. The manifest is replaced last, so a run that fails leaves the archive as it was.
 *
 * @throws UsageError if the folder has another archive than this program writes, or the name is too long
 */
export async function indexNews({ files, out, name }: Indexing): Promise<Indexed> {
  if (!isArchiveName(name ?? '')) {
    throw new UsageError(`--name must be one line of at most ${LONGEST_NAME} characters`);
  }
  const newFolder = mkdirSync(out, { recursive: true });
  const before = manifestIn(out);
  const generation = (before?.generation ?? 0) + 1;
  const temporary = mkdtempSync(join(out, '.index-news-'));
  const report = new NewsReport();
  const faults: UnreadInput[] = [];
  const written: string[] = [];
  try {
    const indexer = new Indexer(out, temporary, generation, report);
    written.push(indexer.file);
    try {
      for await (const found of articlesIn(files)) {
        if (found.kind === 'article') await indexer.add(found);
        else if (found.kind === 'file') report.count('files');
        else if (found.kind === 'skipped') report.count('skipped');
        else if (faults.length < MESSAGES_SHOWN) faults.push(found);
      }
      await indexer.flush();
    } finally {
      indexer.close();
    }
    if (indexer.articles === 0) {
      rmSync(newFolder ?? join(out, indexer.file), { recursive: true, force: true });
      return { articles: before?.articles ?? 0, groups: 0, isWritten: false, report, faults };
    }
    const { manifest, groups } = await writeTables({
      sorters: indexer.sorters,
      folder: out,
      generation,
      before,
      name: name ?? before?.name ?? nameOf(out),
      report,
      written,
    });
    if (indexer.isEmpty) rmSync(join(out, indexer.file), { force: true });
    const draft = join(temporary, MANIFEST);
    writeFileSync(draft, manifestText(manifest), { flush: true });
    renameSync(draft, join(out, MANIFEST));
    removeTables(out, before);
    return { articles: manifest.articles, groups, isWritten: true, report, faults };
  } catch (error) {
    for (const file of written) rmSync(join(out, file), { force: true });
    throw error;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** The name of the folder, as far as an archive can have it. */
function nameOf(out: string): string {
  const name = basename(resolve(out))
    .slice(0, LONGEST_NAME)
    .replace(/\p{Cc}/gu, ' ');
  return name.toWellFormed();
}

/** The archive that a folder has; `null` = none. */
function manifestIn(out: string): ArchiveManifest | null {
  try {
    return parseManifest(readFileSync(join(out, MANIFEST), 'utf8'));
  } catch (error) {
    if (isSystemError(error) && error.code === 'ENOENT') return null;
    if (error instanceof ProtocolError) throw new UsageError(`--out: ${error.message}`);
    throw error;
  }
}

/** The tables of the archive before this run. */
function removeTables(out: string, before: ArchiveManifest | null): void {
  for (const { file } of Object.values(before?.tables ?? {})) rmSync(join(out, file), { force: true });
}

/** An article that is written with its block. */
interface Pending {
  readonly id: string;
  /** Its number in this run. */
  readonly order: string;
  readonly numbers: readonly string[];
  readonly size: number;
  readonly crc: number;
}

class Indexer {
  /** The file of the articles that do not stay where they are. */
  readonly file: string;
  readonly sorters: Sorters;
  readonly #blocks: BlockWriter<Pending>;
  readonly #report: NewsReport;
  /** The real path of the archive. */
  readonly #folder: string;
  readonly #now = Math.floor(Date.now() / 1000);
  /** How many articles were added. */
  articles = 0;
  /** The name of the mbox that is read: each of its articles asks for it. */
  #placed: { readonly path: string; readonly name: string | null } | null = null;
  isEmpty = true;

  constructor(out: string, temporary: string, generation: number, report: NewsReport) {
    this.#folder = realpathSync(out);
    this.#report = report;
    this.file = `articles-${generation}.mbox.gz`;
    this.#blocks = new BlockWriter(out, this.file);
    this.sorters = {
      ids: new LineSorter(temporary, 'ids'),
      numbers: new LineSorter(temporary, 'numbers'),
      overviews: new LineSorter(temporary, 'overviews'),
    };
  }

  async add({ octets, separator, place, spooled }: InputArticle): Promise<void> {
    const report = this.#report;
    if (octets === null) return report.count('too-large');
    report.count('articles');
    this.articles++;
    const received = separator === null ? null : (/^From \S* *(.*)$/.exec(separator)?.[1] ?? null);
    const article = await archivedArticle(octets, { received, spooled, now: this.#now });
    for (const remark of article.remarks) report.count(remark);
    report.count(octets[octets.indexOf(LF) - 1] === CR ? 'crlf' : 'lf');
    report.count('inner-separators', linesWith(octets, SEPARATOR));
    report.count('quoted-separators', linesWith(octets, QUOTED));
    const { messageId, overview, groups, numberedBy, time } = article;
    const order = String(this.articles).padStart(12, '0');
    const columns = overviewColumns(overview);
    const afterId = columns.indexOf('\t');
    const line = `${timeColumn(time)}\t${columns.slice(0, afterId)}\t${order}${columns.slice(afterId)}`;
    for (const group of groups) await this.sorters.overviews.add(`${group}\t${line}`);
    const by = numberedBy ?? '';
    const pending = {
      order,
      id: await idKey(messageId, sha256),
      numbers: overview.crossPosts.map((post) => `${numberKey(post)}\t${post === spooled ? '' : by}`),
      size: octets.length,
      crc: crc32(octets),
    };
    const file = place === null ? null : this.#nameOf(place.path);
    if (file !== null && place !== null) {
      const { offset } = place;
      const { size, crc } = pending;
      return this.#addPlaced(pending, { file, offset, length: size, skip: null, size, crc });
    }
    this.isEmpty = false;
    this.#blocks.add(pending, separator ?? NO_SEPARATOR, octets);
    if (this.#blocks.isFull) await this.flush();
  }

  async flush(): Promise<void> {
    const { block, articles } = this.#blocks.flush();
    for (const [pending, skip] of articles) {
      const { size, crc } = pending;
      await this.#addPlaced(pending, { file: this.file, ...block, skip, size, crc });
    }
  }

  async #addPlaced({ id, order, numbers }: Pending, place: PlaceInFile): Promise<void> {
    const columns = `${order}\t${articlePlaceColumns(place)}`;
    await this.sorters.ids.add(`${id}\t${columns}`);
    for (const number of numbers) await this.sorters.numbers.add(`${number}\t${columns}`);
  }

  /** The name in the archive of an mbox that stays where it is; `null` = it is outside. */
  #nameOf(path: string): string | null {
    if (this.#placed?.path !== path) {
      const name = relative(this.#folder, realpathSync(path)).split(sep).join('/');
      this.#placed = { path, name: isFileName(name) ? name : null };
    }
    return this.#placed.name;
  }

  close(): void {
    this.#blocks.close();
  }
}

const sha256 = (octets: Uint8Array) => createHash('sha256').update(octets).digest();

const LF = 0x0a;
const CR = 0x0d;
const SEPARATOR = Buffer.from('\nFrom ');
const QUOTED = Buffer.from('\n>From ');
/** Before an article that was not in an mbox. */
const NO_SEPARATOR = 'From - Thu Jan  1 00:00:00 1970';

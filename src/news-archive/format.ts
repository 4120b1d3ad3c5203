/**
 * The format of a news archive, version 1, which docs/news-archive.md describes: its manifest, and the lines of its
 * tables. Whoever writes an archive and whoever reads one use the same functions.
 */
import { crc32 } from '../octets/crc32.ts';
import { encodeUtf8 } from '../octets/octets.ts';
import type { CrossPost, Overview } from '../protocols/nntp/overview.ts';
import { messageIds, parseXref } from '../protocols/nntp/overview.ts';
import { ProtocolError } from '../protocols/protocol-error.ts';

/** The file that names all others. A run replaces it last, so an archive is never half written. */
export const MANIFEST = 'archive.json';
const FORMAT = 'waypost-news-archive';
const VERSION = 1;

const KiB = 1024;
const MiB = 1024 * KiB;

/** In octets. A reader refuses what is larger, so that no archive fills its memory. */
export const archiveLimits = {
  manifest: 32 * KiB,
  /** A page as it is stored. With the manifest, the two pages of a look-up have less than 64 KiB. */
  page: 13 * KiB,
  /** The text of a page. */
  pageText: 32 * KiB,
  /** What a writer puts into a page. Octets that cannot be compressed take a few more. */
  fullPage: 12 * KiB,
  /** The places of pages in the manifest, for one table. */
  top: 5 * KiB,
  /** The articles after which a writer begins another block. */
  fullBlock: 64 * KiB,
  article: 16 * MiB,
  /** The header of an article, as far as it is read for the index. */
  header: 64 * KiB,
} as const;

/** The most levels of pages between the manifest and the lines. */
const MOST_LEVELS = 6;

/** Where a page is, and the key of its first line. */
export interface PagePlace {
  readonly offset: number;
  readonly length: number;
  readonly key: string;
}

/** A sorted table, whose pages are in one file. */
export interface TableSummary {
  readonly file: string;
  /** How many levels of pages are between `top` and the pages with lines. */
  readonly levels: number;
  readonly top: readonly PagePlace[];
}

/**
 * The tables, each with the key that its lines begin with:
 *
 * - `ids`: the digest of a message-id, then where the article is;
 * - `numbers`: a group and a number in `Xref`, then the server and where the article is;
 * - `overviews`: a group and a position by date, then a time and an overview;
 * - `groups`: a group, then its number of articles and its first and last time;
 * - `months`: a group, then months with their numbers of articles.
 */
export const TABLES = ['ids', 'numbers', 'overviews', 'groups', 'months'] as const;
export type TableName = (typeof TABLES)[number];

export interface ArchiveManifest {
  /** The name of the archive, for people. */
  readonly name: string;
  /** How often the archive was written to, which is in the names of its files. */
  readonly generation: number;
  /** The number of articles. */
  readonly articles: number;
  readonly tables: Readonly<Record<TableName, TableSummary>>;
}

/** The most characters of the name of an archive. */
export const LONGEST_NAME = 200;

/** Whether an archive can have a name. It is one line, so that no terminal takes a part of it for a command. */
export function isArchiveName(name: string): boolean {
  return name.length <= LONGEST_NAME && !/\p{Cc}/u.test(name);
}

export function manifestText({ name, generation, articles, tables }: ArchiveManifest): string {
  const written = TABLES.map((table) => {
    const { file, levels, top } = tables[table];
    return [table, { file, levels, top: top.map(({ offset, length, key }) => [offset, length, key]) }];
  });
  const manifest = { format: FORMAT, version: VERSION, name, generation, articles };
  const text = JSON.stringify({ ...manifest, tables: Object.fromEntries(written) }).slice(0, -1);
  return `${text},"checksum":"${checksumOf(text)}"}\n`;
}

/** A wrong key at the top would say that an article is not there, so the manifest has a checksum of its own. */
const CHECKSUM = /,"checksum":"([\da-f]{8})"\}\n$/;

function checksumOf(text: string): string {
  return crc32(encodeUtf8(text)).toString(16).padStart(8, '0');
}

/** @throws ProtocolError `malformed` for a text that is no manifest of this version, with what is wrong in it */
export function parseManifest(text: string): ArchiveManifest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw damaged(`${MANIFEST} is not JSON. It may be cut off.`);
  }
  if (memberOf(value, 'format') !== FORMAT) throw damaged(`${MANIFEST} does not belong to a news archive.`);
  const version = memberOf(value, 'version');
  if (version !== VERSION) {
    throw damaged(`${MANIFEST} has version ${JSON.stringify(version)}, and this program reads version ${VERSION}.`);
  }
  const checksum = CHECKSUM.exec(text);
  if (checksum?.[1] !== checksumOf(text.slice(0, checksum?.index))) {
    throw damaged(`${MANIFEST} is not what was written: its checksum does not match.`);
  }
  const [name, generation, articles] = ['name', 'generation', 'articles'].map((member) => memberOf(value, member));
  if (typeof name !== 'string' || !isArchiveName(name)) throw damaged(`${MANIFEST} has no name.`);
  if (!isCount(generation) || !isCount(articles)) throw damaged(`${MANIFEST} has a number that is none.`);
  const summaryOf = (table: TableName) => parseTable(table, memberOf(memberOf(value, 'tables'), table));
  return {
    name,
    generation,
    articles,
    tables: {
      ids: summaryOf('ids'),
      numbers: summaryOf('numbers'),
      overviews: summaryOf('overviews'),
      groups: summaryOf('groups'),
      months: summaryOf('months'),
    },
  };
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function parseTable(name: TableName, value: unknown): TableSummary {
  const [file, levels, top] = ['file', 'levels', 'top'].map((member) => memberOf(value, member));
  const isWhole = typeof file === 'string' && isFileName(file) && isCount(levels) && Array.isArray(top);
  if (!isWhole || levels > MOST_LEVELS) throw damaged(`${MANIFEST} has no table “${name}” that can be read.`);
  return { file, levels, top: top.map((entry: unknown) => placeOf(name, entry)) };
}

function placeOf(name: TableName, entry: unknown): PagePlace {
  const [offset, length, key]: readonly unknown[] = Array.isArray(entry) ? entry : [];
  if (!isCount(offset) || !isCount(length) || typeof key !== 'string') {
    throw damaged(`${MANIFEST} has no table “${name}” that can be read.`);
  }
  return { offset, length, key };
}

/** The line of a page that is in another page. */
export function placeLine({ offset, length, key }: PagePlace): string {
  return `${offset}\t${length}\t${key}`;
}

/** @throws ProtocolError `malformed` */
export function parsePlaceLine(line: string, file: string): PagePlace {
  const [match, offset, length, key = ''] = /^(\d{1,15})\t(\d{1,9})\t(.*)$/.exec(line) ?? [];
  if (match === undefined) throw damaged(`A page of ${file} has a line that names no page.`);
  return { offset: Number(offset), length: Number(length), key };
}

/** The names of files are relative, and stay in the folder of the archive. */
const FILE_NAME = /^(?!\/)(?:(?!\.\.?(?:\/|$))[^\\/\p{Cc}]{1,255}(?:\/(?!$)|$)){1,16}$/u;

export function isFileName(name: string): boolean {
  return FILE_NAME.test(name);
}

/** Where an article is. */
export interface PlaceInFile {
  readonly file: string;
  /** Of the block in the file. */
  readonly offset: number;
  /** Of the block as it is stored. */
  readonly length: number;
  /** Where the article begins in the block; `null` = the block is the article, and not compressed. */
  readonly skip: number | null;
  /** Of the article. */
  readonly size: number;
  /** The CRC-32 of the article. */
  readonly crc: number;
}

export function articlePlaceColumns({ file, offset, length, skip, size, crc }: PlaceInFile): string {
  return `${file}\t${offset}\t${length}\t${skip ?? '-'}\t${size}\t${crc.toString(16).padStart(8, '0')}`;
}

const PLACE = /^([^\t]+)\t(\d{1,15})\t(\d{1,9})\t(-|\d{1,9})\t(\d{1,9})\t([\da-f]{8})$/;
/** The most octets of a block, compressed or not: one article beside those of a full block. */
const LARGEST_BLOCK = archiveLimits.article + 2 * archiveLimits.fullBlock;

/** @throws ProtocolError `malformed` */
export function parseArticlePlace(columns: string, table: string): PlaceInFile {
  const [match, file = '', offset, length, skip, size, crc = ''] = PLACE.exec(columns) ?? [];
  const place = {
    file,
    offset: Number(offset),
    length: Number(length),
    skip: skip === '-' ? null : Number(skip),
    size: Number(size),
    crc: Number.parseInt(crc, 16),
  };
  const isSmall = place.length <= LARGEST_BLOCK && (place.skip ?? 0) + place.size <= LARGEST_BLOCK;
  const isWhole = place.skip !== null || place.length === place.size;
  if (match === undefined || !isFileName(file) || !isSmall || !isWhole) {
    throw damaged(`A page of ${table} has a line that says wrongly where an article is.`);
  }
  return place;
}

/** The key of a group’s article by its position, from 1. */
export function positionKey(group: string, position: number): string {
  return `${group}\t${String(position).padStart(10, '0')}`;
}

/** The key of an article by its number on a server. */
export function numberKey({ group, number }: CrossPost): string {
  return `${group}\t${String(number).padStart(15, '0')}`;
}

/** A time in seconds since 1970, as a column that sorts; `null` = unknown, which is before all others. */
export function timeColumn(seconds: number | null): string {
  return seconds === null ? '-' : String(seconds).padStart(10, '0');
}

export function parseTime(column: string | undefined): number | null {
  return column !== undefined && /^\d{10}$/.test(column) ? Number(column) : null;
}

/** What a list says of an article. Its number is not stored: it is the position in the group. */
export type StoredOverview = Omit<Overview, 'number'>;

/** The longest columns of an overview, in characters. The article has them whole. */
const [LONGEST_TEXT, LONGEST_LIST] = [400, 1500];

/** An overview as columns, after its group and its place in that. */
export function overviewColumns(overview: StoredOverview): string {
  const { messageId, subject, from, date, references, bytes, lines, crossPosts } = overview;
  const posts = crossPosts.map(({ group, number }) => `${group}:${number}`);
  const ids = references.map((id) => `<${id}>`);
  // The oldest reference is that of the thread; of the others, the last ones are nearest to this article.
  const kept = [...ids.slice(0, 1), ...fitting(ids.slice(1).reverse()).toReversed()];
  const columns = [
    messageId ?? '',
    ...[subject, from, date].map((text) => oneLine(text).slice(0, LONGEST_TEXT)),
    oneLine(kept.join(' ')),
    ...[bytes, lines].map((number) => number ?? ''),
    oneLine(fitting(posts).join(' ')),
  ];
  return columns.join('\t');
}

/** The first entries of a list, as many as a column takes. */
function fitting(entries: readonly string[]): readonly string[] {
  let length = 0;
  const end = entries.findIndex((entry) => {
    length += entry.length + 1;
    return length > LONGEST_LIST;
  });
  return end < 0 ? entries : entries.slice(0, end);
}

/** A text without what separates columns and lines. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').toWellFormed();
}

/** @param number - the position in the group */
export function parseOverviewColumns(columns: readonly string[], number: number): Overview {
  const [messageId = '', subject = '', from = '', date = '', references = '', bytes, lines, posts = ''] = columns;
  return {
    number,
    messageId: messageId === '' ? null : messageId,
    subject,
    from,
    date,
    references: messageIds(references),
    bytes: parseCount(bytes),
    lines: parseCount(lines),
    crossPosts: parseXref(posts),
  };
}

/** @returns `null` = the column has no number that can be counted with */
export function parseCount(column: string | undefined): number | null {
  return column !== undefined && /^\d{1,15}$/.test(column) ? Number(column) : null;
}

/** A month with its number of articles. */
export interface ArchivedMonth {
  /** `1991-03`. */
  readonly month: string;
  readonly count: number;
}

/** The month of a time, in seconds since 1970. */
export function monthOf(time: number): string {
  return new Date(time * 1000).toISOString().slice(0, 'yyyy-mm'.length);
}

export function monthColumns(months: readonly ArchivedMonth[]): string {
  return months.map(({ month, count }) => `${month}:${count}`).join(' ');
}

export function parseMonths(column: string): ArchivedMonth[] {
  return [...column.matchAll(/(\d{4}-\d{2}):(\d{1,10})/g)].map(([, month = '', count]) => ({
    month,
    count: Number(count),
  }));
}

/** The error for an archive that cannot be what its writer wrote. */
export function damaged(fault: string): ProtocolError {
  const advice = 'Its operator can check the files of the archive, and write them again with “waypost index-news”.';
  return new ProtocolError('malformed', `The news archive is damaged. ${fault}`, { advice });
}

/** The error for a place that has no archive. */
export function noArchive(place: string, fault: string): ProtocolError {
  const advice = 'Write one with “waypost index-news”, or name another place.';
  return new ProtocolError('malformed', `There is no news archive in ${place}. ${fault}`, { advice });
}

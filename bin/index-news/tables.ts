/** Writes the tables of an archive: the sorted lines of a run, merged with those that the archive had. */
import {
  type ArchiveManifest,
  monthColumns,
  monthOf,
  parseTime,
  positionKey,
  TABLES,
  type TableName,
  timeColumn,
} from '../../src/news-archive/format.ts';
import { SortedTable } from '../../src/news-archive/table.ts';
import { folderSource } from '../archive-folder.ts';
import { TableWriter } from './files.ts';
import { type LineBatches, type LineSorter, mergeSorted } from './line-sorter.ts';
import type { NewsReport } from './report.ts';

/**
 * What is sorted. Each line has the number of the article in this run behind its key: of two articles with one key, the
 * first counts, whether one run has read both or each was read by another.
 */
export interface Sorters {
  /** Digest, number of the article, and place. */
  readonly ids: LineSorter;
  /** Group, number, server, number of the article, and place. */
  readonly numbers: LineSorter;
  /** Group, time, message-id, number of the article, and the rest of the overview. */
  readonly overviews: LineSorter;
}

interface TablesToWrite {
  readonly sorters: Sorters;
  readonly folder: string;
  readonly generation: number;
  /** The archive before this run; `null` = there was none. */
  readonly before: ArchiveManifest | null;
  readonly name: string;
  readonly report: NewsReport;
  /** Gets the names of files as they are begun. */
  readonly written: string[];
}

interface WrittenTables {
  readonly manifest: ArchiveManifest;
  readonly groups: number;
}

export async function writeTables(run: TablesToWrite): Promise<WrittenTables> {
  const { sorters, folder, generation, before, name, report, written } = run;
  const writerOf = (table: TableName) => {
    const file = `${table}-${generation}.gz`;
    written.push(file);
    return new TableWriter(folder, file);
  };
  const source = folderSource(folder);
  const linesBefore = (table: TableName): LineBatches =>
    before === null ? nothing() : new SortedTable(source, before.tables[table]).from('');
  const writers = Object.fromEntries(TABLES.map((table) => [table, writerOf(table)])) as Record<TableName, TableWriter>;
  const merged = async (table: keyof Sorters, before: LineBatches) => {
    const keyOf = (line: string) => columnsOf(line, KEY_COLUMNS[table]);
    return mergeSorted([before, withoutColumn(await sorters[table].sorted(), KEY_COLUMNS[table])], keyOf);
  };
  const articles = await writeIds(await merged('ids', linesBefore('ids')), writers.ids, report);
  await writeNumbers(await merged('numbers', linesBefore('numbers')), writers.numbers, report);
  // Positions are counted anew.
  const overviews = await merged('overviews', withoutColumn(linesBefore('overviews'), 1));
  const groups = await writeOverviews(overviews, writers);
  const finish = (table: TableName) => writers[table].finish();
  const tables = {
    ids: finish('ids'),
    numbers: finish('numbers'),
    overviews: finish('overviews'),
    groups: finish('groups'),
    months: finish('months'),
  };
  return { manifest: { name, generation, articles, tables }, groups };
}

async function* nothing(): AsyncGenerator<readonly string[]> {}

/** How many columns the keys of what is sorted have. */
const KEY_COLUMNS = { ids: 1, numbers: 3, overviews: 3 } as const satisfies Readonly<Record<keyof Sorters, number>>;

/** Lines are `digest place`. Returns the number of articles. */
async function writeIds(lines: LineBatches, writer: TableWriter, report: NewsReport): Promise<number> {
  let articles = 0;
  let [last, lastOctets] = ['', ''];
  for await (const batch of lines) {
    for (const line of batch) {
      const [id = '', ...place] = line.split('\t');
      const octets = place.slice(-2).join('\t');
      if (id === last) {
        report.count(octets === lastOctets ? 'same-duplicate' : 'other-duplicate');
        continue;
      }
      [last, lastOctets] = [id, octets];
      writer.add(id, place.join('\t'));
      articles++;
    }
  }
  return articles;
}

/** More servers than any collection joins have one number. */
const MOST_SERVERS = 8;

async function writeNumbers(lines: LineBatches, writer: TableWriter, report: NewsReport): Promise<void> {
  let [last, lastNumber, lastOctets, servers] = ['', '', '', 0];
  for await (const batch of lines) {
    for (const line of batch) {
      const [group = '', number = '', ...columns] = line.split('\t');
      const key = `${group}\t${number}`;
      const whole = `${key}\t${columns[0]}`;
      const octets = columns.slice(-2).join('\t');
      servers = key === lastNumber ? servers + 1 : 1;
      if (whole === last || servers > MOST_SERVERS) {
        if (octets !== lastOctets) report.count('other-number');
        continue;
      }
      [last, lastNumber, lastOctets] = [whole, key, octets];
      writer.add(key, columns.join('\t'));
    }
  }
}

/** The first columns of a line. */
function columnsOf(line: string, count: number): string {
  let end = -1;
  for (let column = 0; column < count; column++) {
    end = line.indexOf('\t', end + 1);
    if (end < 0) return line;
  }
  return line.slice(0, end);
}

/** @param before - how many columns come before the one that is left out */
async function* withoutColumn(lines: LineBatches, before: number): AsyncGenerator<readonly string[]> {
  for await (const batch of lines) {
    yield batch.map((line) => {
      const begin = columnsOf(line, before).length;
      return line.slice(0, begin) + line.slice(line.indexOf('\t', begin + 1));
    });
  }
}

/** What is known of a group so far. */
class GroupCount {
  readonly name: string;
  count = 0;
  first: number | null = null;
  last: number | null = null;
  readonly #months = new Map<string, number>();

  constructor(name: string) {
    this.name = name;
  }

  add(time: number | null): void {
    this.count++;
    if (time === null) return;
    this.first ??= time;
    this.last = time;
    const month = monthOf(time);
    this.#months.set(month, (this.#months.get(month) ?? 0) + 1);
  }

  write({ groups, months }: Readonly<Record<'groups' | 'months', TableWriter>>): void {
    groups.add(this.name, `${this.count}\t${timeColumn(this.first)}\t${timeColumn(this.last)}`);
    months.add(this.name, monthColumns([...this.#months].map(([month, count]) => ({ month, count }))));
  }
}

/** Lines are `group time overview`, by group and time. Returns the number of groups. */
async function writeOverviews(lines: LineBatches, writers: Readonly<Record<TableName, TableWriter>>): Promise<number> {
  let groups = 0;
  let group: GroupCount | null = null;
  let last = '';
  for await (const batch of lines) {
    for (const line of batch) {
      const key = columnsOf(line, KEY_COLUMNS.overviews);
      if (key === last) continue;
      last = key;
      const [name = '', time] = line.split('\t', 2);
      if (group?.name !== name) {
        group?.write(writers);
        group = new GroupCount(name);
        groups++;
      }
      group.add(parseTime(time));
      writers.overviews.add(positionKey(name, group.count), line.slice(name.length + 1));
    }
  }
  group?.write(writers);
  return groups;
}

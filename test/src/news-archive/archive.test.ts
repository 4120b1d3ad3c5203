/** The reader of news archives: what a look-up reads, and what is said of an archive that is damaged or hostile. */
import { crc32, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { type ArchiveSource, type NewsArchive, newsArchive } from '../../../src/news-archive/archive.ts';
import {
  archiveLimits,
  isFileName,
  MANIFEST,
  manifestText,
  parseManifest,
  placeLine,
  type TableName,
  type TableSummary,
} from '../../../src/news-archive/format.ts';
import { ProtocolError } from '../../../src/protocols/protocol-error.ts';
import { type ArchiveFileMap, archiveOf, type CountedRead, countingSource, sourceOf } from './archives.ts';

/** An archive whose tables have pages of pages. */
let large: ArchiveFileMap;
const LARGE = 20_000;

beforeAll(async () => {
  const article = (number: number) =>
    [
      'Newsgroups: misc.test',
      `Message-ID: <${number}@h.example>`,
      `Date: ${new Date(Date.UTC(1990, 0, 1) + number * 3_600_000).toUTCString()}`,
      `Xref: h.example misc.test:${number}`,
      '',
      `${number}\n`,
    ].join('\n');
  const numbers = Array.from({ length: LARGE }, (_, index) => index + 1);
  large = await archiveOf(numbers.map((number) => `From -10000\n${article(number)}\n`).join(''));
});

/** What a look-up reads in an archive that has just been opened. */
async function readsOf(files: ArchiveFileMap, look: (source: ArchiveSource) => Promise<unknown>) {
  const reads: CountedRead[] = [];
  const found = await look(countingSource(sourceOf(files), reads));
  return { found, reads };
}

const octetsOf = async (archive: NewsArchive, id: string) => (await archive.article(id))?.octets ?? new Uint8Array();

const octetsIn = (reads: readonly CountedRead[]) => reads.reduce((sum, { octets }) => sum + octets, 0);

describe('a look-up', () => {
  const byId = (id: string) => async (source: ArchiveSource) => (await newsArchive(source)).article(id);

  test.each([1, 2, 777, LARGE])(
    'of article %d takes three reads below 64 KiB, and one for the article',
    async (number) => {
      const { found, reads } = await readsOf(large, byId(`${number}@h.example`));
      expect(found).toMatchObject({ messageId: `${number}@h.example` });
      expect(reads).toHaveLength(4);
      expect(octetsIn(reads.slice(0, 3))).toBeLessThan(64 * 1024);
      expect(reads.map(({ name }) => name)).toEqual([MANIFEST, 'ids-1.gz', 'ids-1.gz', 'articles-1.mbox.gz']);
    },
  );

  test.each(['no@h.example', '0@h.example', ''])('of %j, which is not there, takes no more', async (id) => {
    const { found, reads } = await readsOf(large, byId(id));
    expect(found).toBeNull();
    expect(reads.length).toBeLessThanOrEqual(3);
    expect(octetsIn(reads)).toBeLessThan(64 * 1024);
  });

  test('of a number takes as many', async () => {
    const { found, reads } = await readsOf(large, async (source) =>
      (await newsArchive(source)).numbered('misc.test', 777, null),
    );
    expect(found).toMatchObject([{ messageId: '777@h.example' }]);
    expect(reads).toHaveLength(4);
    expect(octetsIn(reads.slice(0, 3))).toBeLessThan(64 * 1024);
  });

  test('of the places of twenty articles of a group reads no page again', async () => {
    const { found, reads } = await readsOf(large, async (source) => {
      const archive = await newsArchive(source);
      const positions: (number | null)[] = [];
      for (let number = 10_000; number < 10_020; number++) {
        positions.push(await archive.position('misc.test', await octetsOf(archive, `${number}@h.example`)));
      }
      return positions;
    });
    expect(found).toEqual(Array.from({ length: 20 }, (_, index) => 10_000 + index));
    const pages = reads.filter(({ name }) => !name.startsWith('articles-'));
    expect(new Set(pages.map(({ name, offset }) => `${name} ${offset}`)).size).toBe(pages.length);
  });

  test('of a page of a group reads the pages of its lines together', async () => {
    const { found, reads } = await readsOf(large, async (source) =>
      (await newsArchive(source)).overviews('misc.test', 10_001, 10_200),
    );
    expect(found).toHaveLength(200);
    expect(found).toMatchObject({ 0: { number: 10_001, messageId: '10001@h.example' } });
    expect(reads.length).toBeLessThanOrEqual(5);
  });
});

test('every article, number and line of a large archive is found', async () => {
  const archive = await newsArchive(sourceOf(large));
  for (let number = 1; number <= LARGE; number += 197) {
    expect(await archive.article(`${number}@h.example`)).toMatchObject({ messageId: `${number}@h.example` });
    expect(await archive.numbered('misc.test', number, 'h.example')).toHaveLength(1);
  }
  const all = await archive.overviews('misc.test', 1, LARGE);
  expect(all.map(({ number }) => number)).toEqual(Array.from({ length: LARGE }, (_, index) => index + 1));
  expect(await archive.overviews('misc.test', LARGE + 1, LARGE + 9)).toEqual([]);
  expect(await archive.overviews('misc', 1, 9)).toEqual([]);
  expect(await archive.overviews('zzz', 1, 9)).toEqual([]);
  expect(await archive.numbered('misc.test', LARGE + 1, null)).toEqual([]);
  expect(await archive.group('misc.test')).toMatchObject({ count: LARGE });
});

test('an article is found among those of its group by its time', async () => {
  const archive = await newsArchive(sourceOf(large));
  for (const number of [1, 2, 743, 744, 745, LARGE - 1, LARGE]) {
    const octets = await octetsOf(archive, `${number}@h.example`);
    expect(await archive.position('misc.test', octets)).toBe(number);
    expect(await archive.position('comp.test', octets)).toBeNull();
  }
  expect(await archive.position('misc.test', Buffer.from('Newsgroups: misc.test\n\n'))).toBeNull();
});

/** What an archive says that is damaged. */
async function faultOf(files: ArchiveFileMap): Promise<string> {
  try {
    const archive = await newsArchive(sourceOf(files));
    await archive.article('1@h.example');
    await archive.overviews('misc.test', 1, 3);
    return 'nothing';
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    expect(error).toMatchObject({ code: 'malformed' });
    return error.message;
  }
}

describe('a damaged archive', () => {
  let small: ArchiveFileMap;
  beforeAll(async () => {
    const article = (id: number) => `From -10000\nNewsgroups: misc.test\nMessage-ID: <${id}@h.example>\n\nTea\n\n`;
    small = await archiveOf(article(1) + article(2));
  });
  const changed = (name: string, change: (octets: Buffer) => Uint8Array): ArchiveFileMap =>
    new Map(small).set(name, Buffer.from(change(small.get(name) ?? Buffer.alloc(0))));

  test('says so wherever it is cut off', async () => {
    expect(await faultOf(small)).toBe('nothing');
    for (const name of ['archive.json', 'ids-1.gz', 'overviews-1.gz', 'articles-1.mbox.gz']) {
      const { length } = small.get(name) ?? [];
      for (const end of [0, 1, Math.floor(Number(length) / 2), Number(length) - 2]) {
        const fault = await faultOf(changed(name, (octets) => octets.subarray(0, end)));
        expect(fault).toMatch(
          name === MANIFEST ? /is not JSON/ : new RegExp(`${name} is cut off: there are ${end} of`),
        );
      }
    }
  });

  test('says so whichever octet of a block is another one', async () => {
    for (const name of ['ids-1.gz', 'overviews-1.gz', 'articles-1.mbox.gz']) {
      const { length } = small.get(name) ?? [];
      // The header of gzip has fields without meaning, such as a time.
      for (let at = 10; at < Number(length); at++) {
        const fault = await faultOf(
          changed(name, (octets) => octets.map((octet, index) => octet ^ Number(index === at))),
        );
        // An article has a checksum of its own, so that of its block need not be read.
        if (name === 'articles-1.mbox.gz' && at >= Number(length) - 8) continue;
        expect(fault, `${name} ${at}`).toContain('The news archive is damaged.');
      }
    }
  });

  const manifest = (change: (value: Record<string, unknown>) => object): ArchiveFileMap =>
    changed(MANIFEST, (octets) => withChecksum({ ...change(JSON.parse(octets.toString())), checksum: undefined }));
  const table = (name: string, members: object): ArchiveFileMap =>
    manifest((value) => {
      const tables = value.tables as Record<string, object>;
      return { ...value, tables: { ...tables, [name]: { ...tables[name], ...members } } };
    });

  test.each<readonly [string, () => ArchiveFileMap, string]>([
    ['no manifest', () => new Map(), 'archive.json is not JSON'],
    ['another manifest', () => manifest(() => ({ format: 'other' })), 'does not belong to a news archive'],
    ['another version', () => manifest((value) => ({ ...value, version: 2 })), 'has version 2'],
    [
      'a checksum of others',
      () => changed(MANIFEST, (octets) => Buffer.from(octets.toString().replace('"articles":2', '"articles":3'))),
      'its checksum does not match',
    ],
    ['no checksum', () => changed(MANIFEST, (octets) => octets.subarray(0, -1)), 'its checksum does not match'],
    ['no name', () => manifest((value) => ({ ...value, name: 7 })), 'has no name'],
    ['a name that is too long', () => manifest((value) => ({ ...value, name: 'x'.repeat(201) })), 'has no name'],
    ['a name for a terminal', () => manifest((value) => ({ ...value, name: '\x1b]0;x\x07' })), 'has no name'],
    ['a number below 0', () => manifest((value) => ({ ...value, articles: -1 })), 'a number that is none'],
    ['a generation that is none', () => manifest((value) => ({ ...value, generation: 'x' })), 'a number that is none'],
    ['no tables', () => manifest((value) => ({ ...value, tables: null })), 'has no table “ids”'],
    ['a table outside', () => table('ids', { file: '../ids-1.gz' }), 'has no table “ids”'],
    ['a table of seven levels', () => table('ids', { levels: 7 }), 'has no table “ids”'],
    ['a table without places', () => table('ids', { top: {} }), 'has no table “ids”'],
    ['a place that is none', () => table('ids', { top: [[0, -1, 'x']] }), 'has no table “ids”'],
    ['a place without a key', () => table('ids', { top: [[0, 1]] }), 'has no table “ids”'],
    ['a page that is too long', () => table('ids', { top: [[0, 2 ** 30, '']] }), 'and may have 13312'],
    ['a run of pages, one too long', () => table('overviews', { top: [[0, 2 ** 30, '']] }), 'and may have 13312'],
    ['a page of pages that is none', () => table('ids', { levels: 1 }), 'a line that names no page'],
    [
      'a manifest that is too long',
      () => changed(MANIFEST, (octets) => Buffer.concat([octets, Buffer.alloc(archiveLimits.manifest, ' ')])),
      'archive.json is longer than 32768 octets',
    ],
    ['a manifest of other octets', () => changed(MANIFEST, () => Buffer.of(0xff)), 'archive.json is not UTF-8'],
  ])('says that it has %s', async (_, files, words) => {
    expect(await faultOf(files())).toContain(words);
  });

  /** The archive with another text in the page of ids. */
  const idPage = (text: string | Buffer): ArchiveFileMap => {
    const page = gzipSync(text);
    return new Map(table('ids', { levels: 0, top: [[0, page.length, '']] })).set('ids-1.gz', page);
  };
  const line = (place: string) => idPage(`${Buffer.from(ID_1).toString()}\t${place}\n`);

  test.each<readonly [string, () => ArchiveFileMap, string]>([
    [
      'a page that inflates without end',
      () => idPage(Buffer.alloc(32 * 1024 + 1, '\n')),
      'inflates to more than 32768',
    ],
    ['a page without a line end', () => idPage('x'), 'is not lines of UTF-8'],
    ['a page of other octets', () => idPage(Buffer.of(0xff, 0x0a)), 'is not lines of UTF-8'],
    ['an article in no file', () => line('x'), 'says wrongly where an article is'],
    ['an article outside', () => line('/etc/passwd\t0\t9\t-\t9\t00000000'), 'says wrongly where an article is'],
    ['an article above it', () => line('../x\t0\t9\t-\t9\t00000000'), 'says wrongly where an article is'],
    ['an article of a gigabyte', () => line('a\t0\t9\t0\t999999999\t00000000'), 'says wrongly where an article is'],
    ['a block of a gigabyte', () => line('a\t0\t999999999\t0\t9\t00000000'), 'says wrongly where an article is'],
    ['an article behind a gigabyte', () => line('a\t0\t9\t999999999\t9\t00000000'), 'says wrongly where an article is'],
    ['an article of two lengths', () => line('a\t0\t9\t-\t8\t00000000'), 'says wrongly where an article is'],
    ['an article with another checksum', () => line('archive.json\t0\t9\t-\t9\t00000000'), 'may have been changed'],
    ['an article that ends early', () => line('articles-1.mbox.gz\t0\t50\t0\t9\t00000000'), 'damaged'],
  ])('says that it has %s', async (_, files, words) => {
    expect(await faultOf(files())).toContain(words);
  });

  test('has the longest page that a reader takes', async () => {
    const text = `${ID_1}\t`.padEnd(32 * 1024 - 1, 'x');
    expect(await faultOf(idPage(`${text}\n`))).toContain('says wrongly where an article is');
  });

  test('does not hand out an article under another id', async () => {
    const [, two] = (await newsArchive(sourceOf(small)).then((archive) => archive.overviews('misc.test', 1, 2))) ?? [];
    expect(two).toBeDefined();
    const lines = await linesOf(small, 'ids-1.gz');
    const other = lines.find((text) => !text.startsWith(ID_1)) ?? '';
    const files = idPage(`${ID_1}${other.slice(ID_1.length)}\n`);
    expect(await (await newsArchive(sourceOf(files))).article('1@h.example')).toBeNull();
  });
});

describe('an archive that is there to waste time and memory', () => {
  /** The pages of one table, which name what they like. */
  const hostile = (table: TableName, levels: number, pages: readonly string[], top: TableSummary['top']) => {
    const empty: TableSummary = { file: 'none', levels: 0, top: [] };
    const tables = { ids: empty, numbers: empty, overviews: empty, groups: empty, months: empty };
    const text = manifestText({
      ...{ name: 'x', generation: 1, articles: 1 },
      tables: { ...tables, [table]: { file: table, levels, top } },
    });
    return new Map([
      [MANIFEST, Buffer.from(text)],
      [table, Buffer.concat(pages.map((page) => gzipSync(page)))],
    ]);
  };
  const lengthOf = (page: string) => gzipSync(page).length;
  const keys = Array.from({ length: 200 }, (_, index) => `k${1000 + index}`);
  /** The places of one page, under many keys. */
  const placesOf = (page: string, offset = 0) => keys.map((key) => ({ offset, length: lengthOf(page), key }));

  test.each<readonly [TableName, (archive: NewsArchive) => AsyncIterable<unknown> | Promise<unknown>]>([
    ['groups', (archive) => archive.groups()],
    ['overviews', (archive) => archive.overviews('k1', 1, 9)],
  ])('reads no page of %s again and again', async (table, ask) => {
    const leaf = 'k1\t0000000001\t-\tx\n';
    const middle = placesOf(leaf)
      .map((place) => `${placeLine(place)}\n`)
      .join('');
    const files = hostile(table, 1, [leaf, middle], placesOf(middle, lengthOf(leaf)));
    const { reads, found } = await readsOf(files, async (source) => {
      const asked = ask(await newsArchive(source));
      const all = async () => {
        if (asked instanceof Promise) return asked;
        for await (const _ of asked);
      };
      return all().catch((error: unknown) => error);
    });
    expect(String(found)).toContain(`The pages of ${table} are not in their order.`);
    expect(reads.length).toBeLessThan(6);
  });

  test('gets no more overviews than were asked for', async () => {
    const leaf = keys.map((key) => `misc.test\t0000000001${key}\t-\tx\n`).join('');
    const files = hostile(
      'overviews',
      0,
      [leaf, `z${leaf}`],
      [
        { offset: 0, length: lengthOf(leaf), key: '' },
        { offset: lengthOf(leaf), length: lengthOf(`z${leaf}`), key: 'z' },
      ],
    );
    const { reads } = await readsOf(files, async (source) => (await newsArchive(source)).overviews('misc.test', 1, 9));
    expect(reads).toHaveLength(2);
  });

  test('has no article under more than four places', async () => {
    const leaf = Array.from({ length: 20 }, (_, index) => `${ID_1}\ta\t${index}\t1\t-\t1\t32d70693\n`).join('');
    const files = hostile('ids', 0, [leaf], [{ offset: 0, length: lengthOf(leaf), key: '' }]);
    files.set('a', Buffer.from('\n'.repeat(30)));
    const { reads } = await readsOf(files, async (source) =>
      (await newsArchive(source)).article('1@h.example').catch((error: unknown) => error),
    );
    expect(reads).toHaveLength(2 + 4);
  });

  test.each(['9'.repeat(16), '1e300', '-1', ''])('has no group of %s articles', async (count) => {
    const leaf = `misc.test\t${count}\t-\t-\n`;
    const files = hostile('groups', 0, [leaf], [{ offset: 0, length: lengthOf(leaf), key: '' }]);
    expect(await (await newsArchive(sourceOf(files))).group('misc.test')).toMatchObject({ count: 0 });
  });
});

/** A manifest with the checksum of its octets. */
function withChecksum(manifest: object): Buffer {
  const text = JSON.stringify(manifest).slice(0, -1);
  return Buffer.from(`${text},"checksum":"${crc32(Buffer.from(text)).toString(16).padStart(8, '0')}"}\n`);
}

/** The digest of `1@h.example`. */
const ID_1 = '0e1d981602d82832';

async function linesOf(files: ArchiveFileMap, name: string): Promise<readonly string[]> {
  const { gunzipSync } = await import('node:zlib');
  return gunzipSync(files.get(name) ?? Buffer.alloc(0))
    .toString()
    .trimEnd()
    .split('\n');
}

test.each(['a', 'a/b c/d.mbox', '.a', 'a..b', 'é', 'x'.repeat(255)])('%.20j is a name of a file', (name) => {
  expect(isFileName(name)).toBe(true);
});

test.each([
  '',
  '/',
  '/a',
  'a/',
  'a//b',
  '..',
  '../a',
  'a/../b',
  'a/..',
  '.',
  './a',
  'a\\b',
  'a\0',
  'a\nb',
  'x'.repeat(256),
])('%.20j is no name of a file', (name) => {
  expect(isFileName(name)).toBe(false);
});

test('a manifest that is read is the one that was written', async () => {
  const text = large.get(MANIFEST)?.toString() ?? '';
  expect(parseManifest(text)).toMatchObject({ articles: LARGE, generation: 1, tables: { ids: { levels: 1 } } });
});

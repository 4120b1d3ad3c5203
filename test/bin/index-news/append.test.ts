/** Two runs of `waypost index-news` leave the archive that one run over the same files leaves. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderSource } from '../../../bin/archive-folder.ts';
import { indexNews } from '../../../bin/index-news/run.ts';
import { newsArchive } from '../../../src/news-archive/archive.ts';
import fc, { runs } from '../../fast-check.ts';
import { articleText, mboxOf, temporaryFolder, written } from './folder.ts';

const IDS = [0, 1, 2, 3, 4];
const NUMBERS = [1, 2];
const GROUPS = ['a', 'a.b', 'b'];
const SERVERS = ['one.example', 'two.example'];

/** Few ids, groups, numbers and dates, so that articles repeat those of others. Long ones end a block. */
const article = fc
  .record({
    id: fc.constantFrom(...IDS),
    groups: fc.subarray(GROUPS),
    day: fc.constantFrom('19 Nov 1982', '20 Dec 1982', 'soon'),
    post: fc.tuple(fc.constantFrom(...SERVERS), fc.constantFrom(...GROUPS), fc.constantFrom(...NUMBERS)),
    subject: fc.constantFrom('Tea', 'Pie', 'Jam'),
    length: fc.constantFrom(1, 1, 1, 40_000),
  })
  .map(({ id, groups, day, post: [server, group, number], subject, length }) =>
    articleText(
      `${id}@h.example`,
      { Newsgroups: groups.join(','), Date: day, Xref: `${server} ${group}:${number}`, Subject: subject },
      `${subject}${'x'.repeat(length)}\n`,
    ),
  );

/** All that a reader can ask an archive for. */
async function contentOf(folder: string) {
  const archive = await newsArchive(folderSource(folder));
  const octetsOf = (found: { readonly octets: Uint8Array } | null | undefined) =>
    found ? Buffer.from(found.octets).toString('latin1') : null;
  const groups = [];
  for await (const group of archive.groups()) {
    const { name, count } = group;
    groups.push({ ...group, months: await archive.months(name), listed: await archive.overviews(name, 1, count) });
  }
  const articles = await Promise.all(IDS.map(async (id) => octetsOf(await archive.article(`${id}@h.example`))));
  const numbered = GROUPS.flatMap((group) =>
    NUMBERS.flatMap((number) => [null, ...SERVERS].map((server) => archive.numbered(group, number, server))),
  );
  const byNumber = (await Promise.all(numbered)).map((found) => found.map(octetsOf));
  return { name: archive.name, count: archive.articles, groups, articles, byNumber };
}

test('of articles with one key, the first counts, whether one run has read them or two', async () => {
  const files = fc.tuple(...[0, 1].map(() => fc.array(article, { minLength: 4, maxLength: 12 })));
  await fc.assert(
    fc.asyncProperty(files, async (articles) => {
      const folder = temporaryFolder();
      const paths = articles.map((some, index) => written(folder, `${index}.mbox`, mboxOf(...some)));
      const index = (some: readonly string[], name: string) =>
        indexNews({ kind: 'index-news', files: some, out: join(folder, name), name: 'Old news' });
      await index(paths, 'once');
      for (const path of paths) await index([path], 'twice');
      expect(await contentOf(join(folder, 'twice'))).toEqual(await contentOf(join(folder, 'once')));
    }),
    runs(0.05),
  );
});

/** `waypost index-news`: the archive that it writes, what it counts, and what a second run adds. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { folderSource } from '../../../bin/archive-folder.ts';
import { indexNews } from '../../../bin/index-news/run.ts';
import { newsArchive } from '../../../src/news-archive/archive.ts';
import { waypost } from '../harness.ts';
import { articleText, mboxOf, temporaryFolder, written } from './folder.ts';

/** Writes an archive from texts, and opens it. */
async function indexed(folder: string, ...files: readonly (string | Uint8Array)[]) {
  const sources = temporaryFolder();
  const paths = files.map((octets, index) => written(sources, `${index}.mbox`, octets));
  const { report, faults } = await indexNews({ kind: 'index-news', files: paths, out: folder, name: null });
  return { archive: await newsArchive(folderSource(folder)), lines: report.lines(), faults };
}

const idsOf = async (archive: Awaited<ReturnType<typeof newsArchive>>, group = 'misc.test') =>
  (await archive.overviews(group, 1, 1000)).map(({ messageId }) => messageId);

async function textOf(archive: Awaited<ReturnType<typeof newsArchive>>, id: string) {
  const found = await archive.article(id);
  return found === null ? null : Buffer.from(found.octets).toString('latin1');
}

test('each article has the octets that the mbox has', async () => {
  const articles = [
    articleText('lf@h.example', {}, 'a\n\nFrom here\n>From there\n'),
    articleText('crlf@h.example').replaceAll('\n', '\r\n'),
    articleText('raw@h.example', { Subject: 'Caf\xe9' }, '\x00\xff\n'),
    articleText('open@h.example', {}, 'no line end'),
  ];
  const { archive } = await indexed(temporaryFolder(), mboxOf(...articles).slice(0, -1));
  for (const article of articles) {
    const id = /<(.*)>\r?\n/.exec(article.slice(article.indexOf('Message-ID')))?.[1] ?? '';
    expect(await textOf(archive, id)).toBe(article);
  }
  expect(archive.articles).toBe(4);
});

test('a folder without an archive is not called damaged', async () => {
  const folder = temporaryFolder();
  await expect(newsArchive(folderSource(folder))).rejects.toThrow(`There is no news archive in ${folder}.`);
});

test('an archive is named like its folder, as far as that is a name', async () => {
  const folder = join(temporaryFolder(), `\n${'x'.repeat(210)}`);
  const { archive } = await indexed(folder, mboxOf(articleText('a@h.example')));
  expect(archive.name).toBe(` ${'x'.repeat(199)}`);
});

test('without an article, the folder is as it was, and the run fails', async () => {
  const folder = temporaryFolder();
  const out = join(folder, 'new', 'archive');
  const file = written(folder, 'notes.txt', 'hello\n');
  const { status, stdout, stderr } = await waypost(['index-news', '--out', out, file]);
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toContain(`waypost: No article was read, so ${out} is unchanged.\n`);
  expect(readdirSync(folder)).toEqual(['notes.txt']);

  await indexed(out, mboxOf(articleText('a@h.example')));
  const before = readdirSync(out).map((name) => [name, readFileSync(join(out, name)).toString('base64')]);
  expect((await waypost(['index-news', '--out', out, file])).status).toBe(1);
  expect(readdirSync(out).map((name) => [name, readFileSync(join(out, name)).toString('base64')])).toEqual(before);
});

test('the groups of an archive have their articles by date, their months and their numbers', async () => {
  const on = (day: string) => ({ Date: `${day} 16:14:55 GMT`, Newsgroups: 'misc.test, comp.test,not a group' });
  const { archive } = await indexed(
    temporaryFolder(),
    mboxOf(
      articleText('c@h.example', { ...on('19 Dec 1982'), Xref: 'News.h.example misc.test:7 comp.test:8' }),
      articleText('a@h.example', { ...on('19 Nov 1982'), References: '<z@h.example> <y@h.example>' }),
      articleText('b@h.example', { ...on('20 Nov 1982'), Newsgroups: 'misc.test' }),
    ),
    `From -12345\n${articleText('none@h.example', { Date: 'yesterday', Newsgroups: 'misc.test' })}`,
  );
  expect(await idsOf(archive)).toEqual(['none@h.example', 'a@h.example', 'b@h.example', 'c@h.example']);
  expect(await idsOf(archive, 'comp.test')).toEqual(['a@h.example', 'c@h.example']);
  expect(await archive.months('misc.test')).toEqual([
    { month: '1982-11', count: 2 },
    { month: '1982-12', count: 1 },
  ]);
  const groups = [];
  for await (const { name, count } of archive.groups()) groups.push([name, count]);
  expect(groups).toEqual([
    ['comp.test', 2],
    ['misc.test', 4],
  ]);
  expect(await archive.group('misc.test')).toEqual({
    ...{ name: 'misc.test', count: 4 },
    first: Date.UTC(1982, 10, 19, 16, 14, 55) / 1000,
    last: Date.UTC(1982, 11, 19, 16, 14, 55) / 1000,
  });
  expect(await archive.group('misc.tes')).toBeNull();
  const [, first] = await archive.overviews('misc.test', 1, 2);
  expect(first).toMatchObject({ number: 2, subject: 'Tea', references: ['z@h.example', 'y@h.example'], lines: 1 });
  const numbered = async (number: number, server: string | null) =>
    (await archive.numbered('comp.test', number, server)).map(({ messageId }) => messageId);
  expect(await numbered(8, null)).toEqual(['c@h.example']);
  expect(await numbered(8, 'news.h.example')).toEqual(['c@h.example']);
  expect(await numbered(8, 'h.example')).toEqual([]);
  expect(await numbered(7, null)).toEqual([]);
});

describe('a second run', () => {
  test('adds articles, and drops copies', async () => {
    const folder = temporaryFolder();
    await indexed(folder, mboxOf(articleText('b@h.example'), articleText('c@h.example')));
    const again = mboxOf(
      articleText('b@h.example'),
      articleText('c@h.example', {}, 'other\n'),
      articleText('a@h.example', { Date: 'Thu, 18 Nov 1982 16:14:55 GMT' }),
    );
    const { archive, lines } = await indexed(folder, gzipSync(again));
    expect(archive.articles).toBe(3);
    expect(await idsOf(archive)).toEqual(['a@h.example', 'b@h.example', 'c@h.example']);
    expect(await textOf(archive, 'c@h.example')).toBe(articleText('c@h.example'));
    expect(lines.join('\n')).toMatch(/ 1 {2}copies .*\n +1 {2}articles with the message-id of another one/);
    // Tables of the run before are gone, and so is what was only for sorting.
    expect(readdirSync(folder).sort()).toEqual(
      ['archive.json', 'articles-1.mbox.gz', 'articles-2.mbox.gz'].concat(
        ['groups', 'ids', 'months', 'numbers', 'overviews'].map((table) => `${table}-2.gz`),
      ),
    );
  });

  test('that fails leaves the archive as it was', async () => {
    const folder = temporaryFolder();
    await indexed(folder, mboxOf(articleText('a@h.example')));
    const before = readdirSync(folder);
    // Files of the next generation are in the way.
    writeFileSync(join(folder, 'ids-2.gz'), '');
    await expect(indexed(folder, mboxOf(articleText('b@h.example')))).rejects.toThrow('EEXIST');
    expect(readdirSync(folder).filter((name) => name !== 'ids-2.gz')).toEqual(before);
    expect((await newsArchive(folderSource(folder))).articles).toBe(1);
  });
});

test('an mbox in the folder stays where it is, and has no second copy', async () => {
  const folder = temporaryFolder();
  const article = articleText('a@h.example');
  const path = written(folder, 'old/misc test.mbox', mboxOf(article));
  await indexNews({ kind: 'index-news', files: [path], out: folder, name: null });
  expect(existsSync(join(folder, 'articles-1.mbox.gz'))).toBe(false);
  const archive = await newsArchive(folderSource(folder));
  expect(await textOf(archive, 'a@h.example')).toBe(article);
  writeFileSync(path, readFileSync(path, 'latin1').replace('Tea?', 'Pie?'));
  await expect(archive.article('a@h.example')).rejects.toThrow('old/misc test.mbox may have been changed since');
});

test('the articles are an mbox for every other program', async () => {
  const folder = temporaryFolder();
  const mbox = mboxOf(articleText('a@h.example'), articleText('b@h.example'));
  await indexed(folder, mbox);
  expect(gunzipSync(readFileSync(join(folder, 'articles-1.mbox.gz'))).toString('latin1')).toBe(mbox);
});

test.each<readonly [string, string, string]>([
  ['no message-id', articleText('x@h', { 'Message-ID': null }), 'without a message-id'],
  ['a bad message-id', articleText('x y', {}), 'with a message-id that no link can have'],
  ['octets above 127', articleText('a@h.example', { Subject: '\xe9' }), 'with octets above 127'],
  ['a date that is none', articleText('a@h.example', { Date: 'soon' }), 'with an impossible date'],
  [
    'a date before netnews',
    articleText('a@h.example', { Date: '31 Dec 1978 23:59:59 GMT' }),
    'with an impossible date',
  ],
  ['a date to come', articleText('a@h.example', { Date: '1 Jan 2090 00:00:00 GMT' }), 'with an impossible date'],
  ['no group', articleText('a@h.example', { Newsgroups: null }), 'without a newsgroup'],
  ['a cancel', articleText('a@h.example', { Control: 'cancel <b@h.example>' }), 'messages that cancel'],
  ['another cancel', articleText('a@h.example', { Subject: 'cmsg cancel <b@h.example>' }), 'messages that cancel'],
  ['a successor', articleText('a@h.example', { Supersedes: '<b@h.example>' }), 'articles that supersede'],
  ['a separator inside', articleText('a@h.example', {}, 'a\nFrom b\n'), 'lines in articles that look like a separator'],
  ['a quoted separator', articleText('a@h.example', {}, 'a\n>From b\n'), 'lines that begin with “>From ”'],
  ['CR LF', articleText('a@h.example').replaceAll('\n', '\r\n'), 'with lines that end in CR LF'],
  ['a long header', articleText('a@h.example', { Long: 'x'.repeat(70_000) }), 'with a header above 64 KiB'],
  ['more than 16 MiB', articleText('a@h.example', {}, 'x'.repeat(2 ** 24)), 'articles above 16 MiB: left out'],
])('%s is counted', async (_, article, words) => {
  const folder = temporaryFolder();
  const { report } = await indexNews({
    kind: 'index-news',
    files: [written(temporaryFolder(), 'a.mbox', mboxOf(article))],
    out: folder,
    name: null,
  });
  const lines = report.lines();
  expect(lines.filter((line) => /^ +1 {2}/.test(line) && line.includes(words))).toHaveLength(1);
  const { lines: usual } = await indexed(temporaryFolder(), mboxOf(articleText('a@h.example')));
  expect(usual.filter((line) => line.includes(words))).toEqual([]);
});

test('an article without a message-id is found by the digest of its octets', async () => {
  const { archive } = await indexed(temporaryFolder(), mboxOf(articleText('', { 'Message-ID': null })));
  const [id] = await idsOf(archive);
  expect(id).toMatch(/^[\da-f]{32}@no-message-id\.invalid$/);
  expect(await textOf(archive, id ?? '')).toBe(articleText('', { 'Message-ID': null }));
});

test('other fields and the separator say when an article without a date was written', async () => {
  const article = (id: string, fields: object) => articleText(id, { Date: null, ...fields });
  const { archive } = await indexed(
    temporaryFolder(),
    mboxOf(
      article('separator@h.example', {}),
      article('injection@h.example', { 'Injection-Date': 'Sat, 20 Nov 1982 00:00:00 GMT' }),
      article('posting@h.example', { 'NNTP-Posting-Date': 'Sun, 21 Nov 1982 00:00:00 GMT' }),
      article('received@h.example', { 'Date-Received': 'Mon, 22-Nov-82 00:00:00 GMT' }),
    ),
  );
  const names = ['separator', 'injection', 'posting', 'received'];
  expect(await idsOf(archive)).toEqual(names.map((name) => `${name}@h.example`));
});

test('two servers have a number each', async () => {
  const by = (server: string) => ({ Xref: `${server} misc.test:5` });
  const { archive, lines } = await indexed(
    temporaryFolder(),
    mboxOf(
      articleText('a@h.example', by('one.example')),
      articleText('b@h.example', by('two.example')),
      articleText('c@h.example', by('two.example')),
    ),
  );
  const numbered = async (server: string | null) =>
    (await archive.numbered('misc.test', 5, server)).map(({ messageId }) => messageId);
  expect(await numbered('one.example')).toEqual(['a@h.example']);
  expect(await numbered('two.example')).toEqual(['b@h.example']);
  expect(await numbered(null)).toEqual(['a@h.example', 'b@h.example']);
  expect(lines.join()).toContain('1  numbers of a server that belong to another article');
});

describe('the command', () => {
  test('prints its report, and fails for a file that it cannot read', async () => {
    const folder = temporaryFolder();
    const out = join(folder, 'archive');
    const good = written(folder, 'a.mbox', mboxOf(articleText('a@h.example')));
    const bad = written(folder, 'b.mbox', 'hello\n');
    expect(await waypost(['index-news', '--out', out, '--name', 'Old news', good])).toEqual({
      status: 0,
      stdout: `${out}: 1 article in 1 group
         1  articles read
         1  files read, including members of ZIP files
         1  with lines that end in LF: kept
`,
      stderr: '',
    });
    const failed = await waypost(['index-news', '--out', out, bad]);
    expect(failed).toMatchObject({
      status: 1,
      stdout: '',
      stderr: `waypost: ${bad}: it does not begin as an mbox or an article does
waypost: No article was read, so ${out} is unchanged.
`,
    });
    expect((await newsArchive(folderSource(out))).name).toBe('Old news');
    expect(await waypost(['index-news', '--out', out, '--name', 'a\nb', good])).toMatchObject({ status: 2 });
    expect(await waypost(['index-news', '--out', out, '--name', 'x'.repeat(201), good])).toMatchObject({ status: 2 });
    expect(await waypost(['index-news', '--out', out, '--name', 'x'.repeat(200), good])).toMatchObject({ status: 0 });
    writeFileSync(join(out, 'archive.json'), '{}');
    const other = await waypost(['index-news', '--out', out, good]);
    expect(other).toMatchObject({ status: 2, stderr: expect.stringContaining('does not belong to a news archive') });
  });
});

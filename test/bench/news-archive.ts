/**
 * News archives of generated articles: how fast they are written, in how much memory, and what look-ups read. `node
 * test/bench/news-archive.ts 1000000` prints the table for a million articles.
 */
import { execFileSync } from 'node:child_process';
import { createWriteStream, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { folderSource } from '../../bin/archive-folder.ts';
import { indexNews } from '../../bin/index-news/run.ts';
import { newsArchive } from '../../src/news-archive/archive.ts';
import { type CountedRead, countingSource } from '../src/news-archive/archives.ts';
import { figure, markdownOf, type Table } from './table.ts';

const WORDS = 'the of and to in is that it for was on are as with be this have from or had by but not what all'.split(
  ' ',
);
/** Numbers that look random, and are the same in each run. */
let state = 1994;
const random = (below: number): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  // The low bits repeat soon.
  return (state >>> 8) % below;
};

/** Lengths are those of articles of the 1990s: most have one or two KiB, few have more than ten. */
function article(number: number): string {
  const lines = 5 + random(40) + (random(50) === 0 ? 200 : 0);
  const body = Array.from({ length: lines }, () =>
    Array.from({ length: 6 + random(6) }, () => `${WORDS[random(WORDS.length)]}${random(100)}`).join(' '),
  );
  const groups = random(4) === 0 ? `bench.${random(50)},bench.${50 + random(50)}` : `bench.${random(100)}`;
  const parent = Math.max(0, number - 1 - random(500));
  const date = new Date(Date.UTC(1990, 0) + number * 300_000 + random(86_400_000));
  return `From -${1_000_000 + number}
Path: a!b!not-for-mail
From: Person ${random(5000)} <p${random(5000)}@h${random(300)}.example>
Newsgroups: ${groups}
Subject: ${random(3) === 0 ? '' : 'Re: '}${body[0]?.slice(0, 40)}
Message-ID: <${number}.${random(1e9)}@h${number % 300}.example>
Date: ${date.toUTCString()}
References: <${parent}.1@h.example>
Xref: h.example ${groups
    .split(',')
    .map((group) => `${group}:${number}`)
    .join(' ')}

${body.join('\n')}

`;
}

/** Writes an mbox of generated articles. Returns the message-ids of about fifty of them. */
export async function writeMbox(file: string, articles: number): Promise<readonly string[]> {
  const ids: string[] = [];
  const texts = function* () {
    for (let number = 0; number < articles; number++) {
      const text = article(number);
      if (number % Math.ceil(articles / 50) === 0) ids.push(/Message-ID: <(.*)>/.exec(text)?.[1] ?? '');
      yield text;
    }
  };
  await pipeline(Readable.from(texts()), createWriteStream(file));
  return ids;
}

/** What a run took, without the start of Node. */
interface IndexingCost {
  readonly seconds: number;
  /** Of the processor. */
  readonly processor: number;
  /** The most memory of the process, in MiB. */
  readonly memory: number;
}

/**
 * Indexes an mbox in a process of its own.
 *
 * @param heap - what its heap may have, in MiB
 */
export function indexAlone(mbox: string, out: string, heap: number): IndexingCost {
  const args = [`--max-old-space-size=${heap}`, import.meta.filename, 'index', mbox, out];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
}

async function indexHere(mbox: string, out: string): Promise<IndexingCost> {
  const [before, start] = [performance.now(), process.cpuUsage()];
  await indexNews({ kind: 'index-news', files: [mbox], out, name: 'bench' });
  const { user, system } = process.cpuUsage(start);
  const memory = process.resourceUsage().maxRSS / 1024;
  return { seconds: (performance.now() - before) / 1000, processor: (user + system) / 1e6, memory };
}

const COUNTS = [1_000_000];
const HEAP = 96;

export async function benchNewsArchive(counts: readonly number[] = COUNTS): Promise<Table> {
  const rows: (readonly string[])[] = [];
  for (const articles of counts) {
    const folder = mkdtempSync(join(tmpdir(), 'waypost-bench-'));
    try {
      rows.push(await rowOf(articles, folder));
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
  return {
    about: `An archive of generated articles by \`waypost index-news\`, in a process whose heap may have ${HEAP} MiB. A look-up reads at most three parts of the index and then the article.`,
    head: [
      'articles',
      'articles a second (of the processor)',
      'memory, MiB',
      'index, octets an article',
      'articles, % of the mbox',
      'most octets of the index in a look-up',
    ],
    rows,
  };
}

async function rowOf(articles: number, folder: string): Promise<readonly string[]> {
  const [mbox, out] = [join(folder, 'source.mbox'), join(folder, 'archive')];
  const ids = await writeMbox(mbox, articles);
  mkdirSync(out);
  const { seconds, processor, memory } = indexAlone(mbox, out, HEAP);
  const sizes = readdirSync(out).map((name) => [name.startsWith('articles-'), statSync(join(out, name)).size] as const);
  const sizeOf = (isArticles: boolean) => sizes.reduce((sum, [is, size]) => sum + (is === isArticles ? size : 0), 0);
  const reads = (await Promise.all(ids.flatMap((id) => [id, `no-${id}`]).map((id) => readsOf(out, id)))).flat();
  return [
    articles.toLocaleString('en'),
    `${figure(articles / seconds)} (${figure(articles / processor)})`,
    figure(memory),
    figure(sizeOf(false) / articles),
    figure((100 * sizeOf(true)) / statSync(mbox).size),
    figure(Math.max(...reads)),
  ];
}

/** The octets that a look-up reads of the index. */
async function readsOf(out: string, id: string): Promise<number> {
  const reads: CountedRead[] = [];
  const archive = await newsArchive(countingSource(folderSource(out), reads));
  await archive.article(id);
  return reads.reduce((sum, { name, octets }) => sum + (name.startsWith('articles-') ? 0 : octets), 0);
}

if (import.meta.main) {
  const [first = '', mbox = '', out = ''] = process.argv.slice(2);
  if (first === 'index') console.log(JSON.stringify(await indexHere(mbox, out)));
  else console.log(markdownOf(await benchNewsArchive(first === '' ? COUNTS : [Number(first)])));
}

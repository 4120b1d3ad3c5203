/**
 * A news archive of generated articles: `node test/bench/news-archive.ts [ARTICLES]`, a million by default. It prints
 * articles a second, the most memory, the sizes of the files, and what look-ups read.
 */
import { createWriteStream, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { folderSource } from '../../bin/archive-folder.ts';
import { indexNews } from '../../bin/index-news/run.ts';
import { newsArchive } from '../../src/news-archive/archive.ts';

const articles = Number(process.argv[2] ?? 1_000_000);
const WORDS = 'the of and to in is that it for was on are as with be this have from or had by but not what all'.split(
  ' ',
);
/** Numbers that look random, and are the same in each run. */
let state = 1994;
const random = (below: number): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state % below;
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

const folder = mkdtempSync(join(tmpdir(), 'waypost-bench-'));
try {
  const mbox = join(folder, 'source.mbox');
  const ids: string[] = [];
  await pipeline(
    Readable.from(
      (function* () {
        for (let number = 0; number < articles; number++) {
          const text = article(number);
          if (number % Math.ceil(articles / 50) === 0) ids.push(/Message-ID: <(.*)>/.exec(text)?.[1] ?? '');
          yield text;
        }
      })(),
    ),
    createWriteStream(mbox),
  );
  const out = join(folder, 'archive');
  const before = performance.now();
  await indexNews({ kind: 'index-news', files: [mbox], out, name: 'bench' });
  const seconds = (performance.now() - before) / 1000;
  const size = (name: string): number => statSync(join(out, name)).size;
  console.log(`${articles} articles, ${Math.round(statSync(mbox).size / 2 ** 20)} MiB, in ${Math.round(seconds)} s`);
  console.log(
    `${Math.round(articles / seconds)} articles a second, ${Math.round(process.resourceUsage().maxRSS / 1024)} MiB of memory`,
  );
  for (const name of readdirSync(out))
    console.log(`${name} ${size(name)} octets, ${(size(name) / articles).toFixed(1)} an article`);
  for (const asked of [ids, ids.map((id) => `no-${id}`)]) {
    const reads: number[][] = [];
    for (const id of asked) {
      const octets: number[] = [];
      const source = folderSource(out);
      const archive = await newsArchive({
        async read(...part) {
          const read = await source.read(...part);
          octets.push(read.byteLength);
          return read;
        },
      });
      await archive.article(id);
      reads.push(octets);
    }
    const most = (of: (octets: number[]) => number): number => Math.max(...reads.map(of));
    const index = most((octets) => octets.slice(0, 3).reduce((sum, read) => sum + read, 0));
    console.log(`a look-up: at most ${most(({ length }) => length)} reads, ${index} octets in the first three`);
  }
} finally {
  rmSync(folder, { recursive: true });
}

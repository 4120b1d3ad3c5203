/**
 * The command line: a million lines through a pipe, and files rewritten beside sed(1). It streams, so that the memory
 * of a tenth of the lines is that of all.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeLines, program } from '../bin/pipe.ts';
import { makeCorpus } from './corpus.ts';
import { median } from './download.ts';
import { figure, type Table } from './table.ts';

const MEGABYTE = 1024 * 1024;
const LINES = 1_000_000;
const ROUNDS = 3;

const COMMANDS = [
  ['canonicalize'],
  ['canonicalize', '--surt'],
  ['canonicalize', '--ndjson'],
  ['explain', '--ndjson'],
  ['explain'],
  ['compare'],
  ['resolve'],
  ['links', '--tsv', '--format', 'text'],
  ['rewrite', '--to', 'canonical', '--format', 'text'],
];

export async function benchCommandLine(): Promise<Table> {
  const rows: string[][] = [];
  for (const args of COMMANDS) {
    const { seconds, early, peak } = await pipeLines(args, LINES);
    const memory = `${(early / MEGABYTE).toFixed(0)} → ${(peak / MEGABYTE).toFixed(0)}`;
    // The rate of lines is a figure of `bench -- lines`, where it has something to compare with.
    const rate = args.join() === 'canonicalize' ? '' : `${figure(LINES / seconds)} lines/s`;
    rows.push([`\`${args.join(' ')}\``, rate, memory]);
  }
  rows.push(...rewriteRows());
  return {
    about:
      'A million lines through a pipe, one of the two cores for the sender, and an HTML file of 32 MiB of which half of the links change. Memory is the peak in MiB after a tenth of the lines → at the end.',
    head: ['command', 'rate', 'memory'],
    rows,
  };
}

/** `rewrite` and sed change the same file, taking turns. */
function rewriteRows(): string[][] {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-bench-'));
  const file = join(folder, 'page.html');
  const page = makePage(32 * MEGABYTE);
  const candidates: readonly (readonly [name: string, command: string, args: readonly string[]])[] = [
    ['`rewrite --to canonical`', process.execPath, [program, 'rewrite', '--to', 'canonical', file]],
    ['`sed -i s/FTP:/ftp:/g`, for comparison', 'sed', ['-i', 's/FTP:/ftp:/g', file]],
  ];
  const seconds = candidates.map((): number[] => []);
  try {
    for (let round = 0; round < ROUNDS; round++) {
      for (const [index, [, command, args]] of candidates.entries()) {
        writeFileSync(file, page);
        const started = performance.now();
        const { status } = spawnSync(command, args, { stdio: 'ignore' });
        if (status !== 0) throw new Error(`${command} ended with ${status}`);
        seconds[index]?.push((performance.now() - started) / 1000);
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return candidates.map(([name], index) => [
    name,
    `${figure(page.length / MEGABYTE / median(seconds[index] ?? []))} MiB/s`,
    '',
  ]);
}

/** A page of paragraphs with the links of the corpus. */
function makePage(size: number): string {
  const paragraphs = makeCorpus().map(
    ({ url }, index) =>
      `<p>${index}. The collection was described <a href="${url.replaceAll('&', '&amp;').replaceAll('"', '%22')}">here</a>, and its index was kept for a while.</p>\n`,
  );
  return paragraphs
    .join('')
    .repeat(Math.ceil(size / paragraphs.join('').length))
    .slice(0, size);
}

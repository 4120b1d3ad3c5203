/** `waypost get` beside curl: the same file of 200 MB by gopher and FTP, in turns, with the start of the program. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DOWNLOAD, GIBIBYTE, median, ROUNDS, run } from './download.ts';
import { figure, type Table } from './table.ts';

const root = join(import.meta.dirname, '../..');
const KIBIBYTE = 1024;

interface Source {
  readonly name: string;
  readonly urlOf: (size: number) => string;
}

export async function benchGet(): Promise<Table> {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-bench-get-'));
  const sources = ['source.ts', 'ftp-source.ts'].map((file) =>
    fork(join(import.meta.dirname, file), { execArgv: ['--disable-warning=ExperimentalWarning'] }),
  );
  try {
    await run(process.execPath, [join(root, 'worker/build/package/build.ts'), join(folder, 'dist')]);
    const [gopher, ftp] = await Promise.all(sources.map((source) => messageOf(source)));
    const rows: string[][] = [];
    for (const source of [
      { name: 'gopher', urlOf: (size: number) => `gopher://127.0.0.1:${gopher}/9bulk%20${size}` },
      { name: 'ftp', urlOf: (size: number) => `ftp://127.0.0.1:${Reflect.get(Object(ftp), 'ftp')}/${size}` },
    ]) {
      rows.push(await measure(source, folder));
    }
    return {
      about:
        '`waypost get --raw --output` and `curl --output` with a file of 200 MB, in turns. Memory is the peak in MiB for 200 MB → 1 GiB.',
      head: ['protocol', 'rate ÷ curl', 'MB/s', 'processor time, s (curl)', 'with `--warc`: MB/s, s', 'memory'],
      rows,
    };
  } finally {
    for (const source of sources) source.kill();
    rmSync(folder, { recursive: true });
  }
}

async function messageOf(source: ChildProcess): Promise<unknown> {
  const [message] = await once(source, 'message');
  return message;
}

async function measure({ name, urlOf }: Source, folder: string): Promise<string[]> {
  const file = join(folder, 'file');
  const warc = join(folder, 'file.warc');
  const get = [join(folder, 'dist/bin/waypost.js'), 'get', '--raw', '--output', file];
  const url = urlOf(DOWNLOAD);
  const runs = { curl: [] as Run[], get: [] as Run[], warc: [] as Run[] };
  for (let round = 0; round < ROUNDS; round++) {
    runs.curl.push(await timed('curl', ['--silent', '--output', file, url], file));
    runs.get.push(await timed(process.execPath, [...get, url], file));
    runs.warc.push(await timed(process.execPath, [...get, '--warc', warc, url], file));
    rmSync(warc);
  }
  const seconds = (candidate: readonly Run[]): number => median(candidate.map(({ elapsed }) => elapsed));
  const processor = (candidate: readonly Run[]): string => figure(median(candidate.map(({ processor }) => processor)));
  const [few, many] = [await peakOf([...get, url]), await peakOf([...get, urlOf(GIBIBYTE)])];
  return [
    name,
    (seconds(runs.curl) / seconds(runs.get)).toFixed(2),
    figure(DOWNLOAD / 1e6 / seconds(runs.get)),
    `${processor(runs.get)} (${processor(runs.curl)})`,
    `${figure(DOWNLOAD / 1e6 / seconds(runs.warc))}, ${processor(runs.warc)}`,
    `${figure(few)} → ${figure(many)}`,
  ];
}

/** What a program took, in seconds. */
interface Run {
  readonly elapsed: number;
  /** Of the program and of the system for it. */
  readonly processor: number;
}

/** Runs a program that writes the whole file. */
async function timed(program: string, args: readonly string[], file: string): Promise<Run> {
  rmSync(file, { force: true });
  const { stderr } = await run('bash', ['-c', 'TIMEFORMAT="%R %U %S"; time "$@"', 'bash', program, ...args]);
  const { size } = statSync(file);
  if (size !== DOWNLOAD) throw new Error(`${program} wrote ${size} octets.`);
  const [elapsed = 0, user = 0, system = 0] = stderr.trim().split(' ').map(Number);
  return { elapsed, processor: user + system };
}

/** The peak memory of the command in MiB, as it reports it itself. */
async function peakOf([program = '', ...args]: readonly string[]): Promise<number> {
  const script = `
    process.argv.splice(1, 0, ${JSON.stringify(program)});
    process.once('exit', () => console.error(process.resourceUsage().maxRSS));
    await import(${JSON.stringify(program)});
  `;
  const { stderr } = await run(process.execPath, ['--input-type=module', '-e', script, '--', ...args]);
  return Number(stderr.trim()) / KIBIBYTE;
}

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
    await run(process.execPath, [join(root, 'bin/build.ts'), join(folder, 'dist')]);
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
      head: ['protocol', 'rate ÷ curl', 'MB/s', 'with `--warc`, MB/s', 'memory'],
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
  const get = [join(folder, 'dist/bin/waypost.js'), 'get', '--raw', '--output', file];
  const url = urlOf(DOWNLOAD);
  const seconds = { get: [] as number[], curl: [] as number[], warc: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    seconds.curl.push(await secondsOf('curl', ['--silent', '--output', file, url], file));
    seconds.get.push(await secondsOf(process.execPath, [...get, url], file));
    const warc = join(folder, 'file.warc');
    seconds.warc.push(await secondsOf(process.execPath, [...get, '--warc', warc, url], file));
    rmSync(warc);
  }
  const [few, many] = [await peakOf([...get, url]), await peakOf([...get, urlOf(GIBIBYTE)])];
  const rate = (times: readonly number[]): number => DOWNLOAD / 1e6 / median(times);
  return [
    name,
    (rate(seconds.get) / rate(seconds.curl)).toFixed(2),
    figure(rate(seconds.get)),
    figure(rate(seconds.warc)),
    `${figure(few)} → ${figure(many)}`,
  ];
}

/** The time of a program that writes the whole file. */
async function secondsOf(program: string, args: readonly string[], file: string): Promise<number> {
  rmSync(file, { force: true });
  const started = performance.now();
  await run(program, args);
  const seconds = (performance.now() - started) / 1000;
  const { size } = statSync(file);
  if (size !== DOWNLOAD) throw new Error(`${program} wrote ${size} octets.`);
  return seconds;
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

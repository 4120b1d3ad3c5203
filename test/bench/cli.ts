/**
 * `node test/bench/cli.ts [lines]`: the command line with a million lines through a pipe. Prints lines a second and
 * the most memory that the process held early and in the whole run: the same, since it streams.
 */
import { pipeLines } from '../bin/pipe.ts';

const MEGABYTE = 1024 * 1024;

const lines = Number(process.argv[2] ?? 1_000_000);

console.log(`${lines.toLocaleString('en')} lines, Node ${process.version}\n`);
console.log('                        lines/s   MiB/s out   peak MiB at a tenth   peak MiB');
for (const args of [
  ['canonicalize'],
  ['canonicalize', '--surt'],
  ['canonicalize', '--ndjson'],
  ['explain', '--ndjson'],
  ['explain'],
  ['compare'],
]) {
  const { seconds, octets, early, peak } = await pipeLines(args, lines);
  const cells = [
    Math.round(lines / seconds)
      .toLocaleString('en')
      .padStart(12),
    (octets / MEGABYTE / seconds).toFixed(1).padStart(12),
    (early / MEGABYTE).toFixed(0).padStart(22),
    (peak / MEGABYTE).toFixed(0).padStart(11),
  ];
  console.log(`${args.join(' ').padEnd(20)}${cells.join('')}`);
}

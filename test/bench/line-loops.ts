/**
 * The process that measures one way to read a file of lines: `copy` and the loops over strings, or `canonicalizeLines`.
 * It reads the file whenever its parent asks, writes every line, and reports its CPU time.
 */
import { createReadStream, openSync, writeSync } from 'node:fs';
import { canonicalize, canonicalizeLines } from '../../src/index.ts';

const [way = '', file = ''] = process.argv.slice(2);
const sink = openSync('/dev/null', 'w');

/** What each loop makes of a line. */
const loops: Readonly<Record<string, (line: string) => string>> = {
  copy: (line) => line,
  url: (line) => new URL(line).href,
  canonicalize: (line) => canonicalize(line),
};

/** As a program does that knows nothing but a function for strings. */
async function loop(convert: (line: string) => string): Promise<void> {
  let rest = '';
  for await (const text of createReadStream(file, 'utf8')) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    let output = '';
    for (const line of lines) {
      try {
        output += `${convert(line)}\n`;
      } catch {
        output += '\n';
      }
    }
    writeSync(sink, output);
  }
}

async function octets(): Promise<void> {
  for await (const output of canonicalizeLines(createReadStream(file))) writeSync(sink, output);
}

process.on('message', async () => {
  const started = process.cpuUsage();
  const convert = loops[way];
  await (convert === undefined ? octets() : loop(convert));
  const { user, system } = process.cpuUsage(started);
  process.send?.((user + system) / 1e6);
});

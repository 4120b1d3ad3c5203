/**
 * `node test/src/surt/write-answers.ts`: asks the programs for keys and writes them beside this file, for
 * `surt.test.ts`. It needs all programs (`programs.ts`).
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SURT_PROFILES, SURT_RULES } from '../../../src/surt.ts';
import fc from '../../fast-check.ts';
import { askWithOptions, programsOf } from './programs.ts';
import { archivedUrl, WRITTEN } from './urls.ts';

const SAMPLES = 280;

const urls = [...new Set([...WRITTEN, ...fc.sample(archivedUrl, SAMPLES)])];
const folder = mkdtempSync(join(tmpdir(), 'waypost-surt-'));
try {
  const keys = SURT_PROFILES.map(({ name }) => [name, programsOf[name](urls, folder)] as const);
  const rows = urls.map((url, index) => ({
    url,
    ...Object.fromEntries(keys.map(([name, list]) => [name, list[index]])),
  }));
  write('answers.jsonl', rows);
  const options = urls.slice(0, 40).flatMap((url, index) => {
    const { name } = SURT_RULES[index % SURT_RULES.length] ?? {};
    return name === undefined ? [] : [{ url, without: [name], withScheme: index % 2 === 0 }];
  });
  const answers = askWithOptions(options);
  write(
    'answers-of-options.jsonl',
    options.flatMap((row, index) => (answers[index] === null ? [] : [{ ...row, key: answers[index] }])),
  );
} finally {
  rmSync(folder, { recursive: true });
}

function write(name: string, rows: readonly object[]): void {
  writeFileSync(join(import.meta.dirname, name), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
}

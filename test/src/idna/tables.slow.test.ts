/** The tables are those that the script makes from the data of Unicode, and they and the code are small. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { tablesModule } from '../../../src/idna/pack/pack.ts';

const root = join(import.meta.dirname, '../../..');
const written = readFileSync(join(root, 'src/idna/tables.ts'), 'utf8');

test('the script makes the same tables from the data of Unicode', () => {
  // Not `toBe`, which would print 26,000 characters.
  expect(tablesModule() === written, 'run `npm run idna-tables`').toBe(true);
});

/** KiB after minification and gzip. docs/decisions.md compares it with tr46. */
const LIMIT = 8;

test('tables and code together stay small', async () => {
  const { outputFiles } = await build({
    entryPoints: [join(root, 'src/idna/idna.ts')],
    ...{ bundle: true, minify: true, write: false, format: 'esm' },
  });
  const size = gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length / 1024;
  console.log(`UTS 46 with its tables: ${size.toFixed(1)} KiB`);
  expect(size).toBeLessThan(LIMIT);
  const reported = Number(
    /UTS 46 of our own.*?(\d+\.\d) KiB/s.exec(readFileSync(join(root, 'docs/decisions.md'), 'utf8'))?.[1],
  );
  expect(Math.abs(reported - size)).toBeLessThan(0.3);
});

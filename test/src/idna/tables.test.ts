/**
 * The tables: the script makes the same ones again, every code point is as in the data, they and the code are small,
 * and Unicode's notice comes along.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { describe, expect, it, test } from 'vitest';
import { RECENT, tablesModule } from '../../../src/idna/pack/pack.ts';
import { CODE_POINTS, readUnicodeData } from '../../../src/idna/pack/unicode-data.ts';
import { tables } from '../../../src/idna/tables.ts';
import { foldByRuntime, packNumbers, unpack, unpackNumbers, unzigzag, zigzag } from '../../../src/idna/unpack.ts';

const root = join(import.meta.dirname, '../../..');
const written = readFileSync(join(root, 'src/idna/tables.ts'), 'utf8');

test('the script makes the same tables from the data of Unicode', () => {
  // Not `toBe`, which would print 26,000 characters.
  expect(tablesModule() === written, 'run `npm run idna-tables`').toBe(true);
});

describe('every code point has the mapping and the properties of the data', () => {
  const isRecent = (codePoint: number): boolean => RECENT.some(([from, to]) => codePoint >= from && codePoint <= to);
  const UNASSIGNED = '\u{1ffff}';
  const GEORGIAN_LETTER_AN = 'ა';
  const LATIN_LETTER_ALPHA = 'ɑ';

  it.each([
    ['in this runtime', foldByRuntime],
    ['in a runtime of Unicode 14', (text: string) => (isRecent(text.codePointAt(0) ?? 0) ? text : foldByRuntime(text))],
    [
      'in a later runtime, where a letter without cases becomes an upper case',
      (text: string) => (text === GEORGIAN_LETTER_AN || text === LATIN_LETTER_ALPHA ? UNASSIGNED : foldByRuntime(text)),
    ],
  ])('%s', (_, fold) => {
    const { mappings, properties } = readUnicodeData();
    const { mappingOf, propertiesOf } = unpack(tables, fold);
    const different: string[] = [];
    for (let codePoint = 0; codePoint < CODE_POINTS; codePoint++) {
      const mapping = mappings.get(codePoint);
      const expected = mapping === undefined ? null : String.fromCodePoint(...mapping);
      if (mappingOf(codePoint) !== expected || propertiesOf(codePoint) !== (properties[codePoint] ?? 0))
        different.push(codePoint.toString(16));
    }
    expect(different).toEqual([]);
  });
});

test('numbers are packed and unpacked', () => {
  const numbers = [...Array(30_000).keys(), 0x10ffff, 2 ** 31];
  expect(unpackNumbers(packNumbers(numbers))).toEqual(numbers);
  expect([0, -1, 1, -2].map(zigzag)).toEqual([0, 1, 2, 3]);
  expect([0, 1, 2, 3].map(unzigzag)).toEqual([0, -1, 1, -2]);
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

it("has Unicode's notice in the tables, and the licence beside Waypost's", () => {
  expect(written).toMatch(/^\/\*!\n \* Unicode data files: Copyright © 1991-2025 Unicode, Inc\./);
  expect(existsSync(join(root, 'LICENSE-UNICODE'))).toBe(true);
});

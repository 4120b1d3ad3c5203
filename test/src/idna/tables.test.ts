/** The tables: every code point is as in the data, and Unicode's notice comes along. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { RECENT } from '../../../src/idna/pack/pack.ts';
import { CODE_POINTS, readUnicodeData } from '../../../src/idna/pack/unicode-data.ts';
import { tables } from '../../../src/idna/tables.ts';
import { foldByRuntime, packNumbers, unpack, unpackNumbers, unzigzag, zigzag } from '../../../src/idna/unpack.ts';
import { sampled } from '../../fast-check.ts';

const root = join(import.meta.dirname, '../../..');
const written = readFileSync(join(root, 'src/idna/tables.ts'), 'utf8');

describe('every code point has the mapping and the properties of the data', () => {
  const isRecent = (codePoint: number): boolean => RECENT.some(([from, to]) => codePoint >= from && codePoint <= to);
  const UNASSIGNED = '\u{1ffff}';
  const GEORGIAN_LETTER_AN = 'ა';
  const LATIN_LETTER_ALPHA = 'ɑ';

  const { mappings, properties } = readUnicodeData();
  /** Those with a mapping, those where a run of properties begins or ends, and a sample of the others. */
  const codePoints = new Set([
    ...mappings.keys(),
    ...Array.from({ length: CODE_POINTS }, (_, codePoint) => codePoint).filter(
      (codePoint) =>
        properties[codePoint] !== properties[codePoint - 1] || properties[codePoint] !== properties[codePoint + 1],
    ),
    ...sampled(Array.from({ length: CODE_POINTS }, (_, codePoint) => codePoint)),
  ]);

  it.each([
    ['in this runtime', foldByRuntime],
    ['in a runtime of Unicode 14', (text: string) => (isRecent(text.codePointAt(0) ?? 0) ? text : foldByRuntime(text))],
    [
      'in a later runtime, where a letter without cases becomes an upper case',
      (text: string) => (text === GEORGIAN_LETTER_AN || text === LATIN_LETTER_ALPHA ? UNASSIGNED : foldByRuntime(text)),
    ],
  ])('%s', (_, fold) => {
    const { mappingOf, propertiesOf } = unpack(tables, fold);
    const different: string[] = [];
    for (const codePoint of codePoints) {
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

it("has Unicode's notice in the tables, and the licence beside Waypost's", () => {
  expect(written).toMatch(/^\/\*!\n \* Unicode data files: Copyright © 1991-2025 Unicode, Inc\./);
  expect(existsSync(join(root, 'LICENSE-UNICODE'))).toBe(true);
});

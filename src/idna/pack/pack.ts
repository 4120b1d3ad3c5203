/** Packs the data of Unicode into the numbers of `tables.ts`. `unpack.ts` is the other direction. */
import { foldByRuntime, LEFT_TO_RIGHT, type PackedTables, packNumbers, VALID, zigzag } from '../unpack.ts';
import { codePointsOf, readUnicodeData, UNICODE_VERSION, type UnicodeData } from './unicode-data.ts';

/**
 * The mapped code points that came after Unicode 14, as ranges. Node 20, the oldest runtime of the library, knows
 * Unicode 15; this list leaves one version to spare.
 */
export const RECENT: readonly (readonly [from: number, to: number])[] = [
  [0x1c89, 0x1c89],
  [0xa7cb, 0xa7f1],
  [0x10d50, 0x10d65],
  [0x16ea0, 0x16eb8],
  [0x1ccd6, 0x1ccf9],
  [0x1e030, 0x1e06d],
];

/** What most mapped code points stand among. */
const LETTER = VALID | LEFT_TO_RIGHT;

/** Packs all tables. */
function pack(data: UnicodeData): PackedTables {
  const { sets, lengths, values } = packProperties(data.properties);
  return {
    propertySets: packNumbers(sets),
    propertyLengths: packNumbers(lengths),
    propertyValues: packNumbers(values),
    mappings: packNumbers(packMappings(listedMappings(data))),
  };
}

interface PackedProperties {
  readonly sets: readonly number[];
  readonly lengths: readonly number[];
  readonly values: readonly number[];
}

/**
 * Runs of equal properties. What is mapped has none, so it continues a run of valid code points before it, or else
 * has the properties of most valid ones. The sets of properties are numbered, the most frequent first. No run is empty,
 * so their lengths are counted from 1.
 */
function packProperties(properties: UnicodeData['properties']): PackedProperties {
  const runs: { length: number; readonly value: number }[] = [];
  for (const value of properties) {
    const last = runs.at(-1);
    const own = value ?? (last !== undefined && isValid(last.value) ? last.value : LETTER);
    if (own === last?.value) last.length += 1;
    else runs.push({ length: 1, value: own });
  }
  const frequency = new Map<number, number>();
  for (const { value } of runs) frequency.set(value, (frequency.get(value) ?? 0) + 1);
  const sets = [...frequency].sort(([, left], [, right]) => right - left).map(([value]) => value);
  return {
    sets,
    lengths: runs.map(({ length }) => length - 1),
    values: runs.map(({ value }) => sets.indexOf(value)),
  };
}

/**
 * The mappings that `foldByRuntime` does not give: of a few characters, and of recent ones. A valid character that it
 * changes by mistake is mapped to itself.
 */
function listedMappings({ properties, mappings }: UnicodeData): Map<number, readonly number[]> {
  const listed = new Map<number, readonly number[]>();
  for (const [codePoint, own] of properties.entries()) {
    const mapping = mappings.get(codePoint);
    const folded = codePointsOf(foldByRuntime(String.fromCodePoint(codePoint)));
    const isRecent = RECENT.some(([from, to]) => codePoint >= from && codePoint <= to);
    if (mapping !== undefined && (isRecent || !areEqual(mapping, folded))) listed.set(codePoint, mapping);
    if (own !== null && isValid(own) && !areEqual([codePoint], folded)) listed.set(codePoint, [codePoint]);
  }
  return listed;
}

/**
 * Runs of consecutive code points, each mapped to as many others in the same distance from itself: the gap after the
 * last run, the length of the run, the number of parts of a mapping, and the distance of each part from the code point.
 */
function packMappings(mappings: ReadonlyMap<number, readonly number[]>): number[] {
  const numbers: number[] = [];
  let end = 0;
  for (const [codePoint, parts] of mappings) {
    if (codePoint < end) continue;
    let length = 1;
    while (
      areEqual(
        mappings.get(codePoint + length) ?? [],
        parts.map((part) => part + length),
      )
    )
      length += 1;
    numbers.push(codePoint - end, length, parts.length, ...parts.map((part) => zigzag(part - codePoint)));
    end = codePoint + length;
  }
  return numbers;
}

function areEqual(left: readonly number[], right: readonly number[]): boolean {
  return left.length === right.length && left.every((codePoint, index) => codePoint === right[index]);
}

function isValid(properties: number): boolean {
  return (properties & VALID) !== 0;
}

const HEAD = `/*!
 * Unicode data files: Copyright © 1991-2025 Unicode, Inc. SPDX-License-Identifier: Unicode-3.0
 * The licence is in LICENSE-UNICODE, which comes with Waypost, and at https://www.unicode.org/license.txt
 */

/** The tables of UTS 46 for Unicode ${UNICODE_VERSION}, packed. \`npm run idna-tables\` writes this file; do not edit it. */
import type { PackedTables } from './unpack.ts';

/** The version of Unicode whose code points are known. Later ones are not valid in a host. */
export const UNICODE_VERSION = '${UNICODE_VERSION}';

export const tables: PackedTables = {
`;

/** Makes the module from the data. */
export function tablesModule(): string {
  const members = Object.entries(pack(readUnicodeData())).map(([name, text]) => {
    const line = `  ${name}: '${text}',`;
    // As the formatter breaks lines of more than 120 characters.
    return line.length <= 120 ? `${line}\n` : `  ${name}:\n    '${text}',\n`;
  });
  return `${HEAD}${members.join('')}};\n`;
}

/** Packs the data of Unicode into the numbers of `tables.ts`. `unpack.ts` is the other direction. */
import { packNumbers, zigzag } from '../packed-numbers.ts';
import type { PackedTables } from '../unpack.ts';
import type { UnicodeData } from './unicode-data.ts';

/** Packs all tables. */
export function pack(data: UnicodeData): PackedTables {
  const tables = {
    ...packProperties(data.properties),
    ...packMappings(data.mappings),
  };
  return {
    propertySets: packNumbers(tables.propertySets),
    propertyLengths: packNumbers(tables.propertyLengths),
    propertyValues: packNumbers(tables.propertyValues),
    mappingGaps: packNumbers(tables.mappingGaps),
    mappingKinds: packNumbers(tables.mappingKinds),
    mappingTargets: packNumbers(tables.mappingTargets),
    mappingTexts: packNumbers(tables.mappingTexts),
  };
}

type Numbers<Name extends keyof PackedTables> = { readonly [Key in Name]: readonly number[] };

/**
 * Runs of equal properties. What is mapped has none, so it continues the run before it. The sets of properties are
 * numbered, the most frequent first.
 */
function packProperties(
  properties: UnicodeData['properties'],
): Numbers<'propertySets' | 'propertyLengths' | 'propertyValues'> {
  const runs: { length: number; readonly value: number }[] = [];
  for (const value of properties) {
    const last = runs.at(-1);
    if (last !== undefined && (value === null || value === last.value)) last.length += 1;
    else runs.push({ length: 1, value: value ?? 0 });
  }
  const frequency = new Map<number, number>();
  for (const { value } of runs) frequency.set(value, (frequency.get(value) ?? 0) + 1);
  const propertySets = [...frequency].sort(([, left], [, right]) => right - left).map(([value]) => value);
  return {
    propertySets,
    propertyLengths: runs.map(({ length }) => length),
    propertyValues: runs.map(({ value }) => propertySets.indexOf(value)),
  };
}

/**
 * Mappings in runs of three kinds, in the lowest base-3 digit of `mappingKinds`:
 * 0: consecutive code points are mapped to consecutive ones; 1: every second code point is, as in `ĀāĂă`;
 * 2: one code point is mapped to a text. The rest of the number is the length of the run or of the text, less 1.
 */
function packMappings(
  mappings: UnicodeData['mappings'],
): Numbers<'mappingGaps' | 'mappingKinds' | 'mappingTargets' | 'mappingTexts'> {
  const mappingGaps: number[] = [];
  const mappingKinds: number[] = [];
  const mappingTargets: number[] = [];
  const mappingTexts: number[] = [];
  let end = 0;
  let target = 0;
  let letter = 0;
  for (const [codePoint, mapped] of mappings) {
    if (codePoint < end) continue;
    const [first = 0] = mapped;
    mappingGaps.push(codePoint - end);
    const consecutive = runLength(mappings, codePoint, 1);
    const alternate = consecutive > 1 ? 0 : runLength(mappings, codePoint, 2);
    if (mapped.length !== 1) {
      mappingKinds.push((mapped.length - 1) * 3 + 2);
      for (const part of mapped) {
        mappingTexts.push(zigzag(part - letter));
        letter = part;
      }
      end = codePoint + 1;
    } else if (alternate > 1) {
      mappingKinds.push((alternate - 1) * 3 + 1);
      mappingTargets.push(zigzag(first - codePoint));
      end = codePoint + alternate * 2 - 1;
    } else {
      mappingKinds.push((consecutive - 1) * 3);
      mappingTargets.push(zigzag(first - target));
      target = first + consecutive;
      end = codePoint + consecutive;
    }
  }
  return { mappingGaps, mappingKinds, mappingTargets, mappingTexts };
}

/** How many code points from one on are mapped to one code point each, both with the same step. */
function runLength(mappings: UnicodeData['mappings'], codePoint: number, step: 1 | 2): number {
  const targetAt = (index: number): number | null => {
    const mapped = mappings.get(codePoint + index * step);
    return mapped?.length === 1 ? (mapped[0] ?? null) : null;
  };
  const first = targetAt(0);
  if (first === null) return 0;
  let length = 1;
  while (targetAt(length) === first + length * step) {
    if (step === 2 && mappings.has(codePoint + length * step - 1)) break;
    length += 1;
  }
  return length;
}

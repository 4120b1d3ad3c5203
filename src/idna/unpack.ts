/**
 * Unpacks the tables of `tables.ts`, which the script in `pack/` writes, and finds code points in them.
 */
import { unpackNumbers, unzigzag } from './packed-numbers.ts';
import { VALID } from './properties.ts';

/** The tables as packed numbers; `pack/pack.ts` describes each. */
export interface PackedTables {
  readonly propertySets: string;
  readonly propertyLengths: string;
  readonly propertyValues: string;
  readonly mappingGaps: string;
  readonly mappingKinds: string;
  readonly mappingTargets: string;
  readonly mappingTexts: string;
}

/** The tables, ready for use. */
export interface Tables {
  /** What a code point is mapped to; `null` if it is not mapped. */
  readonly mappingOf: (codePoint: number) => string | null;
  /** The properties of a code point, see `properties.ts`. A mapped one has none. */
  readonly propertiesOf: (codePoint: number) => number;
}

/** Unpacks all tables. It takes a few milliseconds, once. */
export function unpack(packed: PackedTables): Tables {
  const mappingOf = unpackMappings(packed);
  const propertiesOf = unpackProperties(packed);
  return {
    mappingOf,
    // The packed properties of a mapped code point are those of its neighbour.
    propertiesOf: (codePoint) => (mappingOf(codePoint) === null ? propertiesOf(codePoint) : 0),
  };
}

/** The index of the last element that is not above a number; −1 if all are. */
function lastNotAbove(sorted: Uint32Array, number: number): number {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] ?? 0) <= number) from = middle + 1;
    else to = middle;
  }
  return from - 1;
}

function unpackProperties(packed: PackedTables): Tables['propertiesOf'] {
  const sets = unpackNumbers(packed.propertySets);
  const values = Uint16Array.from(unpackNumbers(packed.propertyValues), (index) => sets[index] ?? 0);
  const starts = new Uint32Array(values.length);
  let start = 0;
  for (const [index, length] of unpackNumbers(packed.propertyLengths).entries()) {
    starts[index] = start;
    start += length;
  }
  return (codePoint) => values[lastNotAbove(starts, codePoint)] ?? 0;
}

/** A run of mapped code points. */
interface MappingRun {
  readonly end: number;
  readonly step: number;
  /** The code point that the first is mapped to, or the text. */
  readonly target: number | string;
}

function unpackMappings(packed: PackedTables): Tables['mappingOf'] {
  const gaps = unpackNumbers(packed.mappingGaps);
  const targets = unpackNumbers(packed.mappingTargets).values();
  const letters = unpackNumbers(packed.mappingTexts).values();
  const starts = new Uint32Array(gaps.length);
  const runs: MappingRun[] = [];
  let end = 0;
  let target = 0;
  let letter = 0;
  for (const [index, kind] of unpackNumbers(packed.mappingKinds).entries()) {
    const start = end + (gaps[index] ?? 0);
    const length = Math.floor(kind / 3) + 1;
    starts[index] = start;
    if (kind % 3 === 2) {
      let text = '';
      for (let count = 0; count < length; count++) {
        letter += unzigzag(letters.next().value ?? 0);
        text += String.fromCodePoint(letter);
      }
      end = start + 1;
      runs.push({ end, step: 1, target: text });
    } else if (kind % 3 === 1) {
      end = start + length * 2 - 1;
      runs.push({ end, step: 2, target: start + unzigzag(targets.next().value ?? 0) });
    } else {
      target += unzigzag(targets.next().value ?? 0);
      end = start + length;
      runs.push({ end, step: 1, target });
      target += length;
    }
  }
  return (codePoint) => {
    const index = lastNotAbove(starts, codePoint);
    const run = runs[index];
    if (run === undefined || codePoint >= run.end) return null;
    if (typeof run.target === 'string') return run.target;
    const offset = codePoint - (starts[index] ?? 0);
    return offset % run.step === 0 ? String.fromCodePoint(run.target + offset) : null;
  };
}

/** Whether properties are those of a valid code point. */
export function isValid(properties: number): boolean {
  return (properties & VALID) !== 0;
}

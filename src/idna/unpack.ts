/**
 * Unpacks the tables of `tables.ts`, which the script in `pack/` writes, and finds code points in them.
 *
 * Most mappings of UTS 46 are what the runtime makes of a character: lower case in Normalization Form KC. Both never
 * change for characters of an older Unicode (Unicode Character Encoding Stability Policies). The tables have the other
 * mappings, among them those of every character that a runtime may not know yet.
 */
import { unpackNumbers, unzigzag } from './packed-numbers.ts';
import { VALID } from './properties.ts';

/** The tables as packed numbers; `pack/pack.ts` describes each. */
export interface PackedTables {
  readonly propertySets: string;
  readonly propertyLengths: string;
  readonly propertyValues: string;
  readonly mappings: string;
}

/** The tables, ready for use. */
export interface Tables {
  /** What a code point is mapped to; `null` if it is not mapped. */
  readonly mappingOf: (codePoint: number) => string | null;
  /** The properties of a code point, see `properties.ts`. A mapped one has none. */
  readonly propertiesOf: (codePoint: number) => number;
}

/** What the tables say about a code point. */
interface CodePoint {
  readonly mapping: string | null;
  readonly properties: number;
}

/** How many code points are remembered. The hosts of a text share most of theirs. */
const REMEMBERED = 1024;

/**
 * What a runtime makes of a character: its lower case in Normalization Form KC.
 *
 * @param character - one code point
 */
export function foldByRuntime(character: string): string {
  return character.normalize('NFKC').toLowerCase().normalize('NFKC');
}

/**
 * Unpacks all tables. It takes a few milliseconds, once.
 *
 * @param fold - {@link foldByRuntime}, or what another runtime does
 */
export function unpack(packed: PackedTables, fold: typeof foldByRuntime = foldByRuntime): Tables {
  const packedPropertiesOf = unpackProperties(packed);
  const mappings = unpackMappings(packed.mappings);
  const isValid = (codePoint: number): boolean => (packedPropertiesOf(codePoint) & VALID) !== 0;

  const find = (codePoint: number): CodePoint => {
    const properties = packedPropertiesOf(codePoint);
    const listed = mappings.get(codePoint);
    if (listed === undefined && (properties & VALID) === 0) return { mapping: null, properties };
    const character = String.fromCodePoint(codePoint);
    const mapping = listed ?? fold(character);
    // A newer runtime may know a lower case that is not a character of this version.
    const isKnown = mapping !== character && Array.from(mapping).every((part) => isValid(part.codePointAt(0) ?? 0));
    // The packed properties of a mapped code point are those of its neighbour.
    return isKnown ? { mapping, properties: 0 } : { mapping: null, properties };
  };

  const found = new Map<number, CodePoint>();
  const codePointOf = (codePoint: number): CodePoint => {
    const known = found.get(codePoint);
    if (known !== undefined) return known;
    if (found.size === REMEMBERED) found.clear();
    const added = find(codePoint);
    found.set(codePoint, added);
    return added;
  };
  return {
    mappingOf: (codePoint) => codePointOf(codePoint).mapping,
    propertiesOf: (codePoint) => codePointOf(codePoint).properties,
  };
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

function unpackMappings(packed: string): ReadonlyMap<number, string> {
  const mappings = new Map<number, string>();
  const numbers = unpackNumbers(packed);
  let codePoint = 0;
  for (let index = 0; index < numbers.length; ) {
    const next = (): number => numbers[index++] ?? 0;
    codePoint += next();
    const runLength = next();
    const parts = Array.from({ length: next() }, () => codePoint + unzigzag(next()));
    for (let offset = 0; offset < runLength; offset++) {
      mappings.set(codePoint, String.fromCodePoint(...parts.map((part) => part + offset)));
      codePoint += 1;
    }
  }
  return mappings;
}

/**
 * UTS 46 with the parameters of the URL Standard's domain to ASCII and domain to Unicode (§3.3): nontransitional,
 * CheckBidi and CheckJoiners; without CheckHyphens, UseSTD3ASCIIRules and VerifyDnsLength. All data is of one version
 * of Unicode, but for what the runtime does: Normalization Form C, and most mappings (`unpack.ts`). So the result is
 * the same in every runtime that knows the marks of that version.
 */
import type { Idna, IdnaToAscii } from '../uri/idna.ts';
import { decodePunycode, encodePunycode } from './punycode.ts';
import { tables as packed } from './tables.ts';
import {
  ARABIC_NUMBER,
  EUROPEAN_NUMBER,
  type IdnaTables,
  IGNORED,
  JOINS_NEXT,
  JOINS_PREVIOUS,
  LEFT_TO_RIGHT,
  MARK,
  NEUTRAL,
  NONSPACING_MARK,
  RIGHT_TO_LEFT,
  TRANSPARENT,
  unpack,
  VALID,
  VIRAMA,
} from './unpack.ts';

const ACE_PREFIX = 'xn--';

const ASCII = /^[\0-\x7f]*$/;

let unpacked: IdnaTables | null = null;

/** The tables, which are unpacked for the first host that needs them. */
function tables(): IdnaTables {
  unpacked ??= unpack(packed);
  return unpacked;
}

function toAscii(domain: string): string | null {
  const labels = labelsOf(domain);
  if (labels === null) return null;
  const encoded: string[] = [];
  for (const label of labels) {
    const ascii = ASCII.test(label) ? label : encodePunycode(label);
    if (ascii === null) return null;
    encoded.push(ascii === label ? label : ACE_PREFIX + ascii);
  }
  return encoded.join('.') || null;
}

/** What a program with canonical forms alone needs: nothing leads back to Unicode. */
export const idnaToAscii: IdnaToAscii = { available: true, toAscii };

/**
 * International domain names, for {@link createWaypost}.
 *
 * @example
 * ```ts
 * idna.toAscii('Bücher.example'); // 'xn--bcher-kva.example'
 * idna.toUnicode('xn--bcher-kva.example'); // 'bücher.example'
 * idna.toAscii('\u0301a.example'); // null
 * idna.toUnicode('xn--a.xn--bcher-kva.example'); // 'xn--a.bücher.example'
 * ```
 */
export const idna: Idna = {
  available: true,
  toAscii,
  toUnicode: (domain) => labelsOf(domain)?.join('.') ?? (ASCII.test(domain) ? readable(domain.toLowerCase()) : null),
};

/**
 * An ASCII domain with those of its A-labels decoded that are valid. If decoding made a Bidi domain name whose labels
 * would not be read in their order, all stay in ASCII.
 */
function readable(domain: string): string {
  const labels = domain.split('.').map((label) => (label.startsWith(ACE_PREFIX) && labelsOf(label)?.[0]) || label);
  const known = labels.map((label) => readLabel(label, tables()));
  const isReadable = !known.some(hasRightToLeft) || known.every(({ properties }) => followsBidiRule(properties));
  return isReadable ? labels.join('.') : domain;
}

/** The valid labels of a domain in Unicode (UTS 46 §4, "Processing"); `null` if one is not valid. */
function labelsOf(domain: string): string[] | null {
  const mapped = map(domain, tables());
  if (mapped === null) return null;
  const labels: string[] = [];
  for (const label of mapped.normalize('NFC').split('.')) {
    const decoded = label.startsWith(ACE_PREFIX) ? decodeLabel(label.slice(ACE_PREFIX.length), tables()) : label;
    if (decoded === null) return null;
    labels.push(decoded);
  }
  const known = labels.map((label) => readLabel(label, tables()));
  const isBidi = known.some(hasRightToLeft);
  return known.every((label) => isValidLabel(label, isBidi)) ? labels : null;
}

/** Step 1, "Map". A code point that is not allowed ends it: no normalization removes it, so step 4 would fail. */
function map(domain: string, { mappingOf, propertiesOf }: IdnaTables): string | null {
  let mapped = '';
  for (const character of domain) {
    const codePoint = character.codePointAt(0) ?? 0;
    const mapping = mappingOf(codePoint);
    if (mapping !== null) {
      mapped += mapping;
      continue;
    }
    const properties = propertiesOf(codePoint);
    if ((properties & VALID) !== 0) mapped += character;
    else if ((properties & IGNORED) === 0) return null;
  }
  return mapped;
}

/** Step 4, "Convert/Validate", of a label behind `xn--`; `null` if that is an error. */
function decodeLabel(encoded: string, own: IdnaTables): string | null {
  if (!ASCII.test(encoded)) return null;
  const label = decodePunycode(encoded);
  if (label === null || ASCII.test(label)) return null;
  const isValid = readLabel(label, own).properties.every((properties) => (properties & VALID) !== 0);
  return isValid && label.normalize('NFC') === label ? label : null;
}

const ZERO_WIDTH_NON_JOINER = 0x200c;
const ZERO_WIDTH_JOINER = 0x200d;

/** A label in Unicode with the properties of its code points. */
interface Label {
  readonly text: string;
  readonly codePoints: readonly number[];
  readonly properties: readonly number[];
}

/** Looks up the properties of a label's code points. */
function readLabel(text: string, tables: IdnaTables): Label {
  const codePoints = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  return { text, codePoints, properties: codePoints.map(tables.propertiesOf) };
}

/** Whether a label makes its domain a Bidi domain name (RFC 5893 §1.4). */
function hasRightToLeft({ properties }: Label): boolean {
  return properties.some((own) => (own & (RIGHT_TO_LEFT | ARABIC_NUMBER)) !== 0);
}

/**
 * Whether a label in Normalization Form C is valid (UTS 46 §4.1, 4 to 9). An empty label is. `inBidiDomain` says
 * whether a label of the domain is written from right to left.
 */
function isValidLabel(label: Label, inBidiDomain: boolean): boolean {
  const { text, properties } = label;
  return (
    !text.startsWith('xn--') &&
    properties.every((own) => (own & VALID) !== 0) &&
    ((properties[0] ?? 0) & MARK) === 0 &&
    haveJoinersContext(label) &&
    (!inBidiDomain || followsBidiRule(properties))
  );
}

/**
 * CONTEXTJ: a joiner stands after a virama, or a non-joiner between letters that it keeps apart (RFC 5892 A.1, A.2).
 */
function haveJoinersContext({ codePoints, properties }: Label): boolean {
  return codePoints.every((codePoint, index) => {
    if (codePoint !== ZERO_WIDTH_NON_JOINER && codePoint !== ZERO_WIDTH_JOINER) return true;
    if (((properties[index - 1] ?? 0) & VIRAMA) !== 0) return true;
    return (
      codePoint === ZERO_WIDTH_NON_JOINER &&
      (nextLetter(properties, index, -1) & JOINS_NEXT) !== 0 &&
      (nextLetter(properties, index, 1) & JOINS_PREVIOUS) !== 0
    );
  });
}

/** The properties of the next code point in one direction that is not transparent; 0 if there is none. */
function nextLetter(properties: readonly number[], from: number, step: 1 | -1): number {
  let index = from + step;
  while (((properties[index] ?? 0) & TRANSPARENT) !== 0) index += step;
  return properties[index] ?? 0;
}

/** The Bidi rule (RFC 5893 §2). An empty label follows it. The numbers are those of its conditions. */
function followsBidiRule(properties: readonly number[]): boolean {
  if (properties.length === 0) return true;
  const first = properties[0] ?? 0;
  const last = properties.findLast((own) => (own & NONSPACING_MARK) === 0) ?? 0;
  const consistsOf = (allowed: number): boolean => properties.every((own) => (own & allowed) !== 0);
  const has = (property: number): boolean => properties.some((own) => (own & property) !== 0);
  // 1
  if ((first & RIGHT_TO_LEFT) !== 0) {
    return (
      consistsOf(RIGHT_TO_LEFT | ARABIC_NUMBER | EUROPEAN_NUMBER | NEUTRAL | NONSPACING_MARK) && // 2
      (last & (RIGHT_TO_LEFT | EUROPEAN_NUMBER | ARABIC_NUMBER)) !== 0 && // 3
      !(has(EUROPEAN_NUMBER) && has(ARABIC_NUMBER)) // 4
    );
  }
  return (
    (first & LEFT_TO_RIGHT) !== 0 && // 1
    consistsOf(LEFT_TO_RIGHT | EUROPEAN_NUMBER | NEUTRAL | NONSPACING_MARK) && // 5
    (last & (LEFT_TO_RIGHT | EUROPEAN_NUMBER)) !== 0 // 6
  );
}

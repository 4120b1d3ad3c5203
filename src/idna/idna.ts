/**
 * UTS 46 with the parameters of the URL Standard's domain to ASCII and domain to Unicode (§3.3): nontransitional,
 * CheckBidi and CheckJoiners; without CheckHyphens, UseSTD3ASCIIRules and VerifyDnsLength. All data is of one version
 * of Unicode, but for what the runtime does: Normalization Form C, and most mappings (`unpack.ts`). So the result is
 * the same in every runtime that knows the marks of that version.
 */
import type { Idna } from '../uri/idna.ts';
import { hasRightToLeft, isValidLabel, labelOf } from './label.ts';
import { decodePunycode, encodePunycode } from './punycode.ts';
import { tables as packed } from './tables.ts';
import { IGNORED, type Tables, unpack, VALID } from './unpack.ts';

const ACE_PREFIX = 'xn--';

const ASCII = /^[\0-\x7f]*$/;

let unpacked: Tables | null = null;

/** The tables, which are unpacked for the first host that needs them. */
function tables(): Tables {
  unpacked ??= unpack(packed);
  return unpacked;
}

/**
 * International domain names, for {@link createWaypost}.
 *
 * @example
 * ```ts
 * idna.toAscii('Bücher.example'); // 'xn--bcher-kva.example'
 * idna.toUnicode('xn--bcher-kva.example'); // 'bücher.example'
 * idna.toAscii('xn--a.example'); // null
 * ```
 */
export const idna: Idna = {
  available: true,

  toAscii(domain) {
    const labels = labelsOf(domain);
    if (labels === null) return null;
    const encoded: string[] = [];
    for (const label of labels) {
      const ascii = ASCII.test(label) ? label : encodePunycode(label);
      if (ascii === null) return null;
      encoded.push(ascii === label ? label : ACE_PREFIX + ascii);
    }
    return encoded.join('.') || null;
  },

  toUnicode(domain) {
    return labelsOf(domain)?.join('.') ?? null;
  },
};

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
  const known = labels.map((label) => labelOf(label, tables()));
  const isBidi = known.some(hasRightToLeft);
  return known.every((label) => isValidLabel(label, isBidi)) ? labels : null;
}

/**
 * Step 1, "Map". A code point that is not allowed ends it: the error that step 4 would record is certain, because no
 * normalization removes the code point.
 */
function map(domain: string, { mappingOf, propertiesOf }: Tables): string | null {
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
function decodeLabel(encoded: string, own: Tables): string | null {
  if (!ASCII.test(encoded)) return null;
  const label = decodePunycode(encoded);
  if (label === null || ASCII.test(label)) return null;
  const isValid = labelOf(label, own).properties.every((properties) => (properties & VALID) !== 0);
  return isValid && label.normalize('NFC') === label ? label : null;
}

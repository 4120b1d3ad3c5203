/**
 * The tables of the octet pass, one for each component, made from the policies by which `canonicalize` rewrites the
 * same component. So there is one list of characters for both.
 */

import { type HostKind, readHost } from '../uri/host.ts';
import { withoutIdna } from '../uri/idna.ts';
import { DOT, EXCLUDED, type Excluded, MARK, type Policy, REREAD, STOP } from '../uri/percent.ts';

/** What the octet pass does with a raw octet, besides the actions of the policies. */
export const LEAVE = 16; //  leaves the line to `canonicalize`
export const UTF8 = 17; //   begins a character outside of ASCII, which is escaped

/** What it does with an escape. */
export const KEEP = 0; //    writes it in upper case
export const DECODE = 1; //  writes the character
export const DECODE_DOT = 2; // writes the dot, unless a dot segment begins here

/** The octet after each line. */
export type LineEnd = '\n' | '\0';

/** What happens to each octet of one component. */
export interface Component {
  /** By raw octet: `PLAIN`, `ENCODE`, `PERCENT`, `STOP`, `DOT`, `MARK`, `LEAVE` or `UTF8`. */
  readonly raw: Uint8Array;
  /** By escaped octet: `KEEP`, `DECODE`, `DECODE_DOT` or `LEAVE`. */
  readonly escapes: Uint8Array;
}

/**
 * Makes the table of a component.
 *
 * @param policy - what `canonicalize` does with each character
 * @param lineEnd - the octet that ends a line
 * @param options.excluded - octets that the line must not have here, raw or escaped
 * @param options.without - characters that it must not have raw
 * @param options.marks - whether marked characters are left to the caller, as `MARK`
 * @param options.stop - characters that end the component, besides those of the policy
 */
export function componentOf(
  { raw: actions, decoded }: Policy,
  lineEnd: LineEnd,
  options: { excluded?: Excluded; without?: string; marks?: boolean; stop?: string } = {},
): Component {
  const { excluded = 'none', without = '', marks = false, stop = '' } = options;
  const isExcluded = EXCLUDED[excluded];
  const raw = new Uint8Array(256).fill(LEAVE);
  const escapes = new Uint8Array(256);
  for (let octet = 0; octet < 256; octet++) {
    // Controls at the end of a line are not part of the URL, and in it they are rare.
    const isControl = octet < 0x20 || octet === 0x7f;
    if (octet > 0x7f && !isExcluded(octet)) raw[octet] = UTF8;
    else if (!isControl && !isExcluded(octet)) raw[octet] = octetAction(actions[octet], marks);
    if (isExcluded(octet)) escapes[octet] = LEAVE;
    else if (decoded[octet] === 1) escapes[octet] = actions[octet] === DOT ? DECODE_DOT : DECODE;
  }
  for (const character of without) raw[character.charCodeAt(0)] = LEAVE;
  for (const character of stop) raw[character.charCodeAt(0)] = STOP;
  // A CR ends the component too; whether it ends the line, the octet after it says.
  for (const end of lineEnd === '\n' ? '\r\n' : lineEnd) raw[end.charCodeAt(0)] = STOP;
  return { raw, escapes };
}

function octetAction(action = LEAVE, marks: boolean): number {
  return action === REREAD || (action === MARK && !marks) ? LEAVE : action;
}

/**
 * For each octet that may stand anywhere in a host, the octet that the host parser writes for it; 0 for the others. The
 * parser itself is asked, so this table knows nothing of its own about hosts.
 */
export function hostOctets(kind: HostKind): Uint8Array {
  const made = hosts.get(kind);
  if (made !== undefined) return made;
  const octets = Uint8Array.from({ length: 256 }, (_, octet) => {
    if (octet <= 0x20 || octet >= 0x7f) return 0;
    const read = readHost(`a${String.fromCharCode(octet)}a`, kind, withoutIdna);
    return 'error' in read || read.host.length !== 3 ? 0 : read.host.charCodeAt(1);
  });
  hosts.set(kind, octets);
  return octets;
}

const hosts = new Map<HostKind, Uint8Array>();

/** The letter, digit or sign of a scheme in lower case; 0 for every other octet. */
export const SCHEME_OCTETS: Uint8Array = Uint8Array.from({ length: 256 }, (_, octet) => {
  const character = String.fromCharCode(octet);
  return /[a-z0-9+.-]/i.test(character) && octet < 0x80 ? character.toLowerCase().charCodeAt(0) : 0;
});

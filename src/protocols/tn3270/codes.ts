/**
 * The codes of the 3270 data stream (IBM GA23-0059, chapters 3 to 5).
 *
 * Buffer addresses (GA23-0059, "Addressing"): row × columns + column, in two octets.
 *
 * ```
 *   bits   01 or 11        00                 (no flags)
 *          12-bit code     14-bit binary      16-bit binary, where the host has asked for it
 *          xx aaaaaa  xx bbbbbb    00 aaaaaa  bbbbbbbb    aaaaaaaa  bbbbbbbb
 * ```
 */

/** Commands as channels of SNA send them. {@link localCommands} has the other codes of the same commands. */
export const COMMAND = {
  write: 0xf1,
  eraseWrite: 0xf5,
  eraseWriteAlternate: 0x7e,
  eraseAllUnprotected: 0x6f,
  writeStructuredField: 0xf3,
  readBuffer: 0xf2,
  readModified: 0xf6,
  readModifiedAll: 0x6e,
} as const;

export type DataStreamCommand = keyof typeof COMMAND;

/** A command of local channels that does nothing. */
export const NO_OPERATION = 0x03;

/** Commands as local channels send them. */
const localCommands: Readonly<Record<DataStreamCommand, number>> = {
  write: 0x01,
  eraseWrite: 0x05,
  eraseWriteAlternate: 0x0d,
  eraseAllUnprotected: 0x0f,
  writeStructuredField: 0x11,
  readBuffer: 0x02,
  readModified: 0x06,
  readModifiedAll: 0x0e,
};

/** The rows of a table of codes, for a map from the codes to their names. */
export function* byCode<Codes extends Readonly<Record<string, number>>>(
  codes: Codes,
): Generator<readonly [code: number, name: Extract<keyof Codes, string>], void> {
  for (const name in codes) yield [codes[name] ?? Number.NaN, name];
}

/** The commands by their codes of both kinds. */
export const commands: ReadonlyMap<number, DataStreamCommand> = new Map([...byCode(COMMAND), ...byCode(localCommands)]);

/** Bits of the write control character. */
export const WCC = { reset: 0x40, alarm: 0x04, restoreKeyboard: 0x02, resetModified: 0x01 } as const;

export const ORDER = {
  programTab: 0x05,
  graphicEscape: 0x08,
  setBufferAddress: 0x11,
  eraseUnprotectedToAddress: 0x12,
  insertCursor: 0x13,
  startField: 0x1d,
  setAttribute: 0x28,
  startFieldExtended: 0x29,
  modifyField: 0x2c,
  repeatToAddress: 0x3c,
} as const;

/** Characters below X'40' that a screen stores. They look like a blank, except DUP and FM. */
export const CONTROL = {
  nul: 0x00,
  formFeed: 0x0c,
  carriageReturn: 0x0d,
  shiftOut: 0x0e,
  shiftIn: 0x0f,
  newLine: 0x15,
  endOfMedium: 0x19,
  duplicate: 0x1c,
  fieldMark: 0x1e,
  substitute: 0x3f,
  eightOnes: 0xff,
} as const;

/** Bits of a field attribute. */
export const FIELD = {
  protected: 0x20,
  numeric: 0x10,
  /** Both bits of the display: no bit is normal, 8 is intensified, both are hidden. */
  display: 0x0c,
  intensified: 0x08,
  hidden: 0x0c,
  modified: 0x01,
  /** All bits that mean something; the two others only make the octet a character. */
  mask: 0x3f,
} as const;

/** Types of extended attributes. */
export const ATTRIBUTE = {
  all: 0x00,
  highlighting: 0x41,
  color: 0x42,
  characterSet: 0x43,
  background: 0x45,
  field: 0xc0,
} as const;

/** The character sets of the attribute X'43', other than the base set 0. */
export const CHARACTER_SET = { graphic: 0xf1, doubleByte: 0xf8 } as const;

/** The attention identifiers that no key has. */
export const AID = { none: 0x60, readPartition: 0x61, structuredField: 0x88 } as const;

/** The keys that send, and their attention identifiers. */
export const AID_KEYS = {
  enter: 0x7d,
  clear: 0x6d,
  pa1: 0x6c,
  pa2: 0x6e,
  pa3: 0x6b,
  pf1: 0xf1,
  pf2: 0xf2,
  pf3: 0xf3,
  pf4: 0xf4,
  pf5: 0xf5,
  pf6: 0xf6,
  pf7: 0xf7,
  pf8: 0xf8,
  pf9: 0xf9,
  pf10: 0x7a,
  pf11: 0x7b,
  pf12: 0x7c,
  pf13: 0xc1,
  pf14: 0xc2,
  pf15: 0xc3,
  pf16: 0xc4,
  pf17: 0xc5,
  pf18: 0xc6,
  pf19: 0xc7,
  pf20: 0xc8,
  pf21: 0xc9,
  pf22: 0x4a,
  pf23: 0x4b,
  pf24: 0x4c,
} as const;

export type AidKey = keyof typeof AID_KEYS;

/** The keys of a short read: they send no fields. */
export const SHORT_READ_AIDS: ReadonlySet<number> = new Set([AID_KEYS.clear, AID_KEYS.pa1, AID_KEYS.pa2, AID_KEYS.pa3]);

/** Each is 0 by default; the default of a character is the value of its field. */
export interface CharacterAttributes {
  readonly highlighting: number;
  readonly color: number;
  readonly background: number;
  readonly characterSet: number;
}

/** The type and the value of an attribute. */
export type AttributePair = readonly [type: number, value: number];

export const DEFAULT_ATTRIBUTES: CharacterAttributes = { highlighting: 0, color: 0, background: 0, characterSet: 0 };

const names: ReadonlyMap<number, keyof CharacterAttributes> = new Map([
  [ATTRIBUTE.highlighting, 'highlighting'],
  [ATTRIBUTE.color, 'color'],
  [ATTRIBUTE.characterSet, 'characterSet'],
  [ATTRIBUTE.background, 'background'],
]);

/** The attributes with other values. Types that the screen does not show, such as outlining, change nothing. */
export function withPairs(attributes: CharacterAttributes, pairs: readonly AttributePair[]): CharacterAttributes {
  let result = attributes;
  for (const [type, value] of pairs) {
    if (type === ATTRIBUTE.all) result = DEFAULT_ATTRIBUTES;
    const name = names.get(type);
    if (name !== undefined) result = { ...result, [name]: value };
  }
  return result;
}

/** The pairs by which attributes differ from others, in the order of their types. */
export function differingPairs(attributes: CharacterAttributes, others: CharacterAttributes): AttributePair[] {
  return [...names].flatMap(([type, name]) =>
    attributes[name] === others[name] ? [] : [[type, attributes[name]] as const],
  );
}

/** The field attribute among pairs; `null` if there is none. */
export function fieldAttributeOf(pairs: readonly AttributePair[]): number | null {
  return pairs.findLast(([type]) => type === ATTRIBUTE.field)?.[1] ?? null;
}

/** Whether pairs select the double-byte character set, which the screen does not have. */
export function hasDoubleByte(pairs: readonly AttributePair[]): boolean {
  return pairs.some(([type, value]) => type === ATTRIBUTE.characterSet && value === CHARACTER_SET.doubleByte);
}

/** How a host and the terminal write addresses: 16-bit only in a partition that the host has created so. */
export type Addressing = '12-14-bit' | '16-bit';

const SIX_BITS = 0x3f;
const FLAGS = 0xc0;
/** A screen of more cells needs 14-bit addresses. */
const LARGEST_12_BIT_SCREEN = 0x1000;

/**
 * The octet that stands for six bits: a graphic character of EBCDIC, so that lines of old could carry it.
 * `graphicOctet(0)` is `0x40`, and `graphicOctet(63)` is `0x7f`. `bits` are 0 to 63.
 */
export function graphicOctet(bits: number): number {
  // Letters and digits are where EBCDIC has them; `/` (0x21) is the one sign among them.
  const column = bits & 0x0f;
  const letterOrDigit = (column >= 1 && column <= 9 && bits !== 0x21) || bits === 0x30;
  return bits | (letterOrDigit ? FLAGS : 0x40);
}

/** The address in two octets. `decodeAddress(0xc1, 0x50, '12-14-bit')` is `80`. */
export function decodeAddress(high: number, low: number, addressing: Addressing): number {
  if (addressing === '16-bit') return (high << 8) | low;
  if ((high & FLAGS) === 0) return (high << 8) | low;
  return ((high & SIX_BITS) << 6) | (low & SIX_BITS);
}

/** The two octets of an address. `size` is the number of cells of the screen. */
export function encodeAddress(address: number, size: number, addressing: Addressing): readonly [number, number] {
  if (addressing === '12-14-bit' && size <= LARGEST_12_BIT_SCREEN)
    return [graphicOctet(address >> 6), graphicOctet(address & SIX_BITS)];
  return [address >> 8, address & 0xff];
}

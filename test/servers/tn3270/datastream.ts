/**
 * Writes 3270 data streams for the test server (IBM GA23-0059): orders, text in code page 037, and the fields that a
 * terminal sends back. Its tables are its own, so that a mistake in those of the gateway cannot hide.
 */

const ranges: readonly (readonly [first: string, code: number, count: number])[] = [
  ['a', 0x81, 9],
  ['j', 0x91, 9],
  ['s', 0xa2, 8],
  ['A', 0xc1, 9],
  ['J', 0xd1, 9],
  ['S', 0xe2, 8],
  ['0', 0xf0, 10],
];

const marks: Readonly<Record<string, number>> = {
  ...{ ' ': 0x40, '.': 0x4b, '<': 0x4c, '(': 0x4d, '+': 0x4e, '!': 0x5a, '*': 0x5c, ')': 0x5d, ';': 0x5e },
  ...{ '-': 0x60, '/': 0x61, ',': 0x6b, '%': 0x6c, _: 0x6d, '>': 0x6e, '?': 0x6f, ':': 0x7a, '#': 0x7b },
  ...{ '@': 0x7c, "'": 0x7d, '=': 0x7e, '"': 0x7f },
};

const codes = new Map<string, number>([
  ...Object.entries(marks),
  ...ranges.flatMap(([first, code, count]) =>
    Array.from({ length: count }, (_, index): [string, number] => [
      String.fromCharCode(first.charCodeAt(0) + index),
      code + index,
    ]),
  ),
]);
const characters = new Map([...codes].map(([character, code]) => [code, character]));

/** Text in code page 037. */
export function ebcdic(text: string): number[] {
  return Array.from(text, (character) => codes.get(character) ?? 0x6f);
}

/** The text of octets in code page 037. */
export function textOf(octets: Uint8Array): string {
  return Array.from(octets, (octet) => characters.get(octet) ?? '').join('');
}

/** The six bits of an address as a character (GA23-0059, figure 3-2). */
const ADDRESS_CODES = [0x40, ...Array.from({ length: 9 }, (_, index) => 0xc1 + index)].concat(
  ...[0x4a, 0x4b, 0x4c, 0x4d, 0x4e, 0x4f, 0x50],
  ...Array.from({ length: 9 }, (_, index) => 0xd1 + index),
  ...[0x5a, 0x5b, 0x5c, 0x5d, 0x5e, 0x5f, 0x60, 0x61],
  ...Array.from({ length: 8 }, (_, index) => 0xe2 + index),
  ...[0x6a, 0x6b, 0x6c, 0x6d, 0x6e, 0x6f],
  ...Array.from({ length: 10 }, (_, index) => 0xf0 + index),
  ...[0x7a, 0x7b, 0x7c, 0x7d, 0x7e, 0x7f],
);

const COLUMNS = 80;

/** Set Buffer Address, of a row and a column that begin with 1. */
export function at(row: number, column: number): number[] {
  const address = (row - 1) * COLUMNS + column - 1;
  return [0x11, ADDRESS_CODES[address >> 6] ?? 0, ADDRESS_CODES[address & 63] ?? 0];
}

/** Field attributes (GA23-0059, figure 4-1). */
export const FIELD = {
  label: 0xf0,
  bright: 0xf8,
  input: 0x40,
  brightInput: 0xc8,
  numeric: 0x50,
  hidden: 0x4c,
} as const;

/** Start Field, then text. */
export function field(attribute: number, text = ''): number[] {
  return [0x1d, attribute, ...ebcdic(text)];
}

/** Start Field Extended: an attribute, and pairs of a type and a value. */
export function extendedField(
  attribute: number,
  pairs: readonly (readonly [number, number])[],
  text: string,
): number[] {
  return [0x29, pairs.length + 1, 0xc0, attribute, ...pairs.flat(), ...ebcdic(text)];
}

/** A field that a terminal sent: the address of its first character, and its text. */
export interface SentField {
  readonly address: number;
  readonly text: string;
}

/** What a terminal sent: its attention identifier, its cursor, and its modified fields. */
export function readInput(record: Uint8Array): { readonly aid: number; readonly fields: readonly SentField[] } {
  const fields: SentField[] = [];
  const parts: number[][] = [];
  for (const octet of record.subarray(3)) {
    if (octet === 0x11) parts.push([]);
    else parts.at(-1)?.push(octet);
  }
  for (const [high = 0, low = 0, ...text] of parts) {
    const address = ADDRESS_CODES.indexOf(high) * 64 + ADDRESS_CODES.indexOf(low);
    fields.push({ address, text: textOf(Uint8Array.from(text)) });
  }
  return { aid: record[0] ?? 0, fields };
}

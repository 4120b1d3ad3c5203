/** The replies to Read Partition (Query): what this terminal can do (GA23-0059, chapter 6). */
import type { CodePage } from './code-pages.ts';
import { AID, CHARACTER_SET } from './codes.ts';
import type { Size } from './screen.ts';

export interface Capabilities {
  readonly sizes: { readonly default: Size; readonly alternate: Size };
  readonly page: CodePage;
}

const QUERY_REPLY = 0x81;

const QCODE = {
  summary: 0x80,
  usableArea: 0x81,
  characterSets: 0x85,
  color: 0x86,
  highlighting: 0x87,
  replyModes: 0x88,
  implicitPartition: 0xa6,
  null: 0xff,
} as const;

const u16 = (value: number): readonly number[] => [(value >> 8) & 0xff, value & 0xff];

/** A character is 9 × 16 points, and a point a quarter of a millimetre: hosts use this for graphics only. */
const CELL_WIDTH = 9;
const CELL_HEIGHT = 16;
const POINTS_PER_MILLIMETRE = [1, 4] as const;
const MILLIMETRES = 0x01;
/** 12-bit and 14-bit addresses. */
const ADDRESSING = 0x01;

function usableArea({ sizes: { alternate } }: Capabilities): number[] {
  const point = [...u16(POINTS_PER_MILLIMETRE[0]), ...u16(POINTS_PER_MILLIMETRE[1])];
  const size = [...u16(alternate.columns), ...u16(alternate.rows)];
  const cells = alternate.columns * alternate.rows;
  return [ADDRESSING, 0, ...size, MILLIMETRES, ...point, ...point, CELL_WIDTH, CELL_HEIGHT, ...u16(cells)];
}

/** Graphic escape is supported, and character sets are named by CGCSGIDs. */
const CHARACTER_SET_FLAGS = 0x82;
const DESCRIPTOR_LENGTH = 7;
/** Coded graphic character sets: character set and code page. */
const LATIN_1 = 697;
const APL = [963, 310] as const;
/** The set cannot be loaded by the host. */
const READ_ONLY = 0x10;

function characterSets({ page }: Capabilities): number[] {
  const base = [0, READ_ONLY, 0, ...u16(LATIN_1), ...u16(page)];
  const graphic = [1, 0, CHARACTER_SET.graphic, ...u16(APL[0]), ...u16(APL[1])];
  return [CHARACTER_SET_FLAGS, 0, CELL_WIDTH, CELL_HEIGHT, 0, 0, 0, 0, DESCRIPTOR_LENGTH, ...base, ...graphic];
}

/** The default colour is green; X'F1' to X'FF' are what they are. */
const GREEN = 0xf4;
const COLORS = Array.from({ length: 15 }, (_, index) => 0xf1 + index);
const color = (): number[] => [0, COLORS.length + 1, 0, GREEN, ...COLORS.flatMap((code) => [code, code])];

/** Normal, blink, reverse, underscore, intensify. */
const HIGHLIGHTS = [0xf1, 0xf2, 0xf4, 0xf8];
const highlighting = (): number[] => [HIGHLIGHTS.length + 1, 0, 0xf0, ...HIGHLIGHTS.flatMap((code) => [code, code])];

const replyModes = (): number[] => [0, 1, 2];

const SIZES_LENGTH = 11;
const SIZES_ID = 1;
function implicitPartition({ sizes }: Capabilities): number[] {
  const both = [sizes.default, sizes.alternate].flatMap(({ columns, rows }) => [...u16(columns), ...u16(rows)]);
  return [0, 0, SIZES_LENGTH, SIZES_ID, 0, ...both];
}

/** Every reply but the summary and the null reply, in the order of its codes. */
const replies: ReadonlyMap<number, (capabilities: Capabilities) => number[]> = new Map([
  [QCODE.usableArea, usableArea],
  [QCODE.characterSets, characterSets],
  [QCODE.color, color],
  [QCODE.highlighting, highlighting],
  [QCODE.replyModes, replyModes],
  [QCODE.implicitPartition, implicitPartition],
]);

const supported: readonly number[] = [QCODE.summary, ...replies.keys()];

/**
 * The reply to a query, as one record.
 *
 * @param asked - the codes that the host asks for; `null` = everything
 */
export function queryReply(asked: readonly number[] | null, capabilities: Capabilities): Uint8Array {
  const codes = supported.filter((code) => asked === null || asked.includes(code));
  const fields = (codes.length === 0 ? [QCODE.null] : codes).flatMap((code) => {
    const content = code === QCODE.summary ? supported : (replies.get(code)?.(capabilities) ?? []);
    const LENGTH_AND_CODES = 4;
    return [...u16(content.length + LENGTH_AND_CODES), QUERY_REPLY, code, ...content];
  });
  return Uint8Array.of(AID.structuredField, ...fields);
}

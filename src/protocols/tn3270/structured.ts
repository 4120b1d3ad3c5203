/**
 * Structured fields that a host sends (GA23-0059, chapter 5), and what the terminal replies to queries (chapter 6).
 *
 * A file transfer in CUT mode (IBM IND$FILE) has no structured fields: the host writes each frame as a screen, which
 * makes no sense to a person.
 */
import { networkOrder } from '../telnet/telnet-decoder.ts';
import type { CodePage } from './code-pages.ts';
import { type Addressing, AID, CHARACTER_SET, commands, type DataStreamCommand, ORDER } from './codes.ts';
import type { DataCheck } from './orders.ts';
import type { ReplyMode, Sizes } from './screen.ts';

export type StructuredField =
  | { readonly kind: 'outbound'; readonly command: DataStreamCommand; readonly data: Uint8Array }
  | { readonly kind: 'erase-reset'; readonly size: 'default' | 'alternate' }
  | { readonly kind: 'set-reply-mode'; readonly mode: ReplyMode; readonly attributes: readonly number[] }
  | { readonly kind: 'create-partition'; readonly addressing: Addressing }
  | { readonly kind: 'read'; readonly command: DataStreamCommand }
  /** `codes`: what the host asks for; `null` = everything. */
  | { readonly kind: 'query'; readonly codes: readonly number[] | null }
  | { readonly kind: 'unsupported'; readonly id: number };

/** The identifiers of structured fields. */
export const STRUCTURED_FIELD = {
  readPartition: 0x01,
  eraseReset: 0x03,
  setReplyMode: 0x09,
  createPartition: 0x0c,
  outbound: 0x40,
  fileTransfer: 0xd0,
} as const;

/** Operations of Read Partition that are not commands. */
const QUERY = 0x02;
const QUERY_LIST = 0x03;
/** Bits of a query list by which the host asks for more than its list. */
const MORE_THAN_LIST = 0xc0;

const ALTERNATE = 0x80;
const ADDRESSING_16_BIT = 0x01;
const MODES: readonly ReplyMode[] = ['field', 'extended-field', 'character'];

/** The partition that exists without Create Partition. Others are not supported. */
const IMPLICIT_PARTITION = 0;

/** The length in two octets, and the identifier. */
const HEADER = 3;

/**
 * Reads the data of Write Structured Field. A field without its octets ends them: the last value is then a data check.
 */
export function* decodeStructuredFields(data: Uint8Array): Generator<StructuredField | DataCheck> {
  for (let at = 0; at < data.length; ) {
    const stated = ((data[at] ?? 0) << 8) | (data[at + 1] ?? 0);
    // A length of 0 means the rest of the record.
    const length = stated === 0 ? data.length - at : stated;
    if (length < HEADER || at + length > data.length) {
      yield { kind: 'data-check', at, reason: 'length' };
      return;
    }
    yield decodeField(data[at + 2] ?? 0, data.subarray(at + HEADER, at + length), at);
    at += length;
  }
}

/** @param content - what follows the identifier */
function decodeField(id: number, content: Uint8Array, at: number): StructuredField | DataCheck {
  const [first, second = 0] = content;
  const check = { kind: 'data-check', at, reason: 'length' } as const;
  if (first === undefined) return check;
  switch (id) {
    case STRUCTURED_FIELD.eraseReset:
      return { kind: 'erase-reset', size: (first & ALTERNATE) === 0 ? 'default' : 'alternate' };
    case STRUCTURED_FIELD.readPartition:
      return readPartition(content) ?? check;
  }
  const implicit = first === IMPLICIT_PARTITION && content.length > 1;
  if (implicit && id === STRUCTURED_FIELD.setReplyMode) {
    const mode = MODES[second];
    return mode === undefined
      ? { kind: 'unsupported', id }
      : { kind: 'set-reply-mode', mode, attributes: [...content.subarray(2)] };
  }
  if (implicit && id === STRUCTURED_FIELD.createPartition)
    return { kind: 'create-partition', addressing: (second & 0x0f) === ADDRESSING_16_BIT ? '16-bit' : '12-14-bit' };
  const command = commands.get(second);
  if (implicit && id === STRUCTURED_FIELD.outbound && command !== undefined)
    return { kind: 'outbound', command, data: content.subarray(2) };
  return { kind: 'unsupported', id };
}

function readPartition(content: Uint8Array): StructuredField | null {
  const [, operation, request] = content;
  if (operation === undefined) return null;
  if (operation === QUERY) return { kind: 'query', codes: null };
  if (operation === QUERY_LIST) {
    if (request === undefined) return null;
    return { kind: 'query', codes: (request & MORE_THAN_LIST) === 0 ? [...content.subarray(3)] : null };
  }
  const command = commands.get(operation);
  return command?.startsWith('read')
    ? { kind: 'read', command }
    : { kind: 'unsupported', id: STRUCTURED_FIELD.readPartition };
}

/** A frame names the last address of a screen of 24 rows, then the first one, where the type of the frame follows. */
const BEGINNING = [ORDER.setBufferAddress, 0x5d, 0x7f, ORDER.setBufferAddress, 0x40, 0x40];

/** Request for data, data, control code, retransmit. */
const TYPES = [0xc1, 0xc2, 0xc3, 0x4c];

/** Whether an Erase/Write is a frame of a file transfer. `orders` begin after the write control character. */
export function isCutFrame(orders: Uint8Array): boolean {
  return BEGINNING.every((octet, at) => octet === orders[at]) && TYPES.includes(orders[BEGINNING.length] ?? 0);
}

interface Capabilities {
  readonly sizes: Sizes;
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

/** A character is 9 × 16 points, and a point a quarter of a millimetre: hosts use this for graphics only. */
const CELL_WIDTH = 9;
const CELL_HEIGHT = 16;
const POINTS_PER_MILLIMETRE = [1, 4] as const;
const MILLIMETRES = 0x01;
/** 12-bit and 14-bit addresses. */
const ADDRESSING = 0x01;

function usableArea({ sizes: { alternate } }: Capabilities): number[] {
  const { columns, rows } = alternate;
  const point = networkOrder(...POINTS_PER_MILLIMETRE);
  const size = networkOrder(columns, rows);
  const cells = networkOrder(columns * rows);
  return [ADDRESSING, 0, ...size, MILLIMETRES, ...point, ...point, CELL_WIDTH, CELL_HEIGHT, ...cells];
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
  const base = [0, READ_ONLY, 0, ...networkOrder(LATIN_1, page === 'bracket' ? 37 : page)];
  const graphic = [1, 0, CHARACTER_SET.graphic, ...networkOrder(...APL)];
  return [CHARACTER_SET_FLAGS, 0, CELL_WIDTH, CELL_HEIGHT, 0, 0, 0, 0, DESCRIPTOR_LENGTH, ...base, ...graphic];
}

/** The default colour is green; X'F1' to X'FF' are what they are. */
const GREEN = 0xf4;
const COLORS = Array.from({ length: 15 }, (_, index) => 0xf1 + index);
const color = (): number[] => [0, COLORS.length + 1, 0, GREEN, ...COLORS.flatMap((code) => [code, code])];

/** Normal, blink, reverse, underscore, intensify. */
const HIGHLIGHTS = [0xf1, 0xf2, 0xf4, 0xf8];
const highlighting = (): number[] => [HIGHLIGHTS.length + 1, 0, 0xf0, ...HIGHLIGHTS.flatMap((code) => [code, code])];

const SIZES_LENGTH = 11;
const SIZES_ID = 1;
function implicitPartition({ sizes }: Capabilities): number[] {
  const both = [sizes.default, sizes.alternate].flatMap(({ columns, rows }) => [columns, rows]);
  return [0, 0, SIZES_LENGTH, SIZES_ID, 0, ...networkOrder(...both)];
}

/** Every reply but the summary and the null reply, in the order of its codes. */
const replies: ReadonlyMap<number, (capabilities: Capabilities) => number[]> = new Map([
  [QCODE.usableArea, usableArea],
  [QCODE.characterSets, characterSets],
  [QCODE.color, color],
  [QCODE.highlighting, highlighting],
  [QCODE.replyModes, () => [0, 1, 2]],
  [QCODE.implicitPartition, implicitPartition],
]);

const supported: readonly number[] = [QCODE.summary, ...replies.keys()];

/** The reply to a query, as one record. `asked` is the codes that the host asks for; `null` = everything. */
export function queryReply(asked: readonly number[] | null, capabilities: Capabilities): Uint8Array {
  const codes = supported.filter((code) => asked === null || asked.includes(code));
  const fields = (codes.length === 0 ? [QCODE.null] : codes).flatMap((code) => {
    const content = code === QCODE.summary ? supported : (replies.get(code)?.(capabilities) ?? []);
    const LENGTH_AND_CODES = 4;
    return [...networkOrder(content.length + LENGTH_AND_CODES), QUERY_REPLY, code, ...content];
  });
  return Uint8Array.of(AID.structuredField, ...fields);
}

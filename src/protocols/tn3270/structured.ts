/** Structured fields that a host sends (GA23-0059, chapter 5), and what the terminal replies to queries (chapter 6). */
import type { Addressing } from './addresses.ts';
import { type Command, commands } from './codes.ts';
import type { DataCheck } from './orders.ts';
import type { ReplyMode } from './screen.ts';

export type StructuredField =
  | { readonly kind: 'outbound'; readonly command: Command; readonly data: Uint8Array }
  | { readonly kind: 'erase-reset'; readonly size: 'default' | 'alternate' }
  | { readonly kind: 'set-reply-mode'; readonly mode: ReplyMode; readonly attributes: readonly number[] }
  | { readonly kind: 'create-partition'; readonly addressing: Addressing }
  | { readonly kind: 'read'; readonly command: Command }
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
 *
 * @example
 * ```ts
 * const [query] = decodeStructuredFields(Uint8Array.of(0, 5, 0x01, 0xff, 0x02));
 * JSON.stringify(query); // '{"kind":"query","codes":null}'
 * ```
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

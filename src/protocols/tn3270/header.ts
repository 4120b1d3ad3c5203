/**
 * Records between the Worker and the page, and in TN3270E between the host and us: a header of five octets (RFC 2355
 * §8.1) and data. On a traditional TN3270 connection the header is added and removed here, so the page knows one form
 * only.
 *
 * ```
 *   data type   request   response   sequence number   data
 *   1 octet     1         1          2
 * ```
 */
import { concatOctets } from '../../octets/octets.ts';
import { byCode } from './codes.ts';

export const HEADER_LENGTH = 5;

/** A longer record is not accepted from a host or a page. The largest screen has 3,564 cells. */
export const RECORD_LIMIT = 65_536;

/** The data types of RFC 2355 §8.1.1 that a display uses, and BID of CONTENTION-RESOLUTION. */
export const DATA_TYPE = { data3270: 0, bind: 3, unbind: 4, nvt: 5, sscpLu: 7, bid: 9 } as const;

type DataType = keyof typeof DATA_TYPE;

/**
 * The flags of a request that a display reads (TN3270E Functional Extensions, CONTENTION-RESOLUTION). With that
 * function, a host says with each record whether the display may send now. `hold` is ours: the host has not said so.
 */
export const REQUEST = { sendData: 0x01, restoreKeyboard: 0x02, hold: 0x80 } as const;

export interface HostRecord {
  readonly type: DataType;
  readonly data: Uint8Array;
}

const types: ReadonlyMap<number, DataType> = new Map(byCode(DATA_TYPE));

/** The data type and the flags of responses (RFC 2355 §8.1.3, §10.4.1). */
const RESPONSE = { type: 2, always: 2, never: 0, positive: 0, negative: 1 } as const;
/** What a response says: the record was carried out, or it was an invalid command or had other errors. */
const SENSE = { 'device-end': 0, 'command-reject': 0, 'operation-check': 2 } as const;

/** Whether octets are a record with data of a type that a display uses. */
export const isData = (octets: Uint8Array): boolean => octets.length >= HEADER_LENGTH && types.has(octets[0] ?? -1);

/** Whether octets are a record: with data, or a response. */
export const isRecord = (octets: Uint8Array): boolean =>
  isData(octets) || (octets.length >= HEADER_LENGTH && octets[0] === RESPONSE.type);

/**
 * The response that a host wants to its record; `null` if it wants none.
 *
 * @param record - of the host, with its header
 * @param sense - how the record was carried out
 * @example
 * ```ts
 * encodeResponse(Uint8Array.of(0, 0, 2, 0, 7, 0xf1, 0xc3), 'device-end'); // Uint8Array.of(2, 0, 0, 0, 7, 0)
 * ```
 */
export function encodeResponse(record: Uint8Array, sense: keyof typeof SENSE): Uint8Array | null {
  const [, , wanted, ...rest] = record.subarray(0, HEADER_LENGTH);
  const isPositive = sense === 'device-end';
  if (isPositive ? wanted !== RESPONSE.always : wanted === RESPONSE.never) return null;
  return Uint8Array.of(RESPONSE.type, 0, isPositive ? RESPONSE.positive : RESPONSE.negative, ...rest, SENSE[sense]);
}

/**
 * A record without its header; `null` if it has no header, or a data type that a display does not use.
 *
 * @example
 * ```ts
 * decodeRecord(Uint8Array.of(7, 0, 0, 0, 1, 0xc1))?.type; // 'sscpLu'
 * ```
 */
export function decodeRecord(octets: Uint8Array): HostRecord | null {
  const type = types.get(octets[0] ?? -1);
  return type === undefined || octets.length < HEADER_LENGTH ? null : { type, data: octets.subarray(HEADER_LENGTH) };
}

/**
 * A record with its header. We ask the host for no responses, so the other fields are 0.
 *
 * @example
 * ```ts
 * encodeRecord({ type: 'nvt', data: octetsOf('a') }); // octetsOf('\x05\0\0\0\0a')
 * ```
 */
export function encodeRecord({ type, data }: HostRecord): Uint8Array {
  return concatOctets([Uint8Array.of(DATA_TYPE[type], 0, 0, 0, 0), data]);
}

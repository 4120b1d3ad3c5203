/** Reads the control messages of a page. */
import * as v from 'valibot';
import { wholeNumber } from '../../http/parameters.ts';
import { CREDIT, KEYS, type PageMessage } from '../../pages/terminal/messages.ts';

/** The largest screen that is taken seriously, in characters. RFC 1073 has 16 bits for each side. */
const LARGEST_SIDE = 1000;
/** The longest name that a login may have, in characters. */
const LONGEST_USER = 256;

const Message = v.variant('type', [
  v.strictObject({ type: v.literal('credit'), octets: wholeNumber(0, CREDIT) }),
  v.strictObject({
    type: v.literal('size'),
    columns: wholeNumber(1, LARGEST_SIDE),
    rows: wholeNumber(1, LARGEST_SIDE),
  }),
  v.strictObject({ type: v.literal('key'), key: v.picklist(KEYS) }),
  v.strictObject({
    type: v.literal('user'),
    user: v.pipe(v.string(), v.maxLength(LONGEST_USER), v.regex(/^[^\0-\x1f\x7f]*$/)),
  }),
]);

/**
 * Checks a control message; `null` if it is not one.
 *
 * @param message - parsed JSON
 * @example
 * ```ts
 * readPageMessage({ type: 'credit', octets: 1024 }); // { type: 'credit', octets: 1024 }
 * readPageMessage({ type: 'credit', octets: -1 }); // null
 * ```
 */
export function readPageMessage(message: unknown): PageMessage | null {
  const read = v.safeParse(Message, message);
  return read.success ? read.output : null;
}

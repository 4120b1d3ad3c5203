/**
 * SAUCE records, which stand behind the texts and pictures of artists: who drew them, how wide they are. A text ends
 * with SUB (0x1A), for which DOS stops; then come the lines of a comment, if there are any, and the record.
 */
import { decodeCharset } from './charset.ts';
import { latin1Of } from './octets.ts';

export interface Sauce {
  /** Empty = the record does not say it, as for all texts here. */
  readonly title: string;
  readonly author: string;
  readonly group: string;
  /** `19960831`. */
  readonly date: string;
  readonly comment: string;
  /** The columns of the screen; `null` = unknown. */
  readonly columns: number | null;
  /** Whether blinking letters are letters on a bright background (iCE colours). */
  readonly brightBackgrounds: boolean;
}

/** In octets. */
const RECORD = 128;
const COMMENT_LINE = 64;
const SUB = 0x1a;
/** What stands at the end of the text of a gopher server. */
const LINE_END = /\r?\n$/;
/** The number of a record for texts, with colours or without: its first value is the number of columns. */
const CHARACTERS = 1;
const WIDEST = 320;
/** The flag of a text that does not blink. */
const NON_BLINK = 1;

/**
 * A text without its SAUCE record.
 *
 * @returns the octets of the text, which are part of `octets`, and what the record says; `null` = there is none
 * @example
 * ```ts
 * splitSauce(new TextEncoder().encode('Tea')).sauce; // null
 * ```
 */
export function splitSauce(octets: Uint8Array): { readonly text: Uint8Array; readonly sauce: Sauce | null } {
  const after = LINE_END.exec(latin1Of(octets.subarray(-2)))?.[0].length ?? 0;
  for (const end of [octets.length, octets.length - after]) {
    const at = end - RECORD;
    if (at >= 0 && latin1Of(octets.subarray(at, at + 7)) === 'SAUCE00') return splitAt(octets, at);
  }
  return { text: octets, sauce: null };
}

function splitAt(octets: Uint8Array, at: number): ReturnType<typeof splitSauce> {
  const record = octets.subarray(at, at + RECORD);
  const field = (from: number, to: number): string => fieldText(record.subarray(from, to));
  const lines = record[104] ?? 0;
  const commentAt = at - lines * COMMENT_LINE - 5;
  const hasComment = lines > 0 && commentAt >= 0 && latin1Of(octets.subarray(commentAt, commentAt + 5)) === 'COMNT';
  const comments = Array.from({ length: hasComment ? lines : 0 }, (_, line) => {
    const from = commentAt + 5 + line * COMMENT_LINE;
    return fieldText(octets.subarray(from, from + COMMENT_LINE));
  });
  const end = hasComment ? commentAt : at;
  const columns = (record[96] ?? 0) + (record[97] ?? 0) * 256;
  const isWidth = record[94] === CHARACTERS && columns > 0 && columns <= WIDEST;
  return {
    text: octets.subarray(0, octets[end - 1] === SUB ? end - 1 : end),
    sauce: {
      ...{ title: field(7, 42), author: field(42, 62), group: field(62, 82), date: field(82, 90) },
      comment: comments.join('\n').trim(),
      columns: isWidth ? columns : null,
      brightBackgrounds: record[94] === CHARACTERS && ((record[105] ?? 0) & NON_BLINK) !== 0,
    },
  };
}

/** A field, which is filled with blanks or with NUL. */
function fieldText(octets: Uint8Array): string {
  return decodeCharset(octets, 'cp437').replace(/[\0\s]+$/, '');
}

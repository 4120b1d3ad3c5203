/** Text of a server on a page. */
import { withoutControls } from '../../../src/octets/ansi.ts';

/** Control characters, and the characters that set the direction of a text (UAX #9 §2.1, §2.2, §2.4). */
const NOT_SHOWN = /[\0-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]/;
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * A text without escape sequences, control characters, and characters that reverse the text around them. Tabs and line
 * feeds stay.
 */
export function displayText(text: string): string {
  // Most texts have none of these, and a test is faster than a replacement.
  return NOT_SHOWN.test(text) ? withoutControls(text).replace(DIRECTIONS, '') : text;
}

/** Text of a server on a page. */
import { withoutControls } from '../../../src/schemes/gopher/ansi.ts';

/** A text without escape sequences, and without characters that reverse the text around them. */
export function displayText(text: string): string {
  return withoutControls(text).replace(/[\u202a-\u202e\u2066-\u2069]/g, '');
}

/** Links as messages show them. */
import { withoutPasswords } from '../src/uri/user-info.ts';
import { showControls } from './terminal.ts';

/**
 * Text with links for one line of a message, without their passwords and with visible control characters.
 * `masked('ftp://me:secret@h/')` is `'ftp://me:***@h/'`.
 */
export function masked(text: string): string {
  return showControls(withoutPasswords(text));
}

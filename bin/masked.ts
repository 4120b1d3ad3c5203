/** Links as messages show them. */
import { showControls } from './terminal.ts';

/**
 * Text with links for one line of a message, without their passwords and with visible control characters.
 * `masked('ftp://me:secret@h/')` is `'ftp://me:***@h/'`.
 */
export function masked(text: string): string {
  return showControls(withoutPasswords(text));
}

/**
 * Text whose links have `***` in the place of their passwords.
 * `withoutPasswords('ftp://me:a@b@h/')` is `'ftp://me:***@h/'`.
 */
export function withoutPasswords(text: string): string {
  // What stands before the last @ of an authority is the login.
  return text.replace(/(:\/\/[^\s/?#:@]*):[^\s/?#]*@/g, '$1:***@');
}

/**
 * The commands of DICT (RFC 2229 §2.2, §2.3, §3). Words and names that no command can contain make none, so that they
 * cannot add a second command or argument.
 */
import { lineOctets } from '../../octets/octets.ts';

/** Tells the name of this software, as all clients should (§3.6). */
export const CLIENT = 'CLIENT Waypost';
export const SHOW_DATABASES = 'SHOW DB';
export const SHOW_STRATEGIES = 'SHOW STRAT';
export const QUIT = 'QUIT';

/**
 * The command for definitions (§3.2); `null` = there is none. `defineCommand('a b', 'wn')` is `'DEFINE wn
 * "a b"'`.
 */
export function defineCommand(word: string, database: string): string | null {
  return commandOf(['DEFINE', database], word);
}

/** The command for words that match (§3.3); `null` = there is none. */
export function matchCommand(word: string, database: string, strategy: string): string | null {
  return commandOf(['MATCH', database, strategy], word);
}

/** Whether a text can be the name of a database or of a strategy (§2.2, `atom`). */
export function isAtom(text: string): boolean {
  return /^[^\0- "'\\\x7f]+$/.test(text);
}

/**
 * A word as an argument: in quotes, or with a backslash before each character that is special. dictd refuses the quotes
 * if a `"` and later a space are between them.
 */
function quotedWord(word: string): string {
  return word.includes('"') ? word.replace(/[ "'\\]/g, '\\$&') : `"${word.replaceAll('\\', '\\\\')}"`;
}

/** The longest command, in octets with its line end (§2.3). */
const LONGEST_COMMAND = 1024;
const CONTROL = /[\0-\x1f\x7f]/;

function commandOf(atoms: readonly string[], word: string): string | null {
  if (word === '' || CONTROL.test(word) || !atoms.every(isAtom)) return null;
  const line = `${atoms.join(' ')} ${quotedWord(word)}`;
  // A character is at least one octet, and a long text is slow to encode.
  return line.length < LONGEST_COMMAND && lineOctets(line).length <= LONGEST_COMMAND ? line : null;
}

/** The fields of a dict path, percent-encoded: `/d:<word>:<database>:<n>` or `/m:<word>:<database>:<strat>:<n>`. */

/** The first database that has the word (RFC 2229 §3.2). */
export const DEFAULT_DATABASE = '!';
/** The strategy that the server chooses (§3.3). */
export const DEFAULT_STRATEGY = '.';

interface DictFields {
  readonly command: 'd' | 'm';
  readonly word: string;
  readonly database: string;
  /** `null` = the command has none. */
  readonly strategy: string | null;
  /** What follows the last colon: a number, but for mistakes. */
  readonly number: string;
}

/** The fields of a path whose command is canonical; `null` = it has none. Absent fields are empty. */
export function fieldsOf(path: string): DictFields | null {
  const [, command, rest = ''] = /^\/([dm])(?::(.*))?$/s.exec(path) ?? [];
  if (command !== 'd' && command !== 'm') return null;
  const [word, afterWord] = splitAtColon(rest);
  const [database, afterDatabase] = splitAtColon(afterWord);
  if (command === 'd') return { command, word, database, strategy: null, number: afterDatabase };
  const [strategy, number] = splitAtColon(afterDatabase);
  return { command, word, database, strategy, number };
}

function splitAtColon(text: string): readonly [before: string, after: string] {
  const colon = text.indexOf(':');
  return colon === -1 ? [text, ''] : [text.slice(0, colon), text.slice(colon + 1)];
}

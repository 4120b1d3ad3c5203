/** Links to words of a dictionary server. */
import { type Canonical, canonicalize } from '../../index.ts';
import { defineCommand, matchCommand } from '../../schemes/dict/commands.ts';
import type { Link } from '../contract.ts';

interface DictWord {
  readonly word: string;
  readonly database: string;
  /** Absent = the link is to the definitions of the word, not to the words that match it. */
  readonly strategy?: string;
}

/** The link of a word on the server of another link; `null` = no command can ask for the word. */
export function linkOfWord({ canonical }: Link<'dict'>, { word, database, strategy }: DictWord): Canonical | null {
  const command = strategy === undefined ? defineCommand(word, database) : matchCommand(word, database, strategy);
  if (command === null) return null;
  const [server = ''] = /^[^:]+:\/\/[^/]*/.exec(canonical) ?? [];
  const fields = strategy === undefined ? ['d', word, database] : ['m', word, database, strategy];
  return canonicalize(`${server}/${fields.map((field) => encodeURIComponent(field.toWellFormed())).join(':')}`);
}

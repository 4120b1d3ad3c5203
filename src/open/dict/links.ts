/** Links to words of a dictionary server. */
import { type Canonical, canonicalize } from '../../index.ts';
import type { Link } from '../contract.ts';

interface Word {
  readonly word: string;
  readonly database: string;
  /** Absent = the link is to the definitions of the word, not to the words that match it. */
  readonly strategy?: string;
}

/** The link of a word on the server of another link. */
export function linkOfWord({ canonical }: Link<'dict'>, { word, database, strategy }: Word): Canonical {
  const [server = ''] = /^[^:]+:\/\/[^/]*/.exec(canonical) ?? [];
  const command = strategy === undefined ? ['d', word, database] : ['m', word, database, strategy];
  return canonicalize(`${server}/${command.map((field) => encodeURIComponent(field.toWellFormed())).join(':')}`);
}

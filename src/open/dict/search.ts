/** The form for a word, which the page of a server has. */
import type { Canonical } from '../../index.ts';
import type { DictName } from '../../protocols/dict/client.ts';
import { ProtocolError } from '../../protocols/protocol-error.ts';
import { DEFAULT_DATABASE } from '../../schemes/dict/fields.ts';
import type { Link } from '../contract.ts';
import type { SearchForm } from '../opened.ts';
import { linkOfWord } from './links.ts';

/** All databases (RFC 2229 §3.2). */
const ALL = '*';

/** The fields of the form. */
export const FIELDS = {
  search: 'The word.',
  database: 'The database to look in, `!` for the first with the word, or `*` for all. Default: `!`.',
  strategy: 'How words match: the answer has these words. Default: it has the definitions of the word.',
} as const;

/** The error of a form with a word that no command can contain. */
export const UNFIT = 'DICT cannot request this word.';

/** The link of the word that a form asks for; `null` if it has none. */
export function submittedSearch(
  link: Link<'dict'>,
  { search = '', database = '', strategy = '' }: Readonly<Record<string, string>>,
): Canonical | null {
  const word = search.trim();
  if (word === '') return null;
  const where = { word, database: database || DEFAULT_DATABASE };
  const found = linkOfWord(link, strategy === '' ? where : { ...where, strategy });
  if (found === null) throw new ProtocolError('invalid-request', UNFIT);
  return found;
}

export function searchFormOf(
  { canonical: url }: Link<'dict'>,
  databases: readonly DictName[],
  strategies: readonly DictName[],
): SearchForm {
  const named = ({ name, description }: DictName) => [name, description === '' ? name : description] as const;
  return {
    url,
    label: 'Word',
    words: '',
    choices: [
      {
        name: 'database',
        label: 'Database',
        value: DEFAULT_DATABASE,
        values: [[DEFAULT_DATABASE, 'The first with the word'], [ALL, 'All'], ...databases.map(named)],
      },
      {
        name: 'strategy',
        label: 'Show',
        value: '',
        values: [['', 'Its definitions'], ...strategies.map((one) => [one.name, `Words: ${named(one)[1]}`] as const)],
      },
    ],
  };
}

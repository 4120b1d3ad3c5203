/** The form for a word, which the page of a server has. */
import type { Canonical } from '../../index.ts';
import type { DictName } from '../../protocols/dict/client.ts';
import type { Link } from '../contract.ts';
import type { SearchForm } from '../opened.ts';
import { linkOfWord } from './links.ts';

/** The first database that has the word, and all of them (RFC 2229 §3.2). */
const [FIRST, ALL] = ['!', '*'];

/** The link of the word that a form asks for; `null` if it has none. */
export function submittedSearch(
  link: Link<'dict'>,
  { search = '', database = '', strategy = '' }: Readonly<Record<string, string>>,
): Canonical | null {
  const word = search.trim();
  if (word === '') return null;
  const where = { word, database: database === '' ? FIRST : database };
  return linkOfWord(link, strategy === '' ? where : { ...where, strategy });
}

export function formOf(
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
        label: 'In',
        value: FIRST,
        values: [[FIRST, 'The first database that has it'], [ALL, 'All databases'], ...databases.map(named)],
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

/** Queries as qi reads them: words, `field=value`, quotes with backslashes, and `return` with the names of fields. */
import { type BookEntry, bookFields } from './book.ts';

/** A query that qi refuses; the message is the line of its reply. */
export class CommandError extends Error {}

interface Query {
  readonly matches: (entry: BookEntry) => boolean;
  /** The fields to print. */
  readonly fields: readonly string[];
}

/** Parses a line. @throws CommandError */
export function parseQuery(line: string): Query {
  const words = wordsIn(line).slice(1);
  const at = words.findIndex(({ text, isQuoted }) => !isQuoted && text === 'return');
  const criteria = (at < 0 ? words : words.slice(0, at)).map(({ text }) => criterion(text));
  const returned = at < 0 ? [] : words.slice(at + 1).map(({ text }) => text);
  for (const name of [...criteria.map(({ field }) => field), ...returned]) {
    if (name !== 'all' && !isField(name)) throw new CommandError(`507:${name}:unknown field.`);
  }
  if (!criteria.some(({ field }) => attributesOf(field).includes('Indexed'))) {
    throw new CommandError('515:No indexed field in query.');
  }
  const shown = (attribute: string) => bookFields.filter(({ attributes }) => attributes.includes(attribute));
  const chosen = returned.includes('all') ? shown('Public') : shown('Default');
  return {
    matches: (entry) => criteria.every(({ field, pattern }) => pattern.test(entry[field] ?? '')),
    fields: returned.length > 0 && !returned.includes('all') ? returned : chosen.map(({ name }) => name),
  };
}

const attributesOf = (field: string): string => bookFields.find(({ name }) => name === field)?.attributes ?? '';
const isField = (field: string): boolean => bookFields.some(({ name }) => name === field);

/** The words of a line. A word with quotes in it is one, whatever is between them. */
function wordsIn(line: string): readonly { readonly text: string; readonly isQuoted: boolean }[] {
  return [...line.matchAll(/(?:[^\s"]|"(?:[^"\\]|\\.)*")+/g)].map(([word]) => ({
    text: word.replace(/"((?:[^"\\]|\\.)*)"/g, (_, quoted: string) => quoted.replace(/\\(.)/g, '$1')),
    isQuoted: word.includes('"'),
  }));
}

/** A field and what it must have: each word of the value is the beginning of a word of the field, `*` anything. */
function criterion(text: string): { readonly field: string; readonly pattern: RegExp } {
  const equals = text.indexOf('=');
  const field = equals < 0 ? 'name' : text.slice(0, equals);
  const words = text.slice(equals + 1).match(/\S+/g) ?? [];
  const lookaheads = words.map((word) => `(?=.*(?:^|\\W)${patternOf(word)}(?:\\W|$))`);
  return { field, pattern: new RegExp(`^${lookaheads.join('')}`, 'is') };
}

function patternOf(word: string): string {
  return word.replace(/[\\^$.|?*+()[\]{}]/g, (character) => (character === '*' ? '.*' : `\\${character}`));
}

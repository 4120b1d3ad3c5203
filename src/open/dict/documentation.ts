/** What documents say of the JSON of dictionary servers. */
import * as s from '../documentation.ts';

const word = 'The word.';
const database = 'The name of its database.';

const named = { name: 'Its name.', description: 'What it is, for people; may be empty.' };
const databases = s.listOf('The databases, in the order of the server.', named);
const strategies = s.listOf('The strategies, in the order of the server.', named);

export const answers = {
  DictDefinitions: s.answer('definitions', 'The definitions of a word.', {
    charset: s.charset,
    definitions: s.listOf('The definitions, in the order of the server.', {
      word,
      database,
      databaseName: 'The description of the database; may be empty.',
      text: 'The definition.',
    }),
  }),
  DictWords: s.answer('words', 'The words that match another one.', {
    words: s.listOf('The words, in the order of the server.', {
      word,
      database,
      url: s.nullable(s.link('The link to its definitions; null if no link can ask for the word.')),
      open: s.openable,
    }),
  }),
  DictDatabases: s.answer('databases', 'The databases of a server.', { databases }),
  DictStrategies: s.answer('strategies', 'The strategies of a server, by which words match.', { strategies }),
  DictServer: s.answer('dictionaries', 'The databases and strategies of a server.', { databases, strategies }),
};

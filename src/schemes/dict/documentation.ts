/**
 * What documents say of dict: JSON Schema of details and request, the entry of the gallery, and help with diagnostics.
 */
import * as s from '../documentation.ts';

export const schema: s.KindSchema = {
  details: s.object({
    command: s.oneOf(
      ['define', 'match', 'databases', 'strategies', 'server', 'other'],
      'The command of the link: `server` stands for both lists, and `other` for none.',
    ),
    word: s.nullable('The word, decoded.'),
    database: s.nullable('The database: `!` is the first one that has the word, and `*` all.'),
    strategy: s.nullable('How words match; `.` is the choice of the server.'),
    number: s.nullable(s.integer('Which of the definitions or matches is meant, from 1; null = all.')),
    text: s.nullable('The path without its slash, as it is in the URL, if nothing can be asked with it.'),
  }),
  request: s.object({
    ...s.endpoint,
    transport: s.literal('tcp'),
    commands: s.list('A command.', 'The commands, without their line ends. The server greets before the first.'),
  }),
};

export const gallery: readonly s.GalleryEntry[] = [
  {
    url: 'dict://dict.org/d:shortcake:',
    year: 1997,
    history: 'A shelf of dictionaries that every program could ask.',
  },
];

export const diagnosticHelp: s.DiagnosticHelpTable = {
  'dict-control': {
    input: 'dict://h.example/d:a%0D%0AQUIT',
    fix: 'Remove the control character. A line break would add a second command.',
  },
  'dict-command': { input: 'dict://h.example/define:sun' },
  'dict-default': { input: 'dict://h.example/d:sun:!:' },
  'dict-show': { input: 'dict://h.example/show:db' },
  'dict-other': { input: 'dict://h.example/sun' },
  'dict-word': { input: 'dict://h.example/d::wordnet' },
  'dict-name': { input: 'dict://h.example/d:sun:two%20words' },
  'dict-utf-8': { input: 'dict://h.example/d:%FC' },
};

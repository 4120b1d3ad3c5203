/**
 * What documents say of wais: JSON Schema of details and request, the entries of the gallery, and help with
 * diagnostics.
 */
import * as s from '../documentation.ts';

export const schema: s.KindSchema = {
  details: s.object({
    form: s.oneOf(['database', 'search', 'document'], 'What the URL names.'),
    database: 'Decoded.',
    search: s.nullable('The words to search for, decoded.'),
    wtype: s.nullable('The type of the document.'),
    wpath: s.nullable('The identifier of the document, percent-encoded: only its server can parse it.'),
    length: s.nullable(s.integer('The length of the document in octets, if the URL has it.')),
    fields: s.list(s.object({ number: s.integer('Its tag.'), value: 'Decoded.' }), 'The fields of the identifier.'),
  }),
  request: s.object({
    ...s.endpoint,
    message: s.oneOf(['search', 'retrieval'], 'What the message asks for. A database alone is searched for nothing.'),
    octets: s.string('The message.', s.base64),
  }),
};

export const gallery: readonly s.GalleryEntry[] = [
  {
    url: 'wais://quake.think.com/directory-of-servers?gopher',
    year: 1991,
    history: 'Full-text search before search engines. You marked good results, and it found more like them.',
  },
];

export const diagnosticHelp: s.DiagnosticHelpTable = {
  'wais-path': { input: 'wais://h.example/d/t' },
  'wais-document': { input: 'wais://h.example/d/t/x=a;' },
  'wais-control': { input: 'wais://h.example/d?a%0Ab' },
  'wais-database': { input: 'wais://h.example/d@other.example' },
  'wais-plus': { input: 'wais://h.example/d?a+b' },
  'wais-fields': { input: 'wais://h.example/d/T/01=a;' },
};

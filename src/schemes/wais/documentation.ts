/** What documents say of wais: JSON Schema of details and request, and the entries of the gallery. */
import {
  base64,
  endpoint,
  type GalleryEntry,
  integer,
  type KindSchema,
  list,
  nullable,
  object,
  oneOf,
  string,
} from '../documentation.ts';

export const schema: KindSchema = {
  details: object({
    form: oneOf(['database', 'search', 'document'], 'What the URL names.'),
    database: 'Decoded.',
    search: nullable('The words to search for, decoded.'),
    wtype: nullable('The type of the document.'),
    wpath: nullable('The identifier of the document, percent-encoded: only its server can parse it.'),
    length: nullable(integer('The length of the document in octets, if the URL has it.')),
    fields: list(object({ number: integer('Its tag.'), value: 'Decoded.' }), 'The fields of the identifier.'),
  }),
  request: object({
    ...endpoint,
    message: oneOf(['search', 'retrieval'], 'What the message asks for. A database alone is searched for nothing.'),
    octets: string('The message.', base64),
  }),
};

export const gallery: readonly GalleryEntry[] = [
  {
    scheme: 'wais',
    url: 'wais://quake.think.com/directory-of-servers?gopher',
    year: 1991,
    history: 'Full-text search before search engines. You marked good results, and it found more like them.',
  },
];

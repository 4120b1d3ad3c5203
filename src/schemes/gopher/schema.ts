/** JSON Schema for the details and the request of gopher and gophers URLs. */
import { base64, endpoint, type KindSchema, list, nullable, object, oneOf, string } from '../json-schema.ts';

export const schema: KindSchema = {
  details: object({
    type: string('The item type: one character.'),
    typeName: nullable(string('The name of the item type.')),
    selector: string('The selector, decoded.'),
    search: nullable(string('The search words, decoded.')),
    gopherPlus: nullable(
      object(
        {
          kind: oneOf(
            ['default', 'view', 'ask', 'attributes', 'directoryAttributes', 'form', 'other'],
            'What the Gopher+ string requests.',
          ),
          view: nullable(string('The requested media type, or an older name of one.')),
          language: nullable(string('The language of the view.')),
          attributes: list(string('A name.'), 'The requested attributes; empty for all.'),
          answers: list(string('One line.'), 'The lines that answer a form.'),
        },
        'The Gopher+ part of the URL.',
      ),
    ),
  }),
  request: object({
    ...endpoint,
    octets: string('The octets of the request.', base64),
    text: string('The same octets as text.'),
  }),
};

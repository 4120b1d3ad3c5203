/** The API's description of what gopher URLs mean, and of the request. */
import { base64, endpoint, type KindSchema, list, nullable, object, oneOf, string } from '../json-schema.ts';

export const schema: KindSchema = {
  details: object({
    type: string('The type of the item: one character.'),
    typeName: nullable(string('What the type stands for.')),
    selector: string('Decoded.'),
    search: nullable(string('The words to search for, decoded.')),
    gopherPlus: nullable(
      object(
        {
          kind: oneOf(
            ['default', 'view', 'ask', 'attributes', 'directoryAttributes', 'form', 'other'],
            'What the Gopher+ string asks for.',
          ),
          view: nullable(string('A media type, or an older name of one.')),
          language: nullable(string('The language of the view.')),
          attributes: list(string('A name.'), 'The attributes that are asked for; empty for all.'),
          answers: list(string('One line.'), 'Answers to the questions of a form.'),
        },
        'The Gopher+ part of the URL.',
      ),
    ),
  }),
  request: object({
    ...endpoint,
    octets: string('What is sent.', base64),
    text: string('The same for people.'),
  }),
};

/** What documents say of gopher and gophers: JSON Schema of details and request, and the entries of the gallery. */
import {
  base64,
  endpoint,
  type GalleryEntry,
  type KindSchema,
  list,
  nullable,
  object,
  oneOf,
  string,
} from '../documentation.ts';

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

export const gallery: readonly GalleryEntry[] = [
  {
    scheme: 'gopher',
    url: 'gopher://gopher.micro.umn.edu:70/00/Information%20About%20Gopher/about',
    year: 1991,
    history: 'Menus of everything, from Minnesota. Until the spring of 1994 it carried more traffic than the Web.',
  },
  {
    scheme: 'gophers',
    url: 'gophers://gopher.example:70/1/phlog',
    year: 2020,
    history: 'Gopher over TLS. People still build gopherspace, and some encrypt it.',
  },
];

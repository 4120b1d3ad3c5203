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
  shape,
  string,
} from '../documentation.ts';

export const schema: KindSchema = {
  details: object({
    type: 'The item type: one character.',
    typeName: nullable('The name of the item type.'),
    selector: 'The selector, decoded.',
    search: nullable('The search words, decoded.'),
    gopherPlus: nullable(
      shape('The Gopher+ part of the URL.', {
        kind: oneOf(
          ['default', 'view', 'ask', 'attributes', 'directoryAttributes', 'form', 'other'],
          'What the Gopher+ string requests.',
        ),
        view: nullable('The requested media type, or an older name of one.'),
        language: nullable('The language of the view.'),
        attributes: list('A name.', 'The requested attributes; empty for all.'),
        answers: list('One line.', 'The lines that answer a form.'),
      }),
    ),
  }),
  request: object({
    ...endpoint,
    octets: string('The octets of the request.', base64),
    text: 'The same octets as text.',
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

/** What documents say of gopher and gophers: JSON Schema of details and request, and the entries of the gallery. */
import * as s from '../documentation.ts';

export const schema: s.KindSchema = {
  details: s.object({
    type: 'The item type: one character.',
    typeName: s.nullable('The name of the item type.'),
    selector: 'The selector, decoded.',
    search: s.nullable('The search words, decoded.'),
    gopherPlus: s.nullable(
      s.shape('The Gopher+ part of the URL.', {
        kind: s.oneOf(
          ['default', 'view', 'ask', 'attributes', 'directoryAttributes', 'form', 'other'],
          'What the Gopher+ string requests.',
        ),
        view: s.nullable('The requested media type, or an older name of one.'),
        language: s.nullable('The language of the view.'),
        attributes: s.list('A name.', 'The requested attributes; empty for all.'),
        answers: s.list('One line.', 'The lines that answer a form.'),
        text: s.nullable('The whole string, decoded, if no specification has it.'),
      }),
    ),
  }),
  request: s.object({
    ...s.endpoint,
    octets: s.string('The octets of the request.', s.base64),
    text: 'The same octets as text.',
  }),
};

export const gallery: readonly s.GalleryEntry[] = [
  {
    url: 'gopher://gopher.micro.umn.edu:70/00/Information%20About%20Gopher/about',
    year: 1991,
    history: 'Menus of everything, from Minnesota. Until the spring of 1994 it carried more traffic than the Web.',
  },
  {
    url: 'gophers://gopher.example:70/1/phlog',
    year: 2020,
    history: 'Gopher over TLS. People still build gopherspace, and some encrypt it.',
  },
];

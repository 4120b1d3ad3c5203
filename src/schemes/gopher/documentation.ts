/**
 * What documents say of gopher and gophers: JSON Schema of details and request, the entries of the gallery, and help
 * with diagnostics.
 */
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

export const diagnosticHelp: s.DiagnosticHelpTable = {
  'gopher-type': {
    input: 'gopher://h.example/%09x',
    fix: 'Write the item type, one character, after the host: 1 for a menu, 0 for a text.',
  },
  'gopher-type-unknown': { input: 'gopher://h.example/Zx' },
  'gopher-type-unlisted': { input: 'gopher://h.example/hx' },
  'gopher-default-type': { input: 'gopher://h.example/1' },
  'gopher-cr-lf': {
    input: 'gopher://h.example/0a%0D%0Ab',
    fix: 'Remove the line break (%0D, %0A). It would add a second line to the request.',
  },
  'gopher-old-search': { input: 'gopher://h.example/7a?b', options: { dialect: 'url-1994' } },
  'gopher-old-space': { input: 'gopher://h.example/7a?b+c', options: { dialect: 'url-1994' } },
  'gopher-plus-unknown': { input: 'gopher://h.example/0s%09%09x' },
  'gopher-plus-directory': { input: 'gopher://h.example/0s%09%09$' },
  'gopher-search-question': { input: 'gopher://h.example/7/find?tea' },
  'gopher-nul': { input: 'gopher://h.example/0a%00b' },
  'gopher-type-changed': { input: '/0/x', options: { base: 'gopher://h.example/1/a' } },
};

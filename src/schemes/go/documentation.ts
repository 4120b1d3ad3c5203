/**
 * What documents say of go: JSON Schema of details and request, the entries of the gallery, and help with diagnostics.
 */
import * as s from '../documentation.ts';

export const schema: s.KindSchema = {
  details: s.object({
    server: s.nullable('The host of the service; null if the URL names none.'),
    commonName: s.nullable('The name to look up.'),
    attributes: s.listOf('Attributes that narrow the search.', {
      name: 'Its name.',
      type: s.nullable('Its type.'),
      value: 'Decoded.',
    }),
    id: s.nullable('The identifier of an entry, in place of a name.'),
  }),
  request: s.object({
    method: s.literal('POST'),
    url: s.nullable('The URL to post to; null = every service that the client is configured with.'),
    headers: s.list(s.pair('Its name.', 'Its value.'), 'The header fields.'),
    body: 'The XML of the query.',
  }),
};

export const gallery: readonly s.GalleryEntry[] = [
  {
    url: 'go://cnrp.foo.com?Mercedes%20Benz;geography=US-ga',
    year: 2002,
    history: 'Type a name instead of an address. By 2002, search engines already did that.',
  },
];

export const diagnosticHelp: s.DiagnosticHelpTable = {
  'go-localhost': { input: 'go://localhost:1096?x' },
  'go-path': { input: 'go://h.example/x', fix: 'Remove the path, and write the name after a question mark.' },
  'go-path-slash': { input: 'go://h.example/?x' },
  'go-separator': { input: 'go:%41=%62' },
  'go-id-case': { input: 'go://h.example?ID=5' },
  'go-utf-8': { input: 'go:%FF' },
  'go-xml': { input: 'go:%01' },
  'go-attribute': { input: 'go:a;b' },
};

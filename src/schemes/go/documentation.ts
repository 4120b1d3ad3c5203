/** What documents say of go: JSON Schema of details and request, and the entries of the gallery. */
import { type GalleryEntry, type KindSchema, list, listOf, literal, nullable, object, pair } from '../documentation.ts';

export const schema: KindSchema = {
  details: object({
    server: nullable('The host of the service; null if the URL names none.'),
    commonName: nullable('The name to look up.'),
    attributes: listOf('Attributes that narrow the search.', {
      name: 'Its name.',
      type: nullable('Its type.'),
      value: 'Decoded.',
    }),
    id: nullable('The identifier of an entry, in place of a name.'),
  }),
  request: object({
    method: literal('POST'),
    url: nullable('The URL to post to; null = every service that the client is configured with.'),
    headers: list(pair('Its name.', 'Its value.'), 'The header fields.'),
    body: 'The XML of the query.',
  }),
};

export const gallery: readonly GalleryEntry[] = [
  {
    scheme: 'go',
    url: 'go://cnrp.foo.com?Mercedes%20Benz;geography=US-ga',
    year: 2002,
    history: 'Type a name instead of an address. By 2002, search engines already did that.',
  },
];

/** What documents say of go: JSON Schema of details and request, and the entries of the gallery. */
import { type GalleryEntry, type KindSchema, list, literal, nullable, object, string } from '../documentation.ts';

export const schema: KindSchema = {
  details: object({
    server: nullable(string('The host of the service; null if the URL names none.')),
    commonName: nullable(string('The name to look up.')),
    attributes: list(
      object({ name: string('Its name.'), type: nullable(string('Its type.')), value: string('Decoded.') }),
      'Attributes that narrow the search.',
    ),
    id: nullable(string('The identifier of an entry, in place of a name.')),
  }),
  request: object({
    method: literal('POST'),
    url: nullable(string('The URL to post to; null = every service that the client is configured with.')),
    headers: list(
      { type: 'array', prefixItems: [string('Its name.'), string('Its value.')], items: false, minItems: 2 },
      'The header fields.',
    ),
    body: string('The XML of the query.'),
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

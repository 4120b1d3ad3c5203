/** JSON Schema for the details and the request of go URLs. */
import { type KindSchema, list, literal, nullable, object, string } from '../json-schema.ts';

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

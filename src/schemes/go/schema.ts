/** The API's description of what go URLs mean, and of the request. */
import { type KindSchema, list, literal, nullable, object, string } from '../json-schema.ts';

export const schema: KindSchema = {
  details: object({
    server: nullable(string('The host of the service; null where the URL names none.')),
    commonName: nullable(string('The name to look up.')),
    attributes: list(
      object({ name: string('Its name.'), type: nullable(string('Its type.')), value: string('Decoded.') }),
      'What narrows the search.',
    ),
    id: nullable(string('The identifier of an entry, in place of a name.')),
  }),
  request: object({
    method: literal('POST'),
    url: nullable(string('Where to post it; null for every service a client is configured with.')),
    headers: list(
      { type: 'array', prefixItems: [string('Its name.'), string('Its value.')], items: false, minItems: 2 },
      'The header fields.',
    ),
    body: string('The XML of the query.'),
  }),
};

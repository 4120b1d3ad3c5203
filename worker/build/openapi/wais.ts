/** The JSON of the WAIS gateway: databases and their hits, and documents. */
import { integer, list, literal, nullable, object, ref, type Schema, string } from './schema.ts';

const url = string('The canonical link.', { format: 'uri' });
const quantity = (description: string): Schema => nullable(integer(description, { minimum: 0 }));

const database = {
  host: string('The server.'),
  port: integer('Its port.', { minimum: 0, maximum: 65_535 }),
  database: string('The name of the database.'),
  description: nullable(string('The description of the database.')),
  maintainer: nullable(string('Who keeps it.')),
};

export const waisSchemas: Readonly<Record<string, Schema>> = {
  WaisDatabase: object(database, 'A database, as its own description names it.'),
  WaisSearch: object(
    {
      ...{ kind: literal('search'), url },
      database: string('The name of the database; empty for the list of databases of a server.'),
      search: nullable(string('The words of the search; null if the link has none.')),
      description: nullable(ref('WaisDatabase')),
      hits: list(ref('WaisHit'), 'The documents that were found, in the order of the server.'),
      catalogue: nullable(ref('WaisHit')),
    },
    'A search of a WAIS database, or the description of the database.',
  ),
  WaisHit: object(
    {
      headline: string('The title of the document.'),
      score: quantity('How well the document fits the search, up to 1000; null if the server does not say.'),
      bytes: quantity('The size in octets.'),
      lines: quantity('The size in lines.'),
      date: nullable(string('The date of the document.', { format: 'date' })),
      types: list(
        object({
          type: string('The type, in upper case.'),
          url: nullable(string('The link in this type; for `URL` the headline. Null if no URL can hold the id.')),
          open: nullable(
            string('The address at which this service opens it, with the length where it is known.', {
              format: 'uri',
            }),
          ),
        }),
        'The types in which the document can be read, the usual one first.',
      ),
    },
    'A document that a search found.',
  ),
  WaisText: object(
    {
      ...{ kind: literal('text'), url },
      charset: string('The charset in which the text was decoded.'),
      text: string('The text, with the marks of the server.'),
      databases: list(ref('WaisDatabase'), 'The databases that the text describes, if its type is WSRC.'),
    },
    'A text in a WAIS database.',
  ),
  WaisFile: object(
    {
      ...{ kind: literal('file'), url },
      name: string('The name of the document.'),
      mediaType: string('The media type.'),
      links: object({ raw: string('The octets of the document.', { format: 'uri' }) }),
    },
    'A document that is not a text.',
  ),
};

/** The schemas that an answer of the gateway may have. */
export const waisAnswers: readonly string[] = ['WaisSearch', 'WaisText', 'WaisFile'];

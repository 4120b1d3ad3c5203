/** What documents say of the JSON of WAIS. */
import * as s from '../documentation.ts';

export const answers = {
  WaisSearch: s.answer('search', 'A search of a WAIS database, or the description of the database.', {
    database: 'The name of the database; empty for the list of databases of a server.',
    search: s.nullable('The words of the search; null if the link has none.'),
    description: s.nullable(s.ref('WaisDatabase')),
    hits: s.list(s.ref('WaisHit'), 'The documents that were found, in the order of the server.'),
    mayHaveMore: s.boolean('Whether there are as many hits as were asked for: ask for more with `hits`.'),
    catalogue: s.nullable(s.ref('WaisHit')),
  }),
  WaisText: s.answer('text', 'A text in a WAIS database.', {
    charset: s.charset,
    text: 'The text, with the marks of the server.',
    databases: s.list(s.ref('WaisDatabase'), 'The databases that the text describes, if its type is WSRC.'),
  }),
  WaisFile: s.answer('file', 'A document that is not a text.', {
    name: 'The name of the document.',
    mediaType: 'The media type.',
    links: s.object({ raw: s.link('The octets of the document.') }),
  }),
};

export const parts = {
  WaisDatabase: s.shape('A database, as its own description names it.', {
    host: 'The server.',
    port: s.integer('Its port.', { minimum: 0, maximum: 65_535 }),
    database: 'The name of the database.',
    description: s.nullable('The description of the database.'),
    maintainer: s.nullable('Who keeps it.'),
  }),
  WaisHit: s.shape('A document that a search found.', {
    headline: 'The title of the document.',
    score: s.nullable(s.count('How well the document fits the search, up to 1000; null if the server does not say.')),
    bytes: s.nullable(s.count('The size in octets.')),
    lines: s.nullable(s.count('The size in lines.')),
    date: s.nullable(s.string('The date of the document.', { format: 'date' })),
    types: s.listOf('The types in which the document can be read, the usual one first.', {
      type: 'The type, in upper case.',
      url: s.nullable('The link in this type; for `URL` the headline. Null if no URL can hold the id.'),
      open: s.nullable(s.link('The address at which this service opens it, with the length where it is known.')),
    }),
  }),
};

export const departures: readonly s.Departure[] = [
  {
    request: [],
    sent: ['INIT {sizes}'],
    reason: 'A session begins with a message about the sizes of messages. It is the same for every link.',
  },
];

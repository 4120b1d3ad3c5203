/** The JSON of the gateways to FTP, WAIS, Prospero and terminals. */
import {
  answer,
  base64,
  boolean,
  count,
  integer,
  link,
  list,
  listOf,
  nullable,
  object,
  oneOf,
  ref,
  shape,
  string,
  time,
} from './schema.ts';

const charset = 'The charset in which the text was decoded.';
const openable = nullable(link('The address at which this service opens it.'));
const readme = shape('The README of the directory.', {
  name: 'The name of the file.',
  text: 'The text of the file.',
  cut: boolean('Whether this is only the beginning.'),
});

export const listingAnswers = {
  FtpDirectory: answer('directory', 'A directory of an FTP server.', {
    url: link('The canonical link to the directory.'),
    command: oneOf(['MLSD', 'LIST', 'NLST'], 'The command that was sent to the server.'),
    welcome: nullable('The welcome message of the server, at its root.'),
    notice: nullable('The message of the server about this directory.'),
    entries: list(ref('FtpEntry'), 'The entries, in the order of `sort` and `order`.'),
    unread: list('A line.', 'Lines in an unknown format.'),
    cut: boolean('Whether the server lists more than this gateway reads.'),
    readme: nullable(readme),
  }),
  WaisSearch: answer('search', 'A search of a WAIS database, or the description of the database.', {
    database: 'The name of the database; empty for the list of databases of a server.',
    search: nullable('The words of the search; null if the link has none.'),
    description: nullable(ref('WaisDatabase')),
    hits: list(ref('WaisHit'), 'The documents that were found, in the order of the server.'),
    catalogue: nullable(ref('WaisHit')),
  }),
  WaisText: answer('text', 'A text in a WAIS database.', {
    charset,
    text: 'The text, with the marks of the server.',
    databases: list(ref('WaisDatabase'), 'The databases that the text describes, if its type is WSRC.'),
  }),
  WaisFile: answer('file', 'A document that is not a text.', {
    name: 'The name of the document.',
    mediaType: 'The media type.',
    links: object({ raw: link('The octets of the document.') }),
  }),
  ProsperoDirectory: answer('directory', 'A Prospero directory, or the result of an Archie search.', {
    entries: list(ref('ProsperoEntry'), 'The links of the directory, in the order of the server.'),
    unmerged: list(
      ref('ProsperoEntry'),
      'Directories that belong to this one, but were not read: too many, or their servers gave no answer.',
    ),
  }),
  ProsperoText: answer('text', 'A file whose contents the Prospero server sends.', { charset, text: 'The text.' }),
  TerminalSession: answer('terminal', 'An interactive session.', {
    url: link('The canonical link, without user info.'),
    protocol: oneOf(['telnet', 'rlogin', 'tn3270'], 'The protocol of the session.'),
    host: 'The host of the server.',
    port: integer('The port of the server.'),
    user: nullable('The name to log in with that the link suggests. It is never sent automatically.'),
    socket: link('The address of the WebSocket, for pages of this service.'),
    subprotocol: { const: 'waypost-terminal', description: 'The subprotocol to offer.' },
  }),
};

export const listingParts = {
  FtpEntry: shape('One line of a listing.', {
    kind: oneOf(
      ['directory', 'file', 'link', 'unknown'],
      'The kind of entry; `unknown` if the server lists only names.',
    ),
    name: 'The name as text.',
    octets: nullable(string('The octets of the name, if they do not follow from its text.', base64)),
    size: nullable(
      integer('The size of a file in octets, rounded if the server lists larger units, such as the blocks of VMS.'),
    ),
    modified: nullable(
      'The last change, as precise as the server reports it: a day, a minute or second in an unknown zone, or a second in UTC.',
    ),
    target: nullable('The target of a symbolic link or a junction.'),
    url: link('The canonical link.'),
    open: openable,
  }),
  WaisDatabase: shape('A database, as its own description names it.', {
    host: 'The server.',
    port: integer('Its port.', { minimum: 0, maximum: 65_535 }),
    database: 'The name of the database.',
    description: nullable('The description of the database.'),
    maintainer: nullable('Who keeps it.'),
  }),
  WaisHit: shape('A document that a search found.', {
    headline: 'The title of the document.',
    score: nullable(count('How well the document fits the search, up to 1000; null if the server does not say.')),
    bytes: nullable(count('The size in octets.')),
    lines: nullable(count('The size in lines.')),
    date: nullable(string('The date of the document.', { format: 'date' })),
    types: listOf('The types in which the document can be read, the usual one first.', {
      type: 'The type, in upper case.',
      url: nullable('The link in this type; for `URL` the headline. Null if no URL can hold the id.'),
      open: nullable(link('The address at which this service opens it, with the length where it is known.')),
    }),
  }),
  ProsperoEntry: shape('A link in a Prospero directory.', {
    name: 'The name of the link.',
    type: oneOf(['file', 'directory', 'other'], 'What the link leads to.'),
    url: nullable(link('The canonical link; null if no URL can name the object.')),
    open: openable,
    bytes: nullable(count('The size in octets.')),
    modified: nullable(time('When the object changed, in UTC.')),
    modes: nullable('The permissions, as `ls` writes them.'),
  }),
};

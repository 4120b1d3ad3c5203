/** The JSON of the gateways to FTP, WAIS, Prospero and terminals. */
import { boolean, integer, list, literal, nullable, object, oneOf, ref, type Schema, string } from './schema.ts';

const url = string('The canonical link.', { format: 'uri' });

const KINDS = ['directory', 'file', 'link', 'unknown'];
const base64 = { contentEncoding: 'base64' };

export const ftpSchemas: Readonly<Record<string, Schema>> = {
  FtpDirectory: object(
    {
      kind: { const: 'directory' },
      url: string('The canonical link to the directory.', { format: 'uri' }),
      command: oneOf(['MLSD', 'LIST', 'NLST'], 'The command that was sent to the server.'),
      welcome: nullable(string('The welcome message of the server, at its root.')),
      notice: nullable(string('The message of the server about this directory.')),
      entries: list(ref('FtpEntry'), 'The entries, in the order of `sort` and `order`.'),
      unread: list(string('A line.'), 'Lines in an unknown format.'),
      cut: boolean('Whether the server lists more than this gateway reads.'),
      readme: nullable(
        object(
          {
            name: string('The name of the file.'),
            text: string('The text of the file.'),
            cut: boolean('Whether this is only the beginning.'),
          },
          'The README of the directory.',
        ),
      ),
    },
    'A directory of an FTP server.',
  ),
  FtpEntry: object(
    {
      kind: oneOf(KINDS, 'The kind of entry; `unknown` if the server lists only names.'),
      name: string('The name as text.'),
      octets: nullable(string('The octets of the name, if they do not follow from its text.', base64)),
      size: nullable(
        integer('The size of a file in octets, rounded if the server lists larger units, such as the blocks of VMS.'),
      ),
      modified: nullable(
        string(
          'The last change, as precise as the server reports it: a day, a minute or second in an unknown zone, or a second in UTC.',
        ),
      ),
      target: nullable(string('The target of a symbolic link or a junction.')),
      url: string('The canonical link.', { format: 'uri' }),
      open: nullable(string('The address at which this service opens it.', { format: 'uri' })),
    },
    'One line of a listing.',
  ),
};

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

export const prosperoSchemas: Readonly<Record<string, Schema>> = {
  ProsperoDirectory: object(
    {
      ...{ kind: literal('directory'), url },
      entries: list(ref('ProsperoEntry'), 'The links of the directory, in the order of the server.'),
      unmerged: list(
        ref('ProsperoEntry'),
        'Directories that belong to this one, but were not read: too many, or their servers gave no answer.',
      ),
    },
    'A Prospero directory, or the result of an Archie search.',
  ),
  ProsperoEntry: object(
    {
      name: string('The name of the link.'),
      type: oneOf(['file', 'directory', 'other'], 'What the link leads to.'),
      url: nullable(string('The canonical link; null if no URL can name the object.', { format: 'uri' })),
      open: nullable(string('The address at which this service opens it.', { format: 'uri' })),
      bytes: nullable(integer('The size in octets.', { minimum: 0 })),
      modified: nullable(string('When the object changed, in UTC.', { format: 'date-time' })),
      modes: nullable(string('The permissions, as `ls` writes them.')),
    },
    'A link in a Prospero directory.',
  ),
  ProsperoText: object(
    {
      ...{ kind: literal('text'), url },
      charset: string('The charset in which the text was decoded.'),
      text: string('The text.'),
    },
    'A file whose contents the Prospero server sends.',
  ),
};

/** The schemas that an answer of the gateway may have. */
export const prosperoAnswers: readonly string[] = ['ProsperoDirectory', 'ProsperoText'];

export const terminalAnswers: readonly string[] = ['TerminalSession'];

export const terminalSchemas: Readonly<Record<string, Schema>> = {
  TerminalSession: object(
    {
      kind: { const: 'terminal' },
      url: string('The canonical link, without user info.', { format: 'uri' }),
      protocol: oneOf(['telnet', 'rlogin', 'tn3270'], 'The protocol of the session.'),
      host: string('The host of the server.'),
      port: integer('The port of the server.'),
      user: nullable(string('The name to log in with that the link suggests. It is never sent automatically.')),
      socket: string('The address of the WebSocket, for pages of this service.', { format: 'uri' }),
      subprotocol: { const: 'waypost-terminal', description: 'The subprotocol to offer.' },
    },
    'An interactive session.',
  ),
};

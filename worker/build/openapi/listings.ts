/** The JSON of the gateways to FTP, WAIS, Prospero, CNRP and terminals. */
import { gatewayErrors } from '../../errors/table.ts';
import * as s from './schema.ts';

const charset = 'The charset in which the text was decoded.';
const openable = s.nullable(s.link('The address at which this service opens it.'));
const readme = s.shape('The README of the directory.', {
  name: 'The name of the file.',
  text: 'The text of the file.',
  cut: s.boolean('Whether this is only the beginning.'),
});

/** Members of the answers of CNRP services. */
const source = {
  service: s.nullable('The URI of the service; null if the answer does not describe it.'),
  dataset: s.nullable('The URI of the dataset; null if there is none.'),
};
const attribute = { name: 'Its name.', type: s.nullable('Its type.'), value: 'Its value.' };
const open = s.nullable('The address at which this service opens it; null if it may not be linked.');
const properties = s.list(s.ref('CnrpProperty'), 'Its properties.');
const error = { code: s.oneOf(Object.keys(gatewayErrors), 'The code.'), detail: 'The reason in words.' };

export const listingAnswers = {
  FtpDirectory: s.answer('directory', 'A directory of an FTP server.', {
    url: s.link('The canonical link to the directory.'),
    command: s.oneOf(['MLSD', 'LIST', 'NLST'], 'The command that was sent to the server.'),
    welcome: s.nullable('The welcome message of the server, at its root.'),
    notice: s.nullable('The message of the server about this directory.'),
    entries: s.list(s.ref('FtpEntry'), 'The entries, in the order of `sort` and `order`.'),
    unread: s.list('A line.', 'Lines in an unknown format.'),
    cut: s.boolean('Whether the server lists more than this gateway reads.'),
    readme: s.nullable(readme),
  }),
  WaisSearch: s.answer('search', 'A search of a WAIS database, or the description of the database.', {
    database: 'The name of the database; empty for the list of databases of a server.',
    search: s.nullable('The words of the search; null if the link has none.'),
    description: s.nullable(s.ref('WaisDatabase')),
    hits: s.list(s.ref('WaisHit'), 'The documents that were found, in the order of the server.'),
    mayHaveMore: s.boolean('Whether there are as many hits as were asked for: ask for more with `hits`.'),
    catalogue: s.nullable(s.ref('WaisHit')),
  }),
  WaisText: s.answer('text', 'A text in a WAIS database.', {
    charset,
    text: 'The text, with the marks of the server.',
    databases: s.list(s.ref('WaisDatabase'), 'The databases that the text describes, if its type is WSRC.'),
  }),
  WaisFile: s.answer('file', 'A document that is not a text.', {
    name: 'The name of the document.',
    mediaType: 'The media type.',
    links: s.object({ raw: s.link('The octets of the document.') }),
  }),
  ProsperoDirectory: s.answer('directory', 'A Prospero directory, or the result of an Archie search.', {
    entries: s.list(
      s.ref('ProsperoEntry'),
      'The links of the directory, in the order of the server, or of `sort` and `order`.',
    ),
    unmerged: s.list(
      s.ref('ProsperoEntry'),
      'Directories that belong to this one, but were not read: too many, or their servers gave no answer.',
    ),
  }),
  ProsperoText: s.answer('text', 'A file whose contents the Prospero server sends.', { charset, text: 'The text.' }),
  CnrpNames: s.answer('names', 'What CNRP services know about a common name, or about themselves.', {
    query: s.shape('What the link asks for.', {
      commonName: s.nullable('The name; null if the link asks for an id or for the service itself.'),
      id: s.nullable('The identifier of an entry.'),
      attributes: s.listOf('The properties of the link, which narrow the search.', attribute),
      defaults: s.listOf(
        'The properties that Waypost added to a link without a server: `language` from `Accept-Language`, and ' +
          '`geography` from a setting, where the link has none.',
        attribute,
      ),
    }),
    services: s.list(s.ref('CnrpServiceAnswer'), 'The services that were asked, each with its own results.'),
  }),
  TerminalSession: s.answer('terminal', 'An interactive session.', {
    url: s.link('The canonical link, without user info.'),
    protocol: s.oneOf(['telnet', 'rlogin', 'tn3270'], 'The protocol of the session.'),
    host: 'The host of the server.',
    port: s.integer('The port of the server.'),
    user: s.nullable('The name to log in with that the link suggests. It is never sent automatically.'),
    socket: s.link('The address of the WebSocket, for pages of this service.'),
    subprotocol: { const: 'waypost-terminal', description: 'The subprotocol to offer.' },
  }),
};

export const listingParts = {
  FtpEntry: s.shape('One line of a listing.', {
    kind: s.oneOf(
      ['directory', 'file', 'link', 'unknown'],
      'The kind of entry; `unknown` if the server lists only names.',
    ),
    name: 'The name as text.',
    octets: s.nullable(s.string('The octets of the name, if they do not follow from its text.', s.base64)),
    size: s.nullable(
      s.integer('The size of a file in octets, rounded if the server lists larger units, such as the blocks of VMS.'),
    ),
    modified: s.nullable(
      'The last change, as precise as the server reports it: a day, a minute or second in an unknown zone, or a second in UTC.',
    ),
    target: s.nullable('The target of a symbolic link or a junction.'),
    url: s.link('The canonical link.'),
    open: openable,
  }),
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
  ProsperoEntry: s.shape('A link in a Prospero directory.', {
    name: 'The name of the link.',
    type: s.oneOf(['file', 'directory', 'other'], 'What the link leads to.'),
    url: s.nullable(s.link('The canonical link; null if no URL can name the object.')),
    open: openable,
    bytes: s.nullable(s.count('The size in octets.')),
    modified: s.nullable(s.time('When the object changed, in UTC.')),
    modes: s.nullable('The permissions, as `ls` writes them.'),
  }),
  CnrpServiceAnswer: s.shape('The answer of one service.', {
    name: 'The host, and the port unless it is 1096.',
    url: s.link('The go link of the service.'),
    error: s.nullable(s.shape('Why the service was left out.', error)),
    results: s.list(s.ref('CnrpResult'), 'The results, in the order of the service: the most relevant one first.'),
    referrals: s.list(s.ref('CnrpReferral'), 'Other services that may know more. They were not asked.'),
    statuses: s.list(s.ref('CnrpStatus'), 'What the service says about the query or about itself.'),
    described: s.list(s.ref('CnrpService'), 'The services that the answer describes.'),
  }),
  CnrpResult: s.shape('A resource that a common name stands for.', {
    commonName: 'The name.',
    id: s.nullable('Its identifier at the service.'),
    uri: s.nullable('The address, as the service wrote it; null if it gives none.'),
    open,
    properties,
    ...source,
    description: s.nullable('A description for people.'),
  }),
  CnrpReferral: s.shape('Another service that may know more.', {
    ...source,
    url: s.nullable('The same query at that service, as a go link; null if no go link can name it.'),
    open,
  }),
  CnrpStatus: s.shape('What a service says about a query or about itself.', {
    code: '`class.subject.detail` (RFC 3367, appendix B).',
    class: s.nullable(s.integer('1 information, 2 success, 3 partial success, 4 temporary failure, 5 failure.')),
    meaning: 'What the code means.',
    text: 'The words of the service.',
    about: s.nullable('The result, service or dataset that it is about; null = the whole answer.'),
  }),
  CnrpProperty: s.shape('A property with its value.', {
    name: 'Its name.',
    type: s.nullable('The type of the value; null = the default type of the property.'),
    value: 'Its value.',
  }),
  CnrpService: s.shape('The description of a service.', {
    uri: s.nullable('Its URI.'),
    description: s.nullable('A description for people.'),
    ttl: s.nullable(s.integer('How long the description is valid, in seconds.')),
    servers: s.listOf('Its servers.', { uri: 'Its URI.', properties }),
    datasets: s.listOf('Its datasets.', { uri: s.nullable('Its URI.'), properties }),
    properties,
    declarations: s.listOf('The properties that the service declares.', {
      name: 'The name of the property.',
      types: s.list('A type.', 'The types that a value may have.'),
      defaultType: s.nullable('The type of a value without one.'),
      usedIn: s.listOf('Where the property may be used.', {
        part: s.oneOf(['query', 'result', 'service'], 'Where it may be used.'),
        required: s.boolean('Whether it is required.'),
      }),
    }),
  }),
};

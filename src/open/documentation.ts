/**
 * What documents say of what is opened: the JSON of shapes that is the same for all kinds of links, and what the files
 * `<kind>/documentation.ts` are made from, for the JSON that only one kind has. Nothing imports them at run time.
 */
import {
  base64,
  boolean,
  integer,
  link,
  list,
  literal,
  type Members,
  nullable,
  oneOf,
  ref,
  type Schema,
  shape,
  string,
} from '../schemes/documentation.ts';

export * from '../schemes/documentation.ts';

/** Schemas by their names in the description of the API. */
export type Schemas = Readonly<Record<string, Schema>>;

/**
 * Where a client sends something else than `request` of a link says. Lines are written without their ends; `{name}`
 * stands for any text.
 */
export interface Departure {
  /** Lines of `request` that are not sent. Empty = all are. */
  readonly request: readonly string[];
  /** Lines that are sent beside it, or in its place. */
  readonly sent: readonly string[];
  readonly reason: string;
}

/** What links of netnews make of `NEWS_ARCHIVE`. */
export const ARCHIVE_DEPARTURE: Departure = {
  request: [],
  sent: [
    'GET {file} HTTP/1.1',
    'Host: {archive}',
    'User-Agent: {program}',
    'Range: bytes={from}-{to}',
    'Accept-Encoding: identity',
  ],
  reason: 'What the server does not have is read from `NEWS_ARCHIVE`, in parts of files if that is a web server.',
};

/** What a file `documentation.ts` has. A kind whose JSON is that of every kind needs none. */
export interface OpenedDocumentation {
  readonly answers?: Schemas;
  /** Parts to which answers refer. */
  readonly parts?: Schemas;
  /** The parameters that the opener does not name, with a sentence about each. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Absent = the client sends exactly what `request` says. */
  readonly departures?: readonly Departure[];
}

export const charset = 'The charset in which the text was decoded.';
export const openable = nullable(link('The address at which this service opens it.'));

/** What JSON about a link begins with. */
export const about: Members = {
  input: 'The link as it was written, without a password.',
  canonical: link('The canonical link.'),
};

/** JSON about a link, with the kind of it. */
export const answer = (kind: string, description: string, members: Members): Schema =>
  shape(description, { ...about, kind: literal(kind), ...members });

/** JSON about a text, which has one member more if a record stands behind the text. */
export function textAnswer(description: string, members: Members): Schema {
  const text = answer('text', description, { charset, ...members });
  return { ...text, properties: { ...text.properties, sauce: ref('Sauce') } };
}

/** What every listing has after its facts. */
const rows: Members = {
  entries: list(ref('ListingEntry'), 'The entries, in the order of `sort` and `order`.'),
  unread: list('A line.', 'Lines in an unknown format.'),
  cut: boolean('Whether the server lists more than this gateway reads.'),
  broken: nullable('The error that ended the list before its end; null if it is whole.'),
  readme: nullable(
    shape('The README of the directory.', {
      name: 'The name of the file.',
      text: 'The text of the file.',
      cut: boolean('Whether this is only the beginning.'),
    }),
  ),
};

/** A listing with facts that only one kind has. */
export const listing = (kind: string, description: string, facts: Members): Schema =>
  answer(kind, description, { ...facts, ...rows });

export const answers: Schemas = {
  Text: textAnswer('A text.', { text: 'The text.' }),
  Listing: {
    ...shape('A directory, or another list of links.', {
      ...about,
      kind: 'What it is, such as `directory`.',
      ...rows,
    }),
    // Facts of one kind.
    additionalProperties: true,
  },
};

export const parts: Schemas = {
  Sauce: shape('The SAUCE record behind a text, whose texts are empty where it says nothing. Absent = there is none.', {
    title: 'The title.',
    author: 'Who made it.',
    group: 'The group that published it.',
    date: 'When it was made, as eight digits.',
    comment: 'A comment, in lines.',
    columns: nullable(integer('The columns of the screen that it is for; null if unknown.')),
    brightBackgrounds: boolean('Whether blinking letters have a bright background instead.'),
  }),
  ListingEntry: shape('One line of a listing.', {
    kind: oneOf(
      ['directory', 'file', 'link', 'unknown', 'name'],
      'The kind of entry; `unknown` if the server lists only names, `name` if it names no file and no directory.',
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
    url: nullable(link('The canonical link; null if no URL can name it.')),
    open: openable,
  }),
};

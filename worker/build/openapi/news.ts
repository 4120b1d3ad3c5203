/** The JSON of the news gateway (groups, articles and their parts) and of the compose form. */
import {
  answer,
  boolean,
  count,
  integer,
  link,
  list,
  listOf,
  literal,
  nullable,
  object,
  oneOf,
  ref,
  shape,
  time,
} from './schema.ts';

const open = nullable(link('The address at which this service opens it.'));
const linkMembers = { url: link('The canonical link.'), open };
const number = count('The number of an article in its group.');
const messageId = 'The message identifier, without angle brackets.';
const date = nullable(time('The time in UTC; null if it cannot be parsed.'));
const person = object({ name: 'The name; may be empty.', address: 'The mail address.' });
const crossPosts = 'The groups of the article, with its number in each on this server.';
const charset = nullable(
  'The charset used for text that is not UTF-8 and does not declare one; null if there is no such text.',
);
const low = count('The lowest number.');
const high = count('The highest number; less than `low` if there is no article.');
const page = nullable(link('The next page in this direction.'));
const rest = count('The number of entries left out.');
const groups = listOf('Groups.', { name: 'The name of the group.', ...linkMembers });
const neighbour = { number, ...linkMembers };

const part = {
  number: integer('The number of the part, from 1.', { minimum: 1 }),
  type: 'The media type.',
  name: nullable('The file name.'),
  size: count('The approximate size in octets.'),
  contentId: nullable(messageId),
  role: oneOf(['text', 'page', 'attachment'], 'How the article uses the part.'),
  open: link('The address at which this service opens it.'),
};

export const newsAnswers = {
  NewsGroups: answer('groups', 'Groups of a news server.', {
    open,
    wildmat: 'The pattern of the names (RFC 3977 §4).',
    groups: list(ref('NewsListedGroup'), 'The groups, sorted by name.'),
    truncated: boolean('Whether the server has more than this gateway reads.'),
  }),
  NewsGroup: answer('group', 'A page of a group, of up to 200 numbers.', {
    open,
    group: 'The name of the group.',
    count: count('The approximate number of articles.'),
    low,
    high,
    range: nullable(list(number, 'The first and last number of this page.')),
    charset,
    articles: list(ref('NewsListedArticle'), 'The articles, sorted by number. Gaps are articles that were removed.'),
    threads: list(ref('NewsThread'), 'The same articles as threads.'),
    older: page,
    newer: page,
  }),
  NewsArticle: answer('article', 'An article.', {
    open,
    messageId: nullable(messageId),
    number: nullable(count('The number in the link; null if the link has a message identifier.')),
    previous: nullable(shape('The previous article of the group, if the link has a number.', neighbour)),
    next: nullable(shape('The next article.', neighbour)),
    subject: 'The subject, decoded.',
    from: list(person, 'The authors.'),
    date,
    newsgroups: groups,
    followupTo: {
      description: 'Where replies should go; `author` = by mail to the author.',
      anyOf: [groups, literal('author')],
    },
    references: listOf('The articles before it in its thread, oldest first. It replies to the last one.', {
      messageId,
      ...linkMembers,
    }),
    crossPosts: listOf(crossPosts, { group: 'The name of the group.', number, ...linkMembers }),
    omitted: shape(
      'How many entries each of these lists leaves out: a list has at most 100 entries. `fields` has them all.',
      { from: rest, newsgroups: rest, followupTo: rest, references: rest, crossPosts: rest },
    ),
    fields: listOf('The header fields in order.', { name: 'The name as written.', value: 'The value, decoded.' }),
    text: listOf('The text, as blocks.', {
      kind: oneOf(['text', 'quote', 'signature', 'encoded'], 'The kind of block; `encoded` is a file inside the text.'),
      depth: count('The depth of quotation.'),
      text: 'The text without quote marks.',
    }),
    encoded: { enum: ['yenc', 'uuencode', null], description: 'The encoding of the first file inside the text.' },
    encodedFiles: listOf('The files inside the text, in order.', {
      encoding: oneOf(['yenc', 'uuencode'], 'The encoding.'),
      name: 'As written in the article.',
      size: integer('The size in octets. For an incomplete file, the size of the part in the article.'),
      complete: boolean('Whether the text has the end of the file.'),
      open: link('The decoded file.'),
    }),
    charset,
    parts: listOf('The parts (MIME). An article without parts is its only part.', part),
    complete: boolean('Whether the gateway read the whole article.'),
    noArchive: boolean('Whether the author asked archives not to keep it.'),
  }),
  NewsPart: shape('A part of an article, with `format=json`.', {
    ...part,
    article: shape('The article of the part.', linkMembers),
  }),
  Draft: answer('draft', 'The message that a mailto link composes.', {
    to: list('An address.', 'The recipients.'),
    headers: listOf('The header fields that are filled in.', { name: 'The name in lower case.', value: 'The value.' }),
    blindCopies: list('An address.', 'Blind copies, which are shown but not filled in.'),
    leftOut: list('The name of a header field.', 'Header fields that a link must not set.'),
    href: link('The link for a mail program.'),
  }),
};

export const newsParts = {
  NewsListedGroup: shape('A group in a list.', {
    name: 'The name of the group.',
    low,
    high,
    count: nullable(count('The number of articles; null if the server does not count them.')),
    status: oneOf(
      ['posting', 'no-posting', 'moderated', 'junk', 'closed', 'alias', 'unknown'],
      'Whether the group takes articles (RFC 6048 §3.1).',
    ),
    alias: nullable('The group that this name is an alias of.'),
    description: nullable('The description of the group.'),
    ...linkMembers,
  }),
  NewsListedArticle: shape('An article in a group.', {
    number,
    subject: 'The subject, decoded.',
    messageId: nullable(messageId),
    references: list(messageId, 'The articles that it replies to, oldest first.'),
    bytes: nullable(count('The size in octets, as the server reports it.')),
    lines: nullable(count('The size in lines.')),
    crossPosts: listOf(crossPosts, { group: 'The name of the group.', number }),
    author: person,
    date,
    ...linkMembers,
  }),
  NewsThread: shape('An article with its replies.', {
    number: nullable(count('Null for an article that is not on this page.')),
    replies: list(ref('NewsThread'), 'The replies.'),
  }),
};

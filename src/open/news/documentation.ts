/** What documents say of the JSON of netnews: groups, articles and their parts. */
import * as s from '../documentation.ts';

const { openable: open } = s;
const linkMembers = { url: s.link('The canonical link.'), open };
const number = s.count('The number of an article in its group.');
const messageId = 'The message identifier, without angle brackets.';
const date = s.nullable(s.time('The time in UTC; null if it cannot be parsed.'));
const person = s.object({ name: 'The name; may be empty.', address: 'The mail address.' });
const crossPosts = 'The groups of the article, with its number in each on this server.';
const charset = s.nullable(
  'The charset used for text that is not UTF-8 and does not declare one; null if there is no such text.',
);
const low = s.count('The lowest number.');
const high = s.count('The highest number; less than `low` if there is no article.');
const page = s.nullable(s.link('The next page in this direction.'));
const rest = s.count('The number of entries left out.');
/** With members that most answers lack. */
function withOptional(answer: s.Schema, members: s.Members): s.Schema {
  return { ...answer, properties: { ...answer.properties, ...s.object(members).properties } };
}

const archive = 'The name of the archive that has it; absent if it comes from a server.';
const groups = s.listOf('Groups.', { name: 'The name of the group.', ...linkMembers });
const neighbour = { number, ...linkMembers };

const part = {
  number: s.integer('The number of the part, from 1.', { minimum: 1 }),
  type: 'The media type.',
  name: s.nullable('The file name.'),
  size: s.count('The approximate size in octets.'),
  contentId: s.nullable(messageId),
  role: s.oneOf(['text', 'page', 'attachment'], 'How the article uses the part.'),
  open: s.link('The address at which this service opens it.'),
};

const omitted = s.shape(
  'How many entries each of these lists leaves out, if any: a list has at most 100 entries. `fields` has them all.',
  { from: rest, newsgroups: rest, followupTo: rest, references: rest, crossPosts: rest },
);

const article = s.answer('article', 'An article.', {
  open,
  messageId: s.nullable(messageId),
  thread: s.shape('The thread of the article.', linkMembers),
  preferred: s.nullable(
    s.shape(
      'The news link of the article. It means the same on every server, which a link with a number does not.',
      linkMembers,
    ),
  ),
  number: s.nullable(s.count('The number in the link; null if the link has a message identifier.')),
  previous: s.nullable(s.shape('The previous article of the group, if the link has a number.', neighbour)),
  next: s.nullable(s.shape('The next article.', neighbour)),
  subject: 'The subject, decoded.',
  from: s.list(person, 'The authors.'),
  date,
  newsgroups: groups,
  followupTo: {
    description: 'Where replies should go; `author` = by mail to the author.',
    anyOf: [groups, s.literal('author')],
  },
  references: s.listOf('The articles before it in its thread, oldest first. It replies to the last one.', {
    messageId,
    ...linkMembers,
  }),
  crossPosts: s.listOf(crossPosts, { group: 'The name of the group.', number, ...linkMembers }),
  fields: s.listOf('The header fields in order.', { name: 'The name as written.', value: 'The value, decoded.' }),
  text: s.listOf('The text, as blocks.', {
    kind: s.oneOf(['text', 'quote', 'signature', 'encoded'], 'The kind of block; `encoded` is a file inside the text.'),
    depth: s.count('The depth of quotation.'),
    text: 'The text without quote marks.',
  }),
  textFrom: {
    enum: ['plain', 'html', null],
    description: 'What the text was made from: `html` if the article has no plain text; null if it has no text at all.',
  },
  encoded: { enum: ['yenc', 'uuencode', null], description: 'The encoding of the first file inside the text.' },
  encodedFiles: s.listOf('The files inside the text, in order.', {
    encoding: s.oneOf(['yenc', 'uuencode'], 'The encoding.'),
    name: 'As written in the article.',
    size: s.integer('The size in octets. For an incomplete file, the size of the part in the article.'),
    complete: s.boolean('Whether the text has the end of the file.'),
    open: s.link('The decoded file.'),
  }),
  charset,
  parts: s.listOf('The parts (MIME). An article without parts is its only part.', part),
  complete: s.boolean('Whether the gateway read the whole article.'),
  noArchive: s.boolean('Whether the author asked archives not to keep it.'),
});

const months = s.listOf('The months of the group in the archive, oldest first.', {
  month: 'The year and the month: `1991-03`.',
  count: s.count('The number of articles.'),
  open: page,
});

export const answers = {
  NewsGroups: withOptional(
    s.answer('groups', 'Groups of a news server or an archive.', {
      open,
      wildmat: 'The pattern of the names (RFC 3977 §4).',
      groups: s.list(s.ref('NewsListedGroup'), 'The groups, sorted by name.'),
      truncated: s.boolean('Whether the server has more than this gateway reads.'),
    }),
    { archive },
  ),
  NewsGroup: withOptional(
    s.answer('group', 'A page of a group, of up to 200 numbers. In an archive, numbers are positions by date.', {
      open,
      group: 'The name of the group.',
      count: s.count('The approximate number of articles.'),
      low,
      high,
      range: s.nullable(s.list(number, 'The first and last number of this page.')),
      charset,
      articles: s.list(
        s.ref('NewsListedArticle'),
        'The articles, sorted by number. Gaps are articles that were removed.',
      ),
      threads: s.list(s.ref('NewsThread'), 'The same articles as threads.'),
      older: page,
      newer: page,
    }),
    { archive, months },
  ),
  NewsDiscussion: withOptional(
    s.answer('thread', 'The thread of an article, at the address of the article with `/thread` behind it.', {
      open,
      subject: 'The subject of its first article, decoded.',
      group: s.shape('The group that was searched.', { name: 'The name of the group.', ...linkMembers }),
      first: s.shape('The first article that the server still has.', linkMembers),
      searched: s.nullable(s.list(number, 'The first and the last number that were searched.')),
      cut: s.boolean('Whether there may be more articles: the search has a limit, and so has a thread.'),
      charset,
      articles: s.list(s.ref('NewsListedArticle'), 'At most 500 articles, sorted by number.'),
      threads: s.list(
        s.ref('NewsThread'),
        'The same articles as a tree. There are several if articles between are missing.',
      ),
    }),
    { archive },
  ),
  // Most articles have nothing to leave out.
  NewsArticle: withOptional(article, { omitted, archive }),
  NewsPart: s.shape('A part of an article, with `format=json`.', {
    ...s.about,
    ...part,
    article: s.shape('The article of the part.', linkMembers),
  }),
};

export const parts = {
  NewsListedGroup: s.shape('A group in a list.', {
    name: 'The name of the group.',
    low,
    high,
    count: s.nullable(s.count('The number of articles; null if the server does not count them.')),
    status: s.oneOf(
      ['posting', 'no-posting', 'moderated', 'junk', 'closed', 'alias', 'unknown'],
      'Whether the group takes articles (RFC 6048 §3.1).',
    ),
    alias: s.nullable('The group that this name is an alias of.'),
    description: s.nullable('The description of the group.'),
    ...linkMembers,
  }),
  NewsListedArticle: s.shape('An article in a group.', {
    number,
    subject: 'The subject, decoded.',
    messageId: s.nullable(messageId),
    references: s.list(messageId, 'The articles that it replies to, oldest first.'),
    bytes: s.nullable(s.count('The size in octets, as the server reports it.')),
    lines: s.nullable(s.count('The size in lines.')),
    crossPosts: s.listOf(crossPosts, { group: 'The name of the group.', number }),
    author: person,
    date,
    ...linkMembers,
  }),
  NewsThread: s.shape('An article with its replies.', {
    number: s.nullable(s.count('Null for an article that is not on this page.')),
    replies: s.list(s.ref('NewsThread'), 'The replies.'),
  }),
};

export const departures: readonly s.Departure[] = [
  {
    request: [],
    sent: ['CAPABILITIES', 'QUIT'],
    reason: 'CAPABILITIES says which commands the server knows, and QUIT ends the session.',
  },
  {
    request: ['OVER'],
    sent: ['LIST OVERVIEW.FMT', 'OVER {range}'],
    reason: 'OVER alone is about one article. A page lists the newest of a group, with the columns of the server.',
  },
  {
    request: [],
    sent: ['XOVER {range}', 'HEAD {number}'],
    reason: 'A server without OVER is asked by XOVER, or for the header of each article.',
  },
  {
    request: [],
    sent: ['AUTHINFO USER {name}', 'AUTHINFO PASS {password}', 'GROUP {group}'],
    reason: 'If `NEWS_SERVER` asks for a login, it gets that of the operator over TLS, and the command again.',
  },
  {
    request: [],
    sent: ['STAT {number}', 'LAST', 'NEXT'],
    reason: 'They find the articles before and after an article with a number.',
  },
  {
    request: [],
    sent: ['LIST NEWSGROUPS'],
    reason: 'A list of groups has their descriptions.',
  },
  s.ARCHIVE_DEPARTURE,
];

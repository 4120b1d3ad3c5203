/** The JSON of the news gateway (groups, articles and their parts) and of the compose form. */
import { boolean, integer, list, literal, nullable, object, oneOf, ref, type Schema, string } from './schema.ts';

const url = string('The canonical link.', { format: 'uri' });
const open = nullable(string('The address at which this service opens it.', { format: 'uri' }));
const linkMembers = { url, open };
const number = integer('The number of an article in its group.', { minimum: 0 });
const messageId = string('The message identifier, without angle brackets.');
const date = nullable(string('The time in UTC; null if it cannot be parsed.', { format: 'date-time' }));
const person = object({ name: string('The name; may be empty.'), address: string('The mail address.') });
const crossPosts = 'The groups of the article, with its number in each on this server.';
const charset = nullable(
  string('The charset used for text that is not UTF-8 and does not declare one; null if there is no such text.'),
);
const summary = {
  count: integer('The approximate number of articles.', { minimum: 0 }),
  low: integer('The lowest number.', { minimum: 0 }),
  high: integer('The highest number; less than `low` if there is no article.', { minimum: 0 }),
};
const page = nullable(string('The next page in this direction.', { format: 'uri' }));
const rest = integer('The number of entries left out.', { minimum: 0 });
const NAMED_GROUPS = list(object({ name: string('The name of the group.'), ...linkMembers }), 'Groups.');

const part = {
  number: integer('The number of the part, from 1.', { minimum: 1 }),
  type: string('The media type.'),
  name: nullable(string('The file name.')),
  size: integer('The approximate size in octets.', { minimum: 0 }),
  contentId: nullable(string('The message identifier, without angle brackets.')),
  role: oneOf(['text', 'page', 'attachment'], 'How the article uses the part.'),
  open: string('The address at which this service opens it.', { format: 'uri' }),
};

export const newsSchemas: Readonly<Record<string, Schema>> = {
  NewsGroups: object(
    {
      ...{ kind: literal('groups'), ...linkMembers },
      wildmat: string('The pattern of the names (RFC 3977 §4).'),
      groups: list(ref('NewsListedGroup'), 'The groups, sorted by name.'),
      truncated: boolean('Whether the server has more than this gateway reads.'),
    },
    'Groups of a news server.',
  ),
  NewsListedGroup: object(
    {
      name: string('The name of the group.'),
      low: summary.low,
      high: summary.high,
      count: nullable(integer('The number of articles; null if the server does not count them.', { minimum: 0 })),
      status: oneOf(
        ['posting', 'no-posting', 'moderated', 'junk', 'closed', 'alias', 'unknown'],
        'Whether the group takes articles (RFC 6048 §3.1).',
      ),
      alias: nullable(string('The group that this name is an alias of.')),
      description: nullable(string('The description of the group.')),
      ...linkMembers,
    },
    'A group in a list.',
  ),
  NewsGroup: object(
    {
      ...{ kind: literal('group'), ...linkMembers },
      group: string('The name of the group.'),
      ...summary,
      range: nullable(list(number, 'The first and last number of this page.')),
      charset,
      articles: list(ref('NewsListedArticle'), 'The articles, sorted by number. Gaps are articles that were removed.'),
      threads: list(ref('NewsThread'), 'The same articles as threads.'),
      older: page,
      newer: page,
    },
    'A page of a group, of up to 200 numbers.',
  ),
  NewsListedArticle: object(
    {
      ...{ number, subject: string('The subject, decoded.'), messageId: nullable(messageId) },
      references: list(messageId, 'The articles that it replies to, oldest first.'),
      bytes: nullable(integer('The size in octets, as the server reports it.', { minimum: 0 })),
      lines: nullable(integer('The size in lines.', { minimum: 0 })),
      crossPosts: list(object({ group: string('The name of the group.'), number }), crossPosts),
      ...{ author: person, date, ...linkMembers },
    },
    'An article in a group.',
  ),
  NewsThread: object(
    {
      number: nullable(integer('Null for an article that is not on this page.', { minimum: 0 })),
      replies: list(ref('NewsThread'), 'The replies.'),
    },
    'An article with its replies.',
  ),
  NewsArticle: object(
    {
      ...{ kind: literal('article'), ...linkMembers, messageId: nullable(messageId) },
      number: nullable(integer('The number in the link; null if the link has a message identifier.', { minimum: 0 })),
      previous: nullable(
        object({ number, ...linkMembers }, 'The previous article of the group, if the link has a number.'),
      ),
      next: nullable(object({ number, ...linkMembers }, 'The next article.')),
      ...{ subject: string('The subject, decoded.'), from: list(person, 'The authors.'), date },
      newsgroups: NAMED_GROUPS,
      followupTo: {
        description: 'Where replies should go; `author` = by mail to the author.',
        anyOf: [NAMED_GROUPS, literal('author')],
      },
      references: list(
        object({ messageId, ...linkMembers }),
        'The articles before it in its thread, oldest first. It replies to the last one.',
      ),
      crossPosts: list(object({ group: string('The name of the group.'), number, ...linkMembers }), crossPosts),
      omitted: object(
        Object.fromEntries(
          ['from', 'newsgroups', 'followupTo', 'references', 'crossPosts'].map((name) => [name, rest]),
        ),
        'How many entries each of these lists leaves out: a list has at most 100 entries. `fields` has them all.',
      ),
      fields: list(
        object({ name: string('The name as written.'), value: string('The value, decoded.') }),
        'The header fields in order.',
      ),
      text: list(
        object({
          kind: oneOf(
            ['text', 'quote', 'signature', 'encoded'],
            'The kind of block; `encoded` is a file inside the text.',
          ),
          depth: integer('The depth of quotation.', { minimum: 0 }),
          text: string('The text without quote marks.'),
        }),
        'The text, as blocks.',
      ),
      encoded: { enum: ['yenc', 'uuencode', null], description: 'The encoding of the first file inside the text.' },
      encodedFiles: list(
        object({
          encoding: oneOf(['yenc', 'uuencode'], 'The encoding.'),
          name: string('As written in the article.'),
          size: integer('The size in octets. For an incomplete file, the size of the part in the article.'),
          complete: boolean('Whether the text has the end of the file.'),
          open: string('The decoded file.', { format: 'uri' }),
        }),
        'The files inside the text, in order.',
      ),
      charset,
      parts: list(object(part), 'The parts (MIME). An article without parts is its only part.'),
      complete: boolean('Whether the gateway read the whole article.'),
      noArchive: boolean('Whether the author asked archives not to keep it.'),
    },
    'An article.',
  ),
  NewsPart: object(
    { ...part, article: object(linkMembers, 'The article of the part.') },
    'A part of an article, with `format=json`.',
  ),
  Draft: object(
    {
      ...{ kind: literal('draft'), url },
      to: list(string('An address.'), 'The recipients.'),
      headers: list(
        object({ name: string('The name in lower case.'), value: string('The value.') }),
        'The header fields that are filled in.',
      ),
      blindCopies: list(string('An address.'), 'Blind copies, which are shown but not filled in.'),
      leftOut: list(string('The name of a header field.'), 'Header fields that a link must not set.'),
      href: string('The link for a mail program.', { format: 'uri' }),
    },
    'The message that a mailto link composes.',
  ),
};

/** The names of the schemas of answers. */
export const newsAnswers: readonly string[] = ['NewsGroups', 'NewsGroup', 'NewsArticle', 'NewsPart', 'Draft'];

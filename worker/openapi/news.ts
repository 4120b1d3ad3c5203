/** What the news gateway says as JSON: lists of groups, groups, articles and their parts; and letters to be written. */
import { boolean, integer, list, literal, nullable, object, oneOf, ref, type Schema, string } from './schema.ts';

const url = string('The canonical link to it.', { format: 'uri' });
const open = nullable(string('Where it is opened here.', { format: 'uri' }));
const leads = { url, open };
const number = integer('Of an article in its group.', { minimum: 0 });
const messageId = string('Without its angle brackets.');
const date = nullable(string('In UTC; null where it cannot be read.', { format: 'date-time' }));
const person = object({ name: string('Empty where there is none.'), address: string('Of mail.') });
const crossPosts = 'Where the article stands, by the numbers of this server.';
const charset = nullable(
  string('In which was read what is not UTF-8 and does not say what it is; null = there is nothing such.'),
);
const summary = {
  count: integer('Articles, about.', { minimum: 0 }),
  low: integer('The lowest number.', { minimum: 0 }),
  high: integer('The highest number; less than `low` where there is no article.', { minimum: 0 }),
};
const page = nullable(string('The page beside this one.', { format: 'uri' }));
const NAMED_GROUPS = list(object({ name: string('Of the group.'), ...leads }), 'Groups.');

const part = {
  number: integer('Counted from 1.', { minimum: 1 }),
  type: string('The media type.'),
  name: nullable(string('Of its file.')),
  size: integer('In octets, about.', { minimum: 0 }),
  contentId: nullable(string('Without its angle brackets.')),
  role: oneOf(['text', 'page', 'attachment'], 'What it is for.'),
  open: string('Where it is opened here.', { format: 'uri' }),
};

export const newsSchemas: Readonly<Record<string, Schema>> = {
  NewsGroups: object(
    {
      ...{ kind: literal('groups'), ...leads },
      wildmat: string('Which names were asked for (RFC 3977 §4).'),
      groups: list(ref('NewsListedGroup'), 'By their names.'),
      truncated: boolean('Whether the server has more than this gateway reads.'),
    },
    'Groups of a news server.',
  ),
  NewsListedGroup: object(
    {
      name: string('Of the group.'),
      low: summary.low,
      high: summary.high,
      count: nullable(integer('Articles, where the server counts them.', { minimum: 0 })),
      status: oneOf(
        ['posting', 'no-posting', 'moderated', 'junk', 'closed', 'alias', 'unknown'],
        'What may be done there (RFC 6048 §3.1).',
      ),
      alias: nullable(string('The group that this one is another name of.')),
      description: nullable(string('What it is about.')),
      ...leads,
    },
    'A group in a list.',
  ),
  NewsGroup: object(
    {
      ...{ kind: literal('group'), ...leads },
      group: string('Its name.'),
      ...summary,
      range: nullable(list(number, 'The first and the last number of this page.')),
      charset,
      articles: list(ref('NewsListedArticle'), 'By their numbers; gaps are articles that are gone.'),
      threads: list(ref('NewsThread'), 'The same articles, by which answers which.'),
      older: page,
      newer: page,
    },
    'A page of a group: 200 numbers at most.',
  ),
  NewsListedArticle: object(
    {
      ...{ number, subject: string('Decoded.'), messageId: nullable(messageId) },
      references: list(messageId, 'The articles that it answers, the oldest first.'),
      bytes: nullable(integer('Its size, as the server has it.', { minimum: 0 })),
      lines: nullable(integer('The same in lines.', { minimum: 0 })),
      crossPosts: list(object({ group: string('Its name.'), number }), crossPosts),
      ...{ author: person, date, ...leads },
    },
    'An article in a group.',
  ),
  NewsThread: object(
    {
      number: nullable(integer('Null for an article that is not on this page.', { minimum: 0 })),
      replies: list(ref('NewsThread'), 'What answers it.'),
    },
    'An article with its answers.',
  ),
  NewsArticle: object(
    {
      ...{ kind: literal('article'), ...leads, messageId: nullable(messageId) },
      number: nullable(integer('By which it was asked for.', { minimum: 0 })),
      previous: nullable(object({ number, ...leads }, 'The article before it in the group, if asked for by number.')),
      next: nullable(object({ number, ...leads }, 'The article behind it.')),
      ...{ subject: string('Decoded.'), from: list(person, 'Who wrote it.'), date },
      newsgroups: NAMED_GROUPS,
      followupTo: {
        description: 'Where answers should go; `author` = to its author, by mail.',
        anyOf: [NAMED_GROUPS, literal('author')],
      },
      references: list(object({ messageId, ...leads }), 'The articles that it answers, the oldest first.'),
      crossPosts: list(object({ group: string('Its name.'), number, ...leads }), crossPosts),
      fields: list(object({ name: string('As written.'), value: string('Decoded.') }), 'The header, in its order.'),
      text: list(
        object({
          kind: oneOf(['text', 'quote', 'signature', 'encoded'], 'What it is; `encoded` is a file within the text.'),
          depth: integer('How often it was quoted.', { minimum: 0 }),
          text: string('Without quote marks.'),
        }),
        'What it says.',
      ),
      encoded: { enum: ['yenc', 'uuencode', null], description: 'How a file within the text is encoded.' },
      charset,
      parts: list(object(part), 'Its parts (MIME); one that has none is its own.'),
      complete: boolean('Whether all of it was read.'),
      noArchive: boolean('Whether its author asked not to be archived.'),
    },
    'An article.',
  ),
  NewsPart: object({ ...part, article: object(leads, 'That it is of.') }, 'A part of an article, by `format=json`.'),
  Draft: object(
    {
      ...{ kind: literal('draft'), url },
      to: list(string('An address.'), 'To whom.'),
      headers: list(object({ name: string('In lower case.'), value: string('Its value.') }), 'What is filled in.'),
      blindCopies: list(string('An address.'), 'Shown, but not filled in.'),
      leftOut: list(string('The name of a header field.'), 'What a stranger’s link should not set.'),
      href: string('The link for a mail program.', { format: 'uri' }),
    },
    'The letter that a mailto link would begin.',
  ),
};

/** What a link may be answered with. */
export const newsAnswers: readonly string[] = ['NewsGroups', 'NewsGroup', 'NewsArticle', 'NewsPart', 'Draft'];

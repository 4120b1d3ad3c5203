/**
 * What documents say of news, snews, nntp and nntps: JSON Schema of details and request, the entries of the
 * gallery, and help with diagnostics.
 */
import * as s from '../documentation.ts';

export const schema: s.KindSchema = {
  details: s.object({
    group: s.nullable('A group, or a pattern of groups.'),
    messageId: s.nullable('Without angle brackets.'),
    all: s.boolean('Whether the URL refers to every group.'),
    article: s.nullable(s.integer('The number of the article in the group.')),
    thread: s.boolean('Whether the thread of the article is meant: `/thread` behind the article.'),
    part: s.nullable('The number or the Content-ID of a part of the article: `/part/2` behind it; null = none.'),
    server: s.nullable('The host of the server; null = the server that the reader is configured with.'),
  }),
  request: s.object({
    transport: s.endpoint.transport,
    host: s.nullable(s.endpoint.host),
    port: s.endpoint.port,
    commands: s.list('Without its line end.', 'The commands, in order.'),
  }),
};

export const gallery: readonly s.GalleryEntry[] = [
  {
    url: 'news:%3C1992May4.180512@umn.edu%3E',
    year: 1980,
    history: 'Usenet began with two universities and a telephone line. Nobody has ever owned it.',
  },
  {
    url: 'snews://news.example/comp.infosystems.gopher',
    year: 1996,
    history: 'News over TLS, from the days when every secure protocol got its own scheme.',
  },
  {
    url: 'nntp:comp.infosystems.gopher/0042',
    year: 1986,
    history: 'News by server, group and article number. Every server has its own numbers.',
  },
  {
    url: 'nntps://news.example/comp.infosystems.gopher/42',
    year: 2006,
    history: 'NNTP over TLS. The specification preferred STARTTLS; most servers did not.',
  },
];

export const diagnosticHelp: s.DiagnosticHelpTable = {
  'news-cr-lf': { input: 'news:a%0Db', fix: 'Remove the line break. It would add a second command to the request.' },
  'message-id-unusual': { input: 'news:a@b@c.example' },
  'message-id-command': { input: 'news:a b@c.example' },
  'newsgroup-unusual': { input: 'news:9a' },
  'newsgroup-command': { input: 'news:a:b' },
  'news-utf-8': { input: 'news:%E9t%E9.fr' },
  'news-empty-server': { input: 'news:///comp.x' },
  'nntp-no-server': { input: 'nntp:misc.test/1' },
  'newsgroup-final-slash': { input: 'nntp://h.example/misc.test/' },
  'article-number': { input: 'nntp://h.example/misc.test/x' },
  'article-number-range': { input: 'nntp://h.example/misc.test/0' },
  'article-number-zeros': { input: 'nntp://h.example/misc.test/0042' },
  'message-id-brackets': { input: 'news:%3Ca@b%3E' },
  'message-id-cr-lf': { input: 'mid:a%0Db@h.example', fix: 'Remove the line break. No message-id has one.' },
  'message-id-form': { input: 'mid:a' },
  'message-id-literal': { input: 'news:%F2o9@h.example' },
  'message-id-unreserved': { input: 'news:NM%76@h.example' },
};

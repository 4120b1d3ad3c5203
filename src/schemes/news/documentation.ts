/**
 * What documents say of news, snews, nntp and nntps: JSON Schema of details and request, and the entries of the
 * gallery.
 */
import * as s from '../documentation.ts';

export const schema: s.KindSchema = {
  details: s.object({
    group: s.nullable('A group, or a pattern of groups.'),
    messageId: s.nullable('Without angle brackets.'),
    all: s.boolean('Whether the URL refers to every group.'),
    article: s.nullable(s.integer('The number of the article in the group.')),
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

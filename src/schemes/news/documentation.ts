/**
 * What documents say of news, snews, nntp and nntps: JSON Schema of details and request, and the entries of the
 * gallery.
 */
import {
  boolean,
  endpoint,
  type GalleryEntry,
  integer,
  type KindSchema,
  list,
  nullable,
  object,
} from '../documentation.ts';

export const schema: KindSchema = {
  details: object({
    group: nullable('A group, or a pattern of groups.'),
    messageId: nullable('Without angle brackets.'),
    all: boolean('Whether the URL refers to every group.'),
    article: nullable(integer('The number of the article in the group.')),
    server: nullable('The host of the server; null = the server that the reader is configured with.'),
  }),
  request: object({
    transport: endpoint.transport,
    host: nullable(endpoint.host),
    port: endpoint.port,
    commands: list('Without its line end.', 'The commands, in order.'),
  }),
};

export const gallery: readonly GalleryEntry[] = [
  {
    scheme: 'news',
    url: 'news:%3C1992May4.180512@umn.edu%3E',
    year: 1980,
    history: 'Usenet began with two universities and a telephone line. Nobody has ever owned it.',
  },
  {
    scheme: 'snews',
    url: 'snews://news.example/comp.infosystems.gopher',
    year: 1996,
    history: 'News over TLS, from the days when every secure protocol got its own scheme.',
  },
  {
    scheme: 'nntp',
    url: 'nntp:comp.infosystems.gopher/0042',
    year: 1986,
    history: 'News by server, group and article number. Every server has its own numbers.',
  },
  {
    scheme: 'nntps',
    url: 'nntps://news.example/comp.infosystems.gopher/42',
    year: 2006,
    history: 'NNTP over TLS. The specification preferred STARTTLS; most servers did not.',
  },
];

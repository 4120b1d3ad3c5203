/** JSON Schema for the details and the request of news, snews, nntp and nntps URLs. */
import { boolean, endpoint, integer, type KindSchema, list, nullable, object, string } from '../json-schema.ts';

export const schema: KindSchema = {
  details: object({
    group: nullable(string('A group, or a pattern of groups.')),
    messageId: nullable(string('Without angle brackets.')),
    all: boolean('Whether the URL refers to every group.'),
    article: nullable(integer('The number of the article in the group.')),
    server: nullable(string('The host of the server; null = the server that the reader is configured with.')),
  }),
  request: object({
    transport: endpoint.transport,
    host: nullable(endpoint.host),
    port: endpoint.port,
    commands: list(string('Without its line end.'), 'The commands, in order.'),
  }),
};

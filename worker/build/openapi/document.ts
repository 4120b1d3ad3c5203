/** The description of the HTTP API (OpenAPI 3.1). */
import { checkSchemas } from './check.ts';
import { gatewaySchemas } from './gateways.ts';
import { linkSchemas } from './links.ts';
import { GROUPS } from './operation.ts';
import { paths } from './paths.ts';
import type { Schema } from './schema.ts';
import { schemas } from './schemas.ts';
import { webhookSchemas } from './webhooks.ts';

/** The whole description. */
export type ApiDescription = ReturnType<typeof describeApi>;

/** The whole description, for a version of Waypost. */
export const describeApi = (version: string) => ({
  openapi: '3.1.0',
  info: {
    title: 'Waypost',
    version,
    summary: 'Canonicalizes, resolves and opens the links that browsers forgot.',
    description:
      'Any origin may call this API. Each GET has a HEAD. Answers to GET have a strong ETag, except those that change ' +
      'with time. Errors are problem details (RFC 9457).',
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [{ url: '/' }],
  // No operation needs a token unless it says so.
  security: [],
  tags: Object.entries(GROUPS).map(([name, description]) => ({ name, description })),
  paths,
  components: {
    schemas: { ...schemas, ...checkSchemas, ...gatewaySchemas, ...linkSchemas, ...webhookSchemas } as Readonly<
      Record<string, Schema>
    >,
    securitySchemes: {
      token: { type: 'http', scheme: 'bearer', description: 'A token from the operator (RFC 6750).' },
    },
  },
});

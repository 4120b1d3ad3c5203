/** The description of the HTTP API (OpenAPI 3.1). */
import { checkOperations, checkSchemas } from './check.ts';
import { gatewayOperations } from './gateways.ts';
import { linkOperations, linkSchemas } from './links.ts';
import { openedSchemas } from './opened.ts';
import { GROUPS, pathsOf } from './operation.ts';
import { pageOperations } from './pages.ts';
import type { Schema } from './schema.ts';
import { urlOperations, urlSchemas } from './urls.ts';
import { webhookOperations, webhookSchemas } from './webhooks.ts';

/**
 * The operations in their groups: one for each route and method of the Worker, except HEAD and OPTIONS, which follow
 * from the others.
 */
const paths = pathsOf({
  URLs: urlOperations,
  'Opening links': { ...checkOperations, ...gatewayOperations },
  'Short links': linkOperations,
  Webhooks: webhookOperations,
  'About this service': pageOperations,
});

const schemas: Readonly<Record<string, Schema>> = {
  ...urlSchemas,
  ...checkSchemas,
  ...openedSchemas,
  ...linkSchemas,
  ...webhookSchemas,
};

export type ApiDescription = ReturnType<typeof describeApi>;

/** The whole description, for a version of Waypost. */
export const describeApi = (version: string) => ({
  openapi: '3.1.0',
  info: {
    title: 'Waypost',
    version,
    summary: 'Canonicalizes, resolves and opens the links that browsers forgot.',
    description:
      'Any origin may call this API, except for `/metrics` and with the token of an administrator. Each GET has a HEAD. Answers to GET have a strong ETag, except those that change ' +
      'with time. Errors are problem details (RFC 9457).',
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [{ url: '/' }],
  // No operation needs a token unless it says so.
  security: [],
  tags: Object.entries(GROUPS).map(([name, description]) => ({ name, description })),
  paths,
  components: {
    schemas,
    securitySchemes: {
      token: { type: 'http', scheme: 'bearer', description: 'A token from the operator (RFC 6750).' },
    },
  },
});

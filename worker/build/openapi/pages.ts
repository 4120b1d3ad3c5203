/** The pages for people, and the descriptions of the service. */
import { isTopic, topics } from '../../pages/docs/topics.ts';
import { Inspect } from '../../routes/schemas.ts';
import {
  failures,
  failuresOrPages,
  json,
  notModified,
  ok,
  type Paths,
  parameter,
  parametersOf,
  text,
} from './operation.ts';
import { oneOf, ref, type Schema } from './schema.ts';

const html: Schema = { 'text/html': { schema: { type: 'string' } } };

const operation = (operationId: string, summary: string, responses: Readonly<Record<string, Schema>>) => ({
  get: { operationId, summary, responses },
});

/** The pages of the documentation, except its overview. */
const TOPICS = Object.keys(topics).filter((name) => isTopic(name) && name !== 'overview');

export const pagePaths: Paths = {
  '/': {
    get: {
      operationId: 'index',
      summary: 'List the addresses of this service',
      description: 'With `Accept: text/html`, as browsers send it, the page that explains URLs.',
      responses: { '200': ok('A text, or the page.', { ...text, ...html }), ...notModified },
    },
  },
  '/inspect': {
    get: {
      operationId: 'inspect',
      summary: 'Explain a URL on a page',
      description: 'For a text, a table of the URLs in it whose schemes browsers forgot.',
      parameters: parametersOf(Inspect),
      responses: {
        '200': ok('A page, also for a URL that is invalid.', html),
        ...notModified,
        ...failures('invalid-parameter'),
      },
    },
  },
  '/docs': {
    get: {
      operationId: 'docs',
      summary: 'Read the documentation',
      responses: { '200': ok('A page.', html), ...notModified },
    },
  },
  '/docs/{topic}': {
    get: {
      operationId: 'docsTopic',
      summary: 'Read the documentation of one task',
      parameters: [parameter('topic', true, oneOf(TOPICS, 'The task.'), 'resolve', 'path')],
      responses: { '200': ok('A page.', html), ...notModified, ...failuresOrPages('not-found') },
    },
  },
  '/llms.txt': {
    get: {
      operationId: 'llms',
      summary: 'Get the description for language models',
      responses: {
        '200': ok('A text in Markdown, as llmstxt.org defines it.', {
          'text/markdown': { schema: { type: 'string' } },
        }),
        ...notModified,
      },
    },
  },
  '/opensearch.xml': {
    get: {
      operationId: 'opensearch',
      summary: 'Get the OpenSearch description',
      responses: {
        '200': ok('OpenSearch 1.1.', { 'application/opensearchdescription+xml': { schema: { type: 'string' } } }),
        ...notModified,
      },
    },
  },
  '/openapi.json': {
    get: {
      operationId: 'description',
      summary: 'Get the OpenAPI description',
      responses: { '200': ok('OpenAPI 3.1.', json({ type: 'object' })), ...notModified },
    },
  },
  '/problems': {
    get: {
      operationId: 'problems',
      summary: 'Explain every problem and diagnostic',
      responses: { '200': ok('A section for each code, as a page or as text.', { ...text, ...html }), ...notModified },
    },
  },
  '/health': {
    get: {
      operationId: 'health',
      summary: 'Check the status and version',
      responses: { '200': ok('The service works.', json(ref('Health'))) },
    },
  },
  '/metrics': {
    get: {
      operationId: 'metrics',
      summary: 'Read what this process has answered, for Prometheus',
      security: [{ token: [] }],
      responses: {
        '200': ok('Metrics in the text format of Prometheus 0.0.4.', text),
        ...failures('token-required', 'not-found'),
      },
    },
  },
  '/owners': operation('owners', 'Read how to mend the links of a site', {
    '200': ok('A page.', html),
    ...notModified,
  }),
  '/links': operation('ownLinks', 'Manage your short links in a browser', {
    '200': ok('A page.', html),
    ...notModified,
  }),
  '/privacy': operation('privacy', 'Read the privacy policy', { '200': ok('A page.', html) }),
  '/favicon.ico': operation('favicon', 'Get the icon', {
    '200': ok('An icon.', { 'image/x-icon': { schema: { type: 'string' } } }),
  }),
  '/apple-touch-icon.png': operation('touchIcon', 'Get the icon for home screens', {
    '200': ok('A PNG.', { 'image/png': { schema: { type: 'string' } } }),
  }),
  '/robots.txt': operation('robots', 'Get robots.txt', {
    '200': ok('RFC 9309.', text),
    ...notModified,
  }),
  '/.well-known/security.txt': operation('securityTxt', 'Get security.txt', {
    '200': ok('RFC 9116.', text),
    ...failures('not-found'),
  }),
};

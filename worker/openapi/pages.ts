/**
 * What the service says about itself, and its pages for people.
 */
import { BOOLEANS, DIALECTS } from '../http/parameters.ts';
import { failures, json, notModified, ok, type Paths, parameter, text } from './operation.ts';
import { oneOf, ref, type Schema, string } from './schema.ts';

const html: Schema = { 'text/html': { schema: { type: 'string' } } };

const operation = (operationId: string, summary: string, responses: Readonly<Record<string, Schema>>) => ({
  get: { operationId, summary, responses },
});

export const pagePaths: Paths = {
  '/': {
    get: {
      operationId: 'index',
      summary: 'What can be asked here',
      description: 'Browsers, which say that they want HTML, get the page that takes URLs apart.',
      responses: { '200': ok('Text for people.', { ...text, ...html }), ...notModified },
    },
  },
  '/inspect': {
    get: {
      operationId: 'inspect',
      summary: 'What a URL is, as a page',
      description: 'A text that has URLs in it gives a table of those of forgotten schemes.',
      parameters: [
        parameter('url', false, string('The URL, or a text.'), '<URL:GOPHER://Gopher.Micro.UMN.EDU:70/1>'),
        parameter('base', false, string('A URL that a reference is resolved against; may be empty.')),
        parameter('dialect', false, { ...oneOf(DIALECTS, 'How the URL is read.'), default: 'current' }),
        parameter('lax', false, { ...oneOf(BOOLEANS, 'Whether `scheme:path` is relative.'), default: 'false' }),
      ],
      responses: { '200': ok('A page, whatever the verdict.', html), ...notModified, ...failures('invalid-parameter') },
    },
  },
  '/docs': {
    get: {
      operationId: 'docs',
      summary: 'This description for people',
      responses: { '200': ok('A page.', html), ...notModified },
    },
  },
  '/llms.txt': {
    get: {
      operationId: 'llms',
      summary: 'This description for language models',
      responses: {
        '200': ok('As llmstxt.org has it.', { 'text/markdown': { schema: { type: 'string' } } }),
        ...notModified,
      },
    },
  },
  '/opensearch.xml': {
    get: {
      operationId: 'opensearch',
      summary: 'How a browser asks from its address bar',
      responses: {
        '200': ok('OpenSearch 1.1.', { 'application/opensearchdescription+xml': { schema: { type: 'string' } } }),
        ...notModified,
      },
    },
  },
  '/openapi.json': {
    get: {
      operationId: 'description',
      summary: 'This description',
      responses: { '200': ok('OpenAPI 3.1.', json({ type: 'object' })), ...notModified },
    },
  },
  '/problems': {
    get: {
      operationId: 'problems',
      summary: 'What the types of problems mean',
      responses: { '200': ok('Text for people.', text), ...notModified },
    },
  },
  '/health': {
    get: {
      operationId: 'health',
      summary: 'Whether the service answers',
      responses: { '200': ok('It does.', json(ref('Health'))) },
    },
  },
  '/privacy': operation('privacy', 'What is written down, and what is not', { '200': ok('For people.', html) }),
  '/robots.txt': operation('robots', 'Where crawlers may go', {
    '200': ok('RFC 9309.', text),
    ...notModified,
  }),
  '/.well-known/security.txt': operation('securityTxt', 'Whom to tell of a weakness', {
    '200': ok('RFC 9116.', text),
    ...failures('not-found'),
  }),
};

/** The pages for people, and the descriptions of the service. */
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
      summary: 'The addresses of this service',
      description: 'With `Accept: text/html`, as browsers send it, the page that explains URLs.',
      responses: { '200': ok('A text, or the page.', { ...text, ...html }), ...notModified },
    },
  },
  '/inspect': {
    get: {
      operationId: 'inspect',
      summary: 'What a URL is, as a page',
      description: 'For a text, a table of the URLs in it whose schemes browsers forgot.',
      parameters: [
        parameter('url', false, string('The URL, or a text with URLs.'), '<URL:GOPHER://Gopher.Micro.UMN.EDU:70/1>'),
        parameter('base', false, string('The URL that a reference is resolved against; may be empty.')),
        parameter('dialect', false, { ...oneOf(DIALECTS, 'How the URL is parsed.'), default: 'current' }),
        parameter('lax', false, { ...oneOf(BOOLEANS, 'Whether `scheme:path` is relative.'), default: 'false' }),
      ],
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
      summary: 'This description for people',
      responses: { '200': ok('A page.', html), ...notModified },
    },
  },
  '/llms.txt': {
    get: {
      operationId: 'llms',
      summary: 'This description for language models',
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
      summary: 'The search description for browsers',
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
      summary: 'Explain every problem and diagnostic',
      responses: { '200': ok('A section for each code, as a page or as text.', { ...text, ...html }), ...notModified },
    },
  },
  '/health': {
    get: {
      operationId: 'health',
      summary: 'The status and the version',
      responses: { '200': ok('The service works.', json(ref('Health'))) },
    },
  },
  '/privacy': operation('privacy', 'The privacy policy', { '200': ok('A page.', html) }),
  '/robots.txt': operation('robots', 'The rules for crawlers', {
    '200': ok('RFC 9309.', text),
    ...notModified,
  }),
  '/.well-known/security.txt': operation('securityTxt', 'The contact for security reports', {
    '200': ok('RFC 9116.', text),
    ...failures('not-found'),
  }),
};

/**
 * The pages for people, and what belongs to them.
 */
import { BOOLEANS, DIALECTS } from '../parameters.ts';
import { failures, notModified, ok, type Paths, parameter } from './operation.ts';
import { oneOf, type Schema, string } from './schema.ts';

export const html: Schema = { 'text/html': { schema: { type: 'string' } } };

export const pagePaths: Paths = {
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
};

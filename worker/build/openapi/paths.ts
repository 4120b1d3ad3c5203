/**
 * The operations of the API in their groups: one for each route and method of the Worker, except HEAD and OPTIONS,
 * which follow from the others. This file has the operations on URLs.
 */
import { Compare, Resolve, ResolveMany } from '../../routes/schemas.ts';
import { checkPaths } from './check.ts';
import { gatewayPaths } from './gateways.ts';
import { withHeaders } from './headers.ts';
import { linkPaths } from './links.ts';
import { failures, group, json, lines, notModified, ok, type Paths, parametersOf, text } from './operation.ts';
import { pagePaths } from './pages.ts';
import { list, ref } from './schema.ts';
import { webhookPaths } from './webhooks.ts';

/** Items of a batch: a URL, a reference, and a text that is not a URL. */
const ITEMS = ['GOPHER://h.example:70/1', { url: '../b', base: 'ftp://h.example/pub/a/' }, 'not a URL'];

const urlPaths: Paths = {
  '/v1/resolve': {
    get: {
      operationId: 'resolve',
      summary: 'Resolve a URL',
      description: 'With `Accept: text/plain`, the answer is the canonical URL alone.',
      parameters: parametersOf(Resolve),
      responses: {
        '200': ok('The resolution; with `fields`, one member.', {
          ...json({ anyOf: [ref('Resolution'), ref('Short'), ref('Key')] }),
          ...text,
        }),
        ...notModified,
        ...failures('invalid-parameter', 'invalid-url'),
      },
    },
    post: {
      operationId: 'resolveMany',
      summary: 'Resolve many URLs',
      description:
        'Send a JSON array of up to 1,000 items to get an array, or any number of lines of JSON (NDJSON) to get lines ' +
        'while you send. Answers are in the order of the items. An invalid item gets a problem in its place. The ' +
        'members of an item override the parameters.',
      parameters: parametersOf(ResolveMany),
      requestBody: {
        required: true,
        content: { ...json(list(ref('Item'), 'Up to 1,000.'), ITEMS), ...lines(ref('Item'), ITEMS) },
      },
      responses: {
        '200': ok('One answer for each item.', {
          ...json(list(ref('Answer'), 'In the order of the items.')),
          ...lines(ref('Answer')),
        }),
        ...failures('invalid-parameter', 'invalid-body', 'body-too-large', 'unsupported-media-type'),
      },
    },
  },
  '/v1/compare': {
    get: {
      operationId: 'compare',
      summary: 'Compare two URLs',
      parameters: parametersOf(Compare),
      responses: {
        '200': ok('The comparison.', json(ref('Comparison'))),
        ...notModified,
        ...failures('invalid-parameter', 'invalid-url'),
      },
    },
  },
  '/v1/schemes': {
    get: {
      operationId: 'schemes',
      summary: 'List the schemes',
      responses: {
        '200': ok('The registry of schemes.', json(ref('Registry'))),
        ...notModified,
        ...failures('invalid-parameter'),
      },
    },
  },
};

export const paths: Paths = withHeaders({
  ...group('URLs', urlPaths),
  ...group('Opening links', { ...checkPaths, ...gatewayPaths }),
  ...group('Short links', linkPaths),
  ...group('Webhooks', webhookPaths),
  ...group('About this service', pagePaths),
});

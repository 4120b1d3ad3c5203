/**
 * The operations of the API in their groups: one entry for each route and method of the Worker. HEAD and OPTIONS
 * follow from these, so they have none of their own. The operations about URLs themselves are here.
 */
import { BOOLEANS, DIALECTS, FIELDS } from '../http/parameters.ts';
import { gatewayPaths } from './gateways.ts';
import { withHeaders } from './headers.ts';
import { linkPaths } from './links.ts';
import { failures, group, json, lines, notModified, ok, type Paths, parameter, text } from './operation.ts';
import { pagePaths } from './pages.ts';
import { list, oneOf, ref, string } from './schema.ts';
import { webhookPaths } from './webhooks.ts';

const url = (name: string, example: string) => parameter(name, true, string('The URL.'), example);
const base = parameter('base', false, string('A URL that a reference is resolved against (RFC 3986 §5.2).'));
const dialect = parameter('dialect', false, {
  ...oneOf(DIALECTS, 'How the URL is read; what comes out is always current.'),
  default: 'current',
});
const lax = parameter('lax', false, {
  ...oneOf(BOOLEANS, 'Whether `scheme:path` of the base’s scheme is relative (RFC 3986 §5.2.2).'),
  default: 'false',
});
const fields = parameter('fields', false, oneOf(FIELDS, 'The members that are wanted; all, if it is not given.'));

/** As they come in a batch: a URL, a reference, and what is none. */
const ITEMS = ['GOPHER://h.example:70/1', { url: '../b', base: 'ftp://h.example/pub/a/' }, 'no URL'];

const urlPaths: Paths = {
  '/v1/resolve': {
    get: {
      operationId: 'resolve',
      summary: 'What a URL is',
      description: 'With `Accept: text/plain`, the canonical URL alone and a line feed.',
      parameters: [url('url', 'GOPHER://Gopher.Micro.UMN.EDU:70/1'), base, dialect, lax, fields],
      responses: {
        '200': ok('The resolution; its canonical form alone with `fields=canonical`.', {
          ...json({ anyOf: [ref('Resolution'), ref('Short')] }),
          ...text,
        }),
        ...notModified,
        ...failures('invalid-parameter', 'invalid-url'),
      },
    },
    post: {
      operationId: 'resolveMany',
      summary: 'What each of many URLs is',
      description:
        'A JSON array of up to 1,000 is answered with an array. Lines of JSON (NDJSON), any number of them, are ' +
        'answered with lines as they come in. Answers stand in the order of the questions; what cannot be read is ' +
        'answered with a problem in its place. The parameters hold for each item that has none of its own.',
      parameters: [base, dialect, lax, fields],
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
      summary: 'Whether two URLs are the same, and why',
      parameters: [url('a', 'HTTP://h.example:80/%7Euser'), url('b', 'http://h.example/~user'), dialect],
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
      summary: 'The schemes that are known here',
      responses: {
        '200': ok('The registry.', json(ref('Registry'))),
        ...notModified,
        ...failures('invalid-parameter'),
      },
    },
  },
};

export const paths: Paths = withHeaders({
  ...group('What URLs are', urlPaths),
  ...group('Opening links', gatewayPaths),
  ...group('Short links', linkPaths),
  ...group('Webhook targets', webhookPaths),
  ...group('About this service', pagePaths),
});

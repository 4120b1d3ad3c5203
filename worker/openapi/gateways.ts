/**
 * Redirects and gateways: their operations, and the values of these.
 */
import { FORMATS } from '../gateway/core/contract.ts';
import { REDIRECTS } from '../gateway/core/redirect.ts';
import { BOOLEANS, DIALECTS } from '../http/parameters.ts';
import { gatewayErrors } from '../net/errors.ts';
import { ftpSchemas } from './ftp.ts';
import { gopherAnswers, gopherSchemas } from './gopher.ts';
import { newsAnswers, newsSchemas } from './news.ts';
import { failures, json, ok, type Paths, parameter, text } from './operation.ts';
import { nullable, object, oneOf, ref, type Schema, string } from './schema.ts';
import { problemMembers } from './schemas.ts';

const EXAMPLE = 'gopher://gopher.floodgap.com/1/world';

const url = parameter('url', true, string('The link.'), EXAMPLE);
const options = [
  parameter('base', false, string('A URL that a reference is resolved against (RFC 3986 §5.2).')),
  parameter('dialect', false, { ...oneOf(DIALECTS, 'How the link is read.'), default: 'current' }),
  parameter('lax', false, {
    ...oneOf(BOOLEANS, 'Whether `scheme:path` of the base’s scheme is relative.'),
    default: 'false',
  }),
];
const format = parameter(
  'format',
  false,
  oneOf(FORMATS, 'A page, JSON, or what the server sends; unless given, `Accept` chooses between the first two.'),
);
const charset = parameter('charset', false, string('The charset of a text; found out unless given.'), 'cp437');
const status = parameter('status', false, {
  ...oneOf(REDIRECTS.map(String), 'The status of the redirect.'),
  default: '302',
});
const segment = (name: string, description: string, example: string) =>
  parameter(name, true, string(description), example, 'path');
const mirror = [
  segment('scheme', 'Of the link, such as `gopher`.', 'gopher'),
  segment('authority', 'Host and port of the link; `~` where it names no server.', 'gopher.floodgap.com'),
  segment('path', 'What follows in the link, slashes included.', '1/world'),
];

const page: Schema = { 'text/html': { schema: { type: 'string' } } };
const problem: Schema = { 'application/problem+json': { schema: ref('Problem') } };
const anything: Schema = { '*/*': {} };

/** The redirect to where a link is opened, with the canonical link in `Link`. */
const redirects = Object.fromEntries(REDIRECTS.map((code) => [String(code), ok('Where the link is opened.', text)]));

const sent: Readonly<Record<string, Schema>> = {
  '200': ok('An http(s) link leads elsewhere, and is left to the reader: where to, as a page or a resolution.', {
    ...page,
    ...json(ref('Resolution')),
  }),
  ...redirects,
  ...failures('invalid-parameter', 'unsafe-link', 'invalid-url'),
  '501': ok('There is no gateway for the link: what it is, and what a client would send.', {
    ...page,
    'application/problem+json': { schema: ref('Unopened') },
  }),
};

/** Every status that a server's failure may have. */
const serverFailures = Object.fromEntries(
  [...Map.groupBy(Object.entries(gatewayErrors), ([, { status }]) => status)].map(([code, kinds]) => [
    String(code),
    ok(kinds.map(([, { title }]) => title).join('; or: '), { ...page, ...problem }),
  ]),
);

const opened: Readonly<Record<string, Schema>> = {
  ...serverFailures,
  ...sent,
  '200': ok('What the link leads to: a page, JSON, or the octets of the server.', {
    ...page,
    ...json({ anyOf: [ref('FtpDirectory'), ...gopherAnswers.map(ref), ...newsAnswers.map(ref), {}] }),
    ...anything,
  }),
  '206': ok('A part of a file, where `Range` asks for one and the server can begin there.', anything),
  '304': { description: 'The file has not changed since.' },
  '412': { description: 'The file is another one than `If-Match` or `If-Unmodified-Since` asks for.' },
  '416': { description: 'The file has no such part.' },
  '400': ok('The request or the link cannot be served as it stands.', { ...page, ...problem }),
};

const form: Schema = {
  required: true,
  description: 'The answers to a form that a page of this service has shown.',
  content: { 'application/x-www-form-urlencoded': { schema: { type: 'object' } }, 'multipart/form-data': {} },
};

export const gatewayPaths: Paths = {
  '/r': {
    get: {
      operationId: 'redirect',
      summary: 'A redirect to where a link is opened',
      parameters: [url, ...options, status, format],
      responses: sent,
    },
  },
  '/u/{url}': {
    get: {
      operationId: 'redirectPath',
      summary: 'The same, with the link in the path',
      description: 'The link stands there as it is, its query included, or escaped as a whole.',
      parameters: [segment('url', 'The link.', EXAMPLE)],
      responses: sent,
    },
  },
  '/open': {
    get: {
      operationId: 'open',
      summary: 'A link, opened',
      description: 'Gateways take more parameters than these; their pages link to them.',
      parameters: [url, ...options, format, charset],
      responses: opened,
    },
    post: {
      operationId: 'submit',
      summary: 'A form of a link, filled in',
      description: 'Only from a page of this service: browsers say so in `Origin` or `Sec-Fetch-Site`.',
      parameters: [url, ...options],
      requestBody: form,
      responses: { ...opened, ...failures('foreign-form', 'method-not-allowed') },
    },
  },
  '/{scheme}/{authority}/{path}': {
    get: {
      operationId: 'mirror',
      summary: 'A link, opened at a path that looks like it',
      description:
        '`gopher://h:70/1/world` is at `/gopher/h:70/1/world`. Links whose path clients would change on its way ' +
        '(dot segments, empty segments, backslashes) are only at `/open`.',
      parameters: [...mirror, format, charset],
      responses: opened,
    },
    post: {
      operationId: 'submitMirror',
      summary: 'A form of a link, filled in',
      parameters: mirror,
      requestBody: form,
      responses: { ...opened, ...failures('foreign-form', 'method-not-allowed') },
    },
  },
};

export const gatewaySchemas: Readonly<Record<string, Schema>> = {
  ...ftpSchemas,
  ...newsSchemas,
  ...gopherSchemas,
  Links: object(
    {
      open: nullable(string('Where the link is opened; null where nothing may open it.', { format: 'uri' })),
      inspect: string('Where a person can look at it without going there.', { format: 'uri' }),
      short: nullable(string('A short link to it; null where none is known.', { format: 'uri' })),
    },
    'Where to go on from a resolution.',
  ),
  Unopened: object(
    { ...problemMembers, resolution: ref('Resolution') },
    'Problem details that say what the link is, too.',
  ),
};

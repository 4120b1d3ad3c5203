/** Redirects and gateways: their operations, and the schemas of their answers. */

import { gatewayErrors } from '../../errors/table.ts';
import { ViewQuery } from '../../gateway/contract/contract.ts';
import { REDIRECTS } from '../../gateway/contract/destination.ts';
import { Open, Redirect } from '../../routes/schemas.ts';
import { cnrpAnswers, cnrpSchemas } from './cnrp.ts';
import { gopherAnswers, gopherSchemas } from './gopher.ts';
import {
  ftpSchemas,
  prosperoAnswers,
  prosperoSchemas,
  terminalAnswers,
  terminalSchemas,
  waisAnswers,
  waisSchemas,
} from './listings.ts';
import { newsAnswers, newsSchemas } from './news.ts';
import { failures, json, ok, type Paths, parameter, parametersOf, text } from './operation.ts';
import { nullable, object, ref, type Schema, string } from './schema.ts';
import { problemMembers } from './schemas.ts';

const EXAMPLE = 'gopher://gopher.floodgap.com/1/world';

/** The parameters of every gateway, and those of single ones, which the other gateways refuse. */
const ofGateways = [
  ...parametersOf(ViewQuery),
  ...Object.entries({
    search: 'gopher, wais and prospero: words to search for. The answer redirects to the link of the search.',
    match:
      'prospero: how the words match a name (`s`, `c`, `=` or `r`). News: a wildmat that the names of groups must match.',
    page: 'gopher menus and FTP directories: the page of a long list, from 1.',
    images: 'gopher menus: `show` for the pictures instead of links to them.',
    sent: 'The reply to a Gopher+ form, for pages of this service: when the form was sent.',
    sort: 'FTP directories: `name`, `size` or `modified`.',
    order: 'FTP directories: `asc` or `desc`.',
    tls: 'ftp links: `explicit` for a connection that begins with `AUTH TLS`.',
    login: 'FTP: ask for a user name and password. The value does not matter.',
    to: 'Newsgroups: the number of the last article of the list.',
    part: 'News and wais: the part of a message.',
    user: 'Terminals: the name to log in with, shown as advice.',
    password: 'Terminals: `withheld` if the link had a password, which addresses leave out.',
    model: 'The WebSocket of a 3270 terminal: its model from 2 to 5, which decides its size. Default: 2.',
    redirect: '`go:` links: redirect to the result if there is exactly one. The value does not matter.',
  }).map(([name, description]) => parameter(name, false, string(description))),
];

const segment = (name: string, description: string, example: string) =>
  parameter(name, true, string(description), example, 'path');
const gatewayPath = [
  segment('scheme', 'The scheme of the link.', 'gopher'),
  segment('authority', 'The host and port of the link; `~` if the link names no server.', 'gopher.floodgap.com'),
  segment('path', 'The rest of the link, with its slashes.', '1/world'),
];

const page: Schema = { 'text/html': { schema: { type: 'string' } } };
const problem: Schema = { 'application/problem+json': { schema: ref('Problem') } };
const anything: Schema = { '*/*': {} };

/** The redirect to where a link is opened, with the canonical link in `Link`. */
const redirects = Object.fromEntries(
  REDIRECTS.map((code) => [String(code), ok('A redirect to the place where the link opens.', text)]),
);

const redirectAnswers: Readonly<Record<string, Schema>> = {
  '200': ok('A page that asks before it opens an http(s) link, or the resolution as JSON.', {
    ...page,
    ...json(ref('Resolution')),
  }),
  ...redirects,
  ...failures('invalid-parameter', 'unsafe-link', 'invalid-url'),
  '501': ok('No gateway opens the link. The answer says what the link is and what a client would send.', {
    ...page,
    'application/problem+json': { schema: ref('Unopened') },
  }),
};

/** Every status for a failure of the server. */
const serverFailures = Object.fromEntries(
  [...Map.groupBy(Object.entries(gatewayErrors), ([, { status }]) => status)].map(([code, kinds]) => [
    String(code),
    ok(kinds.map(([, { title }]) => title).join('; or: '), { ...page, ...problem }),
  ]),
);

const gatewayAnswers: Readonly<Record<string, Schema>> = {
  ...serverFailures,
  ...redirectAnswers,
  '101': {
    description:
      'The WebSocket of a terminal session, if a page of this service asks for one. Binary messages have the octets of ' +
      'the session (tn3270: one record each). Text messages are JSON: the page sends `credit`, `size`, `key` and ' +
      '`user`, the service sends `opened`, `echo`, `written` and `ended`. Octets are sent only while there is credit.',
  },
  '200': ok('The target of the link: a page, JSON, a feed, or the octets of the server.', {
    ...page,
    'application/atom+xml': { schema: { type: 'string' } },
    ...json({
      anyOf: [
        ref('FtpDirectory'),
        ...gopherAnswers.map(ref),
        ...[...newsAnswers, ...terminalAnswers, ...waisAnswers, ...cnrpAnswers, ...prosperoAnswers].map(ref),
        {},
      ],
    }),
    ...anything,
  }),
  '206': ok('A part of a file, if `Range` asks for one and the server can start there.', anything),
  '304': { description: 'The file has not changed.' },
  '412': { description: 'The file does not match `If-Match` or `If-Unmodified-Since`.' },
  '416': { description: 'The file does not have the range that `Range` asks for.' },
  '400': ok('The request or the link is invalid.', { ...page, ...problem }),
};

const form: Schema = {
  required: true,
  description: 'The values of a form on a page of this service.',
  content: { 'application/x-www-form-urlencoded': { schema: { type: 'object' } }, 'multipart/form-data': {} },
};

export const gatewayPaths: Paths = {
  '/r': {
    get: {
      operationId: 'redirect',
      summary: 'Redirect to a link',
      parameters: parametersOf(Redirect),
      responses: redirectAnswers,
    },
  },
  '/u/{url}': {
    get: {
      operationId: 'redirectPath',
      summary: 'Redirect to a link in the path',
      description: 'Append the link as it is, with its query, or percent-encode all of it.',
      parameters: [segment('url', 'The link.', EXAMPLE)],
      responses: redirectAnswers,
    },
  },
  '/open': {
    get: {
      operationId: 'open',
      summary: 'Open a link',
      description:
        'A parameter that the gateway of the link does not know is an error. A browser that opens a text, sound or film ' +
        'gets a page around it; `format=raw` has the octets.',
      parameters: [...parametersOf(Open), ...ofGateways],
      responses: gatewayAnswers,
    },
    post: {
      operationId: 'submit',
      summary: 'Submit a gateway form',
      description: 'Only pages of this service can submit forms. Browsers prove it with `Origin` or `Sec-Fetch-Site`.',
      parameters: parametersOf(Open),
      requestBody: form,
      responses: { ...gatewayAnswers, ...failures('foreign-form', 'method-not-allowed') },
    },
  },
  '/{scheme}/{authority}/{path}': {
    get: {
      operationId: 'openGatewayPath',
      summary: 'Open a link at its gateway path',
      description:
        'The gateway path of `gopher://h:70/1/world` is `/gopher/h:70/1/world`. A link with dot segments, empty ' +
        'segments or backslashes has none, because clients would change it; `/open` takes it.',
      parameters: [...gatewayPath, ...ofGateways],
      responses: gatewayAnswers,
    },
    post: {
      operationId: 'submitGatewayPath',
      summary: 'Submit a gateway form at its gateway path',
      parameters: gatewayPath,
      requestBody: form,
      responses: { ...gatewayAnswers, ...failures('foreign-form', 'method-not-allowed') },
    },
  },
};

export const gatewaySchemas: Readonly<Record<string, Schema>> = {
  ...ftpSchemas,
  ...newsSchemas,
  ...gopherSchemas,
  ...waisSchemas,
  ...cnrpSchemas,
  ...prosperoSchemas,
  ...terminalSchemas,
  Links: object(
    {
      open: nullable(string('Opens the link; null if nothing may open it.', { format: 'uri' })),
      inspect: string('A page about the link, which does not open it.', { format: 'uri' }),
      short: nullable(string('A short link to it; null if none is known.', { format: 'uri' })),
    },
    'Links that go with a resolution.',
  ),
  Unopened: {
    ...object(
      {
        ...problemMembers,
        resolution: { ...ref('Resolution'), description: 'Absent if a gateway opens such links, but not this one.' },
        archives: ref('Archives'),
      },
      'Problem details with the resolution of the link.',
    ),
    required: Object.keys(problemMembers),
  },
};

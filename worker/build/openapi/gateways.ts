/** Redirects and gateways: their operations, and the schemas of their answers. */
import { gatewayErrors } from '../../errors/table.ts';
import { ViewQuery } from '../../gateway/contract/contract.ts';
import { REDIRECTS } from '../../gateway/contract/destination.ts';
import { FORM_TYPE } from '../../http/headers.ts';
import { Open, Redirect } from '../../routes/schemas.ts';
import { openedAnswers, openedParameters } from './opened.ts';
import {
  failures,
  html,
  json,
  notModified,
  ok,
  operation,
  operationParameters,
  parameter,
  problem,
  text,
  textContent,
} from './operation.ts';
import * as s from './schema.ts';

/** The parameters of every gateway, and those of single ones, which the other gateways refuse. */
const ofGateways = [...operationParameters(ViewQuery), ...openedParameters];

const segment = (name: string, description: string, example: string) =>
  parameter(name, true, s.string(description), example, 'path');
const gatewayPath = [
  segment('scheme', 'The scheme of the link.', 'gopher'),
  segment('authority', 'The host and port of the link; `~` if the link names no server.', 'gopher.floodgap.com'),
  segment('path', 'The rest of the link, with its slashes.', '1/world'),
];

/** The problems of links that are not opened. */
const problems = ['unsafe-link', 'invalid-url'] as const;
const anything = { '*/*': {} };

/** A request or a link that is invalid, or a link that is incomplete, with its resolution. */
const invalid = ok('The request or the link is invalid, or the link is incomplete.', {
  ...html,
  'application/problem+json': { schema: { anyOf: [s.ref('Problem'), s.ref('Unopened')] } },
});

const redirectAnswers = {
  400: invalid,
  200: ok('A page that asks before it opens an http(s) link, or the resolution as JSON.', {
    ...html,
    ...json(s.ref('Resolution')),
  }),
  ...Object.fromEntries(
    REDIRECTS.map((code) => [code, ok('A redirect to the place where the link opens.', text)] as const),
  ),
  501: ok('No gateway opens the link. The answer says what the link is and what a client would send.', {
    ...html,
    'application/problem+json': { schema: s.ref('Unopened') },
  }),
};

/** What only these answer because of the policy. Gateways have more reasons for the same status. */
const redirecting = {
  ...redirectAnswers,
  403: ok('This service does not connect to the server of the link.', { ...html, ...problem }),
};

const answers = {
  ...failures(Object.values(gatewayErrors), { ...html, ...problem }),
  ...redirectAnswers,
  101:
    'The WebSocket of a terminal session, if a page of this service asks for one. Binary messages have the octets of ' +
    'the session (tn3270: one record each). Text messages are JSON: the page sends `credit`, `size`, `key` and `user`, ' +
    'the service sends `opened`, `echo`, `written` and `ended`. Octets are sent only while there is credit.',
  200: ok('The target of the link: a page, JSON, a feed, or the octets of the server.', {
    ...html,
    ...textContent('application/atom+xml'),
    ...json({ anyOf: [...Object.keys(openedAnswers).map(s.ref), {}] }),
    ...anything,
  }),
  206: ok('A part of a file, if `Range` asks for one and the server can start there.', anything),
  304: 'The file has not changed.',
  412: 'The file does not match `If-Match` or `If-Unmodified-Since`.',
  416: 'The file does not have the range that `Range` asks for.',
};

/** A form for another server, with the problems of posting one. */
const form = {
  requestBody: {
    required: true,
    description: 'The values of a form on a page of this service.',
    content: { [FORM_TYPE]: { schema: { type: 'object' } }, 'multipart/form-data': {} },
  },
  problems: [...problems, 'foreign-form', 'method-not-allowed'],
} as const;

export const gatewayOperations = {
  redirect: operation('GET /r', 'Redirect to a link', {
    parameters: operationParameters(Redirect),
    answers: { ...redirecting, ...notModified },
    problems,
  }),
  redirectPath: operation('GET /u/{url}', 'Redirect to a link in the path', {
    description: 'Append the link as it is, with its query, or percent-encode all of it.',
    parameters: [segment('url', 'The link.', 'gopher://gopher.floodgap.com/1/world')],
    answers: redirecting,
    problems,
  }),
  open: operation('GET /open', 'Open a link', {
    description:
      'A parameter that the gateway of the link does not know is an error. `search` redirects to the link of the search. A browser that opens a text, sound or video ' +
      'gets a page around it; `format=raw` has the octets.',
    parameters: [...operationParameters(Open), ...ofGateways],
    answers,
    problems,
  }),
  submit: operation('POST /open', 'Submit a gateway form', {
    description: 'Only pages of this service can submit forms. Browsers prove it with `Origin` or `Sec-Fetch-Site`.',
    parameters: operationParameters(Open),
    answers,
    ...form,
  }),
  openGatewayPath: operation('GET /{scheme}/{authority}/{path}', 'Open a link at its gateway path', {
    description:
      'The gateway path of `gopher://h:70/1/world` is `/gopher/h:70/1/world`. A link with dot segments, empty ' +
      'segments or backslashes has none, because clients would change it; `/open` takes it.',
    parameters: [...gatewayPath, ...ofGateways],
    answers,
    problems,
  }),
  submitGatewayPath: operation('POST /{scheme}/{authority}/{path}', 'Submit a gateway form at its gateway path', {
    parameters: gatewayPath,
    answers,
    ...form,
  }),
};

/** Redirects and gateways: their operations, and the schemas of their answers. */
import { openers } from '../../../src/open/registry.ts';
import { gatewayErrors } from '../../errors/table.ts';
import { ViewQuery } from '../../gateway/contract/contract.ts';
import { REDIRECTS } from '../../gateway/contract/destination.ts';
import { Open, Redirect } from '../../routes/schemas.ts';
import { gopherAnswers, gopherParts } from './gopher.ts';
import { listingAnswers, listingParts } from './listings.ts';
import { newsAnswers, newsParts } from './news.ts';
import { failures, html, json, ok, operation, parameter, parametersOf, problem, text, textOf } from './operation.ts';
import * as s from './schema.ts';

/** The schemas of what gateways answer with, each for one kind of link. */
export const gatewayAnswers = { ...listingAnswers, ...gopherAnswers, ...newsAnswers };
export const gatewaySchemas = { ...gatewayAnswers, ...listingParts, ...gopherParts, ...newsParts };

/** What the fields of searches are, besides the words: by name, and with the schemes that have them. */
const searchFields = openers.flatMap(({ schemes, searchFields }) =>
  Object.entries(searchFields?.fields ?? {})
    .filter(([name]) => name !== 'search')
    .map(([name, about]) => [name, `${schemes.join(', ')}: ${about}`] as const),
);

/** A description for each parameter, of all gateways that read it. */
function described(entries: readonly (readonly [name: string, description: string])[]) {
  const texts = new Map<string, string>();
  for (const [name, text] of entries) texts.set(name, texts.has(name) ? `${texts.get(name)} ${text}` : text);
  return [...texts].map(([name, text]) => parameter(name, false, s.string(text)));
}

/** The parameters of every gateway, and those of single ones, which the other gateways refuse. */
const ofGateways = [
  ...parametersOf(ViewQuery),
  ...described([
    ['search', 'Words to search for, if the link has a search. The answer redirects to the link of the search.'],
    ...searchFields,
    ...Object.entries({
      match: 'News: a wildmat that the names of groups must match.',
      page: 'gopher menus and directories: the page of a long list, from 1.',
      images:
        'gopher menus: `show` for the pictures instead of links to them. HTML of a server: `show` for all of them.',
      view: 'HTML of a server, for the frame on its page: `framed` for the document as it stands there.',
      'field.*':
        'gopher phone books (item type 2): the words that a field must match. `field.name=Doe` searches the field `name`.',
      return:
        'gopher phone books: the fields to return, their names with spaces between; `all` for all. Default: those that the ' +
        'server chooses.',
      help: 'gopher phone books: the help of the server. The value does not matter.',
      sent: 'The reply to a Gopher+ form, for pages of this service: when the form was sent.',
      sort: 'Directories: `name`, `size` or `modified`. Default: by name, or the order of the server.',
      order: 'Directories: `asc` or `desc`.',
      tls: 'ftp links: `explicit` for a connection that begins with `AUTH TLS`.',
      login: 'FTP: ask for a user name and password. The value does not matter.',
      to: 'Newsgroups: the number of the last article of the list.',
      literal:
        'News: the message-id as it was written, which a server is asked for if it does not know the decoded one.',
      part: 'News and wais: the part of a message.',
      hits: 'wais: how many documents a search may find, 40, 100, 200 or 500. Default: 40.',
      user: 'Terminals: the name to log in with, shown as advice.',
      password: 'Terminals: `withheld` if the link had a password, which addresses leave out.',
      model: 'The WebSocket of a 3270 terminal: its model from 2 to 5, which decides its size. Default: 2.',
      redirect: '`go:` links: redirect to the result if there is exactly one. The value does not matter.',
    }),
  ]),
];

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

const answers = {
  ...failures(Object.values(gatewayErrors), { ...html, ...problem }),
  ...redirectAnswers,
  101:
    'The WebSocket of a terminal session, if a page of this service asks for one. Binary messages have the octets of ' +
    'the session (tn3270: one record each). Text messages are JSON: the page sends `credit`, `size`, `key` and `user`, ' +
    'the service sends `opened`, `echo`, `written` and `ended`. Octets are sent only while there is credit.',
  200: ok('The target of the link: a page, JSON, a feed, or the octets of the server.', {
    ...html,
    ...textOf('application/atom+xml'),
    ...json({ anyOf: [...Object.keys(gatewayAnswers).map(s.ref), {}] }),
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
    content: { 'application/x-www-form-urlencoded': { schema: { type: 'object' } }, 'multipart/form-data': {} },
  },
  problems: [...problems, 'foreign-form', 'method-not-allowed'],
} as const;

export const gatewayOperations = {
  redirect: operation('GET /r', 'Redirect to a link', {
    parameters: parametersOf(Redirect),
    answers: redirectAnswers,
    problems,
  }),
  redirectPath: operation('GET /u/{url}', 'Redirect to a link in the path', {
    description: 'Append the link as it is, with its query, or percent-encode all of it.',
    parameters: [segment('url', 'The link.', 'gopher://gopher.floodgap.com/1/world')],
    answers: redirectAnswers,
    problems,
  }),
  open: operation('GET /open', 'Open a link', {
    description:
      'A parameter that the gateway of the link does not know is an error. A browser that opens a text, sound or video ' +
      'gets a page around it; `format=raw` has the octets.',
    parameters: [...parametersOf(Open), ...ofGateways],
    answers,
    problems,
  }),
  submit: operation('POST /open', 'Submit a gateway form', {
    description: 'Only pages of this service can submit forms. Browsers prove it with `Origin` or `Sec-Fetch-Site`.',
    parameters: parametersOf(Open),
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

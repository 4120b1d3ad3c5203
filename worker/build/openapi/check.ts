/** The check of links: its operations, and the schemas of their answers. */

import { CERTAINTIES, CERTAINTY_NAMES, STATUS_NAMES, STATUSES } from '../../../src/open/statuses.ts';
import { Check, CheckMany } from '../../routes/schemas.ts';
import { json, lines, ok, operation, operationParameters } from './operation.ts';
import * as s from './schema.ts';
import { archive } from './urls.ts';

/** The host that tests replace with a server. */
const EXAMPLE = 'gopher://museum.example/1/about';
const ITEMS = [EXAMPLE, 'gopher://museum.example/0/nowhere', { url: 'mailto:curator@museum.example' }];

const statuses = STATUS_NAMES.map((status) => `\`${status}\`: ${STATUSES[status].meaning}`);

const certainties = CERTAINTY_NAMES.map((certainty) => `\`${certainty}\`: ${CERTAINTIES[certainty].meaning}`);

const suggestion = s.shape('What the web server of the same host has. Only if `suggest` asks for it.', {
  url: s.nullable({ ...s.ref('Canonical'), description: 'The address to propose. Null if there is none.' }),
  certainty: s.nullable(s.oneOf(CERTAINTY_NAMES, `How certain it is. ${certainties.join(' ')}`)),
  reason: 'One sentence for people: why it is so certain, or why there is none.',
  size: s.nullable(s.integer('In octets, as its server says.')),
  modified: s.nullable(s.time('When it was changed, as its server says.')),
});

const copy = {
  ...s.nullable(
    s.shape('', {
      name: 'The name of the archive.',
      url: s.link('The address of the copy.'),
      datetime: 'When the copy was made, as the archive says (RFC 7089 §2.1.1).',
    }),
  ),
  description:
    'The copy of an archive. Only if `ask` is `archives`. Null if none says that it has one; `reason` is ' +
    '`archives-only` if each of them answered.',
};

const members = {
  input: 'The link as it was sent.',
  canonical: s.ref('Canonical'),
  status: s.oneOf(STATUS_NAMES, statuses.join(' ')),
  detail: 'One sentence for people. It may quote the server.',
  reply: s.nullable('The server’s own words, such as `550 No such file`; null if there are none to quote.'),
  otherProtocol: s.nullable('For `other-protocol`: the protocol that answered, such as `SSH`, if it is recognized.'),
  reason: s.nullable(
    'Why nothing better is known: the code of a problem, such as `gateway-timeout`, or the rule that refused, such ' +
      'as `robots`, `connection-limit`, `resolver-failed` or `platform`, or `archives-only`. Null if the status is what the server says.',
  ),
  location: s.nullable(s.link('For `moved`: the address that the server names.')),
  redirects: s.listOf('The redirects that were followed, at most five. The status is that of the last address.', {
    url: s.ref('Canonical'),
    reply: s.nullable('The words of the server that redirected here.'),
  }),
  checkedAt: s.time('When the check ended.'),
  archives: s.listOf('Where copies may be if the link is not alive. Waypost has not looked.', {
    ...archive,
    dated: s.nullable(
      'The address of the copy nearest to a date: an RFC 6570 template with `date`, `YYYYMMDD` or `YYYYMMDDhhmmss`. Null ' +
        'if the archive takes no date.',
    ),
  }),
};

export const checkSchemas = {
  LinkCheck: { ...s.object({ ...members, suggestion, copy }), required: Object.keys(members) },
};

const answer = { anyOf: [s.ref('LinkCheck'), s.ref('Problem')] };

export const checkOperations = {
  check: operation('GET /v1/check', 'Check a link', {
    description:
      'Asks the server of the link in its own protocol whether the link is alive. The status of the answer is 200 ' +
      'whatever the server says. User names and passwords are not sent, and the robots.txt of gopher and web servers ' +
      'is obeyed.',
    parameters: operationParameters(Check),
    answers: { 200: ok('The check.', json(s.ref('LinkCheck'))) },
    problems: ['invalid-parameter', 'invalid-url', 'rate-limited'],
  }),
  checkMany: operation('POST /v1/check', 'Check many links', {
    description:
      'Send one item to get one answer, an array of up to 1,000 to get an array, or lines (NDJSON) to get lines while ' +
      'you send. Each server has one connection at a time, with a pause after it. Each check counts for the rate limit; ' +
      'a link beyond it gets a problem. The platform limits the connections of a request (setting `SUBREQUESTS`); links beyond that limit are ' +
      '`not-checked`.',
    parameters: operationParameters(CheckMany),
    body: { ...json(s.oneOrMany(s.ref('Item')), ITEMS), ...lines(s.ref('Item'), ITEMS) },
    answers: {
      200: ok('One answer for each item.', {
        ...json(s.oneOrMany(answer, 'In the order of the items.')),
        ...lines(answer),
      }),
    },
    problems: ['invalid-parameter', 'invalid-url', 'rate-limited'],
  }),
};

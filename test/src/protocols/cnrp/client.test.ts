/** The client of a CNRP service, without a Worker: queries, answers, and what other servers say (RFC 3367 §5). */
import { describe, expect, test } from 'vitest';
import { explain } from '../../../../src/index.ts';
import { statusClass, statusInWords } from '../../../../src/protocols/cnrp/answer.ts';
import { askService, refusalIn } from '../../../../src/protocols/cnrp/client.ts';
import type { Connect } from '../../../../src/protocols/connection.ts';
import { ProtocolError } from '../../../../src/protocols/protocol-error.ts';
import type { GoRequest } from '../../../../src/schemes/go/request.ts';
import { sourceOf } from '../source.ts';

function requestOf(url: string): GoRequest {
  const { kind, request } = explain(url);
  if (kind !== 'go' || request === null) throw new TypeError(`no query: ${url}`);
  return request;
}

/** A server that sends this answer, whatever it is asked. */
function serverOf(answer: string) {
  const state = { sent: '', closed: 0 };
  const connect: Connect = async () => ({
    ...sourceOf(...(answer.match(/[\s\S]{1,1000}/g) ?? [])),
    write: async (octets) => {
      state.sent += Buffer.from(octets).toString('utf8');
    },
    close: () => {
      state.closed += 1;
    },
    startTls: async () => {},
  });
  return { state, connect };
}

const SERVER = { host: 'names.example', port: 1096 };
const httpOf = (xml: string, type = 'application/cnrp+xml', status = '200 OK'): string =>
  `HTTP/1.1 ${status}\r\nContent-Type: ${type}\r\nContent-Length: ${xml.length}\r\n\r\n${xml}`;
const RESULTS = `<cnrp><results><service id="s"><serviceuri>http://names.example/</serviceuri></service>
<resourcedescriptor><commonname>Fidonet</commonname><id>7</id><resourceuri>http://f.example/</resourceuri>
<serviceref ref="s"/></resourcedescriptor><referral><serviceref ref="s"/></referral>
<status code="3.1.1">x-size ignored</status></results></cnrp>`;

async function errorOf(answer: string): Promise<readonly unknown[]> {
  const { state, connect } = serverOf(answer);
  const error: unknown = await askService(connect, SERVER, requestOf('go:x')).catch((caught: unknown) => caught);
  expect(state.closed).toBe(1);
  if (!(error instanceof ProtocolError)) throw new TypeError('no ProtocolError', { cause: error });
  return [error.code, error.status, error.message];
}

test('a query is a POST, and its answer is results, referrals, statuses and services', async () => {
  const { state, connect } = serverOf(httpOf(RESULTS));
  const answer = await askService(connect, SERVER, requestOf('go:Fidonet;language=fr'));
  expect(answer).toMatchObject({
    services: [{ uri: 'http://names.example/' }],
    results: [{ commonName: 'Fidonet', id: '7', resourceUri: 'http://f.example/', service: 'http://names.example/' }],
    referrals: [{ service: 'http://names.example/', dataset: null }],
    statuses: [{ code: '3.1.1', class: 3, text: 'x-size ignored' }],
  });
  const [head = '', body] = state.sent.split('\r\n\r\n');
  expect(head.split('\r\n').slice(0, 3)).toEqual([
    'POST / HTTP/1.1',
    'Host: names.example:1096',
    'Content-Type: application/cnrp+xml',
  ]);
  expect(body).toContain('<commonname>Fidonet</commonname><property name="language" type="rfc1766">fr</property>');
  expect(state.closed).toBe(1);
});

test('the port of HTTP is not in the field Host', async () => {
  const { state, connect } = serverOf(httpOf(RESULTS));
  await askService(connect, { host: '[2001:db8::1]', port: 80 }, requestOf('go:x'));
  expect(state.sent).toContain('\r\nHost: [2001:db8::1]\r\n');
});

test.each(['text/xml', 'application/xml; charset=utf-8', 'Application/CNRP+XML'])('the media type %s', async (type) => {
  const { connect } = serverOf(httpOf(RESULTS, type));
  expect((await askService(connect, SERVER, requestOf('go:x'))).results).toHaveLength(1);
});

test.each([
  ['401 Unauthorized', 'forbidden', 401],
  ['503 Service Unavailable', 'busy', 503],
  ['302 Found', 'malformed', 302],
  ['500 Oops', 'malformed', 500],
])('HTTP status %s is %s', async (line, code, status) => {
  expect(await errorOf(httpOf('', 'text/html', line))).toEqual([code, status, expect.any(String)]);
});

test.each([
  ['a page', httpOf('<p>hello', 'text/html'), 'ordinary web server'],
  ['no XML', httpOf('hello'), 'well-formed'],
  ['other XML', httpOf('<a/>'), 'no CNRP results'],
  ['another protocol', '220 FTP ready\r\n', 'HTTP/1.1'],
])('%s is malformed', async (_, answer, words) => {
  expect(await errorOf(answer)).toEqual(['malformed', null, expect.stringContaining(words)]);
});

test('half an answer is the end of a connection', async () => {
  const error = await errorOf(httpOf(RESULTS).slice(0, -9));
  expect(error).toEqual(['unreachable', null, expect.stringContaining('in the middle')]);
});

describe('an answer without content', () => {
  const statusOf = (code: string, text = '') => ({
    ...{ code, text, class: statusClass(code), meaning: statusInWords(code) },
    about: null,
  });

  test.each([
    [[], 'not-found', null, null],
    [[statusOf('2.1.0', 'No match')], 'not-found', '2.1.0', 'No match'],
    [[statusOf('4.2.1')], 'busy', '4.2.1', null],
    [[statusOf('5.2.0', 'The index is gone')], 'server-failure', '5.2.0', 'The index is gone'],
    [[statusOf('5.1.0'), statusOf('4.2.2', 'Later')], 'busy', '4.2.2', 'Later'],
    [[statusOf('4.2.1'), statusOf('2.1.0')], 'not-found', '2.1.0', null],
  ] as const)('%j', (statuses, code, status, reply) => {
    expect(refusalIn(statuses)).toMatchObject({ code, status, reply });
  });
});

/** The answers of name services: what people see of them, the links of referrals, and which answers have nothing. */
import { describe, expect, test } from 'vitest';
import { GatewayError } from '../../../../src/net/failure.ts';
import type { OpenContext } from '../../../../src/open/contract.ts';
import { go } from '../../../../src/open/go/go.ts';
import { ProtocolError } from '../../../../src/protocols/protocol-error.ts';
import { memoryServer } from '../../protocols/memory-server.ts';
import { contextOf, linkOf, SETTINGS, shaped } from '../context.ts';

/** What a service sends for every query; an error = there is no connection. */
type Service = string | Error;

const answerOf = (results: string): string => {
  const body = Buffer.from(`<cnrp><results>${results}</results></cnrp>`).toString('latin1');
  const head = `HTTP/1.1 200 OK\r\nContent-Type: application/cnrp+xml\r\nContent-Length: ${body.length}\r\n\r\n`;
  return head + body;
};
const NO_MATCH = answerOf('<status code="3.2.9">No match.</status>');
const ENTRY = answerOf('<resourcedescriptor><commonname>Tea</commonname></resourcedescriptor>');
const unreachable = new ProtocolError('unreachable', 'It does not accept a connection.');

/** A context with services, which are also those of the settings. */
function contextWith(services: Readonly<Record<string, Service>>, members: Partial<OpenContext> = {}) {
  const cnrpServices = Object.keys(services).map((host) => ({ host, port: 1096 }));
  return contextOf({
    settings: { ...SETTINGS, cnrpServices },
    async connect({ host = '', tls = 'none' } = {}) {
      const answer = services[host];
      if (typeof answer !== 'string') throw answer ?? new TypeError(`${host} may not be asked`);
      const server = memoryServer((request) =>
        request.startsWith('POST ') ? null : { parts: [answer], end: 'closed' },
      );
      const another = () => Promise.reject(new TypeError('CNRP has one connection'));
      return Object.assign(await server.connect(tls), { another });
    },
    ...members,
  });
}

async function open(url: string, answer: string) {
  const context = contextWith({ 'a.example': answer });
  const [service] = shaped(await go.open(linkOf('go', url), context), 'names').services;
  return service;
}

describe('a service', () => {
  test('has a canonical link, without the usual port', async () => {
    expect(await open('go://a.example?x', ENTRY)).toMatchObject({ name: 'a.example', url: 'go://a.example' });
  });

  test('has results and statuses in which nothing controls a terminal', async () => {
    const service = await open(
      'go://a.example?x',
      answerOf(
        '<resourcedescriptor id="r"><commonname>Green\u009btea</commonname><id>7</id>' +
          '<resourceuri>http://f.example/\u009b</resourceuri><description>A\u009bleaf</description>' +
          '<property name="geography" type="iso">DE</property></resourcedescriptor>' +
          '<resourcedescriptor><commonname>Cake</commonname></resourcedescriptor>' +
          '<status code="2.1.0" ref="r">Fi\u009bne</status><status code="1.2.0"></status>',
      ),
    );
    expect(service?.results).toEqual([
      {
        ...{ commonName: 'Greentea', id: '7', uri: 'http://f.example/\u009b', description: 'Aleaf' },
        properties: [{ name: 'geography', type: 'iso', value: 'DE' }],
        ...{ service: null, dataset: null },
      },
      {
        ...{ commonName: 'Cake', id: null, uri: null, description: null, properties: [] },
        ...{ service: null, dataset: null },
      },
    ]);
    expect(service?.statuses).toEqual([
      { code: '2.1.0', class: 2, meaning: 'Success (query).', text: 'Fine', about: 'Greentea' },
      { code: '1.2.0', class: 1, meaning: 'Information (service).', text: '', about: null },
    ]);
    expect([service?.error, service?.referrals, service?.described]).toEqual([null, [], []]);
  });

  test('without an answer has a reason, and nothing else', async () => {
    const context = contextWith({ 'a.example': ENTRY, 'b.example': unreachable });
    const { services } = shaped(await go.open(linkOf('go', 'go:x'), context), 'names');
    expect(services[1]).toEqual({
      ...{ name: 'b.example', url: 'go://b.example' },
      error: { code: 'gateway-unreachable', detail: 'It does not accept a connection.' },
      ...{ results: [], referrals: [], statuses: [], described: [] },
    });
  });
});

describe('a referral', () => {
  const referralTo = async (url: string, service: string, dataset = '') => {
    const set = dataset && `<dataset id="d"><property name="dataseturi">${dataset}</property></dataset>`;
    const answer = answerOf(
      `<service id="s"><serviceuri>${service}</serviceuri>${set}</service>` +
        `<referral><serviceref ref="s"/>${set && '<datasetref ref="d"/>'}</referral>`,
    );
    return (await open(url, answer))?.referrals[0]?.url;
  };

  test.each([
    ['http://other.example:8096', 'go://other.example:8096?x'],
    ['HTTP://other.example:1096/', 'go://other.example?x'],
    // Without a port, the URI means that of http.
    ['http://other.example/', 'go://other.example:80?x'],
    ['http://[::1]/', 'go://[::1]:80?x'],
    ['https://other.example/', null],
    ['xhttp://other.example/', null],
    ['http://other.example/path', null],
    ['http://other.example/?q', null],
    ['http://u@other.example/', null],
    ['http://other.example:99999/', null],
    ['http://other example/', null],
  ])('to %s is %s', async (service, url) => {
    expect(await referralTo('go://a.example?x', service)).toBe(url);
  });

  test.each([
    ['go:x;language=de', 'go://o.example:1?x;language=de;dataseturi=urn%3Ad'],
    ['go://a.example?x;dataseturi=urn%3Aold;language=de', 'go://o.example:1?x;language=de;dataseturi=urn%3Ad'],
    ['go://a.example?x;DataSetURI=a;dataseturi=b', 'go://o.example:1?x;dataseturi=urn%3Ad'],
    ['go://?x', 'go://o.example:1?x;dataseturi=urn%3Ad'],
    // Only names have properties.
    ['go://a.example?id=7', 'go://o.example:1?id=7'],
    ['go://a.example', 'go://o.example:1'],
  ])('from %s with a dataset is %s', async (from, url) => {
    expect(await referralTo(from, 'http://o.example:1', 'urn:d')).toBe(url);
  });

  test('without a dataset keeps the query as it is', async () => {
    expect(await referralTo('go://a.example?x;dataseturi=urn%3Aold', 'http://o.example:1')).toBe(
      'go://o.example:1?x;dataseturi=urn%3Aold',
    );
  });
});

describe('nothing to show', () => {
  const errorOf = (url: string, services: Readonly<Record<string, Service>>, members: Partial<OpenContext> = {}) =>
    go.open(linkOf('go', url), contextWith(services, members)).then(
      () => null,
      (error: unknown) => error,
    );
  const SERVICE = answerOf('<service id="s"><serviceuri>http://a.example/</serviceuri></service>');

  test('a description of the service is an answer only for who asks for it', async () => {
    expect((await open('go://a.example', SERVICE))?.described).toHaveLength(1);
    expect(await errorOf('go://a.example?x', { 'a.example': SERVICE })).toMatchObject({ code: 'not-found' });
    expect(await errorOf('go://a.example?id=7', { 'a.example': SERVICE })).toMatchObject({ code: 'not-found' });
    expect(await errorOf('go://a.example', { 'a.example': NO_MATCH })).toMatchObject({ code: 'not-found' });
  });

  test('no service answers: the first error counts, and all are told', async () => {
    const busy = new GatewayError('rate-limited', 'Too often.');
    expect(await errorOf('go:x', { 'a.example': unreachable, 'b.example': busy })).toMatchObject({
      ...{ name: 'GatewayError', code: 'gateway-unreachable' },
      message: 'a.example: It does not accept a connection. b.example: Too often.',
    });
  });

  test('no service that answers has an entry', async () => {
    expect(await errorOf('go:x', { 'a.example': unreachable, 'b.example': NO_MATCH })).toMatchObject({
      ...{ name: 'ProtocolError', code: 'not-found', reply: 'No match.', status: '3.2.9' },
      message:
        'No service has an entry for this. The service says: “No match.”. a.example: It does not accept a connection.',
      advice: 'Check the spelling of the name.',
    });
    expect(await errorOf('go:x', { 'a.example': NO_MATCH })).toMatchObject({
      message: 'No service has an entry for this. The service says: “No match.”.',
    });
  });

  test('a service that is busy is no reason to check the spelling, or to search everywhere', async () => {
    const services = { 'a.example': answerOf('<status code="4.2.1">Later.</status>') };
    expect(await errorOf('go:x', services, { languages: ['de'] })).toMatchObject({
      ...{ code: 'busy', advice: null, suggest: [], message: 'The service is busy. The service says: “Later.”.' },
    });
  });

  test('a failure of one service of several is thrown if it is a bug, or the client has left', async () => {
    for (const error of [new TypeError('a bug'), new GatewayError('client-closed', 'The client has left.')]) {
      expect(await errorOf('go:x', { 'a.example': ENTRY, 'b.example': error })).toBe(error);
    }
  });

  test('the only service fails as it is', async () => {
    expect(await errorOf('go:x', { 'a.example': unreachable }, { languages: ['de'] })).toBe(unreachable);
  });

  test.each([
    [{ 'a.example': unreachable, 'b.example': NO_MATCH }, 'gateway-unreachable', 'No service that answered has'],
    [{ 'a.example': unreachable, 'b.example': answerOf('<status code="4.2.1"/>') }, 'busy', 'The service is busy.'],
    [{ 'a.example': NO_MATCH }, 'not-found', 'No service has an entry for this.'],
  ])('a check of %j is %s', async (services, code, beginning) => {
    const checked = Promise.resolve(go.check?.(linkOf('go', 'go:x'), contextWith(services)));
    await expect(checked).rejects.toMatchObject({ code, message: expect.stringContaining(beginning) });
  });
});

/** The CNRP gateway: names, ids, services, referrals and redirects, several services, and what hostile servers do. */
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest';
import { startCnrp } from '../../../servers/cnrp.ts';
import { listen, type RunningServer } from '../../../servers/listener.ts';
import type { RunningWorker } from '../../harness.ts';
import { problemType } from '../../problems.ts';
import { html, type Json, json, wordsOf } from '../news/worker.ts';
import { startGateway } from '../worker.ts';

let server: RunningServer;
let chunked: RunningServer;
let worker: RunningWorker;

beforeAll(async () => {
  chunked = await startCnrp({ framing: 'chunked' });
  server = await startCnrp({ otherPorts: { gopher: 7070, ftp: 2121 }, refersTo: `http://localhost:${chunked.port}/` });
  worker = await startGateway([server, chunked], {
    CNRP_SERVICES: `localhost:${server.port}, localhost:${chunked.port}`,
    REDIRECT_HOSTS: 'www.fidonet.example',
  });
});

afterAll(async () => {
  await worker?.close();
  await Promise.all([server?.close(), chunked?.close()]);
});

afterEach(async () => {
  server.log.length = 0;
  await server.faults.set(null);
});

const open = (url: string, parameters = ''): string => `/open?url=${encodeURIComponent(url)}${parameters}`;
const at = (query: string, parameters = ''): string => open(`go://localhost:${server.port}${query}`, parameters);

describe('one service', () => {
  test('results with address, description, properties, dataset and service, in its order', async () => {
    const { kind, query, services } = await json(worker, at('?fidonet'));
    expect([kind, query.commonName, services.length]).toEqual(['names', 'fidonet', 1]);
    const [{ name, error, results }] = services;
    expect([name, error]).toEqual([`localhost:${server.port}`, null]);
    expect(results).toEqual([
      {
        commonName: 'Fidonet',
        id: '1333459455',
        uri: 'http://www.fidonet.example/',
        open: 'http://www.fidonet.example/',
        description: 'A network of bulletin boards that called each other at night.',
        properties: [{ name: 'language', type: 'rfc1766', value: 'fr-CA' }],
        service: `http://localhost:${server.port}/`,
        dataset: 'urn:museum:names',
      },
      expect.objectContaining({
        commonName: 'Fidonet archive',
        id: '00133',
        open: `${worker.origin}/ftp/localhost:2121/pub/`,
        dataset: 'urn:museum:archive',
      }),
    ]);
  });

  test('an address that nothing may open is text', async () => {
    const { text } = await html(worker, at('?trojan'));
    expect(text).toContain('<code>javascript:alert(1)</code>');
    expect(text).not.toMatch(/href="javascript:|<script/);
    expect((await json(worker, at('?trojan'))).services[0].results[0].open).toBeNull();
  });

  test('the query is the POST that the library describes, with the fields of the connection', async () => {
    await json(worker, at('?D%C3%BCrst;language=de;x-size=%3C3'));
    const [head = '', body] = server.log[0]?.octets.toString('utf8').split('\r\n\r\n') ?? [];
    expect(head.split('\r\n')).toEqual([
      'POST / HTTP/1.1',
      `Host: localhost:${server.port}`,
      'Content-Type: application/cnrp+xml',
      'Accept: application/cnrp+xml',
      'Accept-Encoding: identity',
      'Connection: close',
      expect.stringMatching(/^Content-Length: \d+$/),
    ]);
    expect(body).toContain('<commonname>Dürst</commonname><property name="language" type="rfc1766">de</property>');
    expect(body).toContain('<property name="x-size" type="freeform">&lt;3</property>');
  });

  it.each([
    ['nothing-like-this', 404, 'server-not-found', 'No match'],
    ['busy', 503, 'gateway-busy', 'Come back later'],
    ['broken', 502, 'gateway-server-failure', 'The index is gone'],
  ])('%s: %i', async (name, status, problem, words) => {
    const response = await worker.fetch(at(`?${name}`, '&format=json'));
    const { type, detail } = (await response.json()) as Json;
    expect([response.status, type, detail]).toEqual([status, problemType(problem), expect.stringContaining(words)]);
  });
});

describe('injected octets', () => {
  it.each([
    ['%3C/commonname%3E%3Cid%3E1%3C/id%3E', '&lt;/commonname&gt;&lt;id&gt;1&lt;/id&gt;'],
    ['a%0D%0AX-Header:%20b', 'a\r\nX-Header: b'],
    ['a%250d%250ab', 'a%0d%0ab'],
    ['%C4%8A%E5%98%8A', '\u010a\u560a'],
    ['%22%27%26%23x0%3B', `&quot;'&amp;#x0;`],
  ])('%s stays in the text of its element', async (name, text) => {
    await worker.fetch(at(`?${name}`));
    const sent = server.log.map(({ octets }) => octets.toString('utf8')).join('');
    const [head = '', body = ''] = sent.split('\r\n\r\n');
    expect(body).toContain(`<commonname>${text}</commonname>`);
    expect(head.split('\r\n').map((line) => line.split(':')[0])).toEqual(
      expect.arrayContaining(['POST / HTTP/1.1', 'Host', 'Content-Length']),
    );
    expect(head).not.toContain('X-Header');
  });

  it.each(['%00', '%08', '%1B', '%7F%00'])('%s cannot be in XML, and nothing is sent', async (octets) => {
    const response = await worker.fetch(at(`?a${octets}b`));
    expect([response.status, server.log.length]).toEqual([400, 0]);
  });
});

describe('?redirect', () => {
  const redirect = async (query: string) => {
    const response = await worker.fetch(at(query, '&redirect'), { redirect: 'manual' });
    return [response.status, response.headers.get('Location')];
  };

  test('gopher and ftp lead to their gateways', async () => {
    expect(await redirect('?gopherspace')).toEqual([302, '/gopher/localhost:7070/']);
    expect(await redirect('?id=00133')).toEqual([302, '/ftp/localhost:2121/pub/']);
  });
});

describe('several services', () => {
  test('none configured: the link is explained, with the query that a client sends', async () => {
    const bare = await startGateway([server]);
    for (const url of ['go:fidonet', 'go://?fidonet']) {
      const { response, text } = await html(bare, open(url));
      expect([response.status, wordsOf(text)]).toEqual([501, expect.stringContaining('CNRP_SERVICES')]);
      expect(wordsOf(text)).toContain('<commonname>fidonet</commonname>');
      const answer = await bare.fetch(open(url, '&format=json'), { headers: { Accept: 'application/json' } });
      expect(((await answer.json()) as Json).resolution.request.body).toContain('<commonname>fidonet</commonname>');
    }
    expect((await bare.fetch(at('?fidonet'))).status).toBe(200);
    await bare.close();
  });
});

describe('defaults of a client (RFC 3368 §5)', () => {
  let german: RunningWorker;
  beforeAll(async () => {
    german = await startGateway([server], { CNRP_SERVICES: `localhost:${server.port}`, CNRP_GEOGRAPHY: 'DE-by' });
  });
  afterAll(async () => {
    await german?.close();
  });

  const ask = async (at: RunningWorker, url: string, languages: string | null, accept = 'application/json') => {
    server.log.length = 0;
    const headers = { Accept: accept, ...(languages !== null && { 'Accept-Language': languages }) };
    const response = await at.fetch(open(url), { headers });
    const octets = server.log.map(({ octets }) => octets.toString('utf8')).join('');
    const properties = [...octets.matchAll(/<property name="(\w+)" type="([\w-]+)">([^<]*)</g)];
    return { response, text: await response.text(), properties: properties.map(([, ...parts]) => parts.join(' ')) };
  };

  test('languages of the browser, the best first, and the geography of the setting', async () => {
    const { response, text, properties } = await ask(
      german,
      'go:gopherspace',
      'en;q=0.5, de-AT, fr;q=0, ;q=1, x\u00a0y',
    );
    expect(properties).toEqual(['language rfc1766 de-AT', 'language rfc1766 en', 'geography iso3166-2 DE-by']);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    // Nothing has that language, so the answer says what hid the rest.
    expect([response.status, text]).toEqual([404, expect.stringContaining('The search was for language de-AT or en')]);
  });

  test.each([
    ['go:Fidonet', 'fr-CA', ['language rfc1766 fr-CA'], ['Fidonet']],
    ['go:Fidonet', null, [], ['Fidonet', 'Fidonet archive']],
    ['go:Fidonet', '*', [], ['Fidonet', 'Fidonet archive']],
    ['go:Fidonet', 'fr, *;q=0.1', [], ['Fidonet', 'Fidonet archive']],
    ['go:Fidonet;Language=fr', 'de', ['Language rfc1766 fr'], ['Fidonet']],
    ['go:Fidonet;language=*', 'de', ['language rfc1766 *'], ['Fidonet']],
    ['go://?Fidonet', 'fr', ['language rfc1766 fr'], ['Fidonet']],
  ])('%s of a browser for %s: %j', async (url, languages, properties, names) => {
    const asked = await ask(worker, url, languages);
    expect(new Set(asked.properties)).toEqual(new Set(properties));
    const { query, services } = JSON.parse(asked.text) as Json;
    expect(services[0].results.map(({ commonName }: Json) => commonName)).toEqual(names);
    const isDefault = languages === 'fr-CA' || languages === 'fr';
    expect(query.defaults).toEqual(isDefault ? [{ name: 'language', type: null, value: languages }] : []);
    const vary = url.includes('anguage') ? 'Accept' : 'Accept, Accept-Language';
    expect(asked.response.headers.get('Vary')).toBe(vary);
  });
});

describe('hostile and broken servers', () => {
  let hostile: RunningServer;
  /** What the hostile server sends. */
  let octets = '';
  let endless: RunningServer;
  let other: RunningWorker;
  beforeAll(async () => {
    hostile = await listen('cnrp', {}, async (conversation) => {
      await conversation.line();
      await conversation.body([Buffer.from(octets)]);
    });
    endless = await startCnrp({ framing: 'end', fault: 'huge' });
    other = await startGateway([hostile, endless]);
  });
  afterAll(async () => {
    await other?.close();
    await Promise.all([hostile?.close(), endless?.close()]);
  });

  it.each([
    ['refused', 502, 'gateway-unreachable'],
    ['reset', 502, 'gateway-unreachable'],
    ['truncated', 502, 'gateway-unreachable'],
    ['garbage', 502, 'gateway-protocol'],
    ['wrong-length', 502, 'gateway-unreachable'],
  ] as const)('%s: %i %s', async (fault, status, problem) => {
    await server.faults.set(fault === 'reset' || fault === 'truncated' ? { kind: fault, after: 50 } : fault);
    const response = await worker.fetch(at('?fidonet', '&format=json'));
    expect([response.status, ((await response.json()) as Json).type]).toEqual([status, problemType(problem)]);
  });

  const ok = (type: string, body: string): string =>
    `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  const answer = '<cnrp><results><resourcedescriptor><commonname>a</commonname></resourcedescriptor></results></cnrp>';
  const entity = `<!DOCTYPE cnrp [<!ENTITY x SYSTEM "http://127.0.0.1/">]>${answer}`;

  it.each([
    ['text/xml, without an address', ok('text/xml; charset=utf-8', answer), 200, 'does not give its address'],
    ['no media type', answer.replace(/^/, 'HTTP/1.0 200 OK\r\n\r\n'), 200, 'does not give its address'],
    ['HTML', ok('text/html', answer), 502, 'did not answer with CNRP'],
    ['a redirect', 'HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:6379/\r\n\r\n', 502, 'does not follow'],
    ['403', 'HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n', 403, 'requires a login'],
    ['an external entity', ok('application/cnrp+xml', entity), 502, 'document type of its own'],
    ['a thousand levels', ok('application/cnrp+xml', '<a>'.repeat(1000)), 502, 'deeper than'],
  ])('%s', async (_, reply, status, words) => {
    octets = reply;
    const { response, text } = await html(other, open(`go://localhost:${hostile.port}?a`));
    expect([response.status, wordsOf(text)]).toEqual([status, expect.stringContaining(words)]);
  });

  test('an endless body ends at its limit', async () => {
    const response = await other.fetch(open(`go://localhost:${endless.port}?fidonet`, '&format=json'));
    expect([response.status, ((await response.json()) as Json).type]).toEqual([502, problemType('gateway-limit')]);
  });

  it.each(['127.0.0.1', 'localhost', '169.254.169.254', '[::1]', '10.0.0.1'])('%s is not reached', async (host) => {
    const response = await worker.fetch(open(`go://${host}:8096?a`));
    expect(response.status).toBe(403);
  });

  it.each([25, 80, 6379])('port %i is not reached', async (port) => {
    expect((await worker.fetch(open(`go://names.example.org:${port}?a`))).status).toBe(403);
  });
});

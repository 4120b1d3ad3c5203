/** The Prospero gateway: directories, files, searches of Archie, refusals, and a Worker without a relay. */
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest';
import { parseEgressPolicy } from '../../../../src/egress/policy.ts';
import { latin1Of } from '../../../../src/octets/octets.ts';
import { type RunningRelay, startRelay } from '../../../../worker/relay/relay.ts';
import { type RunningProspero, startProspero } from '../../../servers/prospero.ts';
import { startWeb } from '../../../servers/web.ts';
import type { RunningWorker } from '../../harness.ts';
import { html, type Json, json, wordsOf } from '../news/worker.ts';
import { startGateway } from '../worker.ts';

const SECRET = 'a secret of the tests';
const OTHER = { ftp: 2121, gopher: 7070, wais: 8210 };
let server: RunningProspero;
let relay: RunningRelay;
let worker: RunningWorker;

beforeAll(async () => {
  server = await startProspero({ otherPorts: OTHER });
  const policy = parseEgressPolicy({ EGRESS_ALLOW: `localhost:${server.port}, 127.0.0.1:${server.port}` });
  relay = await startRelay({ secret: SECRET, policy, port: 0 });
  worker = await startGateway([server], { PROSPERO_RELAY: relay.origin, PROSPERO_RELAY_SECRET: SECRET });
});

afterAll(async () => {
  await worker?.close();
  await relay?.close();
  await server?.close();
});

afterEach(async () => {
  await server.faults.set(null);
});

const url = (name: string): string => `prospero://localhost:${server.port}/${name}`;
const open = (name: string): string => `/open?url=${encodeURIComponent(url(name))}`;
/** A name without a slash in front has a gateway path. */
const at = (name: string): string => `/prospero/localhost:${server.port}/${name}`;
const entriesOf = async (name: string): Promise<Json[]> => (await json(worker, open(name))).entries;

test('what the relay says of a server that asks to wait is told, with Retry-After', async () => {
  const place = 'The server asks you to wait 5 minutes. This request is number 7 in its queue.';
  const detail = `${place} It says: “Archie is busy.”`;
  const busy = await startWeb(() => ({
    status: '503 Busy',
    fields: ['Content-Type: application/json', 'Retry-After: 300'],
    body: latin1Of(new TextEncoder().encode(JSON.stringify({ code: 'gateway-busy', rule: null, detail }))),
  }));
  const other = await startGateway([server], {
    PROSPERO_RELAY: `http://localhost:${busy.port}`,
    PROSPERO_RELAY_SECRET: SECRET,
  });
  const { response, text } = await html(other, open('/museum'));
  expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '300']);
  expect(wordsOf(text)).toContain(detail);
  const answer = await other.fetch(`${open('/museum')}&format=json`);
  expect([answer.headers.get('Retry-After'), await answer.json()]).toMatchObject(['300', { detail }]);
  await other.close();
  await busy.close();
});

test.each([
  ['/museum', 'alive'],
  ['/museum/welcome.txt', 'alive'],
  ['/nowhere', 'gone'],
])('a check of %s: %s', async (name, status) => {
  expect(await json(worker, `/v1/check?url=${encodeURIComponent(url(name))}`)).toMatchObject({ status });
});

describe('directories', () => {
  test('names, sizes, dates and links', async () => {
    const { response, text } = await html(worker, open('/museum'));
    expect(response.status).toBe(200);
    expect(wordsOf(text)).toContain('welcome.txt 81 B 1994-11-16 12:00');
    expect(text).toContain(`href="${open('/museum/docs')}"`);
    const found = await json(worker, open('/museum'));
    expect(found).toMatchObject({ kind: 'directory', canonical: url('/museum'), unmerged: [] });
    expect(found.entries[0]).toEqual({
      name: 'welcome.txt',
      type: 'file',
      url: url('/museum/welcome.txt'),
      open: worker.origin + open('/museum/welcome.txt'),
      bytes: 81,
      modified: '1994-11-16T12:00:00Z',
      modes: null,
    });
  });

  test('external links and access methods become URLs of their own protocols', async () => {
    const found = await entriesOf('/museum');
    const urlOf = (name: string): string => found.find((entry: Json) => entry.name === name).url;
    expect(["it's here.txt", 'README', 'menu', 'database'].map(urlOf)).toEqual([
      url("/museum/it's%20here.txt"),
      `ftp://localhost:${OTHER.ftp}/pub/README;type=a`,
      `gopher://localhost:${OTHER.gopher}/1/`,
      `wais://localhost:${OTHER.wais}/history`,
    ]);
  });

  test('a union is merged in', async () => {
    const names = (await entriesOf('/museum')).map(({ name }: Json) => name);
    expect(names).toContain('merged.txt');
    expect(names).not.toContain('more');
  });

  test('five unions are merged, the others are named', async () => {
    const found = await json(worker, open('/museum/unions'));
    expect(found.entries.map(({ name }: Json) => name)).toEqual([0, 1, 2, 3, 4].map((index) => `union${index}.txt`));
    expect(found.unmerged.map((entry: Json) => entry.url)).toEqual([url('/museum/union5'), url('/museum/union6')]);
    expect(wordsOf((await html(worker, open('/museum/unions'))).text)).toContain('They were not read.');
  });

  test('a long list has pages', async () => {
    const { text } = await html(worker, `${open('/museum/many')}&page=5`);
    expect(wordsOf(text)).toContain('4,001 to 5,000 of 5,000 entries');
    expect(wordsOf(text)).toContain('file-4999.txt');
  });

  test('5,000 links in 300 packets', async () => {
    const found = await entriesOf('/museum/many');
    expect([found.length, found.at(-1).name]).toEqual([5000, 'file-4999.txt']);
  });
});

describe('files', () => {
  test('that are texts have a page for everybody, and their octets', async () => {
    const page = await worker.fetch(open('/museum/docs/plan.txt'), { headers: { Accept: 'text/html' } });
    expect(page.headers.get('Content-Type')).toMatch(/^text\/html/);
    expect(await page.text()).toContain('Prospero file');
    const raw = await worker.fetch(`${open('/museum/docs/plan.txt')}&format=raw`);
    expect([raw.headers.get('Content-Type'), await raw.text()]).toEqual(['text/plain; charset=utf-8', 'The plan.\n']);
    const head = await worker.fetch(`${open('/museum/docs/plan.txt')}&format=raw`, { method: 'HEAD' });
    expect([head.status, head.headers.get('Content-Length')]).toEqual([200, '10']);
  });
});

describe('Archie', () => {
  test('the files that were found are links to FTP servers', async () => {
    const { text } = await html(worker, at('ARCHIE/MATCH(100,0,s)/gopher'));
    expect(text).toContain('href="/ftp/ftp.example.net/pub/gopher%20it.tar.Z;type=i"');
    expect(text).toContain('value="gopher"');
    expect(wordsOf(text)).toContain('gopher.tar.Z ftp ftp.example.net');
    const { text: none } = await html(worker, at('ARCHIE/MATCH(100,0,s)/nothing'));
    expect(wordsOf(none)).toContain('The search found nothing.');
  });
});

describe('refusals', () => {
  it.each([
    ['/museum/nobody', 404, 'server-not-found'],
    ['/museum/private', 403, 'server-forbidden'],
    ['/museum/broken', 502, 'gateway-protocol'],
    ['/museum/quote', 502, 'gateway-protocol'],
    ['/museum/circle', 502, 'gateway-protocol'],
    ['/museum/away', 403, 'egress-denied'],
    ['a%0Ab', 400, 'link-not-sendable'],
    ['a%00b%0Ac', 400, 'link-not-sendable'],
  ])('%s: %i %s', async (name, status, problem) => {
    const response = await worker.fetch(`${open(name)}&format=json`);
    const body = await response.json();
    expect([response.status, body]).toMatchObject([status, { type: expect.stringContaining(problem) }]);
    expect(JSON.stringify(body)).not.toContain('/usr/pfs');
  });

  it.each(
    ['%0D%0A', '%0D', '%0A', '%00', '%09', '%7F'].flatMap((octets) => [
      `/museum${octets}DELETE-LINK%20b`,
      // A NUL begins the next field.
      ...(octets === '%00' ? [] : [`/museum;OBJECT-VERSION=1${octets}2`]),
    ]),
  )('%s is never sent', async (name) => {
    server.questions.length = 0;
    const response = await worker.fetch(`${open(name)}&format=json`);
    expect([response.status, server.questions]).toEqual([400, []]);
  });

  it.each([
    ['a%250d%250ab', 'a%0d%0ab'],
    ['%C4%8A%E5%98%8A', '\xc4\x8a\xe5\x98\x8a'],
    ["a'%20b", "'a'' b'"],
  ])('%s is sent as it is written', async (name, text) => {
    server.questions.length = 0;
    expect((await worker.fetch(open(name))).status).toBe(404);
    expect(server.questions[0]).toContain(`\nDIRECTORY ASCII ${text}\n`);
  });

  test('a circle is left after five servers', async () => {
    server.questions.length = 0;
    await worker.fetch(open('/museum/circle'));
    expect(server.questions).toHaveLength(6);
  });

  it.each([
    ['192.168.0.1', 'prospero://192.168.0.1/a'],
    ['localhost at another port', 'prospero://localhost:1/a'],
    ['the port of DNS', 'prospero://ftp.example.net:53/a'],
  ])('%s is not asked', async (_, link) => {
    const response = await worker.fetch(`/open?url=${encodeURIComponent(link)}&format=json`);
    expect([response.status, await response.json()]).toMatchObject([
      403,
      { type: expect.stringContaining('egress-denied') },
    ]);
  });

  test('a closed port', async () => {
    await server.faults.set('refused');
    const response = await worker.fetch(`${open('/museum')}&format=json`);
    expect([response.status, await response.json()]).toMatchObject([
      502,
      { detail: 'No server listens on this port.' },
    ]);
  });
});

describe('the relay', () => {
  test('that does not know this Worker cannot be reached, as far as a client is concerned', async () => {
    const other = await startGateway([server], { PROSPERO_RELAY: relay.origin, PROSPERO_RELAY_SECRET: 'another' });
    const response = await other.fetch(`${open('/museum')}&format=json`);
    const body = await response.json();
    expect([response.status, body]).toMatchObject([502, { detail: 'The relay of this service cannot be reached.' }]);
    expect(JSON.stringify(body)).not.toContain('secret');
    await other.close();
  });

  test('that is silent does not keep a request longer than its deadline', async () => {
    await server.faults.set('silent');
    const vars = { DEADLINES: 'total=300ms', PROSPERO_RELAY: relay.origin, PROSPERO_RELAY_SECRET: SECRET };
    const hasty = await startGateway([server], vars);
    expect((await hasty.fetch(open('/museum'))).status).toBe(504);
    await hasty.close();
  });

  test('is what /v1/schemes says, and without one the link is explained with its packet', async () => {
    const gatewayOf = async (running: RunningWorker): Promise<string> => {
      const { schemes } = await json(running, '/v1/schemes');
      return schemes.find(({ name }: Json) => name === 'prospero').gateway;
    };
    expect(await gatewayOf(worker)).toBe('self, by a relay');
    for (const vars of [{}, { PROSPERO_RELAY: relay.origin }, { PROSPERO_RELAY_SECRET: SECRET }]) {
      const without = await startGateway([server], vars);
      expect(await gatewayOf(without)).toBe('none');
      const { response, text } = await html(without, open('/museum'));
      expect(response.status).toBe(501);
      expect(wordsOf(text)).toContain('npm run relay');
      expect(wordsOf(text)).toContain('What a client sends');
      expect(text).toContain('DIRECTORY ASCII /museum');
      await without.close();
    }
  });
});

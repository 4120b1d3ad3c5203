/**
 * The scheme whois, whose files and registries are in the copy of the project where new-scheme.slow.test.ts runs this
 * as a test.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sentenceOf, wireOctetsOf } from '../../src/definition-of.ts';
import { canonicalize, explain } from '../../src/index.ts';
import { mentionPieces } from '../../src/text/mentions.ts';
import { linksInPlainText } from '../../src/text/plain.ts';
import { bundleEmbed } from '../../worker/build/embed.ts';
import { get, loadBundle } from '../bin/network/harness.ts';
import { readDocument } from '../readme-tables.ts';
import { listen, type RunningServer } from '../servers/listener.ts';
import { commandsTo, startGateway } from '../worker/gateway/worker.ts';
import type { RunningWorker } from '../worker/harness.ts';

let server: RunningServer;
let worker: RunningWorker;
let closed: RunningWorker;
// Not in the time of the first test that needs it.
beforeAll(async () => void (await loadBundle()));
beforeAll(async () => {
  server = await listen('whois', {}, async (client) => client.body(`Name: ${await client.line()}\r\n`));
  worker = await startGateway([server]);
  closed = await startGateway([], { GATEWAYS: '{"whois": "none"}' });
});
afterAll(() => Promise.all([worker, closed, server].map((running) => running?.close())));
beforeEach(async () => {
  server.log.length = 0;
  await server.faults.set(null);
});

const at = (path: string): string => `/whois/localhost:${server.port}${path}`;
const url = (path: string): string => `whois://localhost:${server.port}${path}`;
const PAGE = { headers: { Accept: 'text/html' } };

test.each([
  ['WHOIS://Host.example:43/%61b', 'whois://host.example/ab'],
  ['whois://host.example', 'whois://host.example/'],
])('%s is %s', (url, canonical) => {
  expect(canonicalize(url)).toBe(canonical);
});

test('a link is explained', () => {
  const link = explain('whois://host.example/a%20b');
  expect(link).toMatchObject({
    kind: 'whois',
    details: { object: 'a b' },
    request: { transport: 'tcp', host: 'host.example', port: 43, line: 'a b' },
    diagnostics: [],
  });
  expect(sentenceOf(link)).toBe('The record of “a b” in the registry host.example.');
  expect(wireOctetsOf(link)).toEqual([new TextEncoder().encode('a b\r\n')]);
});

describe('a link is opened', () => {
  test('as a page', async () => {
    const response = await worker.fetch(at('/a'), PAGE);
    expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'text/html; charset=utf-8']);
    const page = await response.text();
    expect(page).toContain('Whois record');
    expect(page).toContain('Name: a');
    expect(commandsTo(server)).toEqual(['a']);
  });

  test('as JSON', async () => {
    const response = await worker.fetch(`${at('/a')}?format=json`);
    const json: unknown = await response.json();
    const [input, canonical] = [url('/a'), url('/a')];
    expect(json).toEqual({ input, canonical, kind: 'text', charset: 'utf-8', text: 'Name: a\r\n' });
  });

  test('as octets', async () => {
    const response = await worker.fetch(`${at('/a')}?format=raw`);
    expect([response.status, await response.text()]).toEqual([200, 'Name: a\r\n']);
  });

  test.each(['%0D%0A', '%0D', '%0A', '%00'])('but not with a second line: %s', async (octets) => {
    const response = await worker.fetch(at(`/a${octets}b`));
    expect([response.status, commandsTo(server)]).toEqual([400, []]);
  });

  test.each([
    [[], /^Name: a\n$/],
    [['--json'], /^\{"input":"whois:.*","canonical":"whois:.*","kind":"text",/],
    [['--raw'], /^Name: a\r\n$/],
  ] as const)('by waypost get %j', async (options, expected) => {
    const { opened, stdout, stderr } = await get([...options, url('/a')]);
    expect([opened, stderr]).toEqual([true, '']);
    expect(stdout).toMatch(expected);
  });
});

test.each([
  [null, 'alive'],
  ['refused', 'unreachable'],
] as const)('/v1/check with the fault %s: %s', async (fault, status) => {
  await server.faults.set(fault);
  const response = await worker.fetch(`/v1/check?url=${encodeURIComponent(url('/a'))}`);
  expect(await response.json()).toMatchObject({ status });
});

test('/v1/schemes lists it', async () => {
  const { schemes }: { schemes: readonly unknown[] } = await (await worker.fetch('/v1/schemes')).json();
  expect(schemes).toContainEqual(expect.objectContaining({ name: 'whois', gateway: 'self' }));
});

test('where it is not opened, a page explains it and shows the request', async () => {
  const response = await closed.fetch('/whois/host.example/a', PAGE);
  expect(response.status).toBe(501);
  const page = await response.text();
  expect(page).toContain('Registry of names and networks.');
  expect(page).toContain('What a client sends');
});

test('the explorer shows what it means', async () => {
  const response = await worker.fetch('/inspect?url=whois://host.example/a', PAGE);
  expect(await response.text()).toContain('The record of “a” in the registry host.example.');
});

test('its links are found in a text', () => {
  const link = 'whois://host.example/a';
  expect(linksInPlainText(`Ask ${link}.`).links.map(({ url }) => url)).toEqual([link]);
  expect(mentionPieces(`Ask ${link}.`)).toContainEqual({ kind: 'url', text: link, url: link });
});

test('the script for other sites has the same octets as before', () => {
  expect(bundleEmbed('0')).toBe(readFileSync(join(import.meta.dirname, 'embed.js'), 'utf8'));
});

test.each([
  ['/llms.txt', ', whois'],
  ['/openapi.json', '"const": "whois"'],
  ['/robots.txt', 'Disallow: /whois/'],
])('%s knows it', async (path, text) => {
  expect(await (await worker.fetch(path)).text()).toContain(text);
});

test('docs/schemes.md has its row', () => {
  expect(readDocument('docs/schemes.md')).toContain('| `whois` | Registry of names and networks | 43 | self |');
});

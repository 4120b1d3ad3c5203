/** Links that try to inject commands: the server receives only commands that the grammar of NNTP allows. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RunningServer } from '../../../servers/listener.ts';
import { startNntp } from '../../../servers/nntp.ts';
import type { RunningWorker } from '../../harness.ts';
import { commandsTo, startGateway } from './worker.ts';

let server: RunningServer;
let worker: RunningWorker;

beforeAll(async () => {
  server = await startNntp();
  worker = await startGateway([server], { NEWS_SERVER: `localhost:${server.port}` });
});

afterAll(async () => {
  await worker?.close();
  await server?.close();
});

beforeEach(() => {
  server.log.length = 0;
});

/** The commands of this gateway, as patterns. */
const HARMLESS =
  /^(?:MODE READER|CAPABILITIES|QUIT|GROUP \S+|LIST (?:COUNTS|ACTIVE|NEWSGROUPS)(?: \S+)?|LIST OVERVIEW\.FMT|X?OVER \d+-\d+|STAT \d+|LAST|NEXT|ARTICLE (?:\d+|<[^<>\s]+>))$/;

const SMUGGLED = [
  '%0d%0aPOST',
  '%0D%0APOST',
  '%0dPOST',
  '%0aPOST',
  '%00POST',
  '%09POST',
  '%20POST',
  '%0d%0a',
  '%7f',
  '%E2%80%A8POST',
  '%C2%85POST',
  '%C2%A0POST',
  // U+010A, U+560A, U+560D: their low octets are LF and CR.
  '%C4%8APOST',
  '%E5%98%8A%E5%98%8DPOST',
  '%ff%fe',
  '%3E%20POST%20%3C',
] as const;

const PLACES: readonly (readonly [what: string, link: (payload: string) => string])[] = [
  ['a group', (payload) => `news:misc${payload}`],
  ['a wildmat', (payload) => `news:misc.*${payload}`],
  ['a message-id', (payload) => `news:a${payload}@h`],
  ['the domain of a message-id', (payload) => `news:a@h${payload}`],
  ['a group on a server', (payload) => `nntp://localhost:PORT/misc${payload}`],
  ['a number', (payload) => `nntp://localhost:PORT/misc/1${payload}`],
  ['a message-id on a server', (payload) => `news://localhost:PORT/a${payload}@h`],
  ['a mid link', (payload) => `mid:a${payload}@h`],
  ['the part of a mid link', (payload) => `mid:a@h/b${payload}`],
];

/** The places where every payload is tried. The others have the ends of lines. */
const THOROUGH = new Set(['a wildmat', 'a message-id', 'a group on a server']);
const LINE_ENDS = SMUGGLED.filter((payload) => /%0d%0aPOST|%0aPOST|%00|%8A/.test(payload));

describe.each(PLACES)('%s', (what, link) => {
  test.each(THOROUGH.has(what) ? SMUGGLED : LINE_ENDS)('%s', async (payload) => {
    const url = link(payload).replace('PORT', String(server.port));
    const responses = [await worker.fetch(`/open?url=${encodeURIComponent(url)}`)];
    const gatewayPath = url.replace(/^(\w+):\/\//, '/$1/').replace(/^(\w+):/, '/$1/~/');
    if (!url.startsWith('mid:')) responses.push(await worker.fetch(gatewayPath));
    for (const response of responses) {
      // Characters of other scripts are valid in a wildmat, but no group has such a name.
      expect([what === 'a wildmat' ? 200 : 404, 400, 404, 422], await response.text()).toContain(response.status);
    }
    for (const command of commandsTo(server)) expect(command).toMatch(HARMLESS);
  });
});

describe('double escapes arrive as text', () => {
  test.each([
    ['news:a%250d%250aPOST@h', 'ARTICLE <a%0d%0aPOST@h>'],
    ['mid:a%250d%250aPOST@h', 'ARTICLE <a%0d%0aPOST@h>'],
  ])('%s', async (url, command) => {
    const response = await worker.fetch(`/open?url=${encodeURIComponent(url)}`);
    expect(response.status).toBe(404);
    expect(commandsTo(server)).toContain(command);
  });
});

describe('parameters of the gateway', () => {
  test.each([
    ['a search word', '/news/~/*?match=x%0d%0aPOST'],
    ['a word with a blank', '/news/~/*?match=x%20y'],
    ['a page', '/news/~/museum.history?to=1%0d%0aPOST'],
    ['a page number that is too large', '/news/~/museum.history?to=99999999999999999999'],
  ])('%s', async (_, path) => {
    const response = await worker.fetch(path);
    expect(response.status).toBe(400);
    expect(server.log).toEqual([]);
  });

  test.each(['x%0d%0aPOST', '..%2f..%2f1', '%00', '-1', '1e3'])('a part: %s', async (part) => {
    const response = await worker.fetch(`/news/~/words.1@museum.test?part=${part}`);
    expect(response.status).toBe(404);
    for (const command of commandsTo(server)) expect(command).toMatch(HARMLESS);
  });
});

describe('hosts (the whole table is in test/net)', () => {
  const LOOPBACK = ['127.1', '0', '0x7f.1', '2130706433', '[::1]', '[::ffff:127.0.0.1]', 'localhost.', '①②⑦.⓪.⓪.①'];

  test.each(LOOPBACK)('%s', async (host) => {
    const response = await worker.fetch(`/open?url=${encodeURIComponent(`nntp://${host}:25/misc.test`)}`);
    expect(response.status).toBe(403);
    expect(server.log).toEqual([]);
  });
});

/** The nginx blocks of docs/self-host.md, in front of the built server: long bodies, streams and terminals. */
import { once } from 'node:events';
import { afterAll, expect, test } from 'vitest';
import { freePort } from '../free-port.ts';
import { startTelnet } from '../servers/telnet.ts';
import { PageClient } from '../worker/gateway/terminal/page-client.ts';
import { FINAL, frameOf, OPCODE, openRawWebSocket } from '../worker/raw-web-socket.ts';
import { buildForTests } from '../worker/self-host/server.ts';
import { boundBlocks, boundServer, selfHostBlock, startNginx } from './nginx.ts';

const TOKEN = 'alice-0123456789abcdef';
const telnet = await startTelnet();
const port = await freePort();
/** Of the same block with the other `proxy_request_buffering`. */
const otherPort = await freePort();
/** Where nginx bounds what terminals send. */
const boundPort = await freePort();
const boundedPort = await freePort();
const built = await buildForTests(() => ({
  LINK_TOKENS: `alice:${TOKEN}:admin`,
  TERMINALS: 'on',
  HOSTS: [port, otherPort, boundedPort].map((own) => `localhost:${own}`).join(', '),
  EGRESS_ALLOW: `localhost:${telnet.port}`,
  LOG: 'off',
}));
const waypost = await built.start();
const { upgrade, server } = selfHostBlock(waypost.origin);
const serverAt = (listening: number, more = '') =>
  server.replace('server {', `server {\n    listen 127.0.0.1:${listening};${more}`);
const { map, stream } = boundBlocks(waypost.origin, boundPort);
const nginx = await startNginx(
  port,
  () =>
    [
      upgrade,
      serverAt(port),
      serverAt(otherPort, 'proxy_request_buffering off;'),
      map,
      boundServer(serverAt(boundedPort)),
    ].join('\n'),
  stream,
);
const origin = `http://localhost:${port}`;
const origins = { buffered: origin, streamed: `http://localhost:${otherPort}` };

afterAll(async () => {
  await nginx.close();
  await waypost.stop();
  await telnet.close();
  built.remove();
});

test('the block is for the address of the documentation', () => {
  expect(server).toContain('server_name waypost.example.org;');
  expect(selfHostBlock('http://127.0.0.1:8080').server).toContain('proxy_pass http://127.0.0.1:8080;');
});

test('an import of two megabytes passes', async () => {
  const line = (index: number) => JSON.stringify({ url: `gopher://h${index}.example.org/`, title: 'x'.repeat(200) });
  const body = Array.from({ length: 9000 }, (_, index) => `${line(index)}\n`).join('');
  expect(body.length).toBeGreaterThan(2_000_000);
  const headers = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/x-ndjson' };
  const response = await fetch(`${origin}/v1/links`, { method: 'POST', headers, body });
  expect(response.status).toBe(200);
  const answers = (await response.text()).trim().split('\n');
  expect(answers).toHaveLength(9000);
  expect(JSON.parse(answers.at(-1) ?? '{}')).toMatchObject({ short: expect.stringContaining(`${origin}/`) });
});

/** Resolves a list of long links, and returns the lines of the answer. */
async function resolveList(length: number, at = origin): Promise<string[]> {
  const lines = Array.from({ length }, (_, index) => `GOPHER://H${index}.example.org/0/${'x'.repeat(40)}`);
  const headers = { 'Content-Type': 'text/plain' };
  const response = await fetch(`${at}/v1/resolve`, { method: 'POST', headers, body: `${lines.join('\n')}\n` });
  expect(response.status).toBe(200);
  return (await response.text()).trimEnd().split('\n');
}

/** 230,000 of the lines above are 15 MiB. */
const LONG = 230_000;

test('a list of 15 MiB passes, although its answer could begin after the first line', async () => {
  const answers = await resolveList(LONG);
  expect(answers).toHaveLength(LONG);
  expect(answers.at(-1)).toMatch(/^gopher:\/\/h229999\.example\.org\/0\/x+$/);
});

test('a list whose answer is much longer passes', async () => {
  const lines = Array.from({ length: 100_000 }, (_, index) => `"GOPHER://H${index}.example.org/0/${'x'.repeat(40)}"\n`);
  const headers = { 'Content-Type': 'application/x-ndjson' };
  const response = await fetch(`${origin}/v1/resolve`, { method: 'POST', headers, body: lines.join('') });
  let length = 0;
  let octets = 0;
  for await (const piece of response.body ?? []) {
    octets += piece.byteLength;
    for (const octet of piece) if (octet === 0x0a) length += 1;
  }
  expect([length, octets > 100_000_000]).toEqual([100_000, true]);
});

test('four lists of 15 MiB pass at the same time', async () => {
  const lists = await Promise.all([LONG, LONG, LONG, LONG].map((length) => resolveList(length)));
  expect(lists.map((answers) => answers.length)).toEqual([LONG, LONG, LONG, LONG]);
});

test.each(['buffered', 'streamed'] as const)('a list of 20 MB, %s by nginx, is refused with advice', async (way) => {
  const body = `GOPHER://H.example.org/0/${'x'.repeat(40)}\n`.repeat(300_000);
  const headers = { 'Content-Type': 'text/plain' };
  const response = await fetch(`${origins[way]}/v1/resolve`, { method: 'POST', headers, body });
  expect(response.status).toBe(413);
  expect(await response.json()).toMatchObject({ detail: expect.stringContaining('Send the list in several requests') });
});

test('a list passes that nginx streams, too', async () => {
  expect(await resolveList(LONG, origins.streamed)).toHaveLength(LONG);
});

test('an array that is too long is refused in a way that says what to do', async () => {
  const body = `["${'x'.repeat(6_000_000)}"]`;
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(`${origin}/v1/resolve`, { method: 'POST', headers, body });
  expect(response.status).toBe(413);
  expect(await response.json()).toMatchObject({ detail: expect.stringContaining('Send a longer list as lines') });
});

test.each([
  ['the block', port],
  ['the blocks that bound what is sent', boundedPort],
])('a terminal works through %s', async (_, at) => {
  const client = await PageClient.open(`http://localhost:${at}`, `/telnet/localhost:${telnet.port}/`);
  await client.sees('login: ');
  client.type('guest\r');
  await client.sees('guest');
  await client.close();
});

test('twenty WebSockets that send pings without an end do not stop others', async () => {
  const bounded = `http://localhost:${boundedPort}`;
  const path = `/telnet/localhost:${telnet.port}/`;
  const pings = Buffer.concat(Array(10_000).fill(frameOf(FINAL + OPCODE.ping, Buffer.alloc(0))));
  const abusers = Array.from({ length: 20 }, () => openRawWebSocket(boundedPort, bounded, path));
  for (const abuser of abusers) {
    const [answer]: Buffer[] = await once(abuser, 'data');
    expect(answer?.toString('latin1')).toMatch(/^HTTP\/1\.1 101 /);
    abuser.on('data', () => {});
  }
  for (const abuser of abusers) {
    const pour = (): void => {
      while (!abuser.destroyed && abuser.write(pings));
    };
    abuser.on('drain', pour);
    pour();
  }
  const client = await PageClient.open(bounded, path);
  await client.sees('login: ');
  client.type('guest\r');
  await client.sees('guest');
  await client.close();
  for (const abuser of abusers) abuser.destroy();
});

/**
 * Clients that leave, at servers that drip and deadlines that are far away: the connection to the server closes. And
 * one that floods, and stays.
 *
 * Before the header of a response, the runtime notices a client that resets its connection, and not one that only
 * closes it, because HTTP allows a client to close its own half (RFC 9112 §9.6). It notices that one at the next octets
 * that it sends, so the test of streams closes in the orderly way.
 */
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MOST_MESSAGES } from '../../../worker/net/web-socket.ts';
import { startFtp } from '../../servers/ftp.ts';
import { startGopher } from '../../servers/gopher.ts';
import type { RunningServer } from '../../servers/listener.ts';
import { startNntp } from '../../servers/nntp.ts';
import { startTelnet } from '../../servers/telnet.ts';
import { built } from '../built.ts';
import { FINAL, frameOf, OPCODE, openRawWebSocket } from '../raw-web-socket.ts';
import { type RunningWorkerd, startWorkerd } from '../workerd.ts';
import { until } from './worker.ts';

type Protocol = 'gopher' | 'ftp' | 'news' | 'telnet';

let servers: Readonly<Record<Protocol, RunningServer>>;
let workerd: RunningWorkerd;
beforeAll(async () => {
  const [gopher, ftp, news, telnet] = await Promise.all([startGopher(), startFtp(), startNntp(), startTelnet()]);
  servers = { gopher, ftp, news, telnet };
  const all = Object.values(servers);
  const vars = {
    EGRESS_ALLOW: all.map(({ port }) => `localhost:${port} 127.0.0.1:${port}`).join(' '),
    EGRESS_DENY_PORTS: '6379',
    TERMINALS: 'on',
    DEADLINES: 'connect=100s, first=100s, idle=100s, total=100s',
  };
  workerd = await startWorkerd({ waypost: { path: (await built()).module, vars, front: true } });
});
afterAll(async () => {
  workerd?.close();
  await Promise.all(Object.values(servers ?? {}).map((server) => server.close()));
});

/** The port of the Worker in each runtime. */
const runtimes: Readonly<Record<string, () => number>> = {
  'bare workerd': () => workerd.ports.get('waypost') ?? 0,
  'the front of self-hosting': () => workerd.ports.get('waypost-front') ?? 0,
};

function send(port: number, head: string): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(`${head}\r\nHost: 127.0.0.1\r\nAccept: text/html\r\n\r\n`);
  return socket;
}

const request = (port: number, path: string): Socket => send(port, `GET ${path} HTTP/1.1`);

/** What a client has received. */
function textOf(socket: Socket): { readonly text: string } {
  const received = { text: '' };
  socket.setEncoding('latin1').on('data', (part: string) => {
    received.text += part;
  });
  return received;
}

/** The first line, and perhaps a field, of requests that ask a server in every other way. */
const silentRequests: readonly (readonly [what: string, head: (server: string) => string])[] = [
  ['HEAD', (server) => `HEAD /gopher/${server}/1/about HTTP/1.1`],
  ['a page for one reader alone', (server) => `GET /gopher/${server}/1/about HTTP/1.1\r\nCache-Control: no-cache`],
  ['a file', (server) => `GET /gopher/${server}/9/large/3MB.bin HTTP/1.1`],
  ['a check', (server) => `GET /v1/check?url=gopher://${server}/1/about HTTP/1.1`],
];

const pages: readonly (readonly [protocol: Protocol, path: string])[] = [
  ['gopher', '/0/about/motto.txt'],
  ['ftp', '/pub/'],
  ['news', '/museum.gopher'],
];

describe.each(Object.entries(runtimes))('in %s', (_, port) => {
  test.each(pages)('a page of %s that is collected from %s', async (protocol, path) => {
    const server = servers[protocol];
    await server.faults.set({ kind: 'drip', everyMs: 20 });
    const client = request(port(), `/${protocol}/localhost:${server.port}${path}`);
    await until(() => server.connections > 0);
    client.resetAndDestroy();
    await until(() => server.connections === 0);
    await server.faults.set(null);
  });

  test('a page that two share: it goes on for the one who stays, and ends with the last one', async () => {
    const server = servers.gopher;
    await server.faults.set({ kind: 'drip', everyMs: 60 });
    const path = `/gopher/localhost:${server.port}/0/about/motto.txt`;
    const first = request(port(), path);
    await until(() => server.connections > 0);
    const second = request(port(), path);
    const answer = textOf(second);
    // The second one waits with the first one.
    await setTimeout(500);
    first.resetAndDestroy();
    await until(() => answer.text.includes('Nothing here was ever urgent.'));
    expect(answer.text).toMatch(/^HTTP\/1\.1 200 .*cache-status: waypost; fwd=[a-z-]+; collapsed\b/is);
    second.destroy();

    await server.faults.set({ kind: 'silent' });
    const silent = [request(port(), `${path}?format=json`)];
    await until(() => server.connections > 0);
    silent.push(request(port(), `${path}?format=json`));
    await setTimeout(500);
    for (const client of silent) client.resetAndDestroy();
    await until(() => server.connections === 0);
    await server.faults.set(null);
  });

  test.each(silentRequests)('%s of a server that is silent', async (_, head) => {
    const server = servers.gopher;
    await server.faults.set({ kind: 'silent' });
    const client = send(port(), head(`localhost:${server.port}`));
    await until(() => server.connections > 0);
    client.resetAndDestroy();
    await until(() => server.connections === 0);
    await server.faults.set(null);
  });

  test.each([
    ['a file', '/9/large/3MB.bin'],
    ['a menu', '/1/gallery'],
  ])('%s that is streamed', async (_, path) => {
    const server = servers.gopher;
    await server.faults.set({ kind: 'drip', everyMs: 2 });
    const client = request(port(), `/gopher/localhost:${server.port}${path}`);
    await new Promise((resolve) => client.once('data', resolve));
    client.destroy();
    await until(() => server.connections === 0);
    await server.faults.set(null);
  });

  test.each(['html', 'json'])('a menu (%s) of which only parts of one line come', async (format) => {
    const server = servers.gopher;
    await server.faults.set({ kind: 'endless-line', everyMs: 20 });
    const client = request(port(), `/gopher/localhost:${server.port}/1/gallery?format=${format}`);
    await new Promise((resolve) => client.once('data', resolve));
    client.destroy();
    await until(() => server.connections === 0);
    await server.faults.set(null);
  });

  test('a terminal that sends without end, also after its WebSocket is closed', async () => {
    const server = servers.telnet;
    const client = openRawWebSocket(port(), `http://127.0.0.1:${port()}`, `/telnet/localhost:${server.port}/`);
    const answer = textOf(client);
    await until(() => server.connections === 1 && answer.text.includes('"opened"'));
    client.write(Buffer.concat(Array(2 * MOST_MESSAGES).fill(frameOf(FINAL + OPCODE.binary, Buffer.from('x')))));
    await until(() => client.destroyed && server.connections === 0);
    expect(answer.text).toContain('too-many-messages');
  });
});

/** Links that attack the server or other hosts: the tests check each octet that arrives. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startFtp } from '../../../servers/ftp.ts';
import type { RunningServer } from '../../../servers/listener.ts';
import type { RunningWorker } from '../../harness.ts';
import { problemType } from '../../problems.ts';
import { commandsTo, startGateway } from '../worker.ts';

let server: RunningServer;
let forbidden: RunningServer;
let worker: RunningWorker;

beforeAll(async () => {
  server = await startFtp();
  forbidden = await startFtp();
  worker = await startGateway([server]);
});

beforeEach(() => {
  server.log.length = 0;
});

afterAll(async () => {
  await worker?.close();
  await server?.close();
  await forbidden?.close();
});

/** The gateway path, and `/open`, which also takes links without a gateway path. */
const addressesOf = (path: string) => [
  `/ftp/127.0.0.1:${server.port}${path}`,
  `/open?url=${encodeURIComponent(`ftp://127.0.0.1:${server.port}${path}`)}`,
];

const raw = () => server.log.map(({ octets }) => octets.toString('latin1')).join('');

describe('a second command in a link (RFC 959 §5.3.1)', () => {
  const injections = ['%0d%0aDELE%20x', '%0DDELE%20x', '%0aDELE%20x', '%00DELE%20x', '%09', '%1b', '%7f'];
  const positions = ['/pub/X', '/X/README', '/pub/README;type=X', '/%2FX', '/X'];

  test.each(injections.flatMap((octets) => positions.map((position) => [position.replace('X', octets)])))(
    '%s',
    async (path) => {
      for (const address of addressesOf(path)) {
        const response = await worker.fetch(address);
        await response.arrayBuffer();
        expect([400, 422]).toContain(response.status);
      }
      expect(server.log).toEqual([]);
    },
  );

  test('line ends that only a query can contain', async () => {
    for (const ending of ['\r\n', '\n', '\r']) {
      const link = `ftp://127.0.0.1:${server.port}/pub/a${ending}DELE x`;
      await (await worker.fetch(`/open?url=${encodeURIComponent(link)}`)).arrayBuffer();
    }
    // Browsers drop line ends in a link, and so does the library: one name remains.
    expect(commandsTo(server).filter((line) => line.startsWith('DELE'))).toEqual([]);
  });

  test.each([
    ['escaped twice, it is a name', '/pub/%250d%250aDELE%20x', 'RETR %0d%0aDELE x'],
    ['U+010A, whose low octet is LF', `/pub/${encodeURIComponent('\u010a')}`, 'RETR \xc4\x8a'],
    ['U+560A and U+560D', `/pub/${encodeURIComponent('\u560a\u560d')}`, 'RETR \xe5\x98\x8a\xe5\x98\x8d'],
    ['a telnet command', '/pub/%FF%F4', 'RETR \xff\xff\xf4'],
    ['an octet of 255, for servers that read Telnet', '/pub/none%FF', 'RETR none\xff\xff'],
    ['an octet of 255, for servers that do not', '/pub/none%FF', 'RETR none\xff'],
    ['an option', '/pub/-dash', 'RETR -dash'],
    ['a way up', '/pub/..%2F..%2Fetc%2Fpasswd', 'RETR ../../etc/passwd'],
  ])('%s', async (_what, path, command) => {
    for (const address of addressesOf(path)) {
      server.log.length = 0;
      const response = await worker.fetch(address);
      expect([response.status, commandsTo(server).includes(command)]).toEqual([404, true]);
      expect(raw().replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    }
  });

  test('only a, i and d are types', async () => {
    await (await worker.fetch(addressesOf('/README;type=x')[0] ?? '')).arrayBuffer();
    expect(commandsTo(server).filter((line) => line.startsWith('TYPE'))).toEqual(['TYPE I']);
  });
});

describe('hosts and ports that the policy denies', () => {
  const hosts = [
    '127.0.0.1',
    '127.1',
    '0',
    '0x7f.1',
    '2130706433',
    '017700000001',
    'localhost',
    'LOCALHOST.',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '%E2%91%A0%E2%91%A1%E2%91%A6.%E2%93%AA.%E2%93%AA.%E2%91%A0',
    '169.254.169.254',
    '10.0.0.1',
  ];
  test.each(hosts)('%s', async (host) => {
    for (const scheme of ['ftp', 'ftps']) {
      const response = await worker.fetch(`/${scheme}/${host}:${forbidden.port}/`);
      expect([response.status, await response.json()]).toMatchObject([403, { type: problemType('egress-denied') }]);
    }
    expect(forbidden.log).toEqual([]);
  });

  test.each([25, 22, 80, 6379])('port %i', async (port) => {
    expect((await worker.fetch(`/ftp/192.0.2.1:${port}/`)).status).toBe(403);
    expect((await worker.fetch(`/ftp/ftp.funet.fi:${port}/`)).status).toBe(403);
  });
});

describe('PASV with another host (CVE-2020-8284)', () => {
  let victim: Server;
  let connections = 0;

  beforeAll(async () => {
    victim = createServer((socket) => {
      connections++;
      socket.destroy();
    });
    // Outside of the range from which systems choose ports: at 127.0.0.1, nobody listens there.
    victim.listen(20_000 + (process.pid % 9_000), '127.0.0.2');
    await once(victim, 'listening');
  });
  afterAll(() => {
    victim.close();
  });

  test('the gateway connects to the port at the server itself, never to the other host', async () => {
    const address = victim.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    await server.faults.set({ kind: 'pasv', address: '127.0.0.2', port: address.port });
    const response = await worker.fetch(addressesOf('/README')[0] ?? '');
    await server.faults.set(null);
    expect([response.status, connections]).toEqual([502, 0]);
  });
});

test('the gateway only reads: POST, PUT and DELETE are refused', async () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
    expect((await worker.fetch(addressesOf('/README')[0] ?? '', { method })).status).toBe(405);
  }
  expect(server.log).toEqual([]);
});

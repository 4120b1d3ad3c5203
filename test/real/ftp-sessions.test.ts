/** Checks of many links of one FTP server: one login, and the verdicts of a login for each link. */
import { rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { check, objectsIn } from '../bin/network/harness.ts';
import { startGateway, until } from '../worker/gateway/worker.ts';
import type { RunningWorker } from '../worker/harness.ts';
import type { Daemon } from './daemon.ts';
import { ftpServers, makeTree, ODD_NAMES } from './ftp-servers.ts';

const { root, scratch } = makeTree();
// Servers send it once in a session.
for (const directory of ['pub', 'pub/deep']) {
  writeFileSync(join(root, directory, '.message'), `Welcome to\n${directory}.\n`);
}
afterAll(() => rmSync(scratch, { recursive: true }));

/** Stands before a server, and counts what clients do on the control connection. */
async function counterOf({ port: inner }: Daemon) {
  const sockets = new Set<Socket>();
  let lines: string[] = [];
  let open = 0;
  let most = 0;
  const server = createServer((client) => {
    const target = connect(inner, '127.0.0.1');
    most = Math.max(most, ++open);
    client.once('close', () => (open -= 1));
    for (const socket of [client, target]) sockets.add(socket.on('error', () => {}));
    client.on('data', (octets) => void lines.push(...octets.toString('latin1').split('\r\n').filter(Boolean)));
    client.pipe(target).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    farewells: () => lines.filter((line) => line.startsWith('QUIT')).length,
    /** The logins, the farewells, and the most connections at the same time, since the last call. */
    counted() {
      const count = (verb: string) => lines.filter((line) => line.startsWith(verb)).length;
      const said = { logins: count('USER '), farewells: count('QUIT'), most };
      [lines, most] = [[], 0];
      return said;
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

const escaped = (name: string) =>
  name.replace(/[^\w.-]/g, (octet) => `%${octet.charCodeAt(0).toString(16).padStart(2, '0')}`);

/** Links whose sessions go everywhere: down, up from the root, to what is not there, to a directory as a file. */
const PATHS = [
  ...['README', 'pub/big.bin', '', 'pub/', 'pub/empty/', 'pub/nothing', 'pub/nothing-here', 'nowhere/README'],
  ...['pub/deep/er/', 'README', 'pub/deep', 'pub/link', 'pub/way/', 'pub/way/er/', '%2Fpub/', 'pub//empty/', '/pub/'],
  ...['%2Fnowhere/', 'README;type=a', 'pub/;type=d', 'pub/big.bin;type=i', 'pub/big.bin/README'],
  ...ODD_NAMES.map((name) => `pub/odd/${escaped(name)}`),
  ...['pub/odd/missing%FF.txt', 'README', 'pub/README', 'pub/', 'pub/deep/er/missing', ''],
];
const LINKS = [...PATHS, ...PATHS].slice(0, 50);

describe.each(Object.entries(ftpServers).filter(([, { tls }]) => tls === 'none'))('%s', (_name, kind) => {
  let daemon: Daemon;
  let worker: RunningWorker;
  let counter: Awaited<ReturnType<typeof counterOf>>;
  let links: readonly string[];
  let alone: readonly unknown[];

  const verdict = ({ status, detail, reply, reason, otherProtocol, location }: Record<string, unknown>) => ({
    ...{ status, detail, reply, reason, otherProtocol, location },
  });

  beforeAll(async () => {
    daemon = await kind.start(root, scratch);
    counter = await counterOf(daemon);
    worker = await startGateway([{ ...daemon, port: counter.port }]);
    links = LINKS.map((path) => `ftp://localhost:${counter.port}/${path}`);
    const single: unknown[] = [];
    for (const link of links) {
      const response = await worker.fetch(`/v1/check?url=${encodeURIComponent(link)}`);
      single.push(verdict((await response.json()) as Record<string, unknown>));
    }
    alone = single;
    expect(counter.counted().logins).toBeGreaterThanOrEqual(links.length);
  }, 300_000);
  afterAll(async () => {
    counter?.close();
    await worker?.close();
    await daemon?.close();
  });

  test('/v1/check', async () => {
    const response = await worker.fetch('/v1/check', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(links),
    });
    const answers = (await response.json()) as Record<string, unknown>[];
    expect(answers.map(verdict)).toEqual(alone);
    // A farewell waits for no answer.
    if (kind.anonymous) await until(() => counter.farewells() === 1);
    expect(counter.counted()).toEqual({ logins: 1, farewells: kind.anonymous ? 1 : 0, most: 1 });
  }, 120_000);

  test('waypost check', async () => {
    const lines = objectsIn(await check(['--pause', '0ms', '--report', 'ndjson', ...links]));
    expect(lines.map((line) => verdict(line ?? {}))).toEqual(alone);
    // A farewell waits for no answer.
    if (kind.anonymous) await until(() => counter.farewells() === 1);
    expect(counter.counted()).toEqual({ logins: 1, farewells: kind.anonymous ? 1 : 0, most: 1 });
  }, 120_000);
});

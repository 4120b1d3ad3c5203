/** A batch of checks logs in to an FTP server once, whatever its form, and other servers do not end that. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startFtp } from '../../../servers/ftp.ts';
import type { RunningServer } from '../../../servers/listener.ts';
import type { RunningWorker } from '../../harness.ts';
import { commandsTo, startGateway, until } from '../worker.ts';

let servers: readonly RunningServer[];
let worker: RunningWorker;

beforeAll(async () => {
  servers = await Promise.all([startFtp(), startFtp({ mlsd: false })]);
  worker = await startGateway(servers);
});
afterAll(async () => {
  await worker?.close();
  await Promise.all(servers.map((server) => server.close()));
});

/** With those of the other server, more than are checked together. Ports of one host would wait for each other. */
const PATHS = ['pub/README', '', 'pub/nope', 'nowhere/', 'pub/README'];
const linksOf = (server: RunningServer) => {
  const host = server === servers[0] ? 'localhost' : '127.0.0.1';
  return PATHS.map((path) => `ftp://${host}:${server.port}/${path}`);
};

/** The logins and the farewells since these commands. */
const since = (server: RunningServer, before: readonly string[]) => {
  const count = (verb: string) =>
    commandsTo(server)
      .slice(before.length)
      .filter((line) => line.startsWith(verb)).length;
  return { logins: count('USER '), farewells: count('QUIT') };
};

const post = (type: string, body: string) =>
  worker.fetch('/v1/check', { method: 'POST', headers: { 'Content-Type': type }, body });

const found = ({ status, detail, reply, reason }: Record<string, unknown>) => ({ status, detail, reply, reason });

test.each([
  ['an array', (links: readonly string[]) => post('application/json', JSON.stringify(links)), JSON.parse],
  [
    'lines',
    (links: readonly string[]) =>
      post('application/x-ndjson', links.map((link) => `${JSON.stringify(link)}\n`).join('')),
    (text: string) =>
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
  ],
])('%s', async (_what, ask, read) => {
  const before = servers.map(commandsTo);
  const links = PATHS.flatMap((_, index) => servers.map((server) => linksOf(server)[index] ?? ''));
  const answers: Record<string, unknown>[] = read(await (await ask(links)).text());
  await until(() => servers.every((server, index) => since(server, before[index] ?? []).farewells === 1));
  expect(servers.map((server, index) => since(server, before[index] ?? []))).toEqual(
    servers.map(() => ({ logins: 1, farewells: 1 })),
  );
  const alone = await Promise.all(
    links.map(async (link) => (await worker.fetch(`/v1/check?url=${encodeURIComponent(link)}`)).json()),
  );
  expect(answers.map(found)).toEqual((alone as Record<string, unknown>[]).map(found));
});

test('one link alone is asked as before', async () => {
  const [server] = servers;
  if (server === undefined) throw new TypeError('there is no server');
  const before = commandsTo(server);
  await (await post('application/json', JSON.stringify(linksOf(server)[0]))).text();
  expect(commandsTo(server).slice(before.length)).not.toContain('PWD');
});

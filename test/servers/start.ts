/**
 * `npm start`: the test servers and the Worker together, on this machine only. `npm start -- --port 9000` chooses the
 * Worker's port. All links that it prints open without a
 * network, because EGRESS_ALLOW names the ports of the test servers and nothing else.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { parseEgressPolicy } from '../../src/egress/policy.ts';
import { type RunningRelay, startRelay } from '../../worker/relay/relay.ts';
import { onStopRequest } from '../../worker/self-host/stop-requests.ts';
import { startArchive } from './archive.ts';
import { authorityPath } from './certificates.ts';
import { startCnrp } from './cnrp.ts';
import { startCso } from './cso.ts';
import { startDict } from './dict.ts';
import { openDoor } from './door.ts';
import { startFinger } from './finger.ts';
import { startFtp } from './ftp.ts';
import { startGopher } from './gopher.ts';
import type { RunningServer } from './listener.ts';
import { startNntp } from './nntp.ts';
import { startProspero } from './prospero.ts';
import { startTelnet } from './telnet.ts';
import { startTn3270 } from './tn3270.ts';
import { startWais } from './wais.ts';

/** Ports by the names of the servers. */
type Ports = Readonly<Record<string, number>>;

type Startable = Pick<RunningServer, 'port' | 'close'>;

interface ServerEntry {
  readonly name: string;
  /** The documented port. If it is taken, the server listens on another one. */
  readonly port: number;
  /** Starts the server. `ports` has the ports of the servers above it in the table. */
  readonly start: (port: number, ports: Ports) => Promise<Startable>;
}

/** A port that stays closed, for links that show a refused connection. */
const CLOSED = 7079;

/** The servers, in the order in which they start. */
const serverTable: readonly ServerEntry[] = [
  { name: 'ftp', port: 2121, start: (port) => startFtp({ port, tls: 'explicit', many: 5000 }) },
  { name: 'nntp', port: 1119, start: (port) => startNntp({ port, tls: 'explicit', many: 100_000 }) },
  { name: 'archive', port: 8119, start: (port) => startArchive({ port }) },
  { name: 'wais', port: 8210, start: (port) => startWais({ port }) },
  { name: 'telnet', port: 2323, start: (port) => startTelnet({ port }) },
  { name: 'tn3270', port: 3270, start: (port) => startTn3270({ port }) },
  { name: 'cso', port: 1105, start: (port) => startCso({ port }) },
  { name: 'finger', port: 7979, start: (port) => startFinger({ port }) },
  { name: 'dict', port: 8628, start: (port) => startDict({ port }) },
  {
    name: 'gopher',
    port: 7070,
    start: (port, { ftp = 0, nntp = 0 }) =>
      startGopher({ port, tls: 'sniffed', otherPorts: { ftp, nntp, closed: CLOSED } }),
  },
  {
    name: 'cnrp',
    port: 8096,
    start: (port, { gopher = 0, ftp = 0 }) => startCnrp({ port, otherPorts: { gopher, ftp } }),
  },
  {
    name: 'prospero',
    port: 8525,
    start: (port, { ftp = 0, gopher = 0, wais = 0 }) => {
      const otherPorts = { ftp, gopher, wais };
      // A port may be free for TCP and taken for UDP.
      return startProspero({ port, otherPorts }).catch(() => startProspero({ otherPorts }));
    },
  },
];

/** A token for short links on this machine. It is not a secret. */
const LINK_TOKEN = 'development-token';

/** The secret of signed messages to `/hooks` on this machine. It is not a secret either. */
const HOOK_KEY = 'development-secret-of-32-octets!';

/** The Worker's variables. FTP data ports need no entry: they inherit that of the control port. */
const variables: Readonly<Record<string, (ports: Ports) => string>> = {
  EGRESS_ALLOW: (ports) =>
    [...Object.values(ports), CLOSED].flatMap((port) => [`localhost:${port}`, `127.0.0.1:${port}`]).join(','),
  TERMINALS: () => 'on',
  NEWS_SERVER: ({ nntp }) => `localhost:${nntp}`,
  NEWS_ARCHIVE: ({ archive }) => `http://localhost:${archive}/`,
  CNRP_SERVICES: ({ cnrp }) => `localhost:${cnrp}`,
  CONTACT: () => 'curator@museum.test',
  EXAMPLES: (ports) => JSON.stringify(Object.fromEntries(examples.map(({ about, url }) => [about, url(ports)]))),
  LINK_TOKENS: () => `curator:${LINK_TOKEN}:admin`,
  WEBHOOK_SECRETS: () => `whsec_${btoa(HOOK_KEY)}`,
};

interface ExampleLink {
  readonly about: string;
  readonly url: (ports: Ports) => string;
}

/**
 * The links of the front page. It explains the first, which is in an old form, so that there is something to explain.
 */
const examples: readonly ExampleLink[] = [
  { about: 'a search', url: ({ gopher }) => `<URL:GOPHER://LocalHost:${gopher}/7/search%09gopher menus>` },
  { about: 'a gopher menu', url: ({ gopher }) => `gopher://localhost:${gopher}/` },
  { about: 'an FTP archive', url: ({ ftp }) => `ftp://localhost:${ftp}/pub/` },
  { about: 'a newsgroup', url: () => 'news:museum.history' },
  { about: 'a terminal', url: ({ telnet }) => `telnet://guest@localhost:${telnet}/` },
];

/** The links that `npm start` prints. */
const links: readonly ExampleLink[] = [
  { about: 'a gopher menu', url: ({ gopher }) => `gopher://localhost:${gopher}/` },
  { about: 'an FTP archive', url: ({ ftp }) => `ftp://localhost:${ftp}/pub/` },
  { about: 'a terminal', url: ({ telnet }) => `telnet://guest@localhost:${telnet}/` },
  { about: 'a 3270 form', url: ({ tn3270 }) => `tn3270://localhost:${tn3270}/` },
  { about: 'a WAIS database', url: ({ wais }) => `wais://localhost:${wais}/history?wais` },
  { about: 'a phone book', url: ({ cso }) => `gopher://localhost:${cso}/2` },
  { about: 'a directory', url: ({ prospero }) => `prospero://localhost:${prospero}//museum` },
  { about: 'a user', url: ({ finger }) => `finger://localhost:${finger}/curator` },
  { about: 'a dictionary', url: ({ dict }) => `dict://localhost:${dict}/d:gopher:*` },
  // In any language: a browser asks for its own, and nothing in the museum has all of them.
  { about: 'a common name', url: () => 'go:fidonet;language=*' },
  { about: 'a newsgroup', url: () => 'news:museum.history' },
  // Its server is gone, and an archive has its articles.
  { about: 'a lost group', url: () => `news://localhost:${CLOSED}/museum.lost` },
];

const WORKER_PORT = 8787;
const READY_MS = 60_000;
/** How long open requests have to end. */
const GRACE_MS = 10_000;
const ROOT = join(import.meta.dirname, '../..');

const wantedPort = readPort();
const { servers, ports } = await startServers();
const workerPort = await freePort(wantedPort);
const origin = `http://localhost:${workerPort}`;
const temporaryStore = workerPort === WORKER_PORT ? null : mkdtempSync(join(tmpdir(), 'waypost-'));
const relaySecret = randomUUID();
const relay = await startRelay({
  ...{ secret: relaySecret, port: 0 },
  policy: parseEgressPolicy({ EGRESS_ALLOW: variables.EGRESS_ALLOW?.(ports) }),
});
const innerPort = await freePort(0);
const door = await openDoor(workerPort, innerPort);
const worker = startWorker(innerPort, ports, relay);
let stopRequested = false;
onStopRequest(() => {
  stopRequested = true;
  worker.kill('SIGTERM');
  // wrangler waits for requests, which may never end.
  setTimeout(() => worker.kill('SIGKILL'), GRACE_MS).unref();
});
worker.once('exit', stopServers);
if (await isReady(worker)) console.log(welcome());
else worker.kill('SIGTERM');

/** The port of the command line. A wrong command line ends the program with the form that is right. */
function readPort(): number {
  try {
    const { port = String(WORKER_PORT) } = parseArgs({ options: { port: { type: 'string' } } }).values;
    if (/^\d{1,5}$/.test(port) && Number(port) <= 65_535) return Number(port);
    console.error(`--port ${port} is wrong: a port is a number from 0 to 65535.`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
  console.error(`Usage: npm start -- [--port ${WORKER_PORT}]`);
  process.exit(2);
}

async function startServers(): Promise<{ servers: Startable[]; ports: Ports }> {
  const servers: Startable[] = [];
  const ports: Record<string, number> = {};
  for (const { name, port, start } of serverTable) {
    const free = await freePort(port);
    const server = await start(free, ports);
    servers.push(server);
    ports[name] = server.port;
  }
  return { servers, ports };
}

async function stopServers(code: number | null): Promise<void> {
  door.close();
  await Promise.all([relay, ...servers].map((server) => server.close()));
  if (temporaryStore !== null) rmSync(temporaryStore, { recursive: true, force: true });
  // Stopping on request is not a failure.
  process.exitCode = stopRequested ? 0 : (code ?? 1);
}

/** The port if it is free, else another one, with a warning. */
async function freePort(wanted: number): Promise<number> {
  for (const port of [wanted, 0]) {
    const probe = createServer();
    probe.listen(port, '127.0.0.1');
    const listening = await once(probe, 'listening').then(
      () => true,
      () => false,
    );
    const address = probe.address();
    if (!listening || typeof address !== 'object' || address === null) continue;
    probe.close();
    if (port !== wanted) console.warn(`Port ${wanted} is taken; using ${address.port} instead.`);
    return address.port;
  }
  throw new Error('no port is free');
}

function startWorker(port: number, ports: Ports, { origin: relayOrigin }: RunningRelay): ChildProcess {
  const wrangler = join(ROOT, 'node_modules/wrangler/bin/wrangler.js');
  const values = [
    ...Object.entries(variables).map(([name, value]) => [name, value(ports)]),
    ...[
      // A page of others may reach this machine under a name of its own.
      ['HOSTS', `localhost:${workerPort}`],
      ['PROSPERO_RELAY', relayOrigin],
      ['PROSPERO_RELAY_SECRET', relaySecret],
    ],
  ];
  const vars = values.flatMap(([name, value]) => ['--var', `${name}:${value}`]);
  const options = [
    '--ip',
    '127.0.0.1',
    '--port',
    String(port),
    '--persist-to',
    // A store belongs to one runtime at a time: a second `npm start` gets a temporary one.
    temporaryStore ?? '.wrangler/state',
    '--show-interactive-dev-session=false',
  ];
  return spawn(process.execPath, [wrangler, 'dev', ...options, ...vars], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      // No requests that fail on a machine without a network.
      WRANGLER_SEND_METRICS: 'false',
      CLOUDFLARE_CF_FETCH_ENABLED: 'false',
      // The runtime trusts the certificates of the test servers, so that gophers: and ftps: links open too.
      NODE_EXTRA_CA_CERTS: authorityPath,
    },
  });
}

async function isReady(worker: ChildProcess): Promise<boolean> {
  for (const start = Date.now(); worker.exitCode === null && Date.now() - start < READY_MS; await sleep(200)) {
    const health = await fetch(`${origin}/health`).catch(() => null);
    if (health?.ok) return true;
  }
  if (worker.exitCode === null) console.error(`The Worker did not answer at ${origin}/health.`);
  return false;
}

/** One request for each use, to paste into a shell. */
function requests(): readonly { readonly about: string; readonly code: string }[] {
  const hook = '{"type":"endpoint.created","data":{"url":"https://0x7f.1/hook"}}';
  return [
    {
      about: 'Canonicalize a link',
      code: `curl -sG ${origin}/v1/resolve -H 'Accept: text/plain' --data-urlencode 'url=<URL:GOPHER://H.example:70/1>'`,
    },
    {
      about: `Make a short link, with the token ${LINK_TOKEN}`,
      code: `curl -s ${origin}/v1/links -H 'Authorization: Bearer ${LINK_TOKEN}' -H 'Content-Type: application/json' \\
  -d '{"url":"gopher://localhost:${ports.gopher}/"}'`,
    },
    {
      about: 'Ask whether your server may call a URL',
      code: `curl -sG ${origin}/v1/validate --data-urlencode 'url=https://0x7f.1/hook'`,
    },
    {
      about: 'Send a signed webhook',
      code: `t=$(date +%s); s=$(printf 'm1.%s.%s' "$t" '${hook}' | openssl dgst -sha256 -hmac '${HOOK_KEY}' -binary | base64)
curl -s ${origin}/hooks -H 'Content-Type: application/json' -H 'webhook-id: m1' -H "webhook-timestamp: $t" \\
  -H "webhook-signature: v1,$s" -d '${hook}'`,
    },
  ];
}

function welcome(): string {
  const examples = links.map(({ about, url }) => `  ${about.padEnd(16)}${origin}/r?url=${url(ports)}`);
  const offered = [`Waypost is at ${origin}/ and the museum is open:`, '', ...examples];
  const calls = requests().map(({ about, code }) => `# ${about}\n${code}\n`);
  return ['', ...offered, '', ...calls, `More is at ${origin}/docs. Ctrl-C closes both.`, ''].join('\n');
}

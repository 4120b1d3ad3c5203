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
import { parseArgs } from 'node:util';
import { parseEgressPolicy } from '../../src/egress/policy.ts';
import { type RunningRelay, startRelay } from '../../worker/relay/relay.ts';
import { onStopRequest } from '../../worker/self-host/stop-requests.ts';
import { authorityPath } from './certificates.ts';
import { openDoor } from './door.ts';
import { CLOSED, frontPageLinks, type Ports, printedLinks, serverSettings, startEveryServer } from './every-server.ts';
import { STAND_STILL_MS, watchStart, workOf } from './start-watch.ts';

/** A token for short links on this machine. It is not a secret. */
const LINK_TOKEN = 'development-token';

/** The secret of signed messages to `/hooks` on this machine. It is not a secret either. */
const HOOK_KEY = 'development-secret-of-32-octets!';

/** The Worker's variables. FTP data ports need no entry: they inherit that of the control port. */
const variables: Readonly<Record<string, (ports: Ports) => string>> = {
  EGRESS_ALLOW: (ports) =>
    [...Object.values(ports), CLOSED].flatMap((port) => [`localhost:${port}`, `127.0.0.1:${port}`]).join(','),
  TERMINALS: () => 'on',
  ...serverSettings,
  CONTACT: () => 'curator@museum.test',
  EXAMPLES: (ports) => JSON.stringify(Object.fromEntries(frontPageLinks.map(({ about, url }) => [about, url(ports)]))),
  LINK_TOKENS: () => `curator:${LINK_TOKEN}:admin`,
  WEBHOOK_SECRETS: () => `whsec_${btoa(HOOK_KEY)}`,
};

const WORKER_PORT = 8787;
/** How long one request may take until the Worker is ready. */
const ANSWER_MS = 30_000;
/** How long open requests have to end. */
const GRACE_MS = 10_000;
const ROOT = join(import.meta.dirname, '../..');

const wantedPort = readPort();
const servers = await startEveryServer(freePort);
const { ports } = servers;
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
if (await hasStarted(worker)) console.log(welcome());
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

async function stopServers(code: number | null): Promise<void> {
  door.close();
  await Promise.all([relay.close(), servers.close()]);
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

/** Whether the Worker answers. Says why not, and what to do. */
async function hasStarted(worker: ChildProcess): Promise<boolean> {
  const health = `${origin}/health`;
  const end = await watchStart({
    isRunning: () => worker.exitCode === null && worker.signalCode === null,
    isReady: async () =>
      (await fetch(health, { signal: AbortSignal.timeout(ANSWER_MS) }).catch(() => null))?.ok === true,
    work: () => workOf(worker.pid),
    say: (sentence) => console.error(sentence),
  });
  if (end === 'ready') return true;
  if (stopRequested) return false;
  const fault =
    end === 'ended'
      ? 'The Worker ended before it answered.'
      : `The Worker does not answer at ${health}, and has done nothing for ${STAND_STILL_MS / 1000} seconds.`;
  console.error(`${fault} If there is no error above that says why, run npm ci, and then npm start again.`);
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
  const examples = printedLinks.map(({ about, url }) => `  ${about.padEnd(16)}${origin}/r?url=${url(ports)}`);
  const offered = [`Waypost is at ${origin}/ and the museum is open:`, '', ...examples];
  const calls = requests().map(({ about, code }) => `# ${about}\n${code}\n`);
  return ['', ...offered, '', ...calls, `More is at ${origin}/docs. Ctrl-C closes both.`, ''].join('\n');
}

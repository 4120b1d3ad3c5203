/** How to make each request that has a trace, and those whose files are counted: in the museum, or here. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCommandLine } from '../../bin/command-line.ts';
import { memoryStreams } from '../bin/harness.ts';
import { startFtp } from '../servers/ftp.ts';
import { startGopher } from '../servers/gopher.ts';
import { startTelnet } from '../servers/telnet.ts';
import { type Ask, ask } from '../worker/client.ts';
import { PageClient } from '../worker/gateway/terminal/page-client.ts';
import { LINK_TOKENS, tokens } from '../worker/links/harness.ts';
import { serveDoh } from '../worker/net/doh-server.ts';
import { loadTracedProgram, type TracedProgram } from './traced-program.ts';
import { startTracedWorker, type TracedWorker } from './traced-worker.ts';

/** The functions that a request called, `file:name`, in the order of their first calls. */
export type Calls = readonly string[];

/** The museum, and what makes requests to it. */
export interface Traced {
  readonly worker: TracedWorker;
  readonly program: TracedProgram;
  /** Hosts with their ports, for servers whose name the resolver knows. */
  readonly named: { readonly gopher: string; readonly telnet: string };
  /** The same servers, named in `EGRESS_ALLOW`: nothing is resolved. */
  readonly listed: { readonly gopher: string; readonly ftp: string };
  /** A folder for files that a command writes. */
  readonly folder: string;
  readonly close: () => Promise<void>;
}

/** A name that the resolver of these tests leads to this machine. */
const NAME = 'museum.net';

export async function startTraced(): Promise<Traced> {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-traces-'));
  const servers = await Promise.all([startGopher(), startFtp(), startTelnet()]);
  const [gopher, ftp, telnet] = servers;
  const dns = await serveDoh(({ type }) => ({ addresses: type === 'A' ? ['127.0.0.1'] : [] }));
  const worker = await startTracedWorker(folder, {
    EGRESS_ALLOW: servers.flatMap(({ port }) => [`localhost:${port}`, `127.0.0.1:${port}`]).join(', '),
    // The system chooses the ports of the servers.
    EGRESS_DENY_PORTS: '6379',
    DOH_URL: dns.url,
    TERMINALS: 'on',
    LINK_TOKENS,
    LINK_SHARDS: '1',
  });
  return {
    worker,
    program: await loadTracedProgram(folder),
    named: { gopher: `${NAME}:${gopher.port}`, telnet: `${NAME}:${telnet.port}` },
    listed: { gopher: `localhost:${gopher.port}`, ftp: `localhost:${ftp.port}` },
    folder,
    async close() {
      worker.close();
      await Promise.all([...servers, dns].map((server) => server.close()));
      rmSync(folder, { recursive: true });
    },
  };
}

const BROWSER = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

async function send(worker: TracedWorker, path: string, init: Ask = { headers: BROWSER }): Promise<string> {
  const response = await ask(worker.origin, path, init);
  const body = await response.text();
  if (response.status >= 400) throw new Error(`${path}: ${response.status} ${body}`);
  return body;
}

/** The calls of a GET of a browser, after the same one or another. */
function callsOfGet({ worker }: Traced, path: string, before = path): Promise<Calls> {
  return worker.callsOf(
    () => send(worker, path),
    () => send(worker, before),
  );
}

/** Makes a short link, and returns its path. */
async function makeLink(worker: TracedWorker, url: string): Promise<string> {
  const headers = { Authorization: `Bearer ${tokens.alice}`, 'Content-Type': 'application/json' };
  const made = await send(worker, '/v1/links', { method: 'POST', headers, body: JSON.stringify({ url }) });
  const { slug }: { readonly slug: string } = JSON.parse(made);
  return `/${slug}`;
}

async function useTerminal(worker: TracedWorker, server: string): Promise<void> {
  const page = await PageClient.open(worker.origin, `/telnet/${server}/`);
  await page.sees('login: ');
  page.tell({ type: 'size', columns: 80, rows: 24 });
  page.type('visitor\r');
  await page.sees('Password');
  await page.close();
}

/** The beginning of a link, and how many links there were: what was asked before is answered from memory. */
const MENU = `gopher://${NAME}/1/`;
let links = 0;
const newLink = (): string => `${MENU}${++links}`;

/** Requests to the Worker, by their titles in the documents. */
const WEB: Readonly<Record<string, (traced: Traced) => Promise<Calls>>> = {
  'GET /v1/resolve?url=GOPHER://H.example:70/1': (traced) =>
    callsOfGet(traced, `/v1/resolve?url=GOPHER:${newLink().slice(7)}`, `/v1/resolve?url=GOPHER:${newLink().slice(7)}`),
  'GET /r?url=gopher://h.example.org/1/x': (traced) => callsOfGet(traced, '/r?url=gopher://h.example.org/1/x'),
  'GET /gopher/h.example/1/x': (traced) => callsOfGet(traced, `/gopher/${traced.named.gopher}/1/`),
  'GET /telnet/h.example/ with Upgrade: websocket': ({ worker, named }) =>
    worker.callsOf(() => useTerminal(worker, named.telnet)),
  'POST /v1/links': ({ worker }) => worker.callsOf(() => makeLink(worker, newLink())),
  'GET /{slug}': async (traced) =>
    callsOfGet(traced, await makeLink(traced.worker, newLink()), await makeLink(traced.worker, newLink())),
  'GET /{slug} again': async (traced) => callsOfGet(traced, await makeLink(traced.worker, newLink())),
};

/** Uses of the library and of the command line. */
const LOCAL: Readonly<Record<string, (traced: Traced) => Promise<Calls>>> = {
  "canonicalize('GOPHER://H.example:70/1')": ({ program }) =>
    program.callsOf(() => program.library.canonicalize('GOPHER://H.example:70/1')),
  'waypost get --warc x.warc gopher://h.example/1/x': ({ program, folder, listed }) =>
    program.callsOf(() => program.waypost(['get', '--warc', join(folder, 'x.warc'), `gopher://${listed.gopher}/`])),
};

/** Makes a request, or several of which one trace is true, and returns what each calls. */
export type Request = (traced: Traced) => Promise<readonly Calls[]>;

/** The requests with a trace, by their titles in the documents. */
export const REQUESTS: ReadonlyMap<string, Request> = new Map([
  ...Object.entries({ ...WEB, ...LOCAL }).map(
    ([title, run]) => [title, async (traced: Traced) => [await run(traced)]] as const,
  ),
  [
    'Every HTTP request',
    async (traced: Traced) => {
      const all: Calls[] = [];
      for (const run of Object.values(WEB)) all.push(await run(traced));
      return all;
    },
  ] as const,
]);

/** `waypost get` of a menu, without what reads the command line. */
export function getMenu({ program, listed }: Traced): Promise<boolean> {
  const request = readCommandLine(['get', `gopher://${listed.gopher}/`]);
  if (request.kind !== 'get') throw new TypeError('not a command line of get');
  return program.commands.get(request, memoryStreams({}).streams, '1.2.3');
}

/** A check of a menu, without what reads the command line and writes reports. */
export async function checkMenu({ program, listed }: Traced): Promise<void> {
  const url = `gopher://${listed.gopher}/`;
  const request = readCommandLine(['check', '--pause', '0ms', url]);
  if (request.kind !== 'check') throw new TypeError('not a command line of check');
  const checked = await program.commands.linkChecker(request, { env: {} }, '1.2.3').check(url);
  if (!('status' in checked) || checked.status !== 'alive') throw new Error(JSON.stringify(checked));
}

const LINK = 'GOPHER://H.example:70/1';

/** A use of the library that is not the first. */
async function usedAgain(program: TracedProgram, use: (library: TracedProgram['library']) => unknown): Promise<Calls> {
  use(program.library);
  return program.callsOf(() => use(program.library));
}

async function called(traced: Traced, title: string): Promise<Calls> {
  return (await WEB[title]?.(traced)) ?? [];
}

/** The requests whose files are counted, by their names in the table of figures. */
export const COUNTED = {
  '`canonicalize`': ({ program }) => usedAgain(program, ({ canonicalize }) => canonicalize(LINK)),
  '`explain`': ({ program }) => usedAgain(program, ({ explain }) => explain(LINK)),
  'a new link of `/v1/resolve`': (traced) => called(traced, 'GET /v1/resolve?url=GOPHER://H.example:70/1'),
  'a redirect of `/r`': (traced) => called(traced, 'GET /r?url=gopher://h.example.org/1/x'),
  'a redirect of a new short link': (traced) => called(traced, 'GET /{slug}'),
  'a gopher menu as a page': (traced) => callsOfGet(traced, `/gopher/${traced.listed.gopher}/`),
  'an FTP directory as a page': (traced) => callsOfGet(traced, `/ftp/${traced.listed.ftp}/pub/`),
  '`waypost get` of a gopher menu': (traced) => traced.program.callsOf(() => getMenu(traced)),
  '`waypost check` of a gopher menu': (traced) => traced.program.callsOf(() => checkMenu(traced)),
} as const satisfies Readonly<Record<string, (traced: Traced) => Promise<Calls>>>;

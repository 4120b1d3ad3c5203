/**
 * Clients × tricks: each client of docs/webhooks.md, as it is written there, in each runtime that there is, and
 * `guardedFetch` in a Worker. What a client did is printed as a table.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { build } from 'esbuild';
import { startModule } from '../worker/runtime.ts';
import { type Published, root } from './published.ts';
import { startTrickServers, type TrickServers } from './webhook-servers.ts';
import { type Trick, tricks } from './webhook-tricks.ts';

/** The recipes of docs/webhooks.md, by their headings, with the package that each needs. */
const RECIPES: Readonly<Record<string, string | null>> = {
  'http and https': null,
  undici: 'undici',
  'fetch of Node': 'undici',
  axios: 'axios',
  got: 'got',
  'node-fetch': 'node-fetch',
};

const packages = join(root, '.ci/package/node_modules');

/** A runtime with the clients that run in it. */
export interface ClientRuntime {
  readonly name: string;
  readonly command: readonly [program: string, ...args: readonly string[]];
  readonly clients: readonly string[];
}

const EVERY_CLIENT: readonly string[] = ['guardedFetch', ...Object.keys(RECIPES)];

/** Clients that a runtime has replaced by its own `fetch`, which ignores agents. docs/webhooks.md says so. */
const IGNORING: Readonly<Record<string, readonly string[]>> = {
  Bun: ['undici', 'fetch of Node', 'node-fetch'],
  Deno: ['fetch of Node'],
};

/** The clients that are guarded in a runtime. */
export const clientsOf = (runtime: string): readonly string[] =>
  EVERY_CLIENT.filter((client) => !IGNORING[runtime]?.includes(client));

const GUARDED_FETCH = `
  import { guardedFetch } from 'waypost/webhooks/node';
  export const postWith = (options) => (url, body) => guardedFetch(url, { method: 'POST', body }, { ...options, redirects: 3 });
`;

/** Runs every trick with a client, and prints how each ended. */
const SCRIPT = `
  import { readFileSync } from 'node:fs';
  import { postWith } from './client.js';
  const { egress, tricks } = JSON.parse(readFileSync('tricks.json', 'utf8'));
  const endingOf = (error) => {
    for (let at = error; at; at = at.cause) if (at.rule !== undefined) return at.rule;
    return error.code ?? error.name;
  };
  const endings = [];
  for (const { url, answers } of tricks) {
    let asked = 0;
    const addresses = () => answers[Math.min(asked++, answers.length - 1)];
    const resolve = async () => addresses().map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    const late = new Promise((resolve) => setTimeout(resolve, 10_000, 'no end'));
    const called = (async () => postWith({ schemes: ['http', 'https'], resolve, egress })(url, '{}'))();
    endings.push(await Promise.race([called.then(() => 'answered', endingOf), late]));
  }
  console.log(JSON.stringify(endings));
  process.exit(0);
`;

/** \`guardedFetch\` in a Worker, which is told what to call. */
const WORKER = `
  import { guardedFetch } from 'waypost/webhooks/workers';
  export default {
    async fetch(request) {
      const { url, answers, egress } = await request.json();
      let asked = 0;
      const resolve = async () => answers[Math.min(asked++, answers.length - 1)];
      const options = { schemes: ['http', 'https'], resolve, egress, redirects: 3 };
      const called = guardedFetch(url, { method: 'POST', body: '{}' }, options);
      return new Response(await called.then(() => 'answered', ({ rule, name }) => rule ?? name));
    },
  };
`;

/** What one client did. */
interface Row {
  readonly client: string;
  readonly runtime: string;
  readonly refused: number;
  readonly reached: number;
  readonly 'private connections': number;
  readonly faults: number;
}

/** A row, with what is wrong; empty = nothing. */
interface Trial {
  readonly row: Row;
  readonly faults: readonly string[];
}

type RunTricks = (tricks: readonly Trick[], egress: object) => Promise<readonly string[]>;

/** Tries every trick with every client, and prints the table. Returns whether all is well. */
export async function tryWebhookClients(published: Published, runtimes: readonly ClientRuntime[]): Promise<boolean> {
  const servers = await startTrickServers();
  const modules = recipes();
  linkPackages(published);
  const trials: Trial[] = [];
  for (const { name, command, clients } of runtimes) {
    for (const client of clients) {
      const run: RunTricks = (tricks, egress) => runIn(published, command, modules.get(client) ?? '', tricks, egress);
      trials.push(await trialOf(client, name, servers, run));
    }
  }
  trials.push(
    await trialOf('guardedFetch', 'workerd', servers, (tricks, egress) => runInWorker(published, tricks, egress)),
  );
  servers.close();
  console.log(`${tricks.length} tricks:`);
  console.table(trials.map(({ row }) => row));
  for (const { row, faults } of trials) {
    for (const fault of faults) console.log(`${row.client}, ${row.runtime}: ${fault}`);
  }
  return trials.every(({ faults }) => faults.length === 0);
}

/** The clients as modules: `guardedFetch`, and the recipes as they stand in the documentation. */
function recipes(): ReadonlyMap<string, string> {
  const document = readFileSync(join(root, 'docs/webhooks.md'), 'utf8');
  const found = Object.keys(RECIPES).map((heading) => {
    const [, code] =
      new RegExp(`\\n### ${heading}\\n(?:(?!\\n### ).)*?\`\`\`js\\n(.*?)\`\`\``, 's').exec(document) ?? [];
    if (code === undefined) throw new Error(`docs/webhooks.md has no recipe for ${heading}.`);
    return [heading, code] as const;
  });
  return new Map([['guardedFetch', GUARDED_FETCH], ...found]);
}

/** Makes the packages of the recipes visible beside the package itself. */
function linkPackages({ consumer }: Published): void {
  for (const name of new Set(Object.values(RECIPES))) {
    const link = join(consumer, 'node_modules', name ?? '');
    if (name !== null && !existsSync(link)) symlinkSync(join(packages, name), link);
  }
}

async function trialOf(client: string, runtime: string, servers: TrickServers, run: RunTricks): Promise<Trial> {
  const { publicPort, privatePort, takeTargets, privateConnections } = servers;
  takeTargets();
  const before = privateConnections();
  const aimed = tricks.map((trick) => ({
    ...trick,
    url: trick.url.replace('PRIVATE', `${privatePort}`).replace('PUBLIC', `${publicPort}`),
  }));
  const endings = await run(aimed, { EGRESS_ALLOW: `127.0.0.1:${publicPort}` });
  const targets = takeTargets().filter((target) => !target.startsWith('/to/'));
  const faults = aimed.flatMap(({ name, ending }, index) => {
    const ended = endings[index] ?? 'nothing';
    if (ending.kind === 'reached') return ended === 'answered' ? [] : [`${name}: ${ended}`];
    // Some clients pass on the code of an error, but not its rule.
    const isWell = ending.rule === null ? ended !== 'no end' : [ending.rule, 'EGRESS_DENIED'].includes(ended);
    return isWell ? [] : [`${name}: ${ended}`];
  });
  const wanted = aimed.flatMap(({ ending }) => (ending.kind === 'reached' ? [ending.target] : []));
  if (JSON.stringify(targets) !== JSON.stringify(wanted)) faults.push(`the public server got ${targets.join(' ')}`);
  const connections = privateConnections() - before;
  if (connections > 0) faults.push(`${connections} private connections`);
  const reached = wanted.length;
  const refused = aimed.length - reached;
  const row = { client, runtime, refused, reached, 'private connections': connections, faults: faults.length };
  return { row, faults };
}

async function runIn(
  { consumer }: Published,
  [program, ...args]: ClientRuntime['command'],
  module: string,
  tricks: readonly Trick[],
  egress: object,
): Promise<readonly string[]> {
  writeFileSync(join(consumer, 'client.js'), module);
  writeFileSync(join(consumer, 'tricks.js'), SCRIPT);
  writeFileSync(join(consumer, 'tricks.json'), JSON.stringify({ egress, tricks }));
  // Not synchronous: the servers are in this process.
  const child = spawn(program, [...args, 'tricks.js'], { cwd: consumer, stdio: ['ignore', 'pipe', 'pipe'] });
  const [printed, faults] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (!printed.startsWith('[')) throw new Error(`${program} prints ${printed}${faults}`);
  return JSON.parse(printed);
}

async function runInWorker(
  { consumer }: Published,
  tricks: readonly Trick[],
  egress: object,
): Promise<readonly string[]> {
  const { outputFiles } = await build({
    stdin: { contents: WORKER, resolveDir: consumer },
    ...{ bundle: true, write: false, format: 'esm', target: 'es2024', external: ['cloudflare:*'] },
  });
  const { origin, close } = await startModule(outputFiles.map(({ text }) => text).join(''), {
    compatibilityDate: '2026-10-23',
  });
  const endings: string[] = [];
  for (const { url, answers } of tricks) {
    const body = JSON.stringify({ url, answers, egress });
    endings.push(await (await fetch(origin, { method: 'POST', body })).text());
  }
  await close();
  return endings;
}

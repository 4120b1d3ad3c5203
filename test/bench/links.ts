/**
 * Requests of `GET /{slug}` in a second of processor time, beside Workers that answer with the same headers and log
 * line, ask an object that answers with a constant, or redirect to a constant and write no line, taking turns in one
 * workerd. A rate by the clock would also measure the client, and what else the machine does. `node
 * test/bench/links.ts` prints the table.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { cpuOf } from '../processes.ts';
import { built } from '../worker/built.ts';
import { type RunningWorkerd, startWorkerd } from '../worker/workerd.ts';
import { burst } from './client.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 20);
const WARM_UP_ROUNDS = 5;
const TURN = 1000;
/** Links that are followed in turn, so that every shard has work. */
const LINKS = 64;
/**
 * Aliases of which each is followed less than once a second, so that none is answered from a copy. Every shard keeps
 * the targets of its own in memory.
 */
const SELDOM = 1400;

const TOKEN = 'bench-0123456789abcdef';

export interface Row {
  readonly name: string;
  /** In a second of processor time of workerd; median over the rounds. */
  readonly requestsPerSecond: number;
  /** Relative to {@link BASELINE} in the same round, median; `null` for itself. */
  readonly ratio: number | null;
}

/** What every other candidate is compared with. */
const BASELINE = 'a constant redirect, same headers and log line';

/** A candidate: a port, and the paths that it is asked for in turn, going on where the turn before ended. */
interface Candidate {
  readonly name: string;
  readonly port: number;
  readonly targets: readonly string[];
}

/** Measures, prints the table, and returns its rows. */
export async function benchLinks(): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-bench-links-'));
  try {
    const path = (await built()).module;
    const links = join(folder, 'links');
    mkdirSync(links);
    const constants = await constantsLike(path, links, folder);
    const vars = { LINK_TOKENS: `bench:${TOKEN}` };
    const workerd = await startWorkerd({
      waypost: { path, vars, links },
      'self-hosted': { path, vars: { ...vars, CLICK_DELAY: '1s' }, links: 'temporary', selfHost: true },
      alike: { path: constants.alike, vars: {} },
      asking: { path: constants.asking, vars: {}, links: 'temporary' },
      bare: { path: constants.bare, vars: {} },
    });
    const rows = await measure(workerd.pid, await candidatesOf(workerd)).finally(workerd.close);
    for (const { name, requestsPerSecond, ratio } of rows) {
      const shown = `${requestsPerSecond.toFixed(0).padStart(7)} requests a CPU second`;
      console.log(`${name.padEnd(BASELINE.length)} ${shown} ${ratio === null ? '' : ratio.toFixed(3)}`);
    }
    return rows;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The paths of Workers that redirect to a constant. */
interface Constants {
  /** With the headers and the log line of a hot link. */
  readonly alike: string;
  /** The same, after an object has answered with a constant: what a request to any store costs. */
  readonly asking: string;
  /** Without a log line. */
  readonly bare: string;
}

async function constantsLike(path: string, links: string, folder: string): Promise<Constants> {
  const workerd = await startWorkerd({ waypost: { path, vars: { LINK_TOKENS: `bench:${TOKEN}` }, links } });
  const port = portOf(workerd, 'waypost');
  const { slug } = await make(port, { url: 'https://www.rfc-editor.org/rfc/rfc0' });
  const response = await fetch(`http://127.0.0.1:${port}/${slug}`, { redirect: 'manual' });
  const lines = () => workerd.log.filter((line) => line.includes('"/{slug}"'));
  while (lines().length === 0) await setTimeout(10);
  workerd.close();
  const headers = Object.fromEntries([...response.headers].filter(([name]) => name !== 'content-length'));
  const write = (name: string, statements: string, before = ''): string => {
    const file = join(folder, `${name}.js`);
    writeFileSync(file, `${before} export default { async fetch(request, bindings) { ${statements} } };`);
    return file;
  };
  const redirect = `console.log(${JSON.stringify(lines()[0])});
    return new Response(null, { status: 308, headers: ${JSON.stringify(headers)} });`;
  return {
    alike: write('alike', redirect),
    asking: write(
      'asking',
      `await bindings.LINKS.getByName(String(request.url.length % 16)).follow('rfc-1', 0); ${redirect}`,
      `import { DurableObject } from 'cloudflare:workers';
       export class LinkShard extends DurableObject {
         follow(slug) {
           return { slug, url: 'https://www.rfc-editor.org/', blocked: null, claims: [{ owner: 'bench', expiresAt: null }] };
         }
       }`,
    ),
    bare: write(
      'bare',
      `return new Response(null, { status: 308, headers: { Location: 'https://www.rfc-editor.org/' } });`,
    ),
  };
}

async function candidatesOf(workerd: RunningWorkerd): Promise<readonly Candidate[]> {
  const [port, selfHosted] = [portOf(workerd, 'waypost'), portOf(workerd, 'self-hosted')];
  const numbers = Array.from({ length: LINKS }, (_, index) => index);
  const many = Array.from({ length: SELDOM }, (_, index) => index);
  const url = (index: number) => `https://www.rfc-editor.org/rfc/rfc${index}`;
  const aliasesAt = (at: number) =>
    Promise.all(numbers.map((index) => make(at, { url: url(index), alias: `rfc-${index}` })));
  const hashes = await Promise.all(numbers.map((index) => make(port, { url: url(index) })));
  const aliases = await aliasesAt(port);
  await aliasesAt(selfHosted);
  const seldom = await Promise.all(many.map((index) => make(port, { url: url(index), alias: `seldom-${index}` })));
  const pathsOf = (links: readonly { slug: string }[]) => links.map(({ slug }) => `/${slug}`);
  return [
    { name: BASELINE, port: portOf(workerd, 'alike'), targets: pathsOf(hashes) },
    { name: 'GET /{slug}, one hot hash slug', port, targets: pathsOf(hashes.slice(0, 1)) },
    { name: `GET /{slug}, ${LINKS} hot hash slugs`, port, targets: pathsOf(hashes) },
    { name: `GET /{slug}, ${LINKS} aliases, self-hosted`, port: selfHosted, targets: pathsOf(aliases) },
    { name: `GET /{slug}, ${LINKS} aliases`, port, targets: pathsOf(aliases) },
    { name: 'GET /{slug}, aliases followed less than once a second', port, targets: pathsOf(seldom) },
    { name: 'a constant redirect that asks an object', port: portOf(workerd, 'asking'), targets: pathsOf(aliases) },
    { name: 'a constant redirect without log line', port: portOf(workerd, 'bare'), targets: pathsOf(hashes) },
  ];
}

async function measure(pid: number, candidates: readonly Candidate[]): Promise<readonly Row[]> {
  const rates = candidates.map((): number[] => []);
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    // Another order in each round, so that no candidate always follows the same one.
    for (let turn = 0; turn < candidates.length; turn++) {
      const index = (turn + round + WARM_UP_ROUNDS) % candidates.length;
      const candidate = candidates[index];
      if (candidate === undefined) continue;
      const before = cpuOf(pid);
      await burst(candidate.port, turnOf(candidate.targets, round + WARM_UP_ROUNDS), TURN);
      if (round >= 0) rates[index]?.push((TURN * 1e6) / (cpuOf(pid) - before));
    }
  }
  return candidates.map(({ name }, index) => {
    const own = rates[index] ?? [];
    const ratio = median(own.map((rate, round) => rate / (rates[0]?.[round] ?? Number.NaN)));
    return { name, requestsPerSecond: median(own), ratio: index === 0 ? null : ratio };
  });
}

/** The targets of a turn: those that come after the turn before. */
function turnOf(targets: readonly string[], turn: number): readonly string[] {
  const from = (turn * TURN) % targets.length;
  return [...targets.slice(from), ...targets.slice(0, from)];
}

function portOf({ ports }: RunningWorkerd, name: string): number {
  return ports.get(name) ?? 0;
}

async function make(port: number, newLink: { url: string; alias?: string }): Promise<{ slug: string }> {
  const response = await fetch(`http://127.0.0.1:${port}/v1/links`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(newLink),
  });
  return response.json();
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

if (import.meta.main) await benchLinks();

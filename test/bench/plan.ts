/**
 * The CPU time of typical requests, for plans that limit it: 10 ms a request on the platform's free plan. It is the
 * time of the whole process of workerd, so sockets and HTTP are in it. Only Linux tells it.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cpuOf } from '../processes.ts';
import { startFtp } from '../servers/ftp.ts';
import { startNntp } from '../servers/nntp.ts';
import { built } from '../worker/built.ts';
import { startWorkerd } from '../worker/workerd.ts';
import { makeCorpus } from './corpus.ts';
import { startMenus } from './menus.ts';
import { figure, type Table } from './table.ts';

/** The shortest measurement, in milliseconds of CPU: long enough for the garbage collector to run. */
const SHORTEST_MS = Number(process.env.BENCH_CPU_MS ?? 600);
const WARM_UP = 300;
const TOKEN = 'bench-0123456789abcdef';
const FILES = 1000;
const ARTICLES = 10_000;

interface Request {
  readonly name: string;
  readonly path: string;
  readonly init?: RequestInit;
}

/** Measures each kind of request. */
export async function benchPlan(): Promise<Table> {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-bench-plan-'));
  const links = join(folder, 'links');
  mkdirSync(links);
  const menus = await startMenus();
  const ftp = await startFtp({ many: FILES });
  const news = await startNntp({ many: ARTICLES });
  const vars = {
    LOG: 'off',
    LINK_TOKENS: `bench:${TOKEN}`,
    NEWS_SERVER: `localhost:${news.port}`,
    EGRESS_ALLOW: `127.0.0.1:${menus.port} localhost:${ftp.port} localhost:${news.port}`,
  };
  const { pid, ports, close } = await startWorkerd({ waypost: { path: (await built()).module, vars, links } });
  const origin = `http://127.0.0.1:${ports.get('waypost')}`;
  const hundred = JSON.stringify(
    makeCorpus()
      .slice(0, 100)
      .map(({ url }) => url),
  );
  const json = { 'Content-Type': 'application/json' };
  try {
    const slug = await createLink(origin);
    const requests: readonly Request[] = [
      { name: 'one URL', path: '/v1/resolve?url=GOPHER%3A%2F%2FGopher.Example%3A70%2F1%2Fa%252fb' },
      { name: 'a hundred URLs', path: '/v1/resolve', init: { method: 'POST', headers: json, body: hundred } },
      { name: 'a short link', path: `/${slug}`, init: { redirect: 'manual' } },
      ...[20, 100, 300, 1000].map((rows) => ({
        name: `a menu of ${rows.toLocaleString('en')} lines`,
        path: `/gopher/127.0.0.1:${menus.port}/1${rows}?format=html`,
      })),
      { name: 'an FTP directory of a few entries', path: `/ftp/localhost:${ftp.port}/?format=html` },
      {
        name: `an FTP directory of ${FILES.toLocaleString('en')} files`,
        path: `/ftp/localhost:${ftp.port}/pub/many/?format=html`,
      },
      { name: `a group of ${ARTICLES.toLocaleString('en')} articles`, path: '/news/~/museum.deluge?format=html' },
    ];
    const rows: string[][] = [];
    for (const request of requests) rows.push([request.name, figure(await costOf(pid, origin, request))]);
    return {
      about: 'CPU time of one request, all of workerd, when it is warm. The free plan allows 10 ms.',
      head: ['request', 'CPU, ms'],
      rows,
    };
  } finally {
    close();
    menus.server.close();
    await Promise.all([ftp.close(), news.close()]);
    rmSync(folder, { recursive: true });
  }
}

async function createLink(origin: string): Promise<string> {
  const response = await fetch(`${origin}/v1/links`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ url: 'gopher://gopher.floodgap.com/' }),
  });
  const { slug }: { slug: string } = await response.json();
  return slug;
}

/** Milliseconds of CPU for one request. */
async function costOf(pid: number, origin: string, { name, path, init }: Request): Promise<number> {
  const ask = async (): Promise<void> => {
    const response = await fetch(origin + path, init ?? {});
    await response.arrayBuffer();
    if (response.status >= 400) throw new Error(`${name}: ${response.status}`);
  };
  for (let count = 0; count < WARM_UP; count++) await ask();
  const before = cpuOf(pid);
  let count = 0;
  while (cpuOf(pid) - before < SHORTEST_MS * 1000) {
    for (let turn = 0; turn < 10; turn++) await ask();
    count += 10;
  }
  return (cpuOf(pid) - before) / count / 1000;
}

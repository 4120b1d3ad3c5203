/**
 * Looks routes up: by the router of the Worker, by a table with patterns written by hand, and by itty-router alone,
 * taking turns in one process. `npm run bench -- routes` prints the table.
 */
import { IttyRouter } from 'itty-router';
import { describeApi } from '../../worker/build/openapi/document.ts';
import { gatewayPathSchemes } from '../../worker/gateway/contract/gateway-path.ts';
import { GATEWAY_PATTERN, routerOf } from '../../worker/router.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 40);
const WARM_UP_ROUNDS = 10;
/** Look-ups of one turn: some milliseconds, so that all candidates meet the same machine. */
const TURN = 20_000;

/** A test holds the description to have the patterns of the route table. */
const patterns = Object.keys(describeApi('').paths);

const ORIGIN = 'https://waypost.example';

/** Addresses of each kind of route. */
const kinds: Readonly<Record<string, readonly string[]>> = {
  'a fixed route': ['/', '/health', '/v1/resolve?url=gopher%3A%2F%2Fh.example%2F1a', '/r?url=go:x', '/docs'],
  'a gateway path': ['/gopher/h.example/1/world', '/ftp/ftp.example/pub/gnu/', '/news/~/comp.lang.c?format=json'],
  '/u/{url}': ['/u/gopher://h.example/1a', '/u/ftp%3A%2F%2Fh.example%2Fpub%2F'],
  '/v1/links/{slug}': ['/v1/links/0123456789', '/v1/links/old-menu'],
  '/{slug}': ['/0123456789', '/old-menu', '/0123456789+', '/0123456789.svg'],
};

type Find = (url: string) => unknown;

/** As it was before itty-router came back: a map, and a regular expression for each kind of path with a parameter. */
function handWritten(): Find {
  const linkAt = (path: string): string | null => {
    const [, scheme = '', authority = '', rest = ''] = /^\/([a-z][a-z0-9]*)\/([^/]*)(.*)$/.exec(path) ?? [];
    if (!gatewayPathSchemes.has(scheme) || authority === '') return null;
    return authority === '~' ? `${scheme}:${rest.slice(1)}` : `${scheme}://${authority}${rest}`;
  };
  const table = new Map(patterns.map((pattern) => [pattern, { pattern }]));
  const pathOf = (url: string): string => {
    const from = url.indexOf('/', url.indexOf('//') + 2);
    const query = url.indexOf('?', from);
    return query === -1 ? url.slice(from) : url.slice(from, query);
  };
  const patternOf = (path: string): string => {
    if (linkAt(path) !== null) return GATEWAY_PATTERN;
    if (table.has(path)) return path;
    if (path.startsWith('/u/')) return '/u/{url}';
    if (/^\/v1\/links\/[^/]+$/.test(path)) return '/v1/links/{slug}';
    return /^\/[^/]+$/.test(path) ? '/{slug}' : path;
  };
  return (url) => table.get(patternOf(pathOf(url)));
}

function waypost(): Find {
  return routerOf(Object.fromEntries(patterns.map((pattern) => [pattern, {}])));
}

/** With the general routes last, as the first that matches is taken. */
function ittyAlone(): Find {
  const router = IttyRouter();
  const last = ['/u/{url}', GATEWAY_PATTERN, '/{slug}'];
  for (const pattern of [...patterns.filter((pattern) => !last.includes(pattern)), ...last]) {
    const path = pattern.replace(/\{(url|path)\}/g, ':$1+').replace(/\{(\w+)\}/g, ':$1');
    router.all(path, ({ params }) => ({ pattern, params }));
  }
  return (url) => router.fetch({ method: 'GET', url });
}

const candidates: Readonly<Record<string, Find>> = {
  'a table by hand': handWritten(),
  Waypost: waypost(),
  'itty-router alone': ittyAlone(),
};

export interface Row {
  readonly kind: string;
  readonly candidate: string;
  /** Median over the rounds, in nanoseconds a look-up. */
  readonly nanoseconds: number;
  /** Relative to the table by hand in the same round, median. */
  readonly ratio: number;
}

/** Measures and prints; gives the rows to whoever wants to go on with them. */
export async function benchRoutes(): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const [kind, paths] of Object.entries(kinds)) {
    const times = new Map(Object.keys(candidates).map((name) => [name, [] as number[]]));
    for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
      for (const [name, find] of Object.entries(candidates)) {
        const time = await turn(find, paths);
        if (round >= 0) times.get(name)?.push(time);
      }
    }
    const base = times.get('a table by hand') ?? [];
    for (const [candidate, own] of times) {
      const ratio = median(own.map((time, round) => time / (base[round] ?? Number.NaN)));
      rows.push({ kind, candidate, nanoseconds: median(own), ratio });
    }
  }
  print(rows);
  return rows;
}

/** Nanoseconds a look-up. What comes as a promise is waited for, as the Worker does. */
async function turn(find: Find, paths: readonly string[]): Promise<number> {
  // Each request has an address of its own, whose characters and hash no earlier look-up has prepared.
  const urls = Array.from({ length: TURN }, (_, index) => Buffer.from(ORIGIN + paths[index % paths.length]).toString());
  const start = process.hrtime.bigint();
  for (const url of urls) {
    const match = find(url);
    if (match instanceof Promise) await match;
  }
  return Number(process.hrtime.bigint() - start) / TURN;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

function print(rows: readonly Row[]): void {
  for (const kind of new Set(rows.map((row) => row.kind))) {
    console.log(`\n${kind.padEnd(36)}${'ns a look-up'.padStart(14)}${'× by hand'.padStart(12)}`);
    for (const { candidate, nanoseconds, ratio } of rows.filter((row) => row.kind === kind)) {
      console.log(`  ${candidate.padEnd(34)}${nanoseconds.toFixed(0).padStart(14)}${ratio.toFixed(2).padStart(12)}`);
    }
  }
}

if (import.meta.main) await benchRoutes();

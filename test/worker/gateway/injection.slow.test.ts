/**
 * A link never makes a second line of a request: separators in every place of a link of every kind, on pages, in checks
 * and in parameters. What a server receives is recorded in front of it.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openers } from '../../../src/open/registry.ts';
import { gateways } from '../../../worker/gateway/open/built-in.ts';
import { scaled } from '../../fast-check.ts';
import type { RunningWorker } from '../harness.ts';
import { fetchAsIs } from './as-is.ts';
import { type Case, cases } from './endings/cases.ts';
import { basic, startGateway } from './worker.ts';

/** What would be the second line. */
const SECOND = 'INJECTED';

/** The ends of lines and texts, and what careless programs make of others. */
const ENDS = ['%0d%0a', '%0D', '%0a', '%00', '%0d%0a%0d%0a', '%00%0d%0a'];
const OTHERS = [
  ...['%09', '%0b', '%0c', '%1a', '%1b', '%1c', '%1e', '%20', '%7f', '%85', '%a0', '%ff', '%ff%f4', '%ff%0a', '%0a%ff'],
  ...[
    '%c2%85',
    '%e2%80%a8',
    '%e2%80%a9',
    '%c0%8d%c0%8a',
    '%e0%80%8a',
    '%c4%8d%c4%8a',
    '%e5%98%8d%e5%98%8a',
    '%ed%a0%8a',
  ],
  ...['%250d%250a', '%25250a', '%u000a', '%5cr%5cn', '&%2310;', '=0d=0a', '%3b', '%22', '%3e', '%2e%0a', '%0a.%0d%0a'],
];
const SEPARATORS = [...ENDS, ...OTHERS];

interface Recorded {
  readonly one: Case;
  readonly port: number;
  /** What each client has sent, by its connection. */
  readonly sent: (readonly Buffer[])[];
  readonly close: () => Promise<void>;
}

/** Stands in front of a server, and notes what clients send. */
async function record(one: Case): Promise<Recorded> {
  const server = await one.start();
  const sent: (readonly Buffer[])[] = [];
  const front = createServer((client) => {
    const behind = connect(server.port, '127.0.0.1');
    for (const socket of [client, behind]) socket.on('error', () => {});
    const octets: Buffer[] = [];
    sent.push(octets);
    client.on('data', (part: Buffer) => octets.push(part));
    client.pipe(behind).pipe(client);
    client.on('close', () => behind.destroy());
  }).listen(0, '127.0.0.1');
  await once(front, 'listening');
  const { port } = front.address() as AddressInfo;
  return {
    ...{ one, port, sent },
    async close() {
      front.close();
      await server.close();
    },
  };
}

let servers: readonly Recorded[];
let worker: RunningWorker;

beforeAll(async () => {
  // No octets of a client of datagrams come this way: a relay makes its requests itself, from the name of an object.
  servers = await Promise.all(cases.filter(({ usesDatagrams = false }) => !usesDatagrams).map(record));
  const settings = servers.map(({ one, port }) => one.settings?.(port) ?? {});
  const vars = Object.assign({ RATE_LIMITS: 'off', LOG: 'off' }, ...settings);
  worker = await startGateway(
    servers.map(({ port }) => ({ host: '127.0.0.1', port })),
    vars,
    { alone: true },
  );
});

afterAll(async () => {
  await worker?.close();
  await Promise.all((servers ?? []).map(({ close }) => close()));
});

/** Every form of a link with these octets in it: at each place, and in its user info. */
function* formsOf(url: string, octets: string): Generator<string> {
  const [, before = '', after = ''] = /^(\w+:(?:\/\/[^/?]*)?)(.*)$/s.exec(url) ?? [];
  for (let at = 0; at <= after.length; at++) yield `${before}${after.slice(0, at)}${octets}${after.slice(at)}`;
  const [scheme, authority] = before.split('//');
  if (authority === undefined) return;
  for (const user of [octets, `u${octets}`, `u:${octets}`, `u:p${octets}`])
    yield `${scheme}//${user}@${authority}${after}`;
}

interface AttackRequest {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The requests with which a client hands a link in. */
function* requestsFor(url: string): Generator<AttackRequest> {
  yield { path: `/open?url=${encodeURIComponent(url)}` };
  yield { path: `/v1/check?url=${encodeURIComponent(url)}` };
  const [, scheme = '', rest] = /^(\w+):\/\/(.*)$/s.exec(url) ?? [];
  if (rest !== undefined && !rest.includes('@')) yield { path: `/${scheme}/${rest}`, headers: { Accept: 'text/html' } };
}

/** As {@link formsOf} and {@link requestsFor}, in the parameters of a page and as a login. */
function* otherRequests({ one, port }: Recorded, octets: string): Generator<AttackRequest> {
  const url = one.url(port);
  const { parameters = [] } = gateways.get(url.split(':')[0] ?? '') ?? {};
  for (const name of [...parameters, 'charset', 'format']) {
    yield { path: `/open?url=${encodeURIComponent(url)}&${name.replace('*', 'x')}=a${octets}` };
  }
  const raw = decodeURIComponent(octets.replace(/%(?![\da-f]{2})|%[89a-f][\da-f]/gi, 'x'));
  const path = `/open?url=${encodeURIComponent(url)}`;
  for (const [user, password] of [
    [`u${raw}`, 'p'],
    ['u', `p${raw}`],
  ] as const) {
    yield { path, headers: { Authorization: basic(user, password) } };
  }
  yield { path: `/v1/check?url=${encodeURIComponent(url.replace(/$/, raw))}` };
  yield { path: `/open?url=${encodeURIComponent(url.replace(/$/, raw))}` };
}

function* allRequests(): Generator<AttackRequest> {
  for (const server of servers) {
    for (const separator of SEPARATORS) {
      const octets = separator + SECOND;
      for (const form of formsOf(server.one.url(server.port), octets)) yield* requestsFor(form);
      yield* otherRequests(server, octets);
    }
  }
}

const CONCURRENCY = 16;

/** How many of the requests are sent, unless `ATTACKS` says more. */
const SENT = 2000;

/** The second lines in what one client has sent. */
function secondLines({ kind }: Case, octets: readonly Buffer[]): readonly string[] {
  const text = Buffer.concat(octets).toString('latin1');
  // The body of a request of HTTP has a length. Its head does not.
  const head = kind === 'go' || kind === 'http' ? text.slice(0, text.indexOf('\r\n\r\n')) : text;
  const found = [...head.matchAll(new RegExp(`([\\r\\n\\0])([ \\t]*${SECOND}[^\\0-\\x1f]*)`, 'g'))];
  // A text of WAIS comes after its length, which may look like the end of a line, and before a tag, which may look like
  // a letter.
  const isLength = (end: string, line: string) => [line.length, line.length - 1].includes(end.charCodeAt(0));
  return found
    .filter(([, end = '', line = '']) => kind !== 'wais' || !isLength(end, line))
    .map(([line]) => `${kind} ${JSON.stringify(line)}`);
}

test('every kind of links that sends octets is attacked', () => {
  const known = new Set<string>(cases.map(({ kind }) => kind));
  expect(openers.filter(({ kind }) => !known.has(kind)).map(({ shapes }) => shapes)).toEqual([['draft']]);
});

test('no separator in a link makes a second line of a request', { timeout: 1_800_000 }, async () => {
  const requests = [...allRequests()];
  const count = Math.min(requests.length, scaled(Number(process.env.ATTACKS ?? SENT)));
  const next = Array.from(
    { length: count },
    (_, index) => requests[Math.floor((index * requests.length) / count)],
  ).values();
  const statuses: Record<number, number> = {};
  const faults: string[] = [];
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      for (const request of next) {
        if (request === undefined) continue;
        const path = request.path.replace(/[\r\n\t\0 ]/g, encodeURIComponent);
        const { status, body } = await fetchAsIs(worker.origin + path, request.headers);
        statuses[status] = (statuses[status] ?? 0) + 1;
        if (status === 500 || status === 0) faults.push(`${status} ${path} ${body.subarray(0, 100)}`);
      }
    }),
  );
  const arrived = servers.map(({ one, sent }) => {
    const whole = sent.map((octets) => Buffer.concat(octets).toString('latin1')).join('');
    return [one.kind, whole.split(SECOND).length - 1] as const;
  });
  console.log(`${count} requests`, statuses, arrived.flat().join(' '));
  expect(servers.flatMap(({ one, sent }) => sent.flatMap((octets) => secondLines(one, octets)))).toEqual([]);
  expect(faults).toEqual([]);
  // Else nothing was tried.
  for (const [kind, times] of arrived)
    if (kind !== 'http' && kind !== 'terminal') expect([kind, times > 0]).toEqual([kind, true]);
});

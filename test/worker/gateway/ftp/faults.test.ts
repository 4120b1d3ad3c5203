/**
 * Servers that misbehave: each fault of the test server, and the answer of the gateway. Tests that wait for a deadline
 * run at the same time, each with its own server.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Fault, FaultKind } from '../../../servers/faults.ts';
import { startFtp } from '../../../servers/ftp.ts';
import type { RunningServer } from '../../../servers/listener.ts';
import { ServerPool } from '../../../servers/pool.ts';
import { type RunningWorker, takeWholeLog } from '../../harness.ts';
import { commandsTo, HASTY, STOPPING, startGateway, until } from '../worker.ts';

let pool: ServerPool;
/** Servers with neither MLST nor MLSD. */
let plain: ServerPool;
let worker: RunningWorker;
/** Workers with short deadlines: for servers from which nothing has to come in time, and for those that stop. */
let hasty: RunningWorker;
let stopping: RunningWorker;
/** One whose log has the lines of one test only. */
let logging: RunningWorker;

beforeAll(async () => {
  pool = await ServerPool.start(20, () => startFtp());
  plain = await ServerPool.start(8, () => startFtp({ mlsd: false }));
  const servers = [...pool.servers, ...plain.servers];
  [worker, hasty, stopping, logging] = await Promise.all([
    startGateway(servers),
    startGateway(servers, HASTY),
    startGateway(servers, STOPPING),
    startGateway(servers),
  ]);
});

afterAll(async () => {
  await Promise.all([worker, hasty, stopping, logging].map((running) => running?.close()));
  await Promise.all([pool?.close(), plain?.close()]);
});

/** Lends a server with a fault. Afterwards no connection is open, and the gateway has only read. */
function withFault(
  fault: Fault | FaultKind | null,
  use: (server: RunningServer) => Promise<void>,
  from = pool,
): Promise<void> {
  return from.lend(fault, async (server) => {
    await use(server);
    expect(commandsTo(server).join()).not.toMatch(/STOR|DELE|PORT|EPRT|SITE/);
  });
}

const at = ({ port }: RunningServer, path: string) => `/ftp/127.0.0.1:${port}${path}`;
const FILE = '/pub/pictures/lamp.gif';
const DIRECTORY = '/pub/texts/';

type Row = readonly [what: string, fault: Fault, status: number];

/** The Worker with short deadlines, for faults that end by a deadline. */
const gateway = (status: number): RunningWorker => (status === 504 ? hasty : worker);

const beforeResponse: readonly Row[] = [
  ['connection refused', { kind: 'refused' }, 502],
  ['no greeting', { kind: 'silent', at: 'reply' }, 504],
  ['no data', { kind: 'silent', at: 'body' }, 504],
  ['one octet now and then, in a reply', { kind: 'drip', at: 'reply', everyMs: 450 }, 504],
  ['a reply cut off', { kind: 'truncated', at: 'reply', after: 10 }, 502],
  ['a connection reset', { kind: 'reset', at: 'reply', after: 10 }, 502],
  ['an endless reply', { kind: 'endless', at: 'reply' }, 502],
  ['an endless reply line', { kind: 'endless-line', at: 'reply' }, 502],
  ['random octets instead of a reply', { kind: 'garbage', at: 'reply' }, 502],
  ['421 at once', { kind: 'goodbye', after: 0 }, 503],
  ['421 in the middle', { kind: 'goodbye', after: 5 }, 503],
  ['data ports that refuse', { kind: 'data-refused' }, 502],
  ['PASV: port 0', { kind: 'pasv', port: 0 }, 502],
  ['PASV: port 65536', { kind: 'pasv', port: 65_536 }, 502],
  ['PASV: port 25', { kind: 'pasv', port: 25 }, 403],
  ['PASV: port of a database', { kind: 'pasv', port: 6379 }, 403],
];
const listings: readonly Row[] = [
  ['a listing cut off', { kind: 'truncated', after: 50 }, 502],
  ['a listing whose line never ends', { kind: 'endless-line' }, 502],
  ['a listing of one octet now and then', { kind: 'drip', everyMs: 450 }, 504],
];
const cases = [
  ...[FILE, DIRECTORY].flatMap((path) => beforeResponse.map((row) => [path, ...row] as const)),
  ...listings.map((row) => [DIRECTORY, ...row] as const),
];
const expectProblem = (path: string, _what: string, fault: Fault, status: number) =>
  withFault(fault, async (server) => {
    const response = await gateway(status).fetch(at(server, path), { headers: { Accept: 'application/json' } });
    expect(response.headers.get('Content-Type')).toBe('application/problem+json');
    expect([response.status, await response.json()]).toMatchObject([status, { status }]);
  });

/** Whether the reply after the data does not come. */
const isWaitedFor = (fault: Fault): boolean => fault.kind === 'no-226' && fault.instead !== 'failure';

describe.concurrent('a deadline', () => {
  test.each(cases.filter(([, , , status]) => status === 504))('%s, %s: %j', expectProblem);

  test.each(breaking.filter(([, fault]) => isWaitedFor(fault)))('%s: %j %s', expectBroken);

  test('a file that arrives slowly begins before it ends', () =>
    withFault({ kind: 'drip', everyMs: 20 }, async (server) => {
      // 519 octets take ten seconds.
      const response = await worker.fetch(at(server, '/README'));
      const reader = response.body?.getReader();
      const first = await reader?.read();
      expect([response.status, first?.done]).toEqual([200, false]);
      expect(first?.value?.byteLength).toBeLessThan(519);
      // The rest is not waited for.
      await reader?.cancel();
    }));
});

describe.concurrent('a file as long as SIZE says, whose data connection closed in order, is whole', () => {
  const instead = ['silence', 'end', 'drip'] as const;
  const rows = instead.flatMap((kind) => [
    [kind, FILE, null] as const,
    [kind, '/README', null] as const,
    [kind, FILE, 'bytes=1000-'] as const,
  ]);
  test.each(rows)('%s in the place of 226: %s, range %s', (kind, path, range) =>
    withFault(null, async (server) => {
      const headers = range === null ? {} : { Range: range };
      const whole = await (await worker.fetch(at(server, path), { headers })).arrayBuffer();
      await server.faults.set({ kind: 'no-226', instead: kind });
      const response = await stopping.fetch(at(server, path), { headers });
      expect(response.status).toBe(range === null ? 200 : 206);
      expect(Buffer.from(await response.arrayBuffer()).equals(Buffer.from(whole))).toBe(true);
      await until(() => server.connections === 0);
    }),
  );
});

test.each<[what: string, fault: Fault]>([
  ['breaks off after its first lines', { kind: 'truncated', after: 300 }],
  ['has no 226', { kind: 'no-226' }],
])('a listing that %s is shown with the reason', (_what, fault) =>
  withFault(fault, async (server) => {
    const response = await hasty.fetch(at(server, DIRECTORY));
    expect(response.status).toBe(200);
    expect(await response.text()).toMatch(/This list is incomplete.*<tr>/s);
  }),
);

describe('faults before the response', () => {
  test.each(cases.filter(([, , , status]) => status !== 504))('%s, %s: %j', expectProblem);
});

const breaking: readonly (readonly [what: string, fault: Fault, path: string])[] = [
  ['shorter than SIZE says', { kind: 'wrong-length' }, FILE],
  ['longer than SIZE says', { kind: 'wrong-length', by: -10 }, FILE],
  ['cut off', { kind: 'truncated', after: 40_000 }, FILE],
  ['reset', { kind: 'reset', after: 40_000 }, FILE],
  ['much longer', { kind: 'huge', size: 2 ** 22 }, FILE],
  ['a failure after the data', { kind: 'no-226', instead: 'failure' }, FILE],
  ['no 226, and no length', { kind: 'no-226' }, `${FILE};type=a`],
  ['a 226 of one octet now and then, and no length', { kind: 'no-226', instead: 'drip' }, `${FILE};type=a`],
  ['cut off, and no length', { kind: 'truncated', after: 40_000 }, `${FILE};type=a`],
];
const expectBroken = (_what: string, fault: Fault, path: string) =>
  withFault(
    fault,
    async (server) => {
      const pending = (fault.kind === 'no-226' ? hasty : worker).fetch(at(server, path));
      // A fault before the response has a status code. A later one breaks the connection.
      const octets = pending.then((response) => (response.status >= 502 ? null : response.arrayBuffer()));
      await expect(
        octets.then((body) => body?.byteLength ?? Promise.reject(new Error('a status code'))),
      ).rejects.toThrow();
    },
    plain,
  );

describe('a file that breaks must look broken', () => {
  test.each(breaking.filter(([, fault]) => !isWaitedFor(fault)))('%s: %j %s', expectBroken);
});

describe('a short file that breaks has a status code, and never a body that looks whole', () => {
  const SHORT = '/README';
  test.each([
    ['cut off', { kind: 'truncated', after: 300 }, SHORT, 502],
    ['cut off, and no length', { kind: 'truncated', after: 300 }, `${SHORT};type=a`, 502],
    ['reset', { kind: 'reset', after: 300 }, SHORT, 502],
    ['shorter than SIZE says', { kind: 'wrong-length' }, SHORT, 502],
    ['longer than SIZE says', { kind: 'wrong-length', by: -10 }, SHORT, 502],
    ['a failure after the data', { kind: 'no-226', instead: 'failure' }, SHORT, 503],
    ['no 226, and no length', { kind: 'no-226' }, `${SHORT};type=a`, 504],
  ] as readonly (readonly [string, Fault, string, number])[])('%s: %j %s', (_what, fault, path, status) =>
    withFault(
      fault,
      async (server) => {
        const response = await gateway(status).fetch(at(server, path), { headers: { Accept: 'application/json' } });
        // The gateway waits a second for the end of a short file. On a busy machine a fault can arrive later.
        if (response.status === 200) await expect(response.arrayBuffer()).rejects.toThrow();
        else expect([response.status, await response.json()]).toMatchObject([status, { status }]);
        // On a busy machine the deadline may pass before the file is asked for.
        expect(commandsTo(server).filter((line) => line.startsWith('RETR')).length).toBeLessThanOrEqual(1);
      },
      plain,
    ),
  );
});

test('a part of a short file that ends too early is a 502, and never looks whole', () =>
  withFault({ kind: 'wrong-length' }, async (server) => {
    const headers = { Accept: 'application/json', Range: 'bytes=100-' };
    const response = await worker.fetch(at(server, '/README'), { headers });
    // On a busy machine the fault can arrive after the answer has begun.
    if (response.status === 206) await expect(response.arrayBuffer()).rejects.toThrow();
    else expect([response.status, await response.json()]).toMatchObject([502, { status: 502 }]);
  }));

describe('a file whose end the server did not confirm', () => {
  test('is whole, and the log says so', async () => {
    await withFault({ kind: 'no-226', instead: 'end' }, async (server) => {
      await (await logging.fetch(at(server, FILE))).arrayBuffer();
      await until(() => server.connections === 0);
    });
    const lines = await takeWholeLog(logging);
    expect(lines.at(-1)).toMatchObject({ status: 200, aborted: false, unconfirmed: true });
  });
});

describe('faults that the gateway works around', () => {
  test.each([
    ['EPSV is refused', { kind: 'epsv-refused' }],
    ['EPSV delimits with !', { kind: 'epsv-delimiter' }],
    ['PASV names another host', { kind: 'pasv', address: '192.0.2.1' }],
    ['data comes slowly', { kind: 'drip', everyMs: 1 }],
  ] as readonly (readonly [string, Fault])[])('%s', (_what, fault) =>
    withFault(fault, async (server) => {
      const response = await worker.fetch(at(server, '/README'));
      expect([response.status, (await response.arrayBuffer()).byteLength]).toEqual([200, 519]);
    }),
  );
});

describe('other replies', () => {
  test('a listing of random octets is shown unchanged, or refused', () =>
    withFault({ kind: 'garbage', at: 'body' }, async (server) => {
      const response = await worker.fetch(at(server, DIRECTORY), { headers: { Accept: 'text/html' } });
      expect([200, 502]).toContain(response.status);
      expect(await response.text()).not.toContain('\u0000');
    }));

  test('the server’s text is never markup, on error pages too', () =>
    withFault(null, async (server) => {
      const response = await worker.fetch(at(server, '/%3Cscript%3Ealert(1)%3C%2Fscript%3E/'), {
        headers: { Accept: 'text/html' },
      });
      const html = await response.text();
      expect(response.status).toBe(404);
      expect(html).toContain('The server says: 550');
      expect(html).not.toContain('<script');
    }));

  test('when the client disconnects, the connections are closed', () =>
    withFault(null, async (server) => {
      const leaving = new AbortController();
      const response = await worker.fetch(at(server, '/pub/large/200MB.bin'), { signal: leaving.signal });
      await response.body?.getReader().read();
      expect(server.connections).toBe(2);
      leaving.abort();
      await until(() => server.connections === 0);
    }));

  test('a fault makes the gateway send no command that writes', () =>
    withFault({ kind: 'pasv', address: '192.0.2.1' }, async (server) => {
      await worker.fetch(at(server, FILE));
      expect(commandsTo(server)).toContain('PASV');
    }));
});

/**
 * Servers with faults. Each response reports the fault, no connection stays open, and the Worker continues to serve.
 * Those that wait for a deadline run at the same time, each with its own server.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Fault, FaultKind } from '../../../servers/faults.ts';
import { startGopher } from '../../../servers/gopher.ts';
import type { RunningServer } from '../../../servers/listener.ts';
import { ServerPool } from '../../../servers/pool.ts';
import type { RunningWorker } from '../../harness.ts';
import { type Fetched, fetchAsIs } from '../as-is.ts';
import { startGateway, until } from '../worker.ts';

const MiB = 1024 ** 2;

/** Workers by the deadline that ends a transfer: none, that of a silent server, of one that stops, of a slow one. */
const DEADLINES = {
  patient: 'connect=60s, first=60s, idle=60s, total=120s',
  silent: 'connect=60s, first=300ms, idle=300ms, total=60s',
  stopping: 'connect=60s, first=60s, idle=800ms, total=60s',
  slow: 'connect=60s, first=60s, idle=60s, total=600ms',
} as const;
type Patience = keyof typeof DEADLINES;

let pool: ServerPool;
let workers: Readonly<Record<Patience, RunningWorker>>;

beforeAll(async () => {
  pool = await ServerPool.start(20, () => startGopher({}));
  const start = (deadlines: Patience) =>
    startGateway(pool.servers, { DEADLINES: DEADLINES[deadlines], DOWNLOAD_CAP: '4MiB' });
  const [patient, silent, stopping, slow] = await Promise.all([
    start('patient'),
    start('silent'),
    start('stopping'),
    start('slow'),
  ]);
  workers = { patient, silent, stopping, slow };
});

afterAll(async () => {
  await Promise.all(Object.values(workers ?? {}).map((worker) => worker.close()));
  await pool?.close();
});

/** Lends a server with a fault. Afterwards, without the fault, the Worker must serve it again. */
function withFault(fault: Fault | FaultKind | null, use: (server: RunningServer) => Promise<void>): Promise<void> {
  return pool.lend(fault, async (server) => {
    await use(server);
    await until(() => server.connections === 0);
    await server.faults.set(null);
    const response = await workers.patient.fetch(at(server, '/0/about/motto.txt'));
    expect([response.status, (await response.arrayBuffer()).byteLength > 0]).toEqual([200, true]);
  });
}

type Problem = { readonly status: number; readonly type: string; readonly detail: string };

const at = ({ port }: RunningServer, path: string) => `/gopher/localhost:${port}${path}`;

const fetched = (server: RunningServer, path: string, patience: Patience = 'patient'): Promise<Fetched> =>
  fetchAsIs(workers[patience].origin + at(server, path), { Accept: 'application/problem+json' });

async function problem(server: RunningServer, path: string, patience: Patience = 'patient'): Promise<Problem> {
  const { end, body } = await fetched(server, path, patience);
  expect(end).toBe('whole');
  return JSON.parse(body.toString());
}

const pages = ['/1/about', '/0/about/motto.txt', '/7/search%09gopher', '/0/plus/motto%09%09!', '/M/gallery/mail.eml'];

const paths = [...pages, '/9/large/3MB.bin', '/h/gallery/page.html'];

// Nothing else runs beside these tests, which would delay the octets that have to come in time.
describe.concurrent('a deadline', () => {
  test.each(paths)('%s of a silent server: 504', (path) =>
    withFault('silent', async (server) => {
      const { status, detail } = await problem(server, path, 'silent');
      expect([status, detail]).toEqual([504, 'The server accepted the connection, but did not answer in time.']);
    }),
  );

  test.each(pages)('%s of a server that sends octets too slowly: 504', (path) =>
    withFault({ kind: 'drip', everyMs: 100 }, async (server) => {
      expect((await problem(server, path, 'slow')).status).toBe(504);
    }),
  );

  test('a server that stops breaks the transfer', () =>
    withFault({ kind: 'drip', everyMs: 450 }, async (server) => {
      const { end, status } = await fetched(server, '/9/large/3MB.bin', 'silent');
      // The server sent the first octet of the file and no second one.
      expect([
        [200, 'broken'],
        [504, 'whole'],
      ]).toContainEqual([status, end]);
    }));
});

describe('before a reply begins', () => {
  test.each(paths)('%s of a server that refuses connections: 502', (path) =>
    withFault('refused', async (server) => {
      expect(await problem(server, path)).toMatchObject({ status: 502, type: expect.stringContaining('unreachable') });
    }),
  );
});

describe('in the middle of a page', () => {
  test.each(pages)('%s of a server that resets the connection: 502', (path) =>
    withFault({ kind: 'reset', after: 20 }, async (server) => {
      expect((await problem(server, path)).status).toBe(502);
    }),
  );

  test.each(['endless-line', 'huge', 'garbage'] as const)('a menu that is %s: 502', (fault) =>
    withFault(fault, async (server) => {
      expect(await problem(server, '/1/about')).toMatchObject({
        status: 502,
        type: expect.stringContaining('protocol'),
      });
    }),
  );

  test('a server that closes without a reply: 502', () =>
    withFault({ kind: 'truncated', after: 0 }, async (server) => {
      expect((await problem(server, '/1/about')).status).toBe(502);
    }));

  test.each(['garbage', 'huge', 'endless'] as const)('attributes that are %s: an error', (fault) =>
    withFault(fault, async (server) => {
      expect([404, 502]).toContain((await problem(server, '/0/plus/motto%09%09!')).status);
    }),
  );

  test('a text shorter than its announced length: 502', () =>
    withFault('wrong-length', async (server) => {
      expect(await problem(server, '/0/plus/length%09%09+')).toMatchObject({
        status: 502,
        detail: 'The server sent less than it announced.',
      });
    }));

  test('a menu that ends too early shows the lines that arrived', () =>
    withFault({ kind: 'truncated', after: 200 }, async (server) => {
      const { end, status } = await fetched(server, '/1/about?format=html');
      expect([end, status]).toEqual(['whole', 200]);
    }));
});

describe('in the middle of a file', () => {
  test('a reset breaks the transfer', () =>
    withFault({ kind: 'reset', after: 100_000 }, async (server) => {
      const { end, status, body } = await fetched(server, '/9/large/3MB.bin');
      expect([end, status]).toEqual(['broken', 200]);
      expect(body.length).toBeLessThanOrEqual(100_000);
    }));

  test('fewer octets than announced break the transfer', () =>
    withFault('wrong-length', async (server) => {
      const { end, status } = await fetched(server, '/9/large/3MB.bin%09%09+');
      expect([end, status]).toEqual(['broken', 200]);
    }));

  test('a file over the download cap breaks the transfer', () =>
    withFault('huge', async (server) => {
      const { end, status, body } = await fetched(server, '/9/large/3MB.bin');
      expect([end, status]).toEqual(['broken', 200]);
      expect(body.length).toBeLessThanOrEqual(4 * MiB);
      // The last reads, of up to 1 MiB each, may be on their way when the transfer breaks.
      expect(body.length).toBeGreaterThan(MiB);
    }));

  test('the octets of a text too long for a page are a stream, and break like one', () =>
    withFault('huge', async (server) => {
      const { end, status, body } = await fetched(server, '/0/about/motto.txt?format=raw');
      expect([end, status]).toEqual(['broken', 200]);
      // The last reads, of up to 1 MiB each, may be on their way when the transfer breaks.
      expect(body.length).toBeGreaterThan(MiB);
    }));

  test('an announced length over the download cap is refused at once', () =>
    withFault(null, async (server) => {
      const { status, detail } = await problem(server, '/9/large/200MB.bin%09%09+');
      expect([status, detail]).toEqual([502, expect.stringContaining('larger')]);
    }));

  test('a client that leaves ends the connection to the server', () =>
    withFault({ kind: 'drip', everyMs: 20 }, async (server) => {
      const leaving = new AbortController();
      const response = await workers.patient.fetch(at(server, '/9/large/3MB.bin'), { signal: leaving.signal });
      const reader = response.body?.getReader();
      await reader?.read();
      expect(server.connections).toBe(1);
      leaving.abort();
      await reader?.cancel().catch(() => {});
      await until(() => server.connections === 0);
    }));
});

// Apart from the others, because the lines before have to be on their way when the deadline passes.
describe.concurrent('a line without an end', () => {
  test.each(['html', 'json'])('a menu (%s) whose last line comes octet by octet breaks off', (format) =>
    withFault({ kind: 'endless-line', everyMs: 50 }, async (server) => {
      const { end, status, body } = await fetched(server, `/1/about?format=${format}`, 'stopping');
      // Each octet came in time, and the line did not.
      expect([end, status]).toEqual(['broken', 200]);
      expect(body.toString()).toContain('welcome.txt');
    }),
  );
});

// Alone, because the file has to begin within the deadline.
test('a slow file arrives completely, though it takes longer than the deadline of menus and pages', () =>
  withFault({ kind: 'drip', everyMs: 25 }, async (server) => {
    const { end, status, body } = await fetched(server, '/9/about/motto.txt', 'slow');
    expect([end, status]).toEqual(['whole', 200]);
    expect(body.length).toBe(34);
  }));

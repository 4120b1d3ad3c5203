/**
 * Servers with faults. Each response reports the fault, no connection stays open, and the Worker continues to serve.
 * The tests run at the same time, each with its own server, because some wait for a deadline.
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
  stopping: 'connect=60s, first=60s, idle=1500ms, total=60s',
  slow: 'connect=60s, first=60s, idle=60s, total=3s',
} as const;
type Patience = keyof typeof DEADLINES;

let pool: ServerPool;
let workers: Readonly<Record<Patience, RunningWorker>>;

beforeAll(async () => {
  pool = await ServerPool.start(20, () => startGopher({}));
  const start = (deadlines: Patience) =>
    startGateway(pool.servers, { DEADLINES: DEADLINES[deadlines], DOWNLOAD_CAP: '8MiB' });
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

describe.concurrent('before a reply begins', () => {
  const paths = [...pages, '/9/large/3MB.bin', '/h/gallery/page.html'];

  test.each(paths)('%s of a server that refuses connections: 502', (path) =>
    withFault('refused', async (server) => {
      expect(await problem(server, path)).toMatchObject({ status: 502, type: expect.stringContaining('unreachable') });
    }),
  );

  test.each(paths)('%s of a silent server: 504', (path) =>
    withFault('silent', async (server) => {
      const { status, detail } = await problem(server, path, 'silent');
      expect([status, detail]).toEqual([504, 'The server accepted the connection, but did not answer in time.']);
    }),
  );
});

describe.concurrent('in the middle of a page', () => {
  test.each(pages)('%s of a server that sends octets too slowly: 504', (path) =>
    withFault({ kind: 'drip', everyMs: 300 }, async (server) => {
      expect((await problem(server, path, 'slow')).status).toBe(504);
    }),
  );

  test.each(pages)('%s of a server that resets the connection: 502', (path) =>
    withFault({ kind: 'reset', after: 20 }, async (server) => {
      expect((await problem(server, path)).status).toBe(502);
    }),
  );

  test.each(['html', 'json'])('a menu (%s) whose last line comes octet by octet breaks off', (format) =>
    withFault({ kind: 'endless-line', everyMs: 50 }, async (server) => {
      const { end, status, body } = await fetched(server, `/1/about?format=${format}`, 'stopping');
      // curl: the transfer broke off. Each octet came in time, and the line did not.
      expect([end, status]).toEqual(['broken', 200]);
      expect(body.toString()).toContain('welcome.txt');
    }),
  );

  test('an endless menu is cut, and the page says so', () =>
    withFault('endless', async (server) => {
      const page = async (number: number) => {
        const { end, status, body } = await fetched(server, `/1/about?format=html&page=${number}`);
        expect([end, status]).toEqual(['whole', 200]);
        return body.toString();
      };
      expect(await page(1)).toContain('rel="next"');
      const last = await page(50);
      expect(last).toContain('This menu is incomplete');
      expect(last).not.toContain('rel="next"');
      const menu = JSON.parse((await fetched(server, '/1/about?format=json')).body.toString());
      expect([menu.truncated, menu.lines.length]).toEqual([true, 50_000]);
    }));

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

describe.concurrent('in the middle of a file', () => {
  /** The end status of curl for a transfer that ends early. */
  const BROKEN = 18;

  test('a reset breaks the transfer', () =>
    withFault({ kind: 'reset', after: 100_000 }, async (server) => {
      const { end, status, body } = await fetched(server, '/9/large/3MB.bin');
      expect([end, status]).toEqual(['broken', 200]);
      expect(body.length).toBeLessThanOrEqual(100_000);
    }));

  test('a server that stops breaks the transfer', () =>
    withFault({ kind: 'drip', everyMs: 1500 }, async (server) => {
      const { end, status } = await fetched(server, '/9/large/3MB.bin', 'silent');
      // The server sent the first octet of the file and no second one.
      expect([status === 200 ? end : BROKEN, [200, 504]]).toEqual([BROKEN, expect.arrayContaining([status])]);
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
      expect(body.length).toBeLessThanOrEqual(8 * MiB);
      // The last reads, of up to 1 MiB each, may be on their way when the transfer breaks.
      expect(body.length).toBeGreaterThan(5 * MiB);
    }));

  test('a text too long for a page is a stream, and breaks like one', () =>
    withFault('huge', async (server) => {
      const { end, status, body } = await fetched(server, '/0/about/motto.txt');
      expect([end, status]).toEqual(['broken', 200]);
      // The last reads, of up to 1 MiB each, may be on their way when the transfer breaks.
      expect(body.length).toBeGreaterThan(5 * MiB);
    }));

  test('an announced length over the download cap is refused at once', () =>
    withFault(null, async (server) => {
      const { status, detail } = await problem(server, '/9/large/200MB.bin%09%09+');
      expect([status, detail]).toEqual([502, expect.stringContaining('larger')]);
    }));

  test('a slow file arrives completely, however long it takes', () =>
    withFault({ kind: 'drip', everyMs: 100 }, async (server) => {
      // It takes longer than the total deadline, which is for menus and pages.
      const { end, status, body } = await fetched(server, '/g/plus/period%09%09+', 'slow');
      expect([end, status]).toEqual(['whole', 200]);
      expect(body.length).toBeGreaterThan(30);
    }));

  test('a client that leaves ends the connection to the server', () =>
    withFault(null, async (server) => {
      const leaving = new AbortController();
      const response = await workers.patient.fetch(at(server, '/9/large/1GiB.bin'), { signal: leaving.signal });
      const reader = response.body?.getReader();
      await reader?.read();
      expect(server.connections).toBe(1);
      leaving.abort();
      await reader?.cancel().catch(() => {});
      await until(() => server.connections === 0);
    }));
});

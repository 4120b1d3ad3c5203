/**
 * Servers with faults. Each time the response says what happened, no connection stays open, and the Worker continues to
 * serve.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Fault, FaultKind } from '../../../servers/faults.ts';
import { fetchAsIs } from '../as-is.ts';
import { until } from '../ftp/worker.ts';
import { type Fixture, startFixture } from './worker.ts';

const MiB = 1024 ** 2;
/** Short enough for a test, long enough for a busy machine. */
const DEADLINES = 'connect=10s, first=1500ms, idle=1500ms, total=3s';

let fixture: Fixture<'main'>;

beforeAll(async () => {
  fixture = await startFixture({ main: {} }, { DEADLINES, DOWNLOAD_CAP: '8MiB' });
});

afterAll(() => fixture?.close());

beforeEach(() => fixture.servers.main.faults.set(null));

afterEach(async () => {
  // The Worker closes its connections at once, but the server notices a little later.
  await until(() => fixture.servers.main.connections === 0);
  await fixture.servers.main.faults.set(null);
  const response = await fixture.worker.fetch(fixture.at('main', '/0/about/motto.txt'));
  expect(response.status).toBe(200);
});

type Problem = { readonly status: number; readonly type: string; readonly detail: string };

const set = (fault: Fault | FaultKind) => fixture.servers.main.faults.set(fault);
const fetched = (path: string) =>
  fetchAsIs(fixture.worker.origin + fixture.at('main', path), { Accept: 'application/problem+json' });

async function problem(path: string): Promise<Problem> {
  const { exit, body } = await fetched(path);
  expect(exit).toBe(0);
  return JSON.parse(body.toString());
}

const pages = ['/1/about', '/0/about/motto.txt', '/7/search%09gopher', '/0/plus/motto%09%09!', '/M/gallery/mail.eml'];

describe('before a reply begins', () => {
  const paths = [...pages, '/9/large/3MB.bin', '/h/gallery/page.html'];

  test.each(paths)('%s of a server that refuses connections: 502', async (path) => {
    await set('refused');
    expect(await problem(path)).toMatchObject({ status: 502, type: expect.stringContaining('unreachable') });
  });

  test.each(paths)('%s of a silent server: 504', async (path) => {
    await set('silent');
    const { status, detail } = await problem(path);
    expect([status, detail]).toEqual([504, 'The server accepted the connection, but did not answer in time.']);
  });
});

describe('in the middle of a page', () => {
  test.each(pages)('%s of a server that sends octets too slowly: 504', async (path) => {
    await set({ kind: 'drip', everyMs: 300 });
    expect((await problem(path)).status).toBe(504);
  });

  test.each(pages)('%s of a server that resets the connection: 502', async (path) => {
    await set({ kind: 'reset', after: 20 });
    expect((await problem(path)).status).toBe(502);
  });

  test('a menu without end is cut, and the page says so', async () => {
    await set('endless');
    const page = await fetched('/1/about?format=html');
    expect([page.exit, page.status]).toEqual([0, 200]);
    expect(page.body.toString()).toContain('This menu was cut');
    const menu = JSON.parse((await fetched('/1/about?format=json')).body.toString());
    expect([menu.truncated, menu.lines.length]).toEqual([true, 10_000]);
  });

  test.each(['endless-line', 'huge', 'garbage'] as const)('a menu that is %s: 502', async (fault) => {
    await set(fault);
    expect(await problem('/1/about')).toMatchObject({ status: 502, type: expect.stringContaining('protocol') });
  });

  test('a server that closes without a reply: 502', async () => {
    await set({ kind: 'truncated', after: 0 });
    expect((await problem('/1/about')).status).toBe(502);
  });

  test.each(['garbage', 'huge', 'endless'] as const)('attributes that are %s: an error', async (fault) => {
    await set(fault);
    expect([404, 502]).toContain((await problem('/0/plus/motto%09%09!')).status);
  });

  test('a text shorter than its announced length: 502', async () => {
    await set('wrong-length');
    expect(await problem('/0/plus/length%09%09+')).toMatchObject({
      status: 502,
      detail: 'The server sent less than it announced.',
    });
  });

  test('a menu that ends too early shows the lines that arrived', async () => {
    await set({ kind: 'truncated', after: 200 });
    const { exit, status } = await fetched('/1/about?format=html');
    expect([exit, status]).toEqual([0, 200]);
  });
});

describe('in the middle of a file', () => {
  /** The exit status of curl for a transfer that ends early. */
  const BROKEN = 18;

  test('a reset breaks the transfer', async () => {
    await set({ kind: 'reset', after: 100_000 });
    const { exit, status, body } = await fetched('/9/large/3MB.bin');
    expect([exit, status]).toEqual([BROKEN, 200]);
    expect(body.length).toBeLessThanOrEqual(100_000);
  });

  test('a server that stops breaks the transfer', async () => {
    await set({ kind: 'drip', everyMs: 3000 });
    const { exit, status } = await fetched('/9/large/3MB.bin');
    // The server sent the first octet of the file and no second one.
    expect([status === 200 ? exit : BROKEN, [200, 504]]).toEqual([BROKEN, expect.arrayContaining([status])]);
  });

  test('fewer octets than announced break the transfer', async () => {
    await set('wrong-length');
    const { exit, status } = await fetched('/9/large/3MB.bin%09%09+');
    expect([exit, status]).toEqual([BROKEN, 200]);
  });

  test('a file over the download cap breaks the transfer', async () => {
    await set('huge');
    const { exit, status, body } = await fetched('/9/large/3MB.bin');
    expect([exit, status]).toEqual([BROKEN, 200]);
    expect(body.length).toBeLessThanOrEqual(8 * MiB);
    expect(body.length).toBeGreaterThan(7 * MiB);
  });

  test('a text too long for a page is a stream, and breaks like one', async () => {
    await set('huge');
    const { exit, status, body } = await fetched('/0/about/motto.txt');
    expect([exit, status]).toEqual([BROKEN, 200]);
    expect(body.length).toBeGreaterThan(7 * MiB);
  });

  test('an announced length over the download cap is refused at once', async () => {
    const { status, detail } = await problem('/9/large/200MB.bin%09%09+');
    expect([status, detail]).toEqual([502, expect.stringContaining('larger')]);
  });

  test('a slow file arrives completely, however long it takes', async () => {
    await set({ kind: 'drip', everyMs: 120 });
    const { exit, status, body } = await fetched('/g/plus/period%09%09+');
    expect([exit, status]).toEqual([0, 200]);
    expect(body.length).toBeGreaterThan(30);
  });

  test('a client that leaves ends the connection to the server', async () => {
    const leaving = new AbortController();
    const response = await fixture.worker.fetch(fixture.at('main', '/9/large/1GiB.bin'), { signal: leaving.signal });
    const reader = response.body?.getReader();
    await reader?.read();
    expect(fixture.servers.main.connections).toBe(1);
    leaving.abort();
    await reader?.cancel().catch(() => {});
    await until(() => fixture.servers.main.connections === 0);
  });
});

/** The FTP gateway with real servers, compared with curl. */
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { check, get, objectsIn } from '../bin/network/harness.ts';
import { authorityPath } from '../servers/certificates.ts';
import { basic, startGateway } from '../worker/gateway/worker.ts';
import type { RunningWorker } from '../worker/harness.ts';
import type { Daemon } from './daemon.ts';
import {
  BIG,
  ftpServers,
  insistent,
  MODIFIED,
  makeTree,
  ODD_NAMES,
  PASSWORD,
  type ServerKind,
  USER,
} from './ftp-servers.ts';

const { root, scratch } = makeTree();
afterAll(() => rmSync(scratch, { recursive: true }));

describe.each(Object.entries(ftpServers))('%s', (_name, kind) => {
  let daemon: Daemon;
  let worker: RunningWorker;
  beforeAll(async () => {
    daemon = await kind.start(root, scratch);
    worker = await startGateway([daemon]);
  });
  afterAll(async () => {
    await worker?.close();
    await daemon?.close();
  });

  const authorization: Record<string, string> = kind.anonymous ? {} : { Authorization: basic(USER, PASSWORD) };
  const at = (path: string) => pathAt(kind, daemon, path);
  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    worker.fetch(at(path), { method, headers: { ...authorization, ...headers } });
  const listing = async (
    path: string,
  ): Promise<{
    entries: { name: string; octets: string | null; kind: string; size: number | null; open: string }[];
  }> => {
    const response = await ask(path, { Accept: 'application/json' });
    expect(response.status).toBe(200);
    return response.json();
  };
  const octetsOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

  // The process of the tests does not trust the certificates of the test servers; only the runtime does.
  test.runIf(kind.tls === 'none')('waypost get and check', async () => {
    const server = `ftp://${kind.anonymous ? '' : `${USER}:${PASSWORD}@`}localhost:${daemon.port}`;
    const [file, warc] = [join(scratch, 'fetched'), join(scratch, `${daemon.port}.warc`)];
    const args = ['--raw', '--output', file, '--warc', warc, `${server}/pub/big.bin`];
    expect(await get(args)).toEqual({ opened: true, stdout: '', stderr: '' });
    expect(readFileSync(file).equals(BIG)).toBe(true);
    expect(readFileSync(warc, 'latin1')).toContain(`WARC-Target-URI: ftp://localhost:${daemon.port}/pub/big.bin`);
    expect((await get([`${server}/pub/`])).stdout).toContain('big.bin\n');
    expect((await get([`${server}/pub/nothing-here`])).stderr).toContain('(not-found)');
    // A check sends no password.
    const lines = objectsIn(await check(['--pause', '0ms', `${server}/pub/big.bin`, `${server}/pub/nothing-here`]));
    expect(lines.map((line) => line?.status)).toEqual(
      kind.anonymous ? ['alive', 'gone'] : ['restricted', 'restricted'],
    );
  });

  test('directories', async () => {
    const { entries } = await listing('/pub/');
    // Only some servers report the target of a link.
    expect(entries.map(({ name }) => name).toSorted()).toEqual([
      'big.bin',
      'deep',
      'empty',
      'link',
      'nothing',
      'odd',
      'way',
    ]);
    expect(entries[0]).toMatchObject({ kind: 'directory', name: 'deep' });
    expect(entries.find(({ name }) => name === 'big.bin')).toMatchObject({ kind: 'file', size: 3_000_000 });
    expect((await listing('/pub/empty/')).entries).toEqual([]);
    const html = await (await ask('/', { Accept: 'text/html' })).text();
    expect(html).toContain('Welcome.');
  });

  test('a file, with the same octets as curl receives', async () => {
    const response = await ask('/pub/big.bin');
    expect([response.status, response.headers.get('Content-Length')]).toEqual([200, '3000000']);
    expect(response.headers.get('Last-Modified')).toBe(MODIFIED.toUTCString());
    const octets = await octetsOf(response);
    expect(octets.equals(BIG)).toBe(true);
    if (!kind.refusesCurl) expect(curl(kind, daemon, '/pub/big.bin').equals(octets)).toBe(true);
    expect((await octetsOf(await ask('/pub/nothing'))).length).toBe(0);
  });

  test('parts', async () => {
    const response = await ask('/pub/big.bin', { Range: 'bytes=1000000-1999999' });
    expect([response.status, response.headers.get('Content-Range')]).toEqual([206, 'bytes 1000000-1999999/3000000']);
    expect((await octetsOf(response)).equals(BIG.subarray(1_000_000, 2_000_000))).toBe(true);
    const end = await ask('/pub/big.bin', { Range: 'bytes=-5' });
    expect((await octetsOf(end)).equals(BIG.subarray(-5))).toBe(true);
    expect((await ask('/pub/big.bin', { Range: 'bytes=3000000-' })).status).toBe(416);
  });

  test('conditions, HEAD', async () => {
    const head = await ask('/pub/big.bin', {}, 'HEAD');
    expect([head.status, head.headers.get('Content-Length')]).toEqual([200, '3000000']);
    const etag = head.headers.get('ETag') ?? '';
    const response = await worker.fetch(at('/pub/big.bin'), {
      headers: { ...authorization, 'If-None-Match': etag },
      cache: 'no-store',
    });
    expect(response.status).toBe(304);
  });

  test('links, directories without their slash, missing files', async () => {
    expect((await octetsOf(await ask('/pub/link'))).equals(BIG)).toBe(true);
    for (const path of ['/pub/deep', '/pub/way']) {
      const response = await ask(path);
      expect([response.status, response.headers.get('Location')]).toEqual([302, at(path).replace(path, `${path}/`)]);
    }
    for (const path of ['/none', '/none/', '/pub/none/none']) {
      for (const method of ['GET', 'HEAD']) expect((await ask(path, {}, method)).status).toBe(404);
    }
  });

  test('empty segments: CWD with a null argument, or as curl', async () => {
    const server = `${kind.tls === 'implicit' ? 'ftps' : 'ftp'}://localhost:${daemon.port}`;
    const openedAs = async (path: string) => {
      const { openedAs } = await (await ask(path, { Accept: 'application/json' })).json<{ openedAs: string | null }>();
      return openedAs;
    };
    const accepts = kind.emptyCwd === 250;
    expect(await openedAs('//pub/')).toBe(accepts ? null : `${server}/%2F/pub/`);
    expect(await openedAs('/pub/deep//')).toBe(accepts ? null : `${server}/pub/deep/`);
    // From the root there is no such directory, but curl finds it.
    expect(await openedAs('/pub//deep/')).toBe(`${server}/pub/deep/`);
    for (const path of ['//pub/big.bin', '/pub//big.bin', '/pub///big.bin']) {
      const octets = await octetsOf(await ask(path));
      expect(octets.equals(BIG)).toBe(true);
      if (!kind.refusesCurl) expect(curl(kind, daemon, path).equals(octets)).toBe(true);
    }
    expect((await ask('/pub//none')).status).toBe(404);
  });

  test.runIf(kind.tls === 'none')('its reply to CWD with a null argument', async () => {
    const commands = [`USER ${kind.anonymous ? 'anonymous' : USER}`, `PASS ${PASSWORD}`, 'CWD ', 'QUIT'];
    const socket = connect(daemon.port, daemon.host);
    let replies = '';
    for await (const octets of socket.setEncoding('latin1')) {
      replies += octets;
      if (/^\d{3}(?: .*)?\r\n$/m.test(octets) && commands.length > 0) socket.write(`${commands.shift()}\r\n`);
    }
    expect(
      replies
        .split('\r\n')
        .filter((line) => /^\d{3} /.test(line))
        .at(-2),
    ).toMatch(new RegExp(`^${kind.emptyCwd} `));
  });

  const servable = ODD_NAMES.filter((name) => !kind.unservable?.test(name));
  test('odd names are listed octet for octet, and their links work', async () => {
    const { entries } = await listing('/pub/odd/');
    const found = new Map(
      entries.map(({ name, octets, open }) => [
        Buffer.from(octets ?? name, octets === null ? 'utf8' : 'base64').toString('latin1'),
        open,
      ]),
    );
    for (const name of servable) {
      const response = await fetch(found.get(name) ?? `http://not-listed/${encodeURIComponent(name)}`, {
        headers: name === 'back\\slash.txt' ? {} : authorization,
      });
      // A link without a gateway path is opened at an address to which no password is sent.
      if (!kind.anonymous && name === 'back\\slash.txt') expect([name, response.status]).toEqual([name, 403]);
      else expect([name, response.status, (await octetsOf(response)).toString('latin1')]).toEqual([name, 200, name]);
    }
  });

  test.skipIf(kind.tls !== 'explicit')('TLS, though the link does not ask for it', async () => {
    const bare = pathAt({ ...kind, tls: 'none' }, daemon, '/README');
    const response = await worker.fetch(bare, { headers: authorization });
    expect([response.status, await response.text()]).toEqual([200, 'Welcome.\n']);
  });

  test('users and passwords', async () => {
    const bare = await worker.fetch(at('/README'));
    expect(bare.status).toBe(kind.anonymous ? 200 : 401);
    const wrong = await worker.fetch(at('/README'), { headers: { Authorization: basic(USER, 'wrong') } });
    expect(wrong.status).toBe(403);
    if (!kind.user) return;
    const right = await worker.fetch(at('/README'), { headers: { Authorization: basic(USER, PASSWORD) } });
    expect([right.status, await right.text()]).toEqual([200, 'Welcome.\n']);
  });
});

test('vsftpd with its default settings, which requires TLS session resumption: the file, or 502', async () => {
  const daemon = await insistent.start(root, scratch);
  const worker = await startGateway([daemon]);
  try {
    const response = await worker.fetch(pathAt(insistent, daemon, '/README'));
    const text = await response.text();
    if (response.status === 200) expect(text).toBe('Welcome.\n');
    else expect([response.status, JSON.parse(text)]).toMatchObject([502, { type: '/problems#gateway-tls' }]);
    process.stderr.write(`vsftpd with require_ssl_reuse=YES: ${response.status}\n`);
  } finally {
    await worker.close();
    await daemon.close();
  }
});

function pathAt({ tls }: ServerKind, { port }: Daemon, path: string): string {
  const scheme = tls === 'implicit' ? 'ftps' : 'ftp';
  return `/${scheme}/localhost:${port}${path}${tls === 'explicit' ? '?tls=explicit' : ''}`;
}

function curl({ tls, anonymous }: ServerKind, { port }: Daemon, path: string): Buffer {
  const link = `${tls === 'implicit' ? 'ftps' : 'ftp'}://localhost:${port}${path}`;
  const options = [
    ...['-sS', '--ipv4', '--cacert', authorityPath],
    ...(tls === 'explicit' ? ['--ssl-reqd'] : []),
    ...(anonymous ? [] : ['--user', `${USER}:${PASSWORD}`]),
  ];
  return execFileSync('curl', [...options, link], { maxBuffer: 10 ** 7 });
}

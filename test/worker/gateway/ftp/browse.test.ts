/** Directories of the test servers as pages and JSON: every form of listing, difficult names, links, README. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasIpv6 } from '../../../machine.ts';
import { difficultNames } from '../../../servers/content/names.ts';
import { startFtp } from '../../../servers/ftp.ts';
import type { RunningServer } from '../../../servers/listener.ts';
import type { RunningWorker } from '../../harness.ts';
import { commandsTo, startGateway } from '../worker.ts';

interface Entry {
  readonly kind: string;
  readonly name: string;
  readonly octets: string | null;
  readonly size: number | null;
  readonly modified: string | null;
  readonly target: string | null;
  readonly url: string;
  readonly open: string;
}

interface Directory {
  readonly canonical: string;
  readonly command: string;
  readonly welcome: string | null;
  readonly notice: string | null;
  readonly entries: readonly Entry[];
  readonly unread: readonly string[];
  readonly cut: boolean;
  readonly readme: { readonly name: string; readonly text: string } | null;
}

let servers: Record<'facts' | 'unix' | 'windows' | 'eplf' | 'v6', RunningServer>;
let worker: RunningWorker;

beforeAll(async () => {
  servers = {
    facts: await startFtp(),
    unix: await startFtp({ mlsd: false }),
    windows: await startFtp({ mlsd: false, listing: 'windows' }),
    eplf: await startFtp({ mlsd: false, listing: 'eplf' }),
    v6: await startFtp(hasIpv6 ? { host: '::1' } : {}),
  };
  worker = await startGateway(Object.values(servers), {});
});

afterAll(async () => {
  await worker?.close();
  for (const server of Object.values(servers ?? {})) await server.close();
});

const at = (server: RunningServer, path: string) => `/ftp/127.0.0.1:${server.port}${path}`;

async function directory(server: RunningServer, path: string): Promise<Directory> {
  const response = await worker.fetch(at(server, path), { headers: { Accept: 'application/json' } });
  expect(response.status).toBe(200);
  return response.json();
}

async function page(path: string): Promise<string> {
  const response = await worker.fetch(path, { headers: { Accept: 'text/html' } });
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
  return response.text();
}

describe('forms of listings', () => {
  test.each(['facts', 'unix', 'windows', 'eplf'] as const)('%s', async (form) => {
    const { entries, unread, command, canonical } = await directory(servers[form], '/pub/large/');
    expect(command).toBe(form === 'facts' ? 'MLSD' : 'LIST');
    expect(unread).toEqual([]);
    expect(canonical).toBe(`ftp://127.0.0.1:${servers[form].port}/pub/large/`);
    expect(entries.map(({ kind, name, size }) => [kind, name, size])).toEqual([
      ['file', '1GiB.bin', 2 ** 30],
      ['file', '200MB.bin', 200_000_000],
      ['file', '3MB.bin', 3_000_000],
      ['file', 'CHECKSUMS', expect.any(Number)],
    ]);
    const times = {
      facts: '1999-12-31T23:59:59Z',
      unix: '1999-12-31',
      windows: '1999-12-31T23:59',
      eplf: '1999-12-31T23:59:59Z',
    };
    expect(entries.map(({ modified }) => modified)).toEqual(Array(4).fill(times[form]));
  });

  test.runIf(hasIpv6)('over IPv6', async () => {
    const { entries } = (await (
      await worker.fetch(`/ftp/[::1]:${servers.v6.port}/pub/large/?format=json`)
    ).json()) as Directory;
    expect(entries.map(({ name }) => name)).toContain('3MB.bin');
  });

  test('directories come first, and links show their target', async () => {
    const { entries } = await directory(servers.facts, '/pub/');
    const kinds = entries.map(({ kind }) => kind);
    expect(kinds.lastIndexOf('directory')).toBeLessThan(kinds.findIndex((kind) => kind !== 'directory'));
    expect(entries.find(({ name }) => name === 'latest')).toMatchObject({ kind: 'link', target: 'texts/timeline.txt' });
  });

  test('the sequence of commands: one CWD for each segment, no path in LIST', async () => {
    servers.unix.log.length = 0;
    await directory(servers.unix, '/pub/empty/');
    expect(commandsTo(servers.unix)).toEqual([
      'USER anonymous',
      'PASS anonymous@',
      'FEAT',
      'OPTS UTF8 ON',
      'CWD pub',
      'CWD empty',
      'TYPE A',
      'EPSV',
      'LIST',
    ]);
  });

  test.each([
    ['an absolute path', '/%2Fpub/large/', ['CWD /pub', 'CWD large']],
    ['a type', '/pub/large;type=d', ['CWD pub', 'CWD large']],
  ])('%s', async (_what, path, commands) => {
    servers.facts.log.length = 0;
    const { entries } = await directory(servers.facts, path);
    expect(entries).toHaveLength(4);
    expect(commandsTo(servers.facts)).toEqual(expect.arrayContaining(commands));
  });

  test('an empty first segment is CWD with a null argument', async () => {
    servers.facts.log.length = 0;
    const link = `ftp://127.0.0.1:${servers.facts.port}//pub/large/`;
    const response = await worker.fetch(`/open?url=${encodeURIComponent(link)}&format=json`);
    expect(await response.json()).toMatchObject({ input: link, canonical: link });
    expect(commandsTo(servers.facts)).toEqual(expect.arrayContaining(['CWD ', 'CWD pub', 'CWD large']));
  });

  test('the texts of the server are shown', async () => {
    const root = await directory(servers.facts, '/');
    expect(root.welcome).toContain('230 steps; please hold the rail');
    const pub = await directory(servers.facts, '/pub/');
    expect(pub.welcome).toBeNull();
    expect(pub.notice).toBe('Everything here may be taken away.\nPlease read the file README.');
  });

  test.each([
    ['facts', 'Modified (UTC)'],
    ['windows', 'Modified (server time)'],
    ['unix', 'Modified<'],
  ] as const)('%s: the heading names the time zone of the times', async (form, heading) => {
    expect(await page(at(servers[form], '/pub/large/'))).toContain(heading);
  });

  test.each([
    ['/pub/large/?format=raw', 'utf-8'],
    ['/pub/names/?format=raw', 'windows-1252'],
    ['/pub/names/?format=raw&charset=koi8-r', 'koi8-r'],
  ])('raw: %s is %s', async (path, charset) => {
    const response = await worker.fetch(at(servers.facts, path));
    expect(response.headers.get('Content-Type')).toBe(`text/plain; charset=${charset}`);
    await response.arrayBuffer();
  });
});

describe('parameters', () => {
  test.each([
    '?sort=colour',
    '?order=up',
    '?sort=size&sort=name',
    '?tls=Explicit',
    '?charset=nothing',
    '?format=raw&charset=utf-8;x=y',
    '?format=raw&charset=utf-8,text/html',
    '?format=raw&charset=a%0D%0Ab',
  ])('400 for %s, before the server is contacted', async (query) => {
    servers.facts.log.length = 0;
    expect((await worker.fetch(at(servers.facts, `/pub/large/${query}`))).status).toBe(400);
    expect(servers.facts.log).toEqual([]);
  });
});

describe('difficult names', () => {
  const difficult = difficultNames.map(({ name, difficulty }) => [name, difficulty] as const);
  /** Those of the server with facts; `null` = they were not asked for yet. */
  let entries: readonly Entry[] | null = null;

  test.each(['facts', 'unix', 'windows', 'eplf'] as const)('%s: all are listed, octet for octet', async (form) => {
    const { entries } = await directory(servers[form], '/pub/names/');
    const listed = entries.map(({ name, octets }) =>
      octets === null ? Buffer.from(name).toString('latin1') : Buffer.from(octets, 'base64').toString('latin1'),
    );
    // LIST leaves out names that begin with a dot, as ls does.
    const expected = difficult.map(([name]) => name).filter((name) => form === 'facts' || !name.startsWith('.'));
    expect(listed.toSorted()).toEqual(expected.toSorted());
  });

  test.each(difficult)('%j: its link opens it', async (name) => {
    entries ??= (await directory(servers.facts, '/pub/names/')).entries;
    const escaped = [...Buffer.from(name, 'latin1')].map((octet) => `%${octet.toString(16).padStart(2, '0')}`).join('');
    const entry = entries.find(({ url }) => decodeLatin1(url).endsWith(`/${name}`));
    expect(entry, escaped).toBeDefined();
    const response = await fetch(entry?.open ?? '', { redirect: 'manual' });
    expect(response.status).toBe(200);
    expect((await response.text()).trim()).toBe(
      difficultNames.find((candidate) => candidate.name === name)?.difficulty,
    );
    expect(commandsTo(servers.facts)).toContain(`RETR ${name}`);
  });

  test('markup in a name is text', async () => {
    const html = await page(at(servers.facts, '/pub/names/'));
    expect(html).not.toContain('<script');
    expect(html).toContain('<bdi>&quot;&gt;&lt;script&gt;alert(1)&lt;</bdi>');
  });
});

/** A percent-encoded link as octets, each as one character. */
function decodeLatin1(url: string): string {
  return url.replace(/%([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

describe('redirects and missing names', () => {
  test.each([
    ['a directory without its slash', '/pub/texts', '/pub/texts/'],
    ['a link to a directory', '/pub/here', '/pub/here/'],
    ['with the requested view', '/pub?format=json&charset=koi8-r', '/pub/?charset=koi8-r&format=json'],
  ])('%s', async (_what, path, location) => {
    for (const server of [servers.facts, servers.unix]) {
      for (const method of ['GET', 'HEAD']) {
        const response = await worker.fetch(at(server, path), { method });
        expect([response.status, response.headers.get('Location')]).toEqual([302, at(server, location)]);
      }
    }
  });

  test.each([
    ['a link to a file', '/pub/latest', 200],
    ['a link to nothing', '/pub/nowhere', 404],
    ['a link in a circle', '/pub/circle', 404],
    ['a link that leads out of the tree', '/pub/outside', 404],
    ['no such file', '/pub/none.txt', 404],
    ['no such file, whose name the server repeats', '/pub/access-denied.txt', 404],
    ['no such directory, whose name the server repeats', '/forbidden/a.txt', 404],
    ['no such directory', '/none/', 404],
    ['no such directory on the way', '/none/a.txt', 404],
    ['a file as a directory', '/pub/README/', 404],
  ])('%s', async (_what, path, status) => {
    for (const method of ['GET', 'HEAD']) {
      const response = await worker.fetch(at(servers.facts, path), { method });
      await response.arrayBuffer();
      expect(response.status).toBe(status);
    }
  });
});

test('no script runs on the page of a directory', async () => {
  const response = await worker.fetch(at(servers.facts, '/pub/'), { headers: { Accept: 'text/html' } });
  expect(response.headers.get('Content-Security-Policy')).toMatch(/^default-src 'none'; style-src 'self'/);
  expect(response.headers.get('X-Robots-Tag')).toBe('noindex');
  expect(response.headers.get('Cache-Control')).toBe('no-cache');
  expect(await response.text()).not.toMatch(/<script|javascript:|\son\w+=/i);
});

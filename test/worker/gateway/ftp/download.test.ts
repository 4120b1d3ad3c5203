/** Files of the test servers through the gateway: octets, ranges, conditions, types, headers. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Document, documents } from '../../../servers/content/documents.ts';
import { type FtpOptions, startFtp } from '../../../servers/ftp.ts';
import type { RunningServer } from '../../../servers/listener.ts';
import { generated, whole } from '../../../servers/source.ts';
import type { RunningWorker } from '../../harness.ts';
import { commandsTo, startGateway, until } from '../worker.ts';

/** Servers that report the facts of a file by different commands. */
const KINDS = {
  MLST: {},
  'SIZE and MDTM': { mlsd: false },
  'MDTM with fractions': { mlsd: false, fractions: true },
} satisfies Record<string, FtpOptions>;

let servers: Record<keyof typeof KINDS, RunningServer>;
let worker: RunningWorker;

beforeAll(async () => {
  servers = {
    MLST: await startFtp(KINDS.MLST),
    'SIZE and MDTM': await startFtp(KINDS['SIZE and MDTM']),
    'MDTM with fractions': await startFtp(KINDS['MDTM with fractions']),
  };
  worker = await startGateway(Object.values(servers));
});

afterAll(async () => {
  await worker?.close();
  for (const server of Object.values(servers ?? {})) await server.close();
});

const at = (path: string, kind: keyof typeof KINDS = 'MLST') => `/ftp/127.0.0.1:${servers[kind].port}${path}`;
const heavy = '/pub/large/3MB.bin';
const heavyOctets = whole(generated(3_000_000));

async function octetsOf(response: Response): Promise<Buffer> {
  return Buffer.from(await response.arrayBuffer());
}

const files: readonly (readonly [path: string, document: Document, type: string])[] = [
  ['/pub/texts/links.txt', documents.links, 'text/plain; charset=utf-8'],
  ['/README', documents.readme, 'text/plain; charset=utf-8'],
  ['/pub/charsets/letter.txt', documents.letter, 'text/plain; charset=windows-1252'],
  ['/pub/pictures/post.gif', documents.gif, 'image/gif'],
  ['/pub/gallery/museum.zip', documents.zip, 'application/zip'],
  ['/pub/gallery/leaflet.pdf', documents.pdf, 'application/pdf'],
  ['/pub/gallery/trap.html', documents.trap, 'text/html; charset=utf-8'],
  ['/pub/sounds/telephone.wav', documents.wav, 'audio/wav'],
];

describe.each(Object.keys(KINDS) as (keyof typeof KINDS)[])('a server with %s', (kind) => {
  test.each(files)('%s', async (path, document, type) => {
    const response = await worker.fetch(at(path, kind));
    const expected = whole(document.source);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': type,
      // wrangler's proxy drops the length of HTML.
      ...(type.startsWith('text/html') ? {} : { 'content-length': String(expected.length) }),
      'last-modified': document.modified.toUTCString(),
      etag: expect.stringMatching(/^W\/"/),
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=60, no-transform',
      'content-security-policy': expect.stringMatching(/^sandbox allow-downloads/),
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    });
    expect((await octetsOf(response)).equals(expected)).toBe(true);
  });

  test('HEAD has the headers of GET', async () => {
    servers[kind].log.length = 0;
    const head = await worker.fetch(at(heavy, kind), { method: 'HEAD' });
    expect([head.status, head.headers.get('Content-Length'), await head.text()]).toEqual([200, '3000000', '']);
    expect(commandsTo(servers[kind]).join()).not.toContain('RETR');
  });

  test('a version that the client already has is not sent again', async () => {
    const { headers } = await worker.fetch(at(heavy, kind), { method: 'HEAD' });
    for (const condition of [
      { 'If-None-Match': headers.get('ETag') ?? '' },
      { 'If-Modified-Since': headers.get('Last-Modified') ?? '' },
    ]) {
      servers[kind].log.length = 0;
      // With `default`, Node would add its own conditional headers.
      const response = await worker.fetch(at(heavy, kind), { headers: condition, cache: 'no-store' });
      expect([response.status, response.headers.get('ETag')]).toEqual([304, headers.get('ETag')]);
      expect(commandsTo(servers[kind]).join()).not.toContain('RETR');
    }
  });
});

describe('a file that a browser opens in a window', () => {
  const BROWSER = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  const open = (path: string, headers: Record<string, string> = {}) =>
    worker.fetch(at(path), { headers: { ...BROWSER, ...headers }, cache: 'no-store' });

  test('HEAD of a document in its frame has nothing of the file', async () => {
    const path = '/pub/gallery/page.html?view=framed';
    const head = await worker.fetch(at(path), { method: 'HEAD', headers: BROWSER, cache: 'no-store' });
    const file = await worker.fetch(at('/pub/gallery/page.html'), { method: 'HEAD', cache: 'no-store' });
    const ofFile = ['accept-ranges', 'content-disposition', 'content-length', 'content-type'];
    expect(ofFile.filter((name) => head.headers.has(name))).toEqual([]);
    expect(ofFile.filter((name) => file.headers.has(name))).toContain('content-type');
    expect(head.headers.get('etag')).toBe((await open(path)).headers.get('etag'));
  });

  test.each<[what: string, path: string, headers: Record<string, string>, type: string]>([
    ['a text', '/pub/texts/links.txt', {}, 'text/html; charset=utf-8'],
    ['a text without a known extension', '/pub/visitors.today', {}, 'text/html; charset=utf-8'],
    ['an empty text', '/pub/nothing.txt', {}, 'text/html; charset=utf-8'],
    ['a sound', '/pub/sounds/telephone.wav', {}, 'text/html; charset=utf-8'],
    ['an HTML document', '/pub/gallery/page.html', {}, 'text/html; charset=utf-8'],
    ['octets', '/pub/texts/links.txt?format=raw', {}, 'text/plain; charset=utf-8'],
    ['a frame', '/pub/texts/links.txt', { 'Sec-Fetch-Dest': 'iframe' }, 'text/plain; charset=utf-8'],
    ['a player', '/pub/sounds/telephone.wav', { 'Sec-Fetch-Dest': 'audio' }, 'audio/wav'],
    ['a part', '/pub/texts/links.txt', { Range: 'bytes=0-9' }, 'text/plain'],
    ['a picture', '/pub/pictures/post.gif', {}, 'text/html; charset=utf-8'],
    ['a picture in a page', '/pub/pictures/post.gif', { 'Sec-Fetch-Dest': 'image' }, 'image/gif'],
    ['a document in its frame', '/pub/gallery/page.html?view=framed', {}, 'text/html; charset=utf-8'],
    ['a file that is no text', '/pub/large/3MB.bin', {}, 'application/octet-stream'],
  ])('%s: %s', async (_, path, headers, type) => {
    const response = await open(path, headers);
    expect(response.headers.get('Content-Type')).toBe(type);
    expect(response.headers.get('Vary')).toContain('Sec-Fetch-Dest');
    await response.arrayBuffer();
  });
});

describe('parts (RFC 9110 §14, REST)', () => {
  test.each([
    ['bytes=0-99', 0, 100],
    ['bytes=100-199', 100, 100],
    ['bytes=2999990-', 2_999_990, 10],
    ['bytes=-10', 2_999_990, 10],
    ['bytes=1000000-1999999', 1_000_000, 1_000_000],
    ['bytes=0-', 0, 3_000_000],
  ])('%s', async (range, start, length) => {
    const response = await worker.fetch(at(heavy), { headers: { Range: range } });
    expect(response.status).toBe(206);
    expect(response.headers.get('Content-Range')).toBe(`bytes ${start}-${start + length - 1}/3000000`);
    expect(response.headers.get('Content-Length')).toBe(String(length));
    expect((await octetsOf(response)).equals(heavyOctets.subarray(start, start + length))).toBe(true);
  });

  test('REST comes immediately before RETR (RFC 959 §4.1.3): BSD servers forget it at any other command', async () => {
    servers.MLST.log.length = 0;
    await (await worker.fetch(at(heavy), { headers: { Range: 'bytes=5-9' } })).arrayBuffer();
    const commands = commandsTo(servers.MLST);
    expect(commands.slice(commands.indexOf('REST 5'))).toEqual(['REST 5', 'RETR 3MB.bin']);
  });

  test('a client that has enough closes the connection to the server', async () => {
    const server = servers.MLST;
    const response = await worker.fetch(at('/pub/large/200MB.bin'), { headers: { Range: 'bytes=0-999' } });
    expect((await octetsOf(response)).length).toBe(1000);
    await until(() => server.connections === 0);
  });
});

describe('types (draft-hoffkohn-rfc1738bis §2.2.2)', () => {
  test.each([
    ['i', true],
    ['a', false],
  ])(';type=%s', async (type, measured) => {
    servers.MLST.log.length = 0;
    const response = await worker.fetch(at(`/pub/texts/links.txt;type=${type}`), { headers: { Range: 'bytes=0-9' } });
    const octets = await octetsOf(response);
    expect(response.status).toBe(measured ? 206 : 200);
    expect(response.headers.has('ETag')).toBe(measured);
    expect(octets.toString().includes('\r\n')).toBe(!measured);
    expect(
      commandsTo(servers.MLST)
        .filter((line) => line.startsWith('TYPE'))
        .at(-1),
    ).toBe(`TYPE ${type.toUpperCase()}`);
  });
});

test('an empty file', async () => {
  const response = await worker.fetch(at('/pub/nothing.txt'));
  expect([response.status, response.headers.get('Content-Length'), await response.text()]).toEqual([200, '0', '']);
  const part = await worker.fetch(at('/pub/nothing.txt'), { headers: { Range: 'bytes=0-' } });
  expect([part.status, part.headers.get('Content-Range')]).toEqual([416, 'bytes */0']);
});

test('a file above the cap is refused before the transfer', async () => {
  const response = await worker.fetch(at('/pub/large/1GiB.bin'));
  expect([response.status, ((await response.json()) as { type: string }).type]).toEqual([
    502,
    expect.stringContaining('limit'),
  ]);
});

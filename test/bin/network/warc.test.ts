/** The WARC files of `waypost get`, read by warcio, which this project did not write. */
import { createHash } from 'node:crypto';
import { createReadStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import base32Encode from 'base32-encode';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WARCParser } from 'warcio';
import { startFtp } from '../../servers/ftp.ts';
import { startGopher } from '../../servers/gopher.ts';
import { startNntp } from '../../servers/nntp.ts';
import { startProspero } from '../../servers/prospero.ts';
import { startWeb } from '../../servers/web.ts';
import { get } from './harness.ts';

const folder = mkdtempSync(join(tmpdir(), 'waypost-warc-'));
const [gopher, ftp, nntp, prospero] = await Promise.all([startGopher(), startFtp(), startNntp(), startProspero()]);
const web = await startWeb((_, target) =>
  target === '/moved'
    ? { status: '301 Moved Permanently', fields: ['Location: /'], body: 'gone' }
    : { status: '200 OK', body: 'hello' },
);
const webPort = web.port;
afterAll(async () => {
  await Promise.all([gopher, ftp, nntp, prospero, web].map((server) => server.close()));
  rmSync(folder, { recursive: true });
});

interface Read {
  readonly type: string | null;
  readonly url: string | null;
  readonly field: (name: string) => string | null;
  /** The whole block. */
  readonly block: Buffer;
  /** The block without the header of HTTP. */
  readonly payload: Buffer;
}

/** Reads a file twice: as warcio parses HTTP in it, and as octets. */
async function readWarc(file: string): Promise<readonly Read[]> {
  const whole: Uint8Array[] = [];
  const open = (parseHttp: boolean) => new WARCParser(createReadStream(file), { parseHttp, keepHeadersCase: true });
  for await (const record of open(false)) whole.push(await record.readFully(false));
  const records: Read[] = [];
  for await (const record of open(true)) {
    const { headers } = record.warcHeaders;
    const url = record.warcTargetURI ?? null;
    records.push({
      type: record.warcType,
      url,
      field: (name) => headers.get(name) ?? null,
      block: Buffer.from(whole[records.length] ?? []),
      payload: Buffer.from(await record.readFully(false)),
    });
  }
  return records;
}

let files = 0;

/** Fetches links, and reads the records of all of them. */
async function recordsOf(urls: readonly string[], { extension = '.warc', args = [] as readonly string[] } = {}) {
  const file = join(folder, `${files++}${extension}`);
  for (const url of urls) await get(['--raw', '--warc', file, '-o', join(folder, 'out'), ...args, url]);
  return { file, records: await readWarc(file) };
}

const sha1 = (octets: Uint8Array): string =>
  `sha1:${base32Encode(createHash('sha1').update(octets).digest(), 'RFC4648')}`;

describe.each(['.warc', '.warc.gz'])('a file %s', (extension) => {
  const urls = [
    `gopher://localhost:${gopher.port}/0/about/welcome.txt`,
    `gopher://localhost:${gopher.port}/9/large/3MB.bin`,
    `ftp://localhost:${ftp.port}/pub/README`,
    `news://localhost:${nntp.port}/opening.1@museum.test`,
    `prospero://localhost:${prospero.port}//museum/welcome.txt`,
    `http://127.0.0.1:${webPort}/moved`,
  ];

  let file: string;
  let records: readonly Read[];
  beforeAll(async () => {
    ({ file, records } = await recordsOf(urls, { extension }));
  });

  test('has the fields, lengths and digests that its reader expects', () => {
    const octets = extension === '.warc' ? readFileSync(file) : gunzipSync(readFileSync(file));
    expect(octets.toString('latin1')).toMatch(/^WARC\/1\.1\r\nWARC-Type: warcinfo\r\n/);
    expect(records.filter(({ type }) => type === 'warcinfo')).toHaveLength(urls.length);
    const ids = new Set(records.map(({ field }) => field('WARC-Record-ID')));
    expect(ids.size).toBe(records.length);
    for (const { type, field, block, payload } of records) {
      expect(field('WARC-Record-ID')).toMatch(/^<urn:uuid:[\da-f-]{36}>$/);
      expect(field('WARC-Date')).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      expect(field('WARC-Block-Digest')).toBe(sha1(block));
      if (type === 'response' || type === 'resource') expect(field('WARC-Payload-Digest')).toBe(sha1(payload));
      const [concurrent, info] = [field('WARC-Concurrent-To'), field('WARC-Warcinfo-ID')];
      if (concurrent !== null) expect(ids).toContain(concurrent);
      if (type !== 'warcinfo') expect(ids).toContain(info);
    }
  });

  test('has each record in its place', () => {
    const others = records.filter(({ type }) => type !== 'warcinfo');
    const [text = '', file = '', readme = '', article = '', object = ''] = urls;
    expect(others.map(({ type, url, field }) => [type, url, field('Content-Type')])).toEqual([
      ['metadata', text, 'application/x-gopher;msgtype=request'],
      ['resource', text, 'text/plain; charset=utf-8'],
      ['metadata', file, 'application/x-gopher;msgtype=request'],
      ['resource', file, 'application/octet-stream'],
      ['metadata', readme, 'text/x-ftp-control-conversation'],
      ['resource', readme, 'text/plain; charset=utf-8'],
      ['metadata', article, 'application/x-news;msgtype=request'],
      ['resource', article, 'application/x-news;msgtype=response'],
      // Is it a directory? What is in the file?
      ...[1, 2].flatMap(() => [
        ['metadata', object, 'application/x-prospero;msgtype=request'],
        ['resource', object, 'application/x-prospero;msgtype=response'],
      ]),
      ['request', `http://127.0.0.1:${webPort}/moved`, 'application/http;msgtype=request'],
      ['response', `http://127.0.0.1:${webPort}/moved`, 'application/http;msgtype=response'],
      ['request', `http://127.0.0.1:${webPort}/`, 'application/http;msgtype=request'],
      ['response', `http://127.0.0.1:${webPort}/`, 'application/http;msgtype=response'],
    ]);
  });
});

describe('the octets', () => {
  test('of gopher are those of the server, with the period that ends a text', async () => {
    const { records } = await recordsOf([`gopher://localhost:${gopher.port}/0/about/welcome.txt`]);
    const [, request, response] = records;
    expect(request?.block.toString()).toBe('/about/welcome.txt\r\n');
    expect(response?.block.toString()).toMatch(/\r\n\.\r\n$/);
    expect(response?.field('WARC-IP-Address')).toBe('127.0.0.1');
  });

  test('of FTP are those of the data connection, beside the lines of the control connection', async () => {
    const { records } = await recordsOf([`ftp://localhost:${ftp.port}/pub/README`]);
    const [, control, data] = records;
    expect(data?.block.toString()).toContain('This is the attic');
    expect(control?.block.toString()).toMatch(/^< 220-.*\r\n(?:< .*\r\n)+> USER anonymous\r\n< 331 /);
    expect(control?.block.toString()).toContain('> RETR README\r\n< 150');
    expect(data?.field('WARC-Concurrent-To')).toBe(control?.field('WARC-Record-ID'));
  });

  test('of a directory as JSON: the listing, and the file that explains it', async () => {
    const file = join(folder, 'directory.warc');
    const url = `ftp://localhost:${ftp.port}/pub/`;
    await get(['--json', '--warc', file, url]);
    const records = await readWarc(file);
    expect(records.flatMap(({ type, url }) => (type === 'resource' ? [url] : []))).toEqual([url, `${url}README`]);
  });

  test('of HTTP are those of both sides', async () => {
    const { records } = await recordsOf([`http://127.0.0.1:${webPort}/`]);
    expect(records[1]?.block.toString()).toMatch(/^GET \/ HTTP\/1\.1\r\nHost: 127\.0\.0\.1:/);
    expect(records[2]?.block.toString()).toMatch(/^HTTP\/1\.1 200 OK\r\n(?:.+\r\n)+\r\nhello$/);
  });
});

test('each record has the URL that its octets belong to', async () => {
  // A text that is not UTF-8: the gateway asks for the charset of the server's texts.
  const text = `gopher://localhost:${gopher.port}/0/charsets/letter.txt`;
  const directory = `ftp://localhost:${ftp.port}/pub/texts`;
  const urlsOf = async (args: readonly string[]): Promise<(string | null)[]> => {
    const file = join(folder, `${files++}.warc`);
    expect((await get(['--warc', file, ...args])).opened).toBe(true);
    return (await readWarc(file)).flatMap(({ type, url }) => (type === 'resource' ? [url] : []));
  };
  expect(await urlsOf([text])).toEqual([text, `gopher://localhost:${gopher.port}/0caps.txt`]);
  // A name that is a directory after all: the listing belongs to the link with a slash.
  expect((await urlsOf([directory])).at(0)).toBe(`${directory}/`);
});

test('a WARC file that cannot be written is an error before anything is fetched', async () => {
  gopher.log.length = 0;
  const args = ['--warc', join(folder, 'absent', 'a.warc'), `gopher://localhost:${gopher.port}/`];
  await expect(get(args)).rejects.toMatchObject({ code: 'ENOENT' });
  expect(gopher.log).toEqual([]);
});

test('an answer that says no is recorded, and one that breaks is marked', async () => {
  const refused = await recordsOf([`gopher://localhost:${gopher.port}/0/nope`]);
  expect(refused.records[2]?.block.toString()).toContain('is not in this museum');
  expect(refused.records[2]?.field('WARC-Truncated')).toBe(null);
  await gopher.faults.set('reset');
  const broken = await recordsOf([`gopher://localhost:${gopher.port}/9/large/3MB.bin`]);
  await gopher.faults.set(null);
  expect(broken.records[2]?.field('WARC-Truncated')).toBe('disconnect');
});

test.each([
  ['ftp', `ftp://curator:museum@localhost:${ftp.port}/ledger.txt`, '> PASS ***\r\n'],
  ['http', `http://curator:museum@127.0.0.1:${webPort}/`, 'Authorization: ***\r\n'],
])('passwords are in no record: %s', async (_, url, shown) => {
  const { file } = await recordsOf([url]);
  const text = readFileSync(file, 'latin1');
  expect(text).toContain(shown);
  expect(text).not.toContain(':museum');
  expect(text).not.toContain('PASS museum');
  expect(text).not.toContain(btoa('curator:museum'));
});

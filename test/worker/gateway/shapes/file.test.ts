/** Files over HTTP: conditions, ranges and HEAD, the headers of each answer, and when the server is asked. */
import { describe, expect, test } from 'vitest';
import type { File, FileTransfer } from '../../../../src/open/opened.ts';
import { respondWithFile } from '../../../../worker/gateway/shapes/file.tsx';
import { type Asking, contextOf } from '../context.ts';

const OCTETS = new TextEncoder().encode('0123456789');
const DATE = 'Wed, 01 Jan 2020 11:00:00 GMT';
const ETAG = 'W/"a-q3fd80"';

interface Told extends Partial<Omit<File, 'fetch' | 'close'>> {
  /** What the server has. */
  readonly octets?: Uint8Array;
  /** Where the server begins, whatever it was asked for. */
  readonly begins?: number;
  /** What is to be said at the end. */
  readonly remark?: string | null;
}

/** A file, and what was done with it. */
function fileOf({ octets = OCTETS, begins, remark = null, ...told }: Told = {}) {
  const done: string[] = [];
  const file: File = {
    shape: 'file',
    ...{ noun: null, name: 'a.bin', mediaType: null, size: octets.length, isExact: true, exists: true },
    ...{ modified: new Date(DATE), isBase: true, isResumable: true, isRead: false, json: null },
    read: () => {
      throw new Error('nothing is read');
    },
    async fetch(start = 0, end) {
      done.push(`fetch ${start}-${end ?? ''}`);
      const from = begins ?? start;
      const sent = octets.subarray(from, end);
      const transfer: FileTransfer = {
        ...{ shape: 'transfer', start: from, remark: () => remark },
        beginning: async (cap: number) => ({ octets: sent.subarray(0, cap), complete: sent.length <= cap }),
        close: () => void done.push('close transfer'),
      } as unknown as FileTransfer;
      return transfer;
    },
    close: () => void done.push('close'),
    ...told,
  };
  return { file, done };
}

/** The answer: its status, its headers and its octets, and what was done with the file. */
async function answer(asking: Asking, told: Told = {}) {
  const { file, done } = fileOf(told);
  const context = contextOf({ link: 'ftp://h.example/a.bin', ...asking });
  const response = await respondWithFile(context, file);
  if (!(response instanceof Response)) throw new Error('the file has moved');
  const { status, headers } = response;
  return { status, headers: Object.fromEntries(headers), text: await response.text(), done, notes: context.notes };
}

const ASKED = ['fetch 0-', 'close transfer'];

describe('a file', () => {
  test('has its octets, with its type, its name and its validators', async () => {
    const { status, headers, text, done, notes } = await answer({});
    expect({ status, text, done, unconfirmed: notes.unconfirmed }).toEqual({
      ...{ status: 200, text: '0123456789', done: ASKED, unconfirmed: contextOf().notes.unconfirmed },
    });
    expect(headers).toEqual({
      'accept-ranges': 'bytes',
      'content-disposition': 'attachment; filename="a.bin"',
      'content-encoding': 'identity',
      'content-type': 'application/octet-stream',
      etag: ETAG,
      'last-modified': DATE,
      vary: 'Accept, Sec-Fetch-Dest, Authorization',
    });
  });

  test.each<[what: string, told: Told, asking: Asking, headers: Record<string, string | undefined>]>([
    ['without a size', { size: null }, {}, { etag: undefined, 'last-modified': DATE }],
    ['without a date', { modified: null }, {}, { etag: undefined, 'last-modified': undefined }],
    ['that cannot be resumed', { isResumable: false }, {}, { 'accept-ranges': undefined }],
    ['whose server names its type', { mediaType: 'image/gif' }, {}, { 'content-type': 'image/gif' }],
    ['that may be kept', { freshFor: 60 }, {}, { 'cache-control': 'public, max-age=60, no-transform' }],
    [
      'that is read, of which only programs get the octets',
      { isRead: true },
      { query: '?format=raw' },
      { vary: 'Accept, Authorization' },
    ],
    [
      'after a login',
      { freshFor: 60 },
      { credentials: { user: 'a', password: 'b' } },
      { 'cache-control': 'private, no-store, no-transform' },
    ],
    [
      'whose octets are a text',
      { name: 'README', octets: new TextEncoder().encode('a text') },
      { query: '?charset=cp437' },
      {
        'content-type': expect.stringMatching(/^text\/plain/),
        'content-disposition': 'inline; filename="README"',
      },
    ],
  ])('%s', async (_, told, asking, headers) => {
    const found = (await answer(asking, told)).headers;
    for (const [name, value] of Object.entries(headers)) expect([name, found[name]]).toEqual([name, value]);
  });

  test('whose end its server did not confirm is noted', async () => {
    const { notes } = await answer({}, { remark: 'It said nothing at the end.' });
    expect(notes.unconfirmed).toBe(true);
  });

  test('that is shorter than its link says is whole', async () => {
    expect(await answer({}, { size: 20, isExact: false })).toMatchObject({ status: 200, text: '0123456789' });
  });

  test('that is longer than its server says has the length that was announced', async () => {
    expect(await answer({}, { size: 4 })).toMatchObject({ status: 200, text: '0123' });
  });
});

describe('a condition', () => {
  test.each<[headers: Record<string, string>, status: number]>([
    [{ 'If-None-Match': ETAG }, 304],
    [{ 'If-Modified-Since': DATE }, 304],
    [{ 'If-None-Match': '"x"' }, 200],
    [{ 'If-Match': ETAG }, 200],
    [{ 'If-Match': '"x"' }, 412],
    [{ 'If-Unmodified-Since': 'Wed, 01 Jan 2020 10:00:00 GMT' }, 412],
    // RFC 9110 §13.2.2: `If-Match` comes first.
    [{ 'If-Match': '"x"', 'If-None-Match': ETAG }, 412],
  ])('%j: %d', async (headers, status) => {
    const found = await answer({ headers });
    expect(found.status).toBe(status);
    expect(found.headers.etag).toBe(ETAG);
    expect(found.done).toEqual(status === 200 ? ASKED : ['close']);
  });
});

describe('a range', () => {
  const Range = 'bytes=2-4';
  const part = { 'content-range': 'bytes 2-4/10', 'accept-ranges': 'bytes' };

  test.each<[what: string, asking: Asking, told: Told, status: number, text: string, done: readonly string[]]>([
    ['of the middle', { headers: { Range } }, {}, 206, '234', ['fetch 2-5', 'close transfer']],
    ['to the end', { headers: { Range: 'bytes=8-' } }, {}, 206, '89', ['fetch 8-10', 'close transfer']],
    ['of the end', { headers: { Range: 'bytes=-3' } }, {}, 206, '789', ['fetch 7-10', 'close transfer']],
    ['with its tag', { headers: { Range, 'If-Range': ETAG } }, {}, 206, '234', ['fetch 2-5', 'close transfer']],
    ['with another tag', { headers: { Range, 'If-Range': '"x"' } }, {}, 200, '0123456789', ASKED],
    ['of a file that cannot be resumed', { headers: { Range } }, { isResumable: false }, 200, '0123456789', ASKED],
    ['of a file without a size', { headers: { Range } }, { size: null }, 200, '0123456789', ASKED],
    [
      'of a server that begins anyway',
      { headers: { Range } },
      { begins: 0 },
      200,
      '01234',
      ['fetch 2-5', 'close transfer'],
    ],
    ['beyond the end', { headers: { Range: 'bytes=10-' } }, {}, 416, '', ['close']],
    ['malformed', { headers: { Range: 'bytes=x' } }, {}, 200, '0123456789', ASKED],
  ])('%s', async (_, asking, told, status, text, done) => {
    const { begins, ...others } = told;
    const size = begins === undefined ? {} : { isExact: false };
    const found = await answer(asking, { ...others, ...size, ...(begins !== undefined && { begins }) });
    expect([found.status, found.text, found.done]).toEqual([status, text, done]);
  });

  test('says which part it is, and has the type that needs no octets', async () => {
    const { headers } = await answer({ headers: { Range } }, { name: 'a.gif' });
    expect(headers).toMatchObject({ ...part, 'content-type': 'image/gif', etag: ETAG });
  });

  test('beyond the end says how long the file is, if it is there', async () => {
    const headers = { Range: 'bytes=10-' };
    expect((await answer({ headers })).headers).toMatchObject({
      ...{ 'content-range': 'bytes */10', 'accept-ranges': 'bytes', etag: ETAG },
    });
    const unknown = await answer({ headers }, { exists: false });
    expect([unknown.status, unknown.headers]).toEqual([416, { 'content-range': 'bytes */10' }]);
  });

  test('of a file that turns out to be shorter than its link says', async () => {
    const headers = { Range: 'bytes=15-' };
    const found = await answer({ headers }, { size: 20, isExact: false });
    expect([found.status, found.headers, found.done]).toEqual([416, {}, ['fetch 15-20', 'close transfer']]);
  });
});

describe('HEAD', () => {
  const method = 'HEAD';

  test.each<[what: string, told: Told, length: string | undefined, done: readonly string[]]>([
    ['asks no server about a file that is there', {}, '10', ['close']],
    ['has no length without a size', { size: null }, undefined, ['close']],
    ['asks for one that may not be there', { exists: false }, undefined, ASKED],
  ])('%s', async (_, told, length, done) => {
    const found = await answer({ method }, told);
    expect([found.status, found.text, found.done]).toEqual([200, '', done]);
    expect([found.headers['content-length'], found.headers['accept-ranges']]).toEqual([length, 'bytes']);
  });

  test('says nothing of ranges where there are none, and has none itself', async () => {
    expect((await answer({ method }, { isResumable: false })).headers).not.toHaveProperty('accept-ranges');
    expect(await answer({ method, headers: { Range: 'bytes=2-4' } })).toMatchObject({ status: 200 });
    expect(await answer({ method, headers: { Range: 'bytes=10-' } })).toMatchObject({ status: 200 });
  });
});

describe('what stands in place of the octets', () => {
  test('is JSON for programs, if there is some, and asks no server', async () => {
    const found = await answer({ query: '?format=json' }, { json: () => ({ a: 1 }), freshFor: 9 });
    expect([found.status, found.text, found.done]).toEqual([
      ...[200, '{"input":"ftp://h.example/a.bin","canonical":"ftp://h.example/a.bin","a":1}\n', ['close']],
    ]);
    expect(found.headers).toMatchObject({
      ...{ 'content-type': 'application/json', 'cache-control': 'public, max-age=9', vary: 'Accept, Authorization' },
    });
    expect((await answer({ query: '?format=raw' }, { json: () => ({ a: 1 }) })).text).toBe('0123456789');
    expect((await answer({ query: '?format=json' })).text).toBe('0123456789');
  });

  const window = { Accept: 'text/html', 'Sec-Fetch-Dest': 'document' };

  test('is a player in a window, whose tag is not that of the file', async () => {
    const told = { name: 'a.mp3', mediaType: 'audio/mpeg' };
    const found = await answer({ headers: window }, told);
    expect([found.status, found.headers['content-type'], found.done]).toEqual([
      ...[200, 'text/html; charset=utf-8', ['fetch 0-', 'close transfer']],
    ]);
    expect(found.headers.etag).toMatch(/^W\/"a-q3fd80-[\w-]+"$/);
    expect(found.headers).not.toHaveProperty('last-modified');
    const again = await answer({ headers: { ...window, 'If-None-Match': found.headers.etag ?? '' } }, told);
    expect(again.status).toBe(304);
    expect((await answer({ headers: { ...window, 'If-None-Match': ETAG } }, told)).status).toBe(200);
    expect((await answer({ headers: { ...window, Range: 'bytes=0-1' } }, told)).text).toBe('01');
  });

  test('is nothing for a file whose octets are no text: it is sent, with its own validators', async () => {
    const found = await answer({ headers: window }, { name: 'a', octets: new Uint8Array([0, 1, 2, 0xff]) });
    expect(found.headers).toMatchObject({ etag: 'W/"4-q3fd80"', 'last-modified': DATE });
  });

  test('is the new link, if the name is a directory', async () => {
    const moved = { shape: 'moved', url: 'ftp://h.example/a/' } as const;
    const { file } = fileOf();
    const context = contextOf({ link: 'ftp://h.example/a' });
    expect(await respondWithFile(context, { ...file, fetch: async () => moved })).toBe(moved);
    const read = { ...file, isRead: true, fetch: async () => moved };
    expect(await respondWithFile(context, read)).toBe(moved);
  });
});

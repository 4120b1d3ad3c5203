/** What a request for a file gets: its octets, a part of them, what is in it, or only headers. */
import { describe, expect, test } from 'vitest';
import { transferOfKnown } from '../../../../src/open/known-octets.ts';
import type { File } from '../../../../src/open/opened.ts';
import { newNotes } from '../../../../worker/log.ts';
import { type Asked, shown } from '../opening.ts';

const octetsOf = (text: string) => new TextEncoder().encode(text);

/** A file of ten octets, and what is done with it. */
function fileOf(members: Partial<File> = {}, content = '0123456789', remark: string | null = null) {
  const done: string[] = [];
  const file: File = {
    ...{ shape: 'file', freshFor: 60, noun: null, name: 'a.bin', mediaType: null, size: 10, isExact: true },
    ...{ exists: true, modified: new Date('1994-01-31'), isBase: true, isResumable: true, isRead: false, json: null },
    read: (octets) => ({
      ...{ shape: 'text', noun: 'text', name: 'a.bin', octets, charset: 'utf-8', text: content },
      json: () => ({ text: content }),
    }),
    async fetch(start = 0, end) {
      done.push(end === undefined ? `fetch from ${start}` : `fetch from ${start} to ${end}`);
      const transfer = transferOfKnown(octetsOf(content).slice(start));
      const told = { start, remark: () => remark, close: () => void done.push('transfer closed') };
      return Object.assign(Object.create(transfer), told);
    },
    close: () => void done.push('file closed'),
    ...members,
  };
  return { file, done };
}

const NAMES = [
  'Content-Range',
  'Content-Length',
  'Content-Type',
  'Content-Disposition',
  'Accept-Ranges',
  'Last-Modified',
];

/** The status, the headers that differ, the octets, and what was done. */
async function answered({ file, done }: ReturnType<typeof fileOf>, asked: Asked = {}, method = 'GET') {
  const headers = { Accept: '*/*', 'Sec-Fetch-Dest': 'empty', ...asked.headers };
  const request = new Request('https://waypost.example/ftp/h.example/a.bin', { method, headers });
  const response = await shown('ftp://h.example/a.bin', file, { ...asked, more: { request, ...asked.more } });
  const told = NAMES.flatMap((name) => response.headers.get(name) ?? []);
  return { status: response.status, told, text: await response.text(), done };
}

const OF_FILE = ['application/octet-stream', 'attachment; filename="a.bin"', 'bytes', 'Mon, 31 Jan 1994 00:00:00 GMT'];

describe('the octets', () => {
  test('are sent as a whole', async () => {
    expect(await answered(fileOf())).toEqual({
      ...{ status: 200, told: OF_FILE, text: '0123456789', done: ['fetch from 0', 'transfer closed'] },
    });
  });

  test('are sent in part', async () => {
    expect(await answered(fileOf(), { headers: { Range: 'bytes=7-' } })).toEqual({
      ...{ status: 206, told: ['bytes 7-9/10', ...OF_FILE], text: '789' },
      done: ['fetch from 7 to 10', 'transfer closed'],
    });
  });

  test('are sent as a whole where the server begins at the first', async () => {
    const { file, done } = fileOf();
    const fetch: File['fetch'] = async () => Object.assign(Object.create(await file.fetch()), { start: 0 });
    const answer = await answered({ file: { ...file, fetch }, done }, { headers: { Range: 'bytes=7-' } });
    expect([answer.status, answer.text]).toEqual([200, '0123456789']);
  });

  test.each<[what: string, members: Partial<File>]>([
    ['a server that cannot begin in the middle', { isResumable: false }],
    ['a file of unknown size', { size: null }],
  ])('of %s have no parts', async (_what, members) => {
    expect((await answered(fileOf(members), { headers: { Range: 'bytes=7-' } })).status).toBe(200);
  });

  test('of a size in a link that is wrong have no part either', async () => {
    const { file, done } = fileOf({ isExact: false }, '');
    expect(await answered({ file, done }, { headers: { Range: 'bytes=7-' } })).toEqual({
      ...{ status: 416, told: [], text: '', done: ['fetch from 7 to 10', 'transfer closed'] },
    });
    expect((await answered(fileOf({ isExact: false }, ''))).status).toBe(200);
    const part = await answered(fileOf({ isExact: false }), { headers: { Range: 'bytes=7-' } });
    expect([part.status, part.text]).toEqual([206, '789']);
  });

  test.each([
    ['of which the server has confirmed the end', null, undefined],
    ['of which it has not', 'No reply 226.', true],
  ])('%s', async (_what, remark, unconfirmed) => {
    const notes = newNotes();
    await answered(fileOf({}, '0123456789', remark), { more: { notes } });
    expect(notes.unconfirmed).toBe(unconfirmed);
  });
});

describe('only headers are sent', () => {
  test('for HEAD', async () => {
    expect(await answered(fileOf(), {}, 'HEAD')).toEqual({
      ...{ status: 200, told: ['10', ...OF_FILE], text: '', done: ['file closed'] },
    });
  });

  test('for HEAD of a file of unknown size', async () => {
    expect((await answered(fileOf({ size: null, isResumable: false }), {}, 'HEAD')).told).not.toContain('10');
  });

  test('for HEAD of a file that may not exist, once its transfer has begun', async () => {
    const { status, done, text } = await answered(fileOf({ exists: false }), {}, 'HEAD');
    expect([status, done, text]).toEqual([200, ['fetch from 0', 'transfer closed'], '']);
  });

  test.each([
    [412, { 'If-Match': '"other"' }, []],
    [304, { 'If-Modified-Since': 'Mon, 31 Jan 1994 00:00:00 GMT' }, []],
    [416, { Range: 'bytes=10-' }, ['bytes */10']],
  ])('with %i for %o', async (status, headers, range) => {
    const answer = await answered(fileOf(), { headers });
    expect([answer.status, answer.text, answer.done]).toEqual([status, '', ['file closed']]);
    expect(answer.told.filter((value) => value.includes('*'))).toEqual(range);
    expect(answer.told.includes('bytes')).toBe(status === 416);
  });

  test('with 416 and nothing else for a file that may not exist', async () => {
    const answer = await answered(fileOf({ exists: false }), { headers: { Range: 'bytes=10-' } });
    expect([answer.status, answer.told]).toEqual([416, ['bytes */10']]);
  });
});

const LINK = 'ftp://h.example/a.bin';

describe('a file that is read', () => {
  const read = { isRead: true, mediaType: 'text/plain' };

  test('is JSON for programs, and its octets for those that want them', async () => {
    const { text, done } = await answered(fileOf(read), { query: 'format=json' });
    expect([JSON.parse(text), done]).toEqual([
      { input: LINK, canonical: LINK, text: '0123456789' },
      ['fetch from 0', 'transfer closed'],
    ]);
    expect((await answered(fileOf(read), { query: 'format=raw' })).text).toBe('0123456789');
    expect((await answered(fileOf(read), { query: 'format=raw&part=1' })).text).toBe('0123456789');
  });

  test('has parts if it is a message', async () => {
    const message = { isRead: true, mediaType: 'message/rfc822' };
    const answer = await answered(fileOf(message, 'Subject: Tea\r\n\r\nWords'), { query: 'format=raw&part=1' });
    expect([answer.text, answer.done]).toEqual(['Words', ['fetch from 0', 'transfer closed']]);
  });

  test('is a link where its name is a directory', async () => {
    const fetch: File['fetch'] = async () => ({ shape: 'moved', url: 'ftp://h.example/a.bin/', freshFor: 60 });
    for (const members of [read, {}]) {
      const response = await shown('ftp://h.example/a.bin', fileOf({ ...members, fetch }).file);
      expect([response.status, response.headers.get('Location')]).toEqual([302, '/ftp/h.example/a.bin/']);
    }
  });
});

test('JSON about a file needs no transfer', async () => {
  const { text, done } = await answered(fileOf({ json: () => ({ kind: 'file' }) }), { query: 'format=json' });
  expect([text, done]).toEqual([`{"input":"${LINK}","canonical":"${LINK}","kind":"file"}\n`, ['file closed']]);
});

describe('the page of a sound', () => {
  const page = (members: Partial<File>) =>
    answered(fileOf({ name: 'a.mp3', ...members }), { headers: { Accept: 'text/html', 'Sec-Fetch-Dest': 'document' } });

  test('needs a transfer that has begun', async () => {
    const { text, done } = await page({});
    expect([text.includes('<audio'), done]).toEqual([true, ['fetch from 0', 'transfer closed']]);
  });
});

/** Documents of WAIS: files that are offers, their kinds, and what is read of them. */
import { describe, expect, test } from 'vitest';
import type { OpenContext } from '../../../../src/open/contract.ts';
import type { File, FileTransfer } from '../../../../src/open/opened.ts';
import { wais } from '../../../../src/open/wais/wais.ts';
import { collect } from '../../../../src/protocols/connection.ts';
import { answerOf, diagnosticRecord, textRecord } from '../../../servers/wais/records.ts';
import { waisServer } from '../../protocols/wais/server.ts';
import { connectTo } from '../connect.ts';
import { contextOf, linkOf, shaped } from '../context.ts';

const ID = Uint8Array.of(1, 2, 0x2f, 0x61, 7, 1, 0);
const OUT_OF_RANGE = diagnosticRecord('SF', 'Request out of range');
const DOCUMENT = '1=%2Fa;7=%00;';

/** A document of a server with these answers. */
async function open(path: string, answers: readonly Uint8Array[] = [], asked: Partial<OpenContext> = {}) {
  const server = waisServer(answers);
  const link = linkOf('wais', `wais://h.example/db/${path}`);
  const file = shaped(await wais.open(link, contextOf({ ...connectTo(server), ...asked })), 'file');
  return { file, server };
}

async function transferOf(file: File, start?: number, end?: number): Promise<FileTransfer> {
  const transfer = await file.fetch(start, end);
  if (transfer.shape !== 'transfer') throw new TypeError('a document does not move');
  return transfer;
}

const text = (octets: Uint8Array) => Buffer.from(octets).toString('latin1');
const octetsOf = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'));

describe('a document is an offer', () => {
  test('no server is asked before it is fetched', async () => {
    const { file, server } = await open(`TEXT/9/${DOCUMENT}`);
    const { read: _read, json: _json, fetch: _fetch, close: _close, ...facts } = file;
    expect(facts).toEqual({
      ...{ shape: 'file', freshFor: 3600, noun: 'document', name: 'a', mediaType: 'text/plain', size: 9 },
      ...{ isExact: false, exists: false, modified: null, isBase: false, isResumable: true, isRead: true },
    });
    file.json?.({ open: () => null, openCanonical: () => null, self: () => '/raw' });
    file.close();
    expect([server.state.requests, server.state.closed]).toEqual([[], 0]);
  });

  test('the transfer has its octets, and ends the session', async () => {
    const { file, server } = await open(`TEXT/${DOCUMENT}`, [answerOf(textRecord(ID, 'tea'), OUT_OF_RANGE)]);
    expect([file.size, file.isResumable]).toEqual([null, false]);
    const transfer = await transferOf(file);
    expect([transfer.start, text((await collect(transfer, 100)).octets), transfer.remark()]).toEqual([0, 'tea', null]);
    transfer.close();
    expect(server.state.closed).toBe(1);
  });

  test('a part is asked for by its ends', async () => {
    const { file, server } = await open(`TEXT/9/${DOCUMENT}`, [answerOf(textRecord(ID, 'cake'))]);
    const transfer = await transferOf(file, 4, 8);
    expect([transfer.start, text((await collect(transfer, 100)).octets)]).toEqual([4, 'cake']);
    expect(text(server.state.requests[1] ?? new Uint8Array())).toMatch(/4[\s\S]*8/);
    transfer.close();
  });

  test.each([
    ['the rest of a short document', 3, 100, 'tea', true],
    ['no more than is wanted', 3, 2, 'te', false],
    ['no more than a sample', 70_000, 100_000, 'x'.repeat(64 * 1024), false],
  ])('its beginning is %s, and is read again', async (_what, length, cap, expected, complete) => {
    const whole = length === 3 ? 'tea' : 'x'.repeat(length);
    const { file } = await open(`TEXT/${DOCUMENT}`, [answerOf(textRecord(ID, whole), OUT_OF_RANGE)]);
    const transfer = await transferOf(file);
    const beginning = await transfer.beginning(cap);
    expect([text(beginning.octets), beginning.complete]).toEqual([expected, complete]);
    expect(text((await collect(transfer, 100_000)).octets)).toBe(whole);
    transfer.close();
  });

  test('that the server does not have is an error of its transfer', async () => {
    const { file } = await open(`TEXT/${DOCUMENT}`, [answerOf(OUT_OF_RANGE)]);
    await expect((await transferOf(file)).beginning(100)).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('the name of a document', () => {
  test.each([
    [`TEXT/${DOCUMENT}`, 'a'],
    ['TEXT/1=h%3A210;2=db;3=%2Fpub%2Fwais.txt;7=%00;', 'wais.txt'],
    ['TEXT/2=%2Ffirst;3=;4=%2Fother;', 'first'],
    ['GIF/7=%20;', 'GIF'],
    ['TEXT/3=a%1B[2Jb;', 'ab'],
    ['TEXT/3=%2Fpub%2Ftea%2F;', 'tea'],
    ['TEXT/3=%2Fpub%2Fgreen%20tea%20;', 'tea'],
    ['TEXT/3=%2F;4=%20;', 'TEXT'],
    ['TEXT/2=%2F;4=%2Flast;', 'last'],
  ])('of %s is %s', async (path, name) => {
    expect((await open(path)).file.name).toBe(name);
  });
});

describe('the kind of a document', () => {
  test.each([
    ['TEXT', true, 'text/plain'],
    ['text', true, 'text/plain'],
    ['WSRC', true, 'text/plain'],
    ['URL', true, 'text/plain'],
    ['MIME', true, 'message/rfc822'],
    ['HTML', false, 'text/html'],
    ['gif', false, 'image/gif'],
    ['DVI', false, 'application/x-dvi'],
    ['TEXT-FTP', true, 'text/plain'],
    ['WCAT', true, 'text/plain'],
    ['JPEG', false, 'image/jpeg'],
    ['JPG', false, 'image/jpeg'],
    ['PNG', false, 'image/png'],
    ['TIFF', false, 'image/tiff'],
    ['PICT', false, 'image/x-pict'],
    ['PS', false, 'application/postscript'],
    ['PDF', false, 'application/pdf'],
    ['WORD', false, null],
  ])('%s', async (type, isRead, mediaType) => {
    const { file } = await open(`${type}/${DOCUMENT}`);
    expect([file.isRead, file.mediaType]).toEqual([isRead, mediaType]);
  });

  test.each([
    ['WORD/3=a.gif;', 'image/gif'],
    ['WORD/3=a;', 'application/octet-stream'],
    ['PS/3=a.gif;', 'application/postscript'],
  ])('programs learn that %s is %s', async (path, mediaType) => {
    const { file } = await open(path);
    expect(
      file.json?.({ open: () => null, openCanonical: () => null, self: ({ format }) => `/it?format=${format}` }),
    ).toEqual({
      kind: 'file',
      name: path.includes('.gif') ? 'a.gif' : 'a',
      mediaType,
      links: { raw: '/it?format=raw' },
    });
  });
});

describe('what is read of a document', () => {
  const read = async (type: string, octets: string, charset: string | null = null) => {
    const { file } = await open(`${type}/${DOCUMENT}`, [], { charset });
    return file.read(octetsOf(octets));
  };
  const LINKS = { open: () => null, openCanonical: () => null, self: () => '' };

  test('a text has pieces, without the marks of paragraphs, which stay in its JSON', async () => {
    const shown = await read('TEXT', '\x1b\x01\x02\x03\x04Green \x1b(tea\x1b)\r\n');
    const { json: _json, content: _content, ...facts } = shaped(shown, 'text');
    expect(facts).toEqual({
      ...{ shape: 'text', freshFor: 3600, noun: 'document', name: 'a', charset: 'utf-8', text: 'Green tea\r\n' },
      octets: octetsOf('\x1b\x01\x02\x03\x04Green \x1b(tea\x1b)\r\n'),
    });
    expect(shaped(shown, 'text').content).toEqual({
      kind: 'marked',
      pieces: [
        { text: 'Green ', highlighted: false },
        { text: 'tea', highlighted: true },
        { text: '\r\n', highlighted: false },
      ],
    });
    expect(shown.json(LINKS)).toEqual({
      kind: 'text',
      charset: 'utf-8',
      text: '\x1b\x01\x02\x03\x04Green \x1b(tea\x1b)\r\n',
      databases: [],
    });
  });

  test.each([
    [null, 'windows-1252', 'Jörg'],
    ['koi8-r', 'koi8-r', 'JЖrg'],
  ])('in the charset %s it is in %s', async (chosen, charset, expected) => {
    expect(await read('TEXT', 'J\xf6rg', chosen)).toMatchObject({ charset, text: expected });
  });

  test('a file that turns out to be a text is read as one', async () => {
    expect(shaped(await read('WORD', 'tea'), 'text').content).toMatchObject({ kind: 'marked' });
  });

  test('a link is its URL', async () => {
    expect(shaped(await read('URL', ' http://h.example/ \n'), 'text').content).toEqual({
      kind: 'link',
      url: 'http://h.example/',
    });
  });

  test('a description is a list of databases', async () => {
    const source = '(:source :ip-name "h" :tcp-port 8000 :database-name "a/b" :description "T\x07ea")';
    const shown = shaped(await read('WSRC', source), 'text');
    expect(shown.content).toEqual({
      kind: 'links',
      links: [{ text: 'a/b at h', url: 'wais://h:8000/a%2Fb', about: 'Tea' }],
    });
    expect(shown.json(LINKS)).toMatchObject({ databases: [{ host: 'h', port: 8000, database: 'a/b' }] });
    expect(shaped(await read('WSRC', 'no description'), 'text').content).toMatchObject({ kind: 'marked' });
    const silent = '(:source :ip-name "h" :tcp-port 210 :database-name "a\x07b")';
    expect(shaped(await read('WSRC', silent + source), 'text').content).toEqual({
      kind: 'links',
      links: [
        { text: 'ab at h', url: 'wais://h:210/a%07b', about: null },
        { text: 'a/b at h', url: 'wais://h:8000/a%2Fb', about: 'Tea' },
      ],
    });
    // The databases in other texts are words.
    expect((await read('TEXT', source)).json(LINKS)).toMatchObject({ databases: [] });
  });

  test('a message keeps its octets, of which no escape is a mark of a paragraph', async () => {
    const message = 'Subject: Tea\r\n\r\n\x1b(Hello\x1b)\x1b1234\r\n';
    const shown = await read('MIME', message);
    expect([shown.shape, text(shown.octets), shown.text]).toEqual([
      'message',
      message,
      'Subject: Tea\r\n\r\nHello\x1b1234\r\n',
    ]);
    expect(shown).toMatchObject({ noun: 'document', name: 'a', freshFor: 3600, charset: 'utf-8' });
    expect('content' in shown).toBe(false);
  });
});

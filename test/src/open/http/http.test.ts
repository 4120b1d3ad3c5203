/** The opener of web links: its requests to the octet, and what it makes of answers. */
import { describe, expect, test } from 'vitest';
import type { OpenContext } from '../../../../src/open/contract.ts';
import { http } from '../../../../src/open/http/http.ts';
import type { Body } from '../../../../src/protocols/connection.ts';
import { contextOf, linkOf, shaped } from '../context.ts';
import { type Answers, answerOf, webDouble } from './web.ts';

const LINK = 'http://h.example/a.txt?q';

async function open(answers: Answers, members: Partial<OpenContext> = {}, url = LINK) {
  const web = webDouble(answers);
  const opened = await http.open(linkOf('http', url), contextOf({ connect: web.connect, ...members }));
  return { opened, ...web };
}

async function errorOf(answers: Answers, members: Partial<OpenContext> = {}) {
  const web = webDouble(answers);
  const opening = http.open(linkOf('http', LINK), contextOf({ connect: web.connect, ...members }));
  const error = await opening.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return { error, ...web };
}

async function textOf(body: Body | null): Promise<string> {
  let text = '';
  for (let part = await body?.read(); part; part = await body?.read()) text += Buffer.from(part).toString('latin1');
  return text;
}

const OK = answerOf('200 OK', ['Content-Type: text/plain; charset=iso-8859-1', 'Content-Length: 3'], 'abc');

describe('a request', () => {
  test.each([
    ['values', 'GET'],
    ['octets', 'GET'],
    ['json', 'HEAD'],
  ] as const)('for %s is %s', async (wants, method) => {
    const { server } = await open(OK, { wants });
    expect(server.requests).toEqual([
      `${method} /a.txt?q HTTP/1.1\r\nHost: h.example\r\nUser-Agent: test/1\r\nAccept: */*\r\n` +
        'Accept-Encoding: identity\r\nConnection: close\r\n\r\n',
    ]);
  });

  test('has the user info of its link, in Basic, before the field of the connection', async () => {
    const { server } = await open(OK, { credentials: { user: 'u', password: 'p:\xe9' } });
    const fields = server.requests[0]?.split('\r\n').slice(-4);
    expect(fields).toEqual([`Authorization: Basic ${btoa('u:p:\xe9')}`, 'Connection: close', '', '']);
  });

  test.each([
    ['http://h.example/', 'h.example', { host: 'h.example', port: 80, defaultPort: 80, tls: 'none' }],
    ['http://h.example:8080/', 'h.example:8080', { host: 'h.example', port: 8080, defaultPort: 80, tls: 'none' }],
    ['https://h.example/', 'h.example', { host: 'h.example', port: 443, defaultPort: 443, tls: 'implicit' }],
    ['https://[::1]:80/', '[::1]:80', { host: '[::1]', port: 80, defaultPort: 443, tls: 'implicit' }],
  ])('%s goes to %s', async (url, host, options) => {
    const { server, dialled } = await open(OK, {}, url);
    expect([server.requests[0]?.split('\r\n')[1], dialled]).toEqual([`Host: ${host}`, [options]]);
  });

  test('may be as long as a link', async () => {
    const path = `/${'a'.repeat(60_000)}`;
    const { server } = await open(OK, {}, `http://h.example${path}`);
    expect(server.requests[0]?.startsWith(`GET ${path} HTTP/1.1\r\n`)).toBe(true);
  });
});

describe('octets', () => {
  test('come as they arrive, with the type that the server declares', async () => {
    const { opened, server } = await open(OK);
    const octets = shaped(opened, 'octets');
    expect([octets.name, octets.mediaType, server.open]).toEqual(['a.txt', 'text/plain; charset=iso-8859-1', 1]);
    expect(await textOf(octets.body)).toBe('abc');
    octets.body?.close();
    expect(server.open).toBe(0);
  });

  test.each([
    ['of a length', ['Content-Length: 3'], 'abcdef', 'abc'],
    ['in chunks', ['Transfer-Encoding: chunked'], '1\r\na\r\n2;x\r\nbc\r\n0\r\n\r\n', 'abc'],
    ['to the end of the connection', [], 'abcdef', 'abcdef'],
    ['compressed, though nobody asked for that', ['Content-Encoding: gzip', 'Content-Length: 1'], '\x1f', '\x1f'],
  ])('%s', async (_what, fields, body, text) => {
    const { opened } = await open(answerOf('200 OK', fields, body));
    expect(await textOf(shaped(opened, 'octets').body)).toBe(text);
  });

  test.each([
    ['204 No Content', 'abc', ''],
    ['206 Partial Content', 'abc', 'abc'],
    ['299 Fine', 'abc', 'abc'],
  ])('of %s', async (status, body, text) => {
    const { opened } = await open(answerOf(status, [], body));
    expect(await textOf(shaped(opened, 'octets').body)).toBe(text);
  });

  test('without a type are octets, and the first of two types counts', async () => {
    const typeOf = async (fields: readonly string[]) =>
      shaped((await open(answerOf('200 OK', fields))).opened, 'octets').mediaType;
    expect(await typeOf([])).toBe('application/octet-stream');
    expect(await typeOf(['Content-Type: text/html', 'content-type: text/plain'])).toBe('text/html');
  });

  test('have no limit', async () => {
    const length = 8 * 1024 * 1024 + 1;
    const { opened } = await open(answerOf('200 OK', [`Content-Length: ${length}`], 'x'.repeat(length)));
    let octets = 0;
    const { body } = shaped(opened, 'octets');
    for (let part = await body?.read(); part; part = await body?.read()) octets += part.byteLength;
    expect(octets).toBe(length);
  });

  test.each([
    ['a length', ['Content-Length: 4'], 'abc'],
    ['a chunk', ['Transfer-Encoding: chunked'], '4\r\nabc'],
  ])('that end before %s does are an error when they are read', async (_what, fields, body) => {
    const { opened } = await open(answerOf('200 OK', fields, body));
    await expect(textOf(shaped(opened, 'octets').body)).rejects.toMatchObject({ code: 'unreachable' });
  });
});

describe('JSON', () => {
  const jsonOf = async (fields: readonly string[], url = LINK) => {
    const { opened, server } = await open(answerOf('200 OK', fields), { wants: 'json' }, url);
    const file = shaped(opened, 'file');
    expect(server.open).toBe(0);
    return { file, json: file.json?.({ open: () => null, openCanonical: () => null, self: () => '' }) };
  };

  test('is what the header says', async () => {
    const modified = 'Last-Modified: Fri, 03 Feb 1995 04:05:06 GMT';
    const { file, json } = await jsonOf(['Content-Type: text/html', 'Content-Length: 12', modified]);
    expect(JSON.parse(JSON.stringify(json))).toEqual({
      ...{ kind: 'file', mediaType: 'text/html', size: 12, modified: '1995-02-03T04:05:06.000Z' },
    });
    const { read: _read, json: _json, fetch: _fetch, close: _close, ...facts } = file;
    expect(facts).toEqual({
      ...{ shape: 'file', noun: 'file', name: 'a.txt', mediaType: 'text/html', size: 12, isExact: true, exists: true },
      ...{ modified: new Date('1995-02-03T04:05:06Z'), isBase: true, isResumable: false, isRead: false },
    });
  });

  test.each([
    [null, 'windows-1252', 'caf\xe9'],
    ['koi8-r', 'koi8-r', 'cafИ'],
  ])('of a text in the charset %s', async (charset, used, text) => {
    const { opened } = await open(OK, { wants: 'json', charset });
    const octets = Buffer.from('caf\xe9', 'latin1');
    const { json, ...read } = shaped(shaped(opened, 'file').read(octets), 'text');
    expect(read).toEqual({ shape: 'text', noun: 'file', name: 'a.txt', octets, charset: used, text });
    expect(json({ open: () => null, openCanonical: () => null, self: () => '' })).toEqual({
      ...{ kind: 'text', charset: used, text },
    });
  });

  test.each([
    ['http://h.example/', ''],
    ['http://h.example/a/b%20c?d/e', 'b c'],
    ['http://h.example/a/', ''],
  ])('of %s has the name %j', async (url, name) => {
    expect((await jsonOf([], url)).file.name).toBe(name);
  });

  test('may be of a link that has moved, before or when it is fetched', async () => {
    const moved = answerOf('301 Moved', ['Location: /b']);
    const target = { shape: 'moved', url: 'http://h.example/b' };
    expect((await open(moved, { wants: 'json' })).opened).toEqual(target);
    const { opened, server } = await open({ 'HEAD /a.txt?q': OK, 'GET /a.txt?q': moved }, { wants: 'json' });
    expect([await shaped(opened, 'file').fetch(), server.open]).toEqual([target, 0]);
  });

  test('of an empty file has an empty beginning', async () => {
    const empty = answerOf('200 OK', ['Content-Length: 0']);
    const { opened } = await open({ 'HEAD /a.txt?q': empty, 'GET /a.txt?q': empty }, { wants: 'json' });
    const transfer = await shaped(opened, 'file').fetch();
    if (transfer.shape !== 'transfer') throw new TypeError('moved');
    expect(await transfer.beginning(1)).toEqual({ octets: new Uint8Array(), complete: true });
    expect(await transfer.read()).toBeNull();
  });

  test.each([
    [[], null, null],
    [['Content-Length: many', 'Last-Modified: once'], null, null],
    [['Content-Length: 0', 'Last-Modified: 1995'], 0, '1995-01-01T00:00:00.000Z'],
  ])('of %j has the size %j and the date %j', async (fields, size, modified) => {
    const { json } = await jsonOf(fields);
    expect(JSON.parse(JSON.stringify(json))).toMatchObject({ size, modified });
  });

  test('is an offer: the octets come with another request', async () => {
    const { opened, server } = await open({ 'HEAD /a.txt?q': OK, 'GET /a.txt?q': OK }, { wants: 'json' });
    const transfer = await shaped(opened, 'file').fetch();
    if (transfer.shape !== 'transfer') throw new TypeError('moved');
    const { octets, complete } = await transfer.beginning(1);
    expect([Buffer.from(octets).toString(), complete, await textOf(transfer)]).toEqual(['abc', false, 'abc']);
    expect([transfer.start, transfer.remark(), server.requests.length]).toEqual([0, null, 2]);
    transfer.close();
    expect(server.open).toBe(0);
  });
});

describe('a redirect', () => {
  test.each([
    ['301 Moved', '/b', 'http://h.example/b'],
    ['302 Found', 'c', 'http://h.example/c'],
    ['307 Now', 'https://other.example/', 'https://other.example/'],
    ['300 Choose', 'http://u:p@other.example/', 'http://u:p@other.example/'],
    ['399 Odd', '/\xc3\xa9', 'http://h.example/%C3%A9'],
  ])('%s %s leads to %s', async (status, location, url) => {
    const { opened, server } = await open(answerOf(status, [`Location: ${location}`], 'See there.'));
    expect([opened, server.open]).toEqual([{ shape: 'moved', url }, 0]);
  });

  test.each([
    ['nowhere', []],
    ['to no URL', ['Location: http://h:x/']],
    ['to another protocol', ['Location: gopher://h.example/']],
  ])('%s is an error', async (_what, fields) => {
    const { error, server } = await errorOf(answerOf('302 Found', fields));
    expect(error).toMatchObject({ code: 'malformed', message: 'The server says: 302 Found' });
    expect(server.open).toBe(0);
  });

  test('sends no user info of the link to another', () => {
    expect([http.sendsUserInfo, http.mostRedirects]).toEqual([true, 20]);
  });
});

describe('a refusal', () => {
  test.each([
    ['400 Bad', 'invalid-request'],
    ['402 Pay', 'not-found'],
    ['300 Choose', 'malformed'],
    ['399 Odd', 'malformed'],
    ['501 What?', 'malformed'],
    ['502 Broken', 'malformed'],
    ['401 Who?', 'login-required'],
    ['403 No', 'forbidden'],
    ['404 Not Found', 'not-found'],
    ['410 Gone', 'not-found'],
    ['429 Slow down', 'rate-limited'],
    ['451 Law', 'forbidden'],
    ['499', 'not-found'],
    ['500 Oops', 'malformed'],
    ['503 Busy', 'busy'],
    ['504 Late', 'timeout'],
  ])('%s is %s', async (status, code) => {
    const { error, server } = await errorOf(answerOf(status, [], 'Sorry.'));
    expect(error).toMatchObject({ code, message: `The server says: ${status}` });
    expect(server.open).toBe(0);
  });

  test('without words has its number alone', async () => {
    const { error } = await errorOf(answerOf('404 '));
    expect(error).toMatchObject({ code: 'not-found', message: 'The server says: 404', status: 404 });
  });

  test('is read to its end, and a body that breaks off changes nothing', async () => {
    const reads: number[] = [];
    const web = webDouble(answerOf('404 Not Found', ['Content-Length: 9'], 'abc'));
    const connect: OpenContext['connect'] = async (options) => {
      const connection = await web.connect(options);
      const read = connection.read.bind(connection);
      return Object.assign(connection, {
        read: async () => {
          const octets = await read();
          reads.push(octets?.byteLength ?? -1);
          return octets;
        },
      });
    };
    const opening = http.open(linkOf('http', LINK), contextOf({ connect }));
    await expect(opening).rejects.toMatchObject({ code: 'not-found' });
    expect(reads.at(-1)).toBe(-1);
  });
});

describe('a refusal without an end', () => {
  const reading = async (failAt: number) => {
    const web = webDouble({ 'GET /a.txt?q': [answerOf('404 No'), ...Array<string>(3000).fill('x'.repeat(512))] });
    let octets = 0;
    const connect: OpenContext['connect'] = async (options) => {
      const connection = await web.connect(options);
      const read = connection.read.bind(connection);
      return Object.assign(connection, {
        read: async () => {
          const part = await read();
          if (octets > failAt) throw new TypeError('a bug');
          if (part?.byteLength === 512) octets += 512;
          return part;
        },
      });
    };
    const failed = http.open(linkOf('http', LINK), contextOf({ connect }));
    const error = await failed.then(() => null, String);
    return { error, octets, open: web.server.open };
  };

  test('is read up to a mebibyte', async () => {
    expect(await reading(Number.POSITIVE_INFINITY)).toEqual({
      ...{ error: 'ProtocolError: The server says: 404 No', octets: 1024 * 1024 + 512, open: 0 },
    });
  });

  test('shows a bug', async () => {
    expect((await reading(5000)).error).toBe('TypeError: a bug');
  });
});

describe('what is no HTTP', () => {
  const message = 'The server did not answer with HTTP/1.1.';

  test.each([
    ['another protocol', '220 FTP server ready\r\n'],
    ['a field without a name', 'HTTP/1.1 200 OK\r\n: b\r\n\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n'],
    ['a header that is too long', `HTTP/1.1 200 OK\r\n${'A: b\r\n'.repeat(4000)}\r\n`],
  ])('%s', async (_what, answer) => {
    const { error } = await errorOf(answer);
    expect(error).toMatchObject({ name: 'ProtocolError', code: 'malformed', message });
  });

  test.each([
    ['nothing', '', 'The server closed the connection without an answer.'],
    [
      'a header without an end',
      'HTTP/1.1 200 OK\r\nA: b\r\n',
      'The server closed the connection in the middle of its answer.',
    ],
  ])('%s is an end', async (_what, answer, message) => {
    const { error } = await errorOf(answer);
    expect(error).toMatchObject({ name: 'ProtocolError', code: 'unreachable', message });
  });

  test('a failure of the network stays what it is', async () => {
    const failure = new TypeError('no network');
    const opening = http.open(linkOf('http', LINK), contextOf({ connect: () => Promise.reject(failure) }));
    await expect(opening).rejects.toBe(failure);
  });
});

/** Files from an FTP server in memory: no transfer that breaks looks whole. */
import { describe, expect, test, vi } from 'vitest';
import { FtpClient } from '../../../../src/protocols/ftp/client.ts';
import { CLOSED_PORT, ftpDouble, loggedIn, textOf } from './double.ts';

describe('files', () => {
  test('octets, then the confirmation of the server', async () => {
    const { client, server, sent } = await loggedIn({ RETR: 'DATA a\xff\r\n' });
    const download = await client.retrieve('a b');
    expect([await textOf(download), await download.read()]).toEqual(['a\xff\r\n', null]);
    // vsftpd with TLS confirms nothing while the data connection is open, and this server neither.
    expect(sent()).toEqual(['TYPE I', 'EPSV', '(data 40000)', 'RETR a b', '(data closed)']);
    client.close();
    expect(server.open).toBe(0);
  });

  test('over TLS, the data too', async () => {
    const server = ftpDouble({ RETR: 'DATA abc' });
    const client = await FtpClient.logIn(server.connect, { tls: 'implicit' });
    expect(await textOf(await client.retrieve('x'))).toBe('abc');
    expect(server.received).toEqual(expect.arrayContaining(['(data 40000 starttls)', '(TLS for data)']));
  });

  test.each([
    ['with line ends that the server converts', {}, { type: 'A' }, 0, ['TYPE A', 'EPSV', '(data 40000)', 'RETR x']],
    ['from an offset', {}, { start: 5 }, 5, ['TYPE I', 'EPSV', '(data 40000)', 'REST 5', 'RETR x']],
    ['whole, as the server knows no offsets', { REST: '502 No.' }, { start: 5 }, 0, expect.arrayContaining(['REST 5'])],
    ['that the server ends early', { RETR: 'EARLY abc' }, {}, 0, expect.arrayContaining(['RETR x'])],
    [
      'from the port of PASV',
      { EPSV: '502 No.', PASV: '227 (192,0,2,1,156,65)' },
      {},
      0,
      expect.arrayContaining(['(data 40001)']),
    ],
    [
      'from the port of PASV, as that of EPSV is closed',
      { EPSV: `229 (|||${CLOSED_PORT}|)`, PASV: '227 (192,0,2,1,156,65)' },
      {},
      0,
      expect.arrayContaining([`(data ${CLOSED_PORT})`, '(data 40001)']),
    ],
  ] as const)('%s', async (_what, script, options, start, expected) => {
    const { client, sent } = await loggedIn({ RETR: 'DATA abc', ...script });
    const download = await client.retrieve('x', options);
    expect([download.start, await textOf(download)]).toEqual([start, 'abc']);
    expect(sent().slice(0, -1)).toEqual(expected);
  });

  const ANNOUNCED = (size: number) => `The server announced ${size} octets and sent 3.`;
  test.each([
    ['the transfer breaks', 'BROKEN abc', null, 'busy', 'The server says: 451 No more.'],
    ['fewer octets than announced', 'DATA abc', 4, 'malformed', ANNOUNCED(4)],
    ['more octets than announced', 'DATA abc', 2, 'malformed', ANNOUNCED(2)],
    ['octets of an empty file', 'DATA abc', 0, 'malformed', ANNOUNCED(0)],
    ['the server fails after all octets', 'BROKEN(550 Failed.) abc', 3, 'not-found', 'The server says: 550 Failed.'],
    ['the server leaves before all octets', 'BROKEN(421 Bye.) abc', 4, 'busy', 'The server says: 421 Bye.'],
    ['the server leaves after more octets', 'BROKEN(421 Bye.) abc', 2, 'busy', 'The server says: 421 Bye.'],
    ['the server leaves, and no number is known', 'BROKEN(421 Bye.) abc', null, 'busy', 'The server says: 421 Bye.'],
  ])('%s: an error after all that arrived, not an end', async (_what, reply, size, code, message) => {
    const { client } = await loggedIn({ RETR: reply });
    const download = await client.retrieve('x', { size });
    expect(Buffer.from((await download.read()) ?? []).toString()).toBe('abc');
    await expect(download.read()).rejects.toMatchObject({ code, message });
  });

  test('421 after as many octets as announced is about the idle control connection: an end, which says so', async () => {
    const { client } = await loggedIn({ RETR: 'BROKEN(421 Timeout.) abc' });
    const download = await client.retrieve('x', { size: 3 });
    expect([await textOf(download), download.unconfirmed]).toEqual(['abc', true]);
  });

  test('the octets that are announced are those after the offset', async () => {
    const { client } = await loggedIn({ RETR: 'DATA abc' });
    expect(await textOf(await client.retrieve('x', { start: 5, size: 8 }))).toBe('abc');
    const error = { message: 'The server announced 4 octets and sent 3.' };
    await expect(textOf(await client.retrieve('x', { start: 5, size: 9 }))).rejects.toMatchObject(error);
  });

  test('as many octets as announced, and no reply: an end, which says so', async () => {
    const { client } = await loggedIn({ RETR: 'GONE abc' });
    const download = await client.retrieve('x', { size: 3 });
    expect([await textOf(download), download.unconfirmed]).toEqual(['abc', true]);
    const confirmed = await (await loggedIn({ RETR: 'DATA abc' })).client.retrieve('x', { size: 3 });
    expect([await textOf(confirmed), confirmed.unconfirmed]).toEqual(['abc', false]);
  });

  test.each([
    ['fewer octets than announced', 4, 'unreachable'],
    ['an unknown number of octets', null, 'unreachable'],
  ])('%s, and no reply: an error', async (_what, size, code) => {
    const { client } = await loggedIn({ RETR: 'GONE abc' });
    await expect(textOf(await client.retrieve('x', { size }))).rejects.toMatchObject({ code });
  });

  test.each([
    ['a refusal', { RETR: '550 No.' }, 'not-found'],
    ['no data connection', { EPSV: '502 No.', PASV: '502 No.' }, 'unsupported'],
    ['PASV without a port', { EPSV: '502 No.', PASV: '227 Somewhere.' }, 'malformed'],
    ['no port that is open', { EPSV: `229 (|||${CLOSED_PORT}|)`, PASV: '502 No.' }, 'unreachable'],
  ])('%s', async (_what, script, code) => {
    const { client, server } = await loggedIn(script);
    await expect(client.retrieve('x')).rejects.toMatchObject({ code });
    expect(server.open).toBe(1);
  });

  test('a name that is a directory', async () => {
    const { client, sent } = await loggedIn({ RETR: '550 Not a plain file.' });
    expect(await client.retrieveUnlessDirectory('x')).toBe(null);
    expect(sent().at(-1)).toBe('CWD x');
  });

  test('after a download that was closed early, the session goes on', async () => {
    const { client, sent } = await loggedIn({ RETR: 'OPEN abc', SIZE: '213 3' });
    const download = await client.retrieve('x');
    await download.read();
    download.close();
    // The reply to SIZE, not the one that the transfer still owed.
    expect(await client.facts('x')).toMatchObject({ kind: 'file', size: 3 });
    expect(sent()).toContain('SIZE x');
  });
});

describe('the beginning of a file', () => {
  const octets = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'));

  test('a short file is complete, and can be read again', async () => {
    const { client } = await loggedIn({ RETR: 'DATA abc' });
    const download = await client.retrieve('x');
    expect(await download.beginning(1000)).toEqual({ octets: octets('abc'), complete: true });
    expect(await textOf(download)).toBe('abc');
  });

  test('a short file that breaks is an error', async () => {
    const { client } = await loggedIn({ RETR: 'BROKEN abc' });
    await expect((await client.retrieve('x')).beginning(1000)).rejects.toMatchObject({ status: 451 });
  });

  test('an empty file', async () => {
    const { client } = await loggedIn({ RETR: 'DATA ' });
    expect(await (await client.retrieve('x')).beginning(1000)).toEqual({ octets: octets(''), complete: true });
  });

  test.each([
    ['a long file', 20_000, 1_000_000],
    ['more than the caller needs', 100, 10],
  ])('%s is not complete', async (_what, length, cap) => {
    const { client } = await loggedIn({ RETR: `DATA ${'x'.repeat(length)}` });
    const download = await client.retrieve('x');
    expect(await download.beginning(cap)).toMatchObject({ complete: false });
    expect((await textOf(download)).length).toBe(length);
  });

  test('a slow file begins after a second', async () => {
    vi.useFakeTimers();
    try {
      const { client } = await loggedIn({ RETR: 'OPEN abc' });
      const download = await client.retrieve('x');
      const beginning = download.beginning(1000);
      await vi.advanceTimersByTimeAsync(1000);
      expect(await beginning).toEqual({ octets: octets('abc'), complete: false });
      const [first, second] = [await download.read(), download.read()];
      expect(Buffer.from(first ?? []).toString()).toBe('abc');
      download.close();
      await expect(second).rejects.toMatchObject({ code: 'unreachable' });
    } finally {
      vi.useRealTimers();
    }
  });
});

/** One session for the links of an FTP server: when it serves the next link, and what each link says then. */
import { describe, expect, test } from 'vitest';
import { explain } from '../../../../src/index.ts';
import type { SocketConnection } from '../../../../src/net/connection.ts';
import { Deadline, timedOut } from '../../../../src/net/deadline.ts';
import { GatewayError } from '../../../../src/net/failure.ts';
import { type CheckRun, checkLink } from '../../../../src/open/check-link.ts';
import { IdleSessions } from '../../../../src/open/idle-sessions.ts';
import { ProtocolError } from '../../../../src/protocols/protocol-error.ts';
import { type ChangingScript, type FtpDouble, ftpDouble } from '../../protocols/ftp/double.ts';
import { contextOf } from '../context.ts';

/** A server that has /pub/a.txt, and can say where it is. */
const HOME: ChangingScript = {
  PWD: '257 "/" is the current directory.',
  SIZE: '213 3',
  MDTM: '550 No.',
  LIST: 'OPEN abc',
  'CWD /': '250 Home.',
  'SIZE gone.txt': '550 No such file.',
  'CWD gone.txt': '550 No such file.',
  'CWD nowhere': '550 No such directory.',
};
const RETURN = ['CWD /', 'PWD'];

/** Checks links one after the other. Each login is at the next of these servers. */
async function checks(
  scripts: readonly ChangingScript[],
  paths: readonly string[],
  { isBatch = true, failure = null }: { isBatch?: boolean; failure?: Error | null } = {},
) {
  const servers = scripts.map((script) => ftpDouble({ ...HOME, ...script }));
  const { settings, signal, userAgent, robots, askProspero } = contextOf({});
  const sessions = new IdleSessions(1);
  const used: FtpDouble[] = [];
  const found: unknown[] = [];
  for (const path of paths) {
    const dial: CheckRun['dial'] = async (_target, _deadlines) => {
      const server = servers[Math.min(used.length, servers.length - 1)];
      if (server === undefined) throw new TypeError('there is no server');
      used.push(server);
      const beginning = Buffer.from('220 Ready.\r\n');
      const connection = Object.assign(await server.connect('none'), { serve() {} });
      Object.defineProperty(connection, 'beginning', { value: beginning });
      const read = connection.read.bind(connection);
      // What a deadline or the client does while the session goes back.
      connection.read = async () => {
        if (failure !== null && server.received.at(-1) === 'CWD /') throw failure;
        return read();
      };
      return connection as unknown as SocketConnection;
    };
    const batch = { sessions, lifetime: new Deadline(null, timedOut('total'), null) };
    const link = explain(`ftp://h.example/${path}`, { complete: true });
    const run = { settings, signal, userAgent, robots, askProspero, dial, ...(isBatch && { batch }) };
    const { checkedAt: _, ...check } = await checkLink(link, run);
    found.push(check);
  }
  await sessions.close();
  const received = servers.flatMap((server) => server.received);
  return { found, received, logins: used.length, open: servers.reduce((sum, { open }) => sum + open, 0) };
}

const statusesOf = (found: readonly unknown[]) => found.map((check) => (check as { status: string }).status);

test('links that are there or not: one login, each link from the directory of the login, and a farewell', async () => {
  const { received, logins, open, found } = await checks([{}], ['pub/a.txt', 'nowhere/b.txt', 'gone.txt', 'pub/c.txt']);
  expect(statusesOf(found)).toEqual(['alive', 'gone', 'gone', 'alive']);
  expect([logins, open]).toEqual([1, 0]);
  expect(received).toEqual([
    ...['(none)', 'USER anonymous', 'PASS anonymous@', 'FEAT', 'PWD'],
    ...['CWD pub', 'TYPE I', 'SIZE a.txt', 'MDTM a.txt'],
    ...[...RETURN, 'CWD nowhere', 'SYST'],
    ...[...RETURN, 'SIZE gone.txt', 'CWD gone.txt', 'SYST'],
    ...[...RETURN, 'CWD pub', 'SIZE c.txt', 'MDTM c.txt'],
    ...['QUIT', '(control closed)'],
  ]);
});

test('a listing that has begun ends before the next link asks, and the type is set again', async () => {
  const { received, logins } = await checks([{}], ['pub/', 'a.txt', 'pub/']);
  expect(logins).toBe(1);
  expect(received.slice(5)).toEqual([
    ...['CWD pub', 'TYPE A', 'EPSV', '(data 40000)', 'LIST', '(data closed)'],
    ...[...RETURN, 'TYPE I', 'SIZE a.txt', 'MDTM a.txt'],
    ...[...RETURN, 'CWD pub', 'TYPE A', 'EPSV', '(data 40000)', 'LIST', '(data closed)'],
    ...['QUIT', '(control closed)'],
  ]);
});

test('what a name may have goes back as it came: quotation marks, the octet 255', async () => {
  const home = { PWD: '257 "/a""b\xff\xff" it is', 'CWD /': '550 No.' };
  const { received, logins } = await checks([home], ['a.txt', 'a.txt']);
  expect(logins).toBe(1);
  expect(received).toContain('CWD /a"b\xff\xff');
});

test('the other way to ask for an octet 255 is the same session', async () => {
  const script = { SIZE: '550 No.', 'CWD \xff.txt': '550 No.', 'CWD \xff\xff.txt': '550 No.' };
  const { received, logins, found } = await checks([script], ['%FF.txt', '%FF.txt']);
  expect(statusesOf(found)).toEqual(['gone', 'gone']);
  expect(logins).toBe(1);
  expect(received.filter((line) => line.startsWith('SIZE'))).toEqual([
    'SIZE \xff\xff.txt',
    'SIZE \xff.txt',
    'SIZE \xff\xff.txt',
    'SIZE \xff.txt',
  ]);
});

/** Replies, one after the other, and the last one again and again. */
const oneByOne = (...replies: readonly string[]) => {
  let next = 0;
  return () => replies[Math.min(next++, replies.length - 1)] ?? '';
};

test('a message of the directory, which servers send once in a session, is not quoted', async () => {
  const script = () => ({ 'CWD pub': oneByOne('250-Welcome to\r\n250 pub.', '250 pub.') });
  const paths = ['pub/', 'pub/'];
  const { found, logins } = await checks([script()], paths);
  expect(found).toEqual((await checks(paths.map(script), paths, { isBatch: false })).found);
  expect(found[0]).toMatchObject({ reply: '250 pub.' });
  expect(logins).toBe(1);
});

describe('a session that may not be where the next link begins is not used again', () => {
  test.each<[what: string, scripts: () => readonly ChangingScript[], logins: number]>([
    ['the server cannot say where it is', () => [{ PWD: '502 No.' }], 3],
    ['it says so in another form', () => [{ PWD: '257 / is the current directory.' }], 3],
    ['it says so with another code', () => [{ PWD: '250 "/" is the current directory.' }], 3],
    ['it says nothing', () => [{ PWD: '257 "" is the current directory.' }], 3],
    // It would end the line.
    ['it has a name that no command can have', () => [{ PWD: '257 "/\x01" is it.' }], 3],
    ['it does not go back', () => [{ 'CWD /': '550 No.' }], 3],
    ['it is elsewhere then', () => [{ PWD: oneByOne('257 "/" is it.', '257 "/pub" is it.') }], 3],
    ['it ends with the question', () => [{ PWD: '421 Bye.' }, {}], 4],
    ['it has ended in the meantime', () => [{ 'CWD /': '421 Bye.' }, {}], 2],
    ['it has ended without a word', () => [{ 'CWD /': 'GONE ' }, {}], 2],
  ])('%s', async (_what, scripts, logins) => {
    const paths = ['pub/a.txt', 'gone.txt', 'pub/a.txt'];
    const batch = await checks(scripts(), paths);
    expect(batch.found).toEqual((await checks([{}], paths, { isBatch: false })).found);
    expect([batch.logins, batch.open]).toEqual([logins, 0]);
  });
});

test('a server that is silent then keeps no other link waiting', async () => {
  const failure = new ProtocolError('timeout', 'The server stopped.');
  const { found, logins, received } = await checks([{}], ['a.txt', 'a.txt', 'a.txt'], { failure });
  expect(statusesOf(found)).toEqual(['alive', 'alive', 'alive']);
  expect([logins, received.filter((line) => line === 'CWD /').length]).toEqual([3, 1]);
});

test('a client that leaves then is no answer of the server', async () => {
  const failure = new GatewayError('client-closed', 'The client ended the request.');
  await expect(checks([{}], ['a.txt', 'a.txt'], { failure })).rejects.toBe(failure);
});

describe('what goes wrong in a session that served another link is asked in one of its own', () => {
  test.each<[what: string, script: ChangingScript]>([
    ['421', { 'SIZE b.txt': '421 Bye.' }],
    ['530', { 'SIZE b.txt': '530 Please log in.', 'CWD b.txt': '530 Please log in.' }],
    ['450', { 'SIZE b.txt': '502 No.', 'CWD b.txt': '550 No.', RETR: '450 Busy.' }],
    ['nonsense', { 'SIZE b.txt': 'Hello?' }],
    ['an end', { 'SIZE b.txt': 'GONE ' }],
  ])('%s', async (_what, script) => {
    const { found, logins, open } = await checks([script, {}], ['a.txt', 'b.txt', 'a.txt', 'a.txt']);
    expect(found).toEqual((await checks([{}], ['a.txt', 'b.txt', 'a.txt', 'a.txt'], { isBatch: false })).found);
    // One for the first link, one for `b.txt`, and one for the others.
    expect([logins, open]).toEqual([3, 0]);
  });

  test('and what goes wrong in its own session is what the link says', async () => {
    const script = { 'SIZE b.txt': '421 Bye.' };
    const paths = ['b.txt', 'b.txt', 'b.txt'];
    const { found, logins } = await checks([script], paths);
    expect(found).toEqual((await checks([script], paths, { isBatch: false })).found);
    expect(statusesOf(found)).toEqual(['unavailable', 'unavailable', 'unavailable']);
    expect(logins).toBe(3);
  });
});

test('a server that refuses the user is asked once', async () => {
  const paths = ['a.txt', 'b.txt', 'c.txt'];
  const { found, logins, open } = await checks([{ PASS: '530 No.' }], paths);
  expect(found).toEqual((await checks([{ PASS: '530 No.' }], paths, { isBatch: false })).found);
  expect(statusesOf(found)).toEqual(['restricted', 'restricted', 'restricted']);
  expect([logins, open]).toEqual([1, 0]);
});

test('a server that is full is asked again', async () => {
  const full = { PASS: '530 Too many users, please try later.' };
  const { found, logins } = await checks([full, {}], ['a.txt', 'a.txt', 'a.txt']);
  expect(statusesOf(found)).toEqual(['unavailable', 'alive', 'alive']);
  expect(logins).toBe(2);
});

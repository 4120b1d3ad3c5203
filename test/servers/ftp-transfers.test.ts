/** The test FTP server, on the wire: data connections, TLS, and faults. */
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { authorityPath } from './certificates.ts';
import { collect, type Dialogue, type Limits, type Transfer } from './client.ts';
import type { Fault } from './faults.ts';
import { type FtpOptions, startFtp } from './ftp.ts';
import { sessions } from './sessions.ts';
import { generated, whole } from './source.ts';

const ca = readFileSync(authorityPath, 'utf8');
const { start, startSession, startSecureSession } = sessions(startFtp);
const ANONYMOUS = ['USER anonymous', 'PASS guest@museum.test'];

/** The limits of a transfer, and how long to wait for the reply after it, in milliseconds. */
type TransferLimits = Limits & { readonly replyPatience?: number };

/** Opens a passive port, sends `restart` and a command, and returns the data and the reply after it. */
async function transfer(
  dialogue: Dialogue,
  command: string,
  { replyPatience, ...limits }: TransferLimits = {},
  restart: string | null = null,
): Promise<Transfer & { replies: string[] }> {
  const port = Number(/\|\|\|(\d+)\|/.exec(await dialogue.say('EPSV'))?.[1]);
  const data = collect(connect({ host: '127.0.0.1', port }), limits);
  if (restart !== null) await dialogue.say(restart);
  const opening = await dialogue.say(command);
  return { ...(await data), replies: [opening, await dialogue.line(replyPatience)] };
}

describe('transfers', () => {
  test('RFC 959 §3.1.1: TYPE I sends the octets, TYPE A has CR LF', async () => {
    const dialogue = await startSession(await start(), ...ANONYMOUS);
    expect((await transfer(dialogue, 'RETR pub/texts/links.txt')).text).toMatch(/^ANATOMY OF A LINK\r\n\r\n/);
    await dialogue.say('TYPE I');
    const { text, end, replies } = await transfer(dialogue, 'RETR pub/texts/links.txt');
    expect(text).toMatch(/^ANATOMY OF A LINK\n\n/);
    expect(end).toBe('closed');
    expect(replies).toEqual([
      `150 Opening the data connection for pub/texts/links.txt (${text.length} bytes).`,
      '226 Transfer complete.',
    ]);
  });

  test('RFC 3659 §5: REST begins at an offset, once, and for the next command only', async () => {
    const dialogue = await startSession(await start(), ...ANONYMOUS);
    await dialogue.say('TYPE I');
    const octets = whole(generated(3_000_000));
    const rest = await transfer(dialogue, 'RETR pub/large/3MB.bin', {}, 'REST 2900000');
    expect(rest.octets.equals(octets.subarray(2_900_000))).toBe(true);
    // Here EPSV comes between REST and RETR.
    await dialogue.say('REST 2900000');
    expect((await transfer(dialogue, 'RETR pub/large/3MB.bin')).octets.equals(octets)).toBe(true);
  });

  test('RFC 959 §4.1.3: ABOR ends a transfer, and the session continues', async () => {
    const dialogue = await startSession(await start(), ...ANONYMOUS);
    const port = Number(/\|\|\|(\d+)\|/.exec(await dialogue.say('EPSV'))?.[1]);
    const socket = connect({ host: '127.0.0.1', port });
    socket.on('error', () => {});
    expect(await dialogue.say('RETR pub/large/1GiB.bin')).toMatch(/^150/);
    expect(await dialogue.say('ABOR')).toMatch(/^426/);
    expect(await dialogue.reply()).toMatch(/^226/);
    expect(await dialogue.say('NOOP')).toMatch(/^200/);
    socket.destroy();
  });

  test.each<[what: string, options: FtpOptions, command: string, lines: RegExp]>([
    [
      'LIST of a Unix server',
      {},
      'LIST pub',
      /^total \d+\r\n-rw-r--r-- {3}1 curator {2}museum {10}519 Feb {2}3 {2}1995 README\r\n/,
    ],
    ['a link in it', {}, 'LIST pub', /\r\nlrwxrwxrwx .* latest -> texts\/timeline\.txt\r\n/],
    ['a file of today has a time', {}, 'LIST pub', / \w{3} [ \d]\d \d\d:\d\d visitors\.today\r\n/],
    ['an empty directory', {}, 'LIST pub/empty', /^total 0\r\n$/],
    ['hidden names stay hidden', {}, 'LIST pub/names', /^(?!.*\.hidden).*\r\n[^\n]* {2}leading space\.txt\r\n/s],
    ['hidden names appear with -a', {}, 'LIST -la pub/names', /\r\n.* \.hidden\r\n/],
    ['raw octets', {}, 'LIST pub/names', /\r\n.* J\xe4ger\.txt\r\n.*/],
    ['LIST of a file', {}, 'LIST README', /^-rw-r--r-- .* README\r\n$/],
    [
      'LIST of a Windows server',
      { listing: 'windows' },
      'LIST pub',
      /^02-03-95 {2}04:05AM {18}519 README\r\n02-03-95 {2}04:05AM {7}<DIR> {10}texts\r\n/,
    ],
    ['LIST as EPLF', { listing: 'eplf' }, 'LIST pub', /^\+m791784306,r,s519,\tREADME\r\n\+m791784306,\/,\ttexts\r\n/],
    ['NLST', {}, 'NLST', /^README\r\nwelcome\.txt\r\npub\r\nprivate\r\n$/],
    ['NLST of a path', {}, 'NLST pub/sounds', /^pub\/sounds\/telephone\.wav\r\npub\/sounds\/telephone\.au\r\n$/],
    [
      'MLSD',
      {},
      'MLSD pub',
      /^type=cdir;modify=\d{14};perm=el; \.\r\ntype=pdir;.* \.\.\r\ntype=file;size=519;modify=19950203040506;perm=r; README\r\n/,
    ],
    ['a link in MLSD', {}, 'MLSD pub', /\r\ntype=OS\.unix=slink:texts\/timeline\.txt;modify=.* latest\r\n/],
    ['names in MLSD', {}, 'MLSD pub/names', /; {2}leading space\.txt\r\n.*; trailing space \r\n/],
    ['50,000 entries', { many: 50_000 }, 'NLST pub/many', /^(pub\/many\/visitor-\d{6}\.txt\r\n){50000}$/],
  ])('%s', async (_what, options, command, lines) => {
    const dialogue = await startSession(await start(options), ...ANONYMOUS);
    const { text, replies } = await transfer(dialogue, command);
    expect(replies[1]).toMatch(/^226/);
    expect(text).toMatch(lines);
  });

  test('a server without MLSD refuses it, and FEAT does not list it', async () => {
    const dialogue = await startSession(await start({ mlsd: false }), ...ANONYMOUS);
    expect(await dialogue.say('MLSD')).toMatch(/^500/);
    expect(await dialogue.say('MLST README')).toMatch(/^500/);
    expect(await dialogue.say('FEAT')).not.toContain('MLST');
  });

  test('the user curator begins in another directory', async () => {
    const dialogue = await startSession(await start(), 'USER curator', 'PASS museum');
    expect(await dialogue.say('PWD')).toMatch(/^257 "\/private"/);
    expect((await transfer(dialogue, 'RETR ledger.txt')).text).toMatch(/^Income: none/);
  });

  test('passive ports stay in their range', async () => {
    const server = await start({ passivePorts: [24_210, 24_229] });
    const [one, other] = [await startSession(server, ...ANONYMOUS), await startSession(server, ...ANONYMOUS)];
    const ports = [await one.say('EPSV'), await other.say('EPSV')].map(
      (reply) => /\|\|\|(242[12]\d)\|/.exec(reply)?.[1],
    );
    expect(new Set(ports).size).toBe(2);
    expect(ports).not.toContain(undefined);
  });

  test('RFC 959 §5.4: 425 when all passive ports are in use', async () => {
    const occupied = await start();
    const server = await start({ passivePorts: [occupied.port, occupied.port] });
    const dialogue = await startSession(server, ...ANONYMOUS);
    expect(await dialogue.say('EPSV')).toMatch(/^425/);
    expect(await dialogue.say('PASV')).toMatch(/^425/);
  });
});

describe('TLS', () => {
  test('RFC 4217 §4: AUTH TLS, PBSZ 0, PROT P', async () => {
    const server = await start({ tls: 'explicit', requireTls: true });
    const refused = await startSession(server);
    expect(await refused.say('USER anonymous')).toMatch(/^530/);
    expect(await refused.reply()).toBe('<closed>');
    server.log.length = 0;
    const dialogue = await startSession(server);
    expect(await dialogue.say('PROT P')).toMatch(/^503/);
    expect(await dialogue.say('AUTH TLS')).toMatch(/^234/);
    await dialogue.begin(ca);
    await dialogue.say('USER anonymous');
    expect(await dialogue.say('PASS x')).toMatch(/^230/);
    expect((await dialogue.say('EPSV')) && (await dialogue.say('LIST'))).toMatch(/^521/);
    expect(await dialogue.say('PBSZ 0')).toBe('200 PBSZ=0');
    expect(await dialogue.say('PROT P')).toMatch(/^200/);
    const port = Number(/\|\|\|(\d+)\|/.exec(await dialogue.say('EPSV'))?.[1]);
    const data = collect(connectTls({ host: '127.0.0.1', port, servername: 'localhost', ca }));
    expect(await dialogue.say('NLST')).toMatch(/^150/);
    expect((await data).text).toMatch(/^README\r\n/);
    expect(await dialogue.reply()).toMatch(/^226/);
    expect(server.log.map(({ channel, secure }) => [channel, secure])).toEqual([
      ['control', true],
      ['data', true],
    ]);
  });

  test('implicit TLS', async () => {
    const dialogue = await startSecureSession(await start({ tls: 'implicit' }), ca);
    expect(await dialogue.say('NOOP')).toMatch(/^200/);
  });

  test('unencrypted commands sent with AUTH TLS are ignored', async () => {
    const dialogue = await startSession(await start({ tls: 'explicit' }));
    dialogue.send('AUTH TLS\r\nQUIT\r\n');
    expect(await dialogue.reply()).toMatch(/^234/);
    await dialogue.begin(ca);
    expect(await dialogue.say('NOOP')).toMatch(/^200/);
  });

  test('a data connection must resume the TLS session if the server requires it', async () => {
    const dialogue = await startSession(await start({ tls: 'explicit', requireReuse: true }));
    await dialogue.say('AUTH TLS');
    await dialogue.begin(ca);
    for (const line of ['USER anonymous', 'PASS x', 'PBSZ 0', 'PROT P']) await dialogue.say(line);
    const port = Number(/\|\|\|(\d+)\|/.exec(await dialogue.say('EPSV'))?.[1]);
    const data = collect(connectTls({ host: '127.0.0.1', port, servername: 'localhost', ca }));
    expect(await dialogue.say('NLST')).toMatch(/^150/);
    expect(await dialogue.reply()).toMatch(/^522/);
    expect((await data).text).toBe('');
  });
});

describe('faults', () => {
  test.each<[fault: Fault, lines: string[], reply: RegExp]>([
    [{ kind: 'wrong-length' }, ['TYPE I', 'SIZE pub/large/3MB.bin'], /^213 3000010$/],
    [{ kind: 'pasv' }, ['PASV'], /^227 .*\(192,0,2,1,\d+,\d+\)/],
    [{ kind: 'pasv' }, ['EPSV'], /^500/],
    [{ kind: 'pasv', port: 0 }, ['PASV'], /^227 .*\(192,0,2,1,0,0\)/],
    [{ kind: 'pasv', port: 25, address: '10.0.0.1' }, ['PASV'], /^227 .*\(10,0,0,1,0,25\)/],
    [{ kind: 'pasv', port: 65_536 }, ['PASV'], /^227 .*\(192,0,2,1,256,0\)/],
    [{ kind: 'epsv-refused' }, ['EPSV'], /^500/],
    [{ kind: 'epsv-refused' }, ['PASV'], /^227 .*\(127,0,0,1,/],
    [{ kind: 'epsv-delimiter' }, ['EPSV'], /^229 .*\(!!!\d+!\)$/],
    [{ kind: 'goodbye', after: 1 }, ['NOOP', 'NOOP'], /^421/],
    [{ kind: 'goodbye' }, ['NOOP', 'NOOP', 'NOOP', 'NOOP'], /^421/],
  ])('%j: %j', async (fault, lines, reply) => {
    const server = await start();
    const dialogue = await startSession(server, ...(fault.kind === 'goodbye' ? [] : ANONYMOUS));
    await server.faults.set(fault);
    let last = '';
    for (const line of lines) last = await dialogue.say(line);
    expect(last).toMatch(reply);
    if (fault.kind === 'goodbye') expect(await dialogue.line()).toBe('<closed>');
  });

  test.each<
    [fault: Fault, limits: TransferLimits, end: Transfer['end'], size: (size: number) => boolean, last: RegExp]
  >([
    [{ kind: 'no-226' }, { replyPatience: 150 }, 'closed', (size) => size === 3_000_000, /^<silence>$/],
    [{ kind: 'truncated' }, {}, 'closed', (size) => size === 1000, /^426/],
    [{ kind: 'reset', after: 5000 }, {}, 'reset', (size) => size <= 5000, /^426/],
    [{ kind: 'drip', everyMs: 100 }, { enough: 2 }, 'waiting', (size) => size > 0 && size <= 20, /^426/],
    [{ kind: 'silent', at: 'body' }, { patience: 100 }, 'waiting', (size) => size === 0, /^426/],
    [{ kind: 'huge' }, { enough: 5_000_000 }, 'waiting', (size) => size >= 5_000_000, /^426/],
    [{ kind: 'garbage', at: 'body' }, {}, 'closed', (size) => size === 4096, /^226/],
    [{ kind: 'endless' }, { enough: 1_000_000 }, 'waiting', (size) => size >= 1_000_000, /^426/],
  ])('%j: data', async (fault, limits, end, size, last) => {
    const server = await start();
    const dialogue = await startSession(server, ...ANONYMOUS);
    await server.faults.set(fault);
    const received = await transfer(dialogue, 'RETR pub/large/3MB.bin', limits);
    expect(received.end).toBe(end);
    expect(size(received.octets.length), String(received.octets.length)).toBe(true);
    expect(received.replies[1]).toMatch(last);
  });

  test('data-refused: the announced port refuses connections', async () => {
    const server = await start();
    const dialogue = await startSession(server, ...ANONYMOUS);
    await server.faults.set('data-refused');
    const port = Number(/\|\|\|(\d+)\|/.exec(await dialogue.say('EPSV'))?.[1]);
    expect((await collect(connect({ host: '127.0.0.1', port }))).end).toBe('refused');
  });

  test.each<[fault: Fault, limits: Limits, text: RegExp, end: Transfer['end']]>([
    [{ kind: 'refused' }, {}, /^$/, 'refused'],
    [{ kind: 'silent' }, { patience: 100 }, /^$/, 'waiting'],
    [{ kind: 'garbage' }, { enough: 4096 }, /^.{4096}$/s, 'waiting'],
    [
      { kind: 'endless', at: 'reply' },
      { enough: 100_000 },
      /^220-The attic.*\r\n.*\r\n220-All.*\r\n( and so on\r\n)+ /,
      'waiting',
    ],
    [{ kind: 'endless-line', at: 'reply' }, { enough: 100_000 }, /^220-The attic[^\n]{5000}/, 'waiting'],
    [{ kind: 'truncated', after: 10, at: 'reply' }, {}, /^220-The at$/, 'closed'],
    [{ kind: 'drip', everyMs: 100, at: 'reply' }, { enough: 1 }, /^22?0?-?$/, 'waiting'],
  ])('%j: the greeting', async (fault, limits, text, end) => {
    const server = await start({ fault });
    const socket = connect({ host: '127.0.0.1', port: server.port });
    const transfer = await collect(socket, limits);
    expect(transfer.end).toBe(end);
    expect(transfer.text).toMatch(text);
  });
});

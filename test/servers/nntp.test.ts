/** The test news server, on the wire: commands and status lines, TLS, and faults. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { authorityPath } from './certificates.ts';
import { collect, type Limits, type Transfer } from './client.ts';
import type { Fault } from './faults.ts';
import type { RunningServer } from './listener.ts';
import { matchesWildmat } from './nntp/newsgroup.ts';
import { startNntp } from './nntp.ts';
import { octets } from './octets.ts';
import { sessions } from './sessions.ts';

const ca = readFileSync(authorityPath, 'utf8');
const { start, startSession, startSecureSession } = sessions(startNntp);

describe('status lines', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startNntp();
    return () => server.close();
  });

  test.each<[clause: string, lines: string[], reply: string | RegExp]>([
    ['RFC 3977 §5.3: MODE READER', ['MODE READER'], '201 museum.test, reading only'],
    ['RFC 3977 §5.1.1: reading in transit mode', ['GROUP museum.history'], '401 MODE-READER'],
    ['RFC 3977 §6.1.1: GROUP', ['MODE READER', 'GROUP museum.history'], '211 7 3 12 museum.history'],
    ['RFC 3977 §6.1.1.2: an empty group', ['MODE READER', 'GROUP museum.empty'], '211 0 1 0 museum.empty'],
    ['RFC 3977 §6.1.1: a missing group', ['MODE READER', 'GROUP museum.nope'], /^411/],
    ['RFC 3977 §4: a name in UTF-8', ['MODE READER', `GROUP ${octets('museum.größe')}`], /^211 1 1 1 museum\.gr/],
    ['RFC 4643 §2.2: a group for members', ['MODE READER', 'GROUP museum.private'], /^480/],
    ['RFC 4643 §2.3: a login', ['MODE READER', 'AUTHINFO USER curator', 'AUTHINFO PASS museum'], /^281/],
    [
      'and then',
      ['MODE READER', 'AUTHINFO USER curator', 'AUTHINFO PASS museum', 'GROUP museum.private'],
      /^211 1 1 1/,
    ],
    ['RFC 4643 §2.3: a wrong password', ['MODE READER', 'AUTHINFO USER curator', 'AUTHINFO PASS x'], /^481/],
    ['RFC 4643 §2.3: no name', ['MODE READER', 'AUTHINFO PASS museum'], /^482/],
    ['RFC 4643 §2.2: only once', ['AUTHINFO USER curator', 'AUTHINFO PASS museum', 'AUTHINFO USER curator'], /^502/],
    [
      'RFC 3977 §6.2.4: STAT by number',
      ['MODE READER', 'GROUP museum.history', 'STAT 5'],
      '223 5 <veronica.2@museum.test>',
    ],
    ['RFC 3977 §6.2.4: a gap', ['MODE READER', 'GROUP museum.history', 'STAT 7'], /^423/],
    [
      'RFC 3977 §6.2.1: by identifier the number is 0',
      ['MODE READER', 'STAT <dots.1@museum.test>'],
      '223 0 <dots.1@museum.test>',
    ],
    ['RFC 3977 §6.2.1: a missing identifier', ['MODE READER', 'STAT <no@such>'], /^430/],
    ['an article for members, by identifier', ['MODE READER', 'STAT <members.1@museum.test>'], /^430/],
    ['RFC 3977 §6.2.1: no group', ['MODE READER', 'ARTICLE 1'], /^412/],
    ['RFC 3977 §6.2.1: no current article', ['MODE READER', 'GROUP museum.empty', 'ARTICLE'], /^420/],
    [
      'RFC 3977 §6.1.4: NEXT passes a gap',
      ['MODE READER', 'GROUP museum.history', 'STAT 6', 'NEXT'],
      /^223 9 <veronica\.4/,
    ],
    ['RFC 3977 §6.1.4: NEXT at the end', ['MODE READER', 'GROUP museum.history', 'STAT 12', 'NEXT'], /^421/],
    ['RFC 3977 §6.1.3: LAST', ['MODE READER', 'GROUP museum.history', 'STAT 9', 'LAST'], /^223 6/],
    ['RFC 3977 §6.1.3: LAST at the beginning', ['MODE READER', 'GROUP museum.history', 'LAST'], /^422/],
    ['RFC 3977 §6.1.4: NEXT without a group', ['MODE READER', 'NEXT'], /^412/],
    ['RFC 3977 §7.1: DATE', ['MODE READER', 'DATE'], /^111 20\d{12}$/],
    ['RFC 3977 §6.3.1: POST', ['MODE READER', 'POST'], /^440/],
    ['RFC 3977 §6.3.2: IHAVE', ['IHAVE <a@b>'], /^435/],
    ['RFC 3977 §8.3: OVER without a group', ['MODE READER', 'OVER 1-'], /^412/],
    ['RFC 3977 §8.3: nothing in the range', ['MODE READER', 'GROUP museum.history', 'OVER 7-8'], /^423/],
    ['RFC 3977 §8.3: a range backwards', ['MODE READER', 'GROUP museum.history', 'OVER 9-3'], /^423/],
    ['RFC 2980 §2.8: XOVER has another code', ['MODE READER', 'GROUP museum.history', 'XOVER 7-8'], /^420/],
    ['RFC 3977 §8.5: HDR of unknown metadata', ['MODE READER', 'GROUP museum.history', 'HDR :size 3'], /^503/],
    ['RFC 3977 §7.6.1: an unknown list', ['MODE READER', 'LIST FACTIVE'], /^501/],
    ['RFC 3977 §3.2: an unknown command', ['XYZZY'], /^500/],
    ['RFC 3977 §3.2: missing arguments', ['MODE READER', 'GROUP'], /^501/],
    ['RFC 3977 §3.1: an article number of letters', ['MODE READER', 'ARTICLE x'], /^501/],
    ['RFC 3977 §3.1: a line of more than 512 octets', [`STAT ${'9'.repeat(600)}`], /^501/],
    ['RFC 3977 §3.1: commands in any case', ['mode reader'], /^201/],
    ['RFC 4642 §2.2: no TLS', ['STARTTLS'], /^502/],
    ['RFC 3977 §5.4: QUIT', ['QUIT'], /^205/],
  ])('%s', async (_clause, lines, reply) => {
    const dialogue = await startSession(server, ...lines.slice(0, -1));
    const last = await dialogue.say(lines.at(-1) ?? '');
    if (typeof reply === 'string') expect(last).toBe(reply);
    else expect(last).toMatch(reply);
  });
});

test.each([
  ['museum.*', 'museum.history', true],
  ['museum.?istory', 'museum.history', true],
  ['*,!museum.*', 'museum.history', false],
  ['!museum.*,*', 'museum.history', true],
  ['museum', 'museum.history', false],
  [octets('museum.gr??e'), octets('museum.größe'), true],
  ['m.seum.*', 'museum.history', false],
])('RFC 3977 §4: %s and %s: %s', (wildmat, name, matches) => {
  expect(matchesWildmat(name, wildmat)).toBe(matches);
});

describe('TLS', () => {
  test('RFC 4642: STARTTLS discards the state before it', async () => {
    const dialogue = await startSession(
      await start({ tls: 'explicit', passwordOverTls: true }),
      'MODE READER',
      'GROUP museum.history',
    );
    expect(await dialogue.say('AUTHINFO USER curator')).toMatch(/^483/);
    dialogue.send('STARTTLS\r\nQUIT\r\n');
    expect(await dialogue.line()).toMatch(/^382/);
    await dialogue.begin(ca);
    expect((await dialogue.block('CAPABILITIES')).lines).toEqual(
      expect.arrayContaining(['AUTHINFO USER', 'MODE-READER']),
    );
    expect(await dialogue.say('AUTHINFO USER curator')).toMatch(/^381/);
    expect(await dialogue.say('STARTTLS')).toMatch(/^502/);
  });

  test('implicit TLS', async () => {
    const dialogue = await startSecureSession(await start({ tls: 'implicit' }), ca);
    expect(await dialogue.say('MODE READER')).toMatch(/^201/);
  });
});

describe('faults', () => {
  const inHistory = ['MODE READER', 'GROUP museum.history'];
  test.each<[fault: Fault, lines: string[], reply: RegExp]>([
    [{ kind: 'goodbye' }, ['MODE READER', 'DATE', 'DATE', 'DATE'], /^400/],
    [{ kind: 'goodbye', after: 0 }, ['MODE READER'], /^400/],
    [{ kind: 'wrong-length', by: 3 }, ['MODE READER', 'GROUP museum.history'], /^211 10 3 12/],
  ])('%j: %j', async (fault, lines, reply) => {
    const dialogue = await startSession(await start({ fault }), ...lines.slice(0, -1));
    expect(await dialogue.say(lines.at(-1) ?? '')).toMatch(reply);
    if (fault.kind === 'goodbye') expect(await dialogue.line()).toBe('<closed>');
  });

  test('overview-gaps: the overview has fewer articles than the group', async () => {
    const dialogue = await startSession(await start({ fault: 'overview-gaps' }), 'MODE READER');
    expect(await dialogue.say('GROUP museum.history')).toBe('211 7 3 12 museum.history');
    const { lines } = await dialogue.block('OVER 1-');
    expect(lines.map((line) => Number(line.split('\t')[0]))).toEqual([4, 5, 10]);
  });

  test.each<[fault: Fault, command: string, limits: Limits, end: Transfer['end'], text: RegExp]>([
    [{ kind: 'truncated', after: 100 }, 'OVER 1-', {}, 'closed', /^224 .*\r\n3\t.{98}$/],
    [{ kind: 'reset', after: 100 }, 'ARTICLE 5', {}, 'reset', /^220 /],
    [{ kind: 'drip', everyMs: 200 }, 'ARTICLE 5', { quiet: 100 }, 'waiting', /^220 .*\r\nP.{0,25}$/],
    [{ kind: 'endless' }, 'OVER 1-', { enough: 1_000_000 }, 'waiting', /\r\n1\tAnd so on\t(?!.*\r\n\.\r\n)/s],
    [{ kind: 'endless-line' }, 'OVER 1-', { enough: 1_000_000 }, 'waiting', /^224 .*\r\n3\t[^\n]+$/],
    [{ kind: 'huge' }, 'ARTICLE 5', { enough: 3_000_000 }, 'waiting', /^220 /],
    [{ kind: 'silent', at: 'body' }, 'ARTICLE 5', { quiet: 100 }, 'waiting', /^220 .*\r\n$/],
    [{ kind: 'silent' }, 'ARTICLE 5', { patience: 100 }, 'waiting', /^$/],
    [{ kind: 'garbage', at: 'body' }, 'ARTICLE 5', { enough: 4100 }, 'waiting', /^220 .{4096,}$/s],
  ])('%j: %s', async (fault, command, limits, end, text) => {
    const server = await start();
    const socket = connect({ host: '127.0.0.1', port: server.port });
    socket.write([...inHistory, ''].join('\r\n'));
    // The fault begins after the greeting and two replies.
    for (let replies = ''; replies.split('\r\n').length < 4; ) replies += String((await once(socket, 'data'))[0]);
    await server.faults.set(fault);
    const transfer = collect(socket, limits);
    socket.write(`${command}\r\n`);
    expect((await transfer).end).toBe(end);
    expect((await transfer).text).toMatch(text);
  });
});

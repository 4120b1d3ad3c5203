/** The test FTP server, on the wire: commands and their replies. */
import { beforeAll, describe, expect, test } from 'vitest';
import { type FtpOptions, startFtp } from './ftp.ts';
import type { RunningServer } from './listener.ts';
import { sessions } from './sessions.ts';

const { start, startSession } = sessions(startFtp);
const ANONYMOUS = ['USER anonymous', 'PASS guest@museum.test'];

describe('commands before login', () => {
  test.each<[clause: string, lines: string[], reply: RegExp]>([
    [
      'RFC 959 §5.4: a login by name and password',
      ['USER anonymous', 'PASS me@museum.test'],
      /^230-.*\n 230 steps.*\n230 Login/s,
    ],
    ['RFC 959 §4.1.1: the password follows the name', ['PASS x'], /^503/],
    ['a user with a password', ['USER curator', 'PASS museum'], /^230/],
    ['a wrong password', ['USER curator', 'PASS gallery'], /^530/],
    ['an unknown user', ['USER root', 'PASS root'], /^530/],
    ['LIST requires a login', ['LIST'], /^530/],
    [
      'RFC 2389 §3: features',
      ['FEAT'],
      /^211-Features:\n EPSV\n MDTM\n MLST type\*;.*\n REST STREAM\n SIZE\n TVFS\n UTF8\n211 End$/s,
    ],
    ['RFC 2640: UTF8 is always on', ['OPTS UTF8 ON'], /^200/],
    ['RFC 4217 §4: no TLS, no AUTH', ['AUTH TLS'], /^502/],
    ['RFC 959 §5.4: an unknown command', ['XYZZY'], /^500/],
    ['RFC 959 §4.1.3: SYST', ['SYST'], /^215 UNIX Type: L8$/],
    ['RFC 959 §4.1.1: QUIT', ['QUIT'], /^221/],
    ['RFC 959 §4.1.3: STAT', ['STAT'], /^211-.*\n211 End of status$/s],
    ['RFC 959 §5.3: commands in any case', ['noop'], /^200/],
    ['Telnet commands are removed from a line', ['\xff\xf4\xff\xf2NOOP'], /^200/],
  ])('%s', async (_clause, lines, reply) => {
    const dialogue = await startSession(await start());
    let last = '';
    for (const line of lines) last = await dialogue.say(line);
    expect(last).toMatch(reply);
  });

  test.each<[login: FtpOptions['login'], lines: string[], reply: RegExp]>([
    ['name', ['USER anonymous'], /^230/],
    ['refused', ['USER anonymous'], /^530/],
    ['refused', ['USER curator', 'PASS museum'], /^230/],
    ['account', ['USER anonymous', 'PASS x'], /^332/],
    ['account', ['USER anonymous', 'PASS x', 'ACCT y'], /^230/],
  ])('login "%s": %j', async (login, lines, reply) => {
    const dialogue = await startSession(await start({ login: login ?? 'password' }));
    let last = '';
    for (const line of lines) last = await dialogue.say(line);
    expect(last).toMatch(reply);
  });
});

describe('commands after login', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startFtp();
    return () => server.close();
  });

  test.each<[clause: string, lines: string[], reply: RegExp]>([
    ['RFC 959 App. II: the working directory', ['PWD'], /^257 "\/" is/],
    ['RFC 959 §4.1.1: CWD', ['CWD pub', 'PWD'], /^257 "\/pub" is/],
    ['RFC 959 §4.2: a reply of several lines', ['CWD pub'], /^250-Everything.*\nPlease.*\n250 Directory/],
    ['RFC 959 §4.1.1: CDUP', ['CWD pub/texts', 'CDUP', 'PWD'], /^257 "\/pub" is/],
    ['an absolute path', ['CWD pub', 'CWD /pub/names', 'PWD'], /^257 "\/pub\/names" is/],
    ['nothing is above the root', ['CWD ../../..', 'PWD'], /^257 "\/" is/],
    ['a symbolic link is followed', ['CWD pub/here/here', 'PWD'], /^257 "\/pub" is/],
    ['a link cannot lead out of the tree', ['CWD pub/outside'], /^550/],
    ['a link to itself', ['CWD pub/circle'], /^550/],
    ['a link to nothing', ['CWD pub/nowhere'], /^550/],
    ['a missing directory', ['CWD pub/nope'], /^550/],
    ['a file is not a directory', ['CWD README'], /^550/],
    ["another user's directory", ['CWD private'], /^550/],
    ['RFC 3659 §3: MDTM', ['MDTM pub/large/3MB.bin'], /^213 19991231235959$/],
    ['RFC 3659 §4: SIZE', ['TYPE I', 'SIZE pub/large/3MB.bin'], /^213 3000000$/],
    ['SIZE requires TYPE I, as on proftpd and pyftpdlib', ['SIZE README'], /^550 SIZE not allowed in ASCII mode/],
    ['SIZE of a directory', ['TYPE I', 'SIZE pub'], /^550/],
    ['SIZE through a link', ['TYPE I', 'SIZE pub/latest'], /^213 \d+$/],
    ['a name with a raw octet 0xE4', ['TYPE I', 'SIZE pub/names/J\xe4ger.txt'], /^213 45$/],
    ['a name with a space in front', ['TYPE I', 'CWD pub/names', 'SIZE  leading space.txt'], /^213 42$/],
    [
      'RFC 3659 §7: MLST',
      ['MLST README'],
      /^250-Facts follow\n type=file;size=519;modify=19950203040506;perm=r; \/README\n250 End$/,
    ],
    ['MLST of a missing file', ['MLST nope'], /^550/],
    ['RFC 959 §4.1.2: TYPE', ['TYPE L 8'], /^200/],
    ['RFC 959 §4.1.2: TYPE E', ['TYPE E'], /^504/],
    ['RFC 2428 §3: EPSV', ['EPSV'], /^229 Entering Extended Passive Mode \(\|\|\|\d+\|\)$/],
    ['RFC 2428 §3: EPSV for another address family', ['EPSV 2'], /^522 .*\(1\)$/],
    ['RFC 2428 §4: EPSV ALL', ['EPSV ALL', 'PASV'], /^501/],
    ['RFC 959 §4.1.2: PASV', ['PASV'], /^227 Entering Passive Mode \(127,0,0,1,\d+,\d+\)\.$/],
    ['RFC 2577 §3: PORT is refused', ['PORT 127,0,0,1,0,25'], /^502/],
    ['RFC 3659 §5: REST', ['REST 100'], /^350/],
    ['RFC 3659 §5: REST without a number', ['REST x'], /^501/],
    ['a transfer requires a passive port', ['RETR README'], /^425/],
    ['nothing can be written', ['STOR x'], /^550/],
    ['nothing can be removed', ['DELE README'], /^550/],
    ['a missing file', ['EPSV', 'RETR nope'], /^550/],
    ['a directory is not a file', ['EPSV', 'RETR pub'], /^550/],
    ['REST beyond the end', ['TYPE I', 'EPSV', 'REST 99999', 'RETR README'], /^554/],
    [
      'STAT with a path',
      ['STAT pub/pictures'],
      /^213-Status follows:\ntotal .*\n-rw-r--r-- .* post\.gif\n.*\n213 End/s,
    ],
  ])('%s', async (_clause, lines, reply) => {
    const dialogue = await startSession(server, ...ANONYMOUS);
    let last = '';
    for (const line of lines) last = await dialogue.say(line);
    expect(last).toMatch(reply);
  });
});

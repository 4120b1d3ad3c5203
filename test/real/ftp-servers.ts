/** Configuration of the FTP servers for `ftp.test.ts`: each serves the same files, with and without TLS. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';
import { generated, whole } from '../servers/source.ts';
import { type Daemon, SERVERS, startDaemon } from './daemon.ts';

export const USER = 'visitor';
export const PASSWORD = 'pass word:1';

const certificates = join(import.meta.dirname, '../servers/certificates');
const CERTIFICATE = join(certificates, 'trusted.pem');
const KEY = join(certificates, 'server.key');

export const BIG: Buffer = whole(generated(3_000_000));
export const MODIFIED = new Date('1999-12-31T23:59:59Z');

/** Names as octets. */
export const ODD_NAMES: readonly string[] = [
  'two words.txt',
  ' leading.txt',
  'semi;colon.txt',
  'type;type=a',
  'hash#tag.txt',
  '100%.txt',
  'literal%20escape.txt',
  'what?.txt',
  'back\\slash.txt',
  'arrow -> target.txt',
  '"><script>',
  Buffer.from('naïve 日本.txt').toString('latin1'),
  'J\xe4ger.txt',
  '\xff.txt',
  '-dash',
];

/** Makes the files that every server serves, and a folder for what the servers write. */
export function makeTree(): { readonly root: string; readonly scratch: string } {
  const scratch = mkdtempSync(join(tmpdir(), 'waypost-ftp-'));
  chmodSync(scratch, 0o755);
  const root = join(scratch, 'root');
  for (const directory of ['pub/empty', 'pub/odd', 'pub/deep/er'])
    mkdirSync(join(root, directory), { recursive: true });
  writeFileSync(join(root, 'README'), 'Welcome.\n');
  writeFileSync(join(root, 'pub/big.bin'), BIG);
  utimesSync(join(root, 'pub/big.bin'), MODIFIED, MODIFIED);
  writeFileSync(join(root, 'pub/nothing'), '');
  symlinkSync('big.bin', join(root, 'pub/link'));
  symlinkSync('deep', join(root, 'pub/way'));
  for (const name of ODD_NAMES) {
    writeFileSync(
      Buffer.concat([Buffer.from(join(root, 'pub/odd/')), Buffer.from(name, 'latin1')]),
      Buffer.from(name, 'latin1'),
    );
  }
  return { root, scratch };
}

export interface ServerKind {
  /** How the tests reach it: `ftp`, with `?tls=explicit`, or `ftps`. */
  readonly tls: 'none' | 'explicit' | 'implicit';
  /** Whether it accepts anonymous users, and `USER`. */
  readonly anonymous: boolean;
  readonly user: boolean;
  /**
   * What it replies to CWD with a null argument: 250, and goes to the root; else it refuses. inetutils-ftpd 2.4 replies
   * 500 to `CWD ` and 250 to `CWD`.
   */
  readonly emptyCwd: 250 | 501 | 550;
  /** Names that it cannot serve: those that are not UTF-8, or an octet that it drops. */
  readonly unservable?: RegExp;
  /** Whether it resets the data connections of curl 7.88, which begins TLS on them before it sends RETR. */
  readonly refusesCurl?: boolean;
  readonly start: (root: string, scratch: string) => Promise<Daemon>;
}

const NOT_UTF8 = /^(?:J\xe4ger|\xff)/;

function write(scratch: string, name: string, lines: readonly string[]): string {
  const file = join(scratch, name);
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 });
  return file;
}

/** Runs a program to its end and returns its output. */
function commandOutput(program: string, options: readonly string[], input = ''): string {
  const { status, error, stdout, stderr } = spawnSync(program, options, { input, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program}: ${error ?? stderr}`);
  return stdout;
}

function vsftpd(tls: readonly string[]): ServerKind['start'] {
  return async (root, scratch) => {
    const port = await freePort();
    const secure = join(scratch, 'empty');
    mkdirSync(secure, { recursive: true });
    const config = write(scratch, `vsftpd-${port}.conf`, [
      'listen=YES',
      'listen_address=127.0.0.1',
      `listen_port=${port}`,
      'background=NO',
      'anonymous_enable=YES',
      'local_enable=NO',
      `anon_root=${root}`,
      'allow_writeable_chroot=YES',
      'no_anon_password=YES',
      'seccomp_sandbox=NO',
      'isolate=NO',
      'isolate_network=NO',
      'xferlog_enable=NO',
      'dirmessage_enable=YES',
      `secure_chroot_dir=${secure}`,
      ...tls,
    ]);
    return startDaemon('/usr/sbin/vsftpd', [config], port);
  };
}

const VSFTPD_TLS = [
  'ssl_enable=YES',
  'allow_anon_ssl=YES',
  'force_anon_data_ssl=YES',
  'force_anon_logins_ssl=YES',
  `rsa_cert_file=${CERTIFICATE}`,
  `rsa_private_key_file=${KEY}`,
];

const PYFTPDLIB = `
import sys
from pyftpdlib.authorizers import DummyAuthorizer
from pyftpdlib.handlers import FTPHandler, TLS_FTPHandler
from pyftpdlib.servers import FTPServer
port, root, user, password, certificate, key = sys.argv[1:7]
handler = FTPHandler
if certificate:
    handler = TLS_FTPHandler
    handler.certfile, handler.keyfile = certificate, key
    handler.tls_control_required = handler.tls_data_required = True
handler.authorizer = DummyAuthorizer()
handler.authorizer.add_anonymous(root)
handler.authorizer.add_user(user, password, root, perm='elr')
FTPServer(('127.0.0.1', int(port)), handler).serve_forever()
`;

function pyftpdlib(tls: boolean): ServerKind['start'] {
  return async (root) => {
    const port = await freePort();
    const secrets = tls ? [CERTIFICATE, KEY] : ['', ''];
    // The library is installed for Debian's own Python.
    return startDaemon('/usr/bin/python3', ['-c', PYFTPDLIB, String(port), root, USER, PASSWORD, ...secrets], port);
  };
}

function proftpd(tls: readonly string[]): ServerKind['start'] {
  return async (root, scratch) => {
    const port = await freePort();
    const passwords = join(scratch, `proftpd-${port}.passwd`);
    const account = [`--file=${passwords}`, `--name=${USER}`, '--uid=65534', '--gid=65534', `--home=${root}`];
    commandOutput(join(SERVERS, 'usr/sbin/ftpasswd'), ['--passwd', ...account, '--shell=/bin/sh', '--stdin'], PASSWORD);
    const config = write(scratch, `proftpd-${port}.conf`, [
      `ModulePath ${join(SERVERS, 'usr/lib/proftpd')}`,
      ...(tls.length === 0 ? [] : ['LoadModule mod_tls.c']),
      'ServerType standalone',
      'DefaultAddress 127.0.0.1',
      'SocketBindTight on',
      `Port ${port}`,
      'UseIPv6 off',
      'RequireValidShell off',
      'WtmpLog off',
      `ScoreboardFile ${join(scratch, `proftpd-${port}.scoreboard`)}`,
      `PidFile ${join(scratch, `proftpd-${port}.pid`)}`,
      `SystemLog ${join(scratch, `proftpd-${port}.log`)}`,
      'TransferLog none',
      `AuthUserFile ${passwords}`,
      // The second list does not contain nobody, the user of anonymous logins.
      'AuthOrder mod_auth_file.c mod_auth_unix.c',
      'UseFtpUsers off',
      'DisplayChdir .message true',
      'DefaultRoot ~',
      ...tls,
      `<Anonymous ${root}>`,
      'User nobody',
      'Group nogroup',
      'UserAlias anonymous nobody',
      'UserAlias ftp nobody',
      'RequireValidShell off',
      '<Limit WRITE>',
      'DenyAll',
      '</Limit>',
      '</Anonymous>',
    ]);
    return startDaemon(join(SERVERS, 'usr/sbin/proftpd'), ['-n', '-c', config], port);
  };
}

const PROFTPD_TLS = [
  'TLSEngine on',
  'TLSRequired on',
  `TLSRSACertificateFile ${CERTIFICATE}`,
  `TLSRSACertificateKeyFile ${KEY}`,
  'TLSOptions NoSessionReuseRequired',
];

function pureFtpd(tls: boolean): ServerKind['start'] {
  return async (root, scratch) => {
    const port = await freePort();
    const [passwords, database, both] = ['passwd', 'pdb', 'pem'].map((end) =>
      join(scratch, `pure-ftpd-${port}.${end}`),
    );
    if (!passwords || !database || !both) throw new Error('unreachable');
    // Hashed by crypt: a hash of pure-pw takes seconds to check, and every request logs in.
    const hash = commandOutput('openssl', ['passwd', '-6', '-stdin'], PASSWORD).trim();
    writeFileSync(passwords, `${USER}:${hash}:65534:65534::${root}/./::::::::::::\n`, { mode: 0o600 });
    commandOutput(join(SERVERS, 'usr/bin/pure-pw'), ['mkdb', database, '-f', passwords]);
    writeFileSync(both, readFileSync(KEY, 'utf8') + readFileSync(CERTIFICATE, 'utf8'), { mode: 0o600 });
    const options = ['-S', `127.0.0.1,${port}`, '-l', `puredb:${database}`, '-E', '-A', '-H', '-u', '1'];
    return startDaemon(
      join(SERVERS, 'usr/sbin/pure-ftpd'),
      [...options, ...(tls ? ['-Y', '2', '-2', both] : [])],
      port,
    );
  };
}

/** Every server in every configuration to test. */
export const ftpServers: Readonly<Record<string, ServerKind>> = {
  vsftpd: { tls: 'none', emptyCwd: 550, anonymous: true, user: false, start: vsftpd([]) },
  'vsftpd, explicit TLS': {
    tls: 'explicit',
    emptyCwd: 550,
    anonymous: true,
    user: false,
    start: vsftpd([...VSFTPD_TLS, 'require_ssl_reuse=NO']),
  },
  'vsftpd, implicit TLS': {
    tls: 'implicit',
    emptyCwd: 550,
    anonymous: true,
    user: false,
    start: vsftpd([...VSFTPD_TLS, 'require_ssl_reuse=NO', 'implicit_ssl=YES']),
  },
  pyftpdlib: { tls: 'none', emptyCwd: 250, anonymous: true, user: true, unservable: NOT_UTF8, start: pyftpdlib(false) },
  'pyftpdlib, explicit TLS': {
    tls: 'explicit',
    emptyCwd: 250,
    anonymous: true,
    user: true,
    unservable: NOT_UTF8,
    refusesCurl: true,
    start: pyftpdlib(true),
  },
  proftpd: { tls: 'none', emptyCwd: 501, anonymous: true, user: true, start: proftpd([]) },
  'proftpd, explicit TLS': { tls: 'explicit', emptyCwd: 501, anonymous: true, user: true, start: proftpd(PROFTPD_TLS) },
  'pure-ftpd': { tls: 'none', emptyCwd: 250, anonymous: false, user: true, start: pureFtpd(false) },
  'pure-ftpd, explicit TLS': { tls: 'explicit', emptyCwd: 250, anonymous: false, user: true, start: pureFtpd(true) },
};

/** vsftpd with its default settings: data connections must resume the TLS session of the control connection. */
export const insistent: ServerKind = {
  tls: 'explicit',
  emptyCwd: 550,
  anonymous: true,
  user: false,
  start: vsftpd([...VSFTPD_TLS, 'require_ssl_reuse=YES']),
};

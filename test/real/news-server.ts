/**
 * INN for `news.test.ts`: unpacked, not installed, with all its files in one folder. `innd` accepts articles and hands
 * readers to `nnrpd`, as usual; a second `nnrpd` speaks implicit TLS.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';
import { type Daemon, SERVERS, startDaemon } from './daemon.ts';

export const USER = 'curator';
export const PASSWORD = 'museum';

const PROGRAMS = join(SERVERS, 'usr/lib/news');
const certificates = join(import.meta.dirname, '../servers/certificates');

/** INN runs only as the user `news`. */
const AS_NEWS = ['--reuid=news', '--regid=news', '--clear-groups'];

export interface NewsServer {
  /** Begins in transit mode, and offers STARTTLS. */
  readonly port: number;
  /** Speaks implicit TLS. */
  readonly tlsPort: number;
  readonly close: () => Promise<void>;
}

/** Starts INN with empty groups. `members` is for `USER` only. */
export async function startInn(groups: readonly string[], members: string): Promise<NewsServer> {
  const [port, tlsPort] = [await freePort(), await freePort()];
  const root = makeFolder(port, groups, members);
  const environment = [`INNCONF=${root}/etc/inn.conf`, `LD_LIBRARY_PATH=${PROGRAMS}`];
  const run = (program: string, ...options: string[]): string[] => [
    ...AS_NEWS,
    'env',
    ...environment,
    join(PROGRAMS, 'bin', program),
    ...options,
  ];
  const { status, stderr } = spawnSync('setpriv', run('makedbz', '-i', '-o', '-s', '1000'), { encoding: 'utf8' });
  if (status !== 0) throw new Error(`INN has no history: ${stderr}`);
  const start = (port: number, program: string, ...options: string[]): Promise<Daemon> =>
    startDaemon('/usr/bin/setpriv', run(program, ...options), port);
  const innd = await start(port, 'innd', '-f', '-P', String(port), '-4', '127.0.0.1');
  const nnrpd = await start(tlsPort, 'nnrpd', '-D', '-f', '-S', '-p', String(tlsPort), '-4', '127.0.0.1');
  return {
    port,
    tlsPort,
    async close() {
      await nnrpd.close();
      await innd.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** Makes the folder of a server: configuration, groups, an empty history. */
function makeFolder(port: number, groups: readonly string[], members: string): string {
  const root = mkdtempSync(join(tmpdir(), 'waypost-inn-'));
  chmodSync(root, 0o755);
  cpSync(join(SERVERS, 'etc/news'), join(root, 'etc'), { recursive: true });
  for (const folder of ['db', 'run', 'log', 'tmp', 'articles', 'overview', 'incoming', 'outgoing', 'http']) {
    mkdirSync(join(root, folder));
  }
  for (const file of ['trusted.pem', 'server.key']) copyFileSync(join(certificates, file), join(root, 'etc', file));
  const write = (name: string, lines: readonly string[]): void =>
    writeFileSync(join(root, name), lines.map((line) => `${line}\n`).join(''));
  write('etc/inn.conf', configuration(root, port));
  write('etc/storage.conf', ['method tradspool {', '  newsgroups: *', '  class: 0', '}']);
  // No feeds, and the groups without which innd does not start.
  write('etc/newsfeeds', ['ME:!*::', 'nobody:!*:Tf:/dev/null']);
  write('etc/incoming.conf', ['peer local {', '  hostname: "127.0.0.1"', '}']);
  // The last matching entry counts: a login, over TLS only, gives access to everything.
  write('etc/readers.conf', [
    'auth everybody {',
    '  hosts: "*"',
    '  default: "<anyone>"',
    '}',
    'access everybody {',
    '  users: "<anyone>"',
    `  newsgroups: "test.*,!${members}"`,
    '  access: R',
    '}',
    'auth login {',
    '  hosts: "*"',
    '  require_encryption: true',
    `  auth: "ckpasswd -f ${root}/etc/passwd"`,
    '}',
    'access login {',
    `  users: "${USER}"`,
    '  newsgroups: "test.*"',
    '  access: R',
    '}',
  ]);
  write('etc/passwd', [
    `${USER}:${spawnSync('openssl', ['passwd', '-5', PASSWORD], { encoding: 'utf8' }).stdout.trim()}`,
  ]);
  write('db/active', [
    ...[...groups, members].map((group) => `${group} 0000000000 0000000001 y`),
    ...['control', 'control.cancel', 'junk'].map((group) => `${group} 0000000000 0000000001 n`),
  ]);
  write(
    'db/newsgroups',
    groups.map((group) => `${group}\tAbout ${group}`),
  );
  write('db/active.times', []);
  write('db/history', []);
  spawnSync('chown', ['-R', 'news:news', root]);
  spawnSync('chmod', ['600', join(root, 'etc/server.key')]);
  return root;
}

function configuration(root: string, port: number): string[] {
  const settings: Readonly<Record<string, string | number>> = {
    mta: '"/bin/false %s"',
    ovmethod: 'tradindexed',
    hismethod: 'hisv6',
    pathhost: 'news.museum.test',
    domain: 'museum.test',
    fromhost: 'museum.test',
    runasuser: 'news',
    runasgroup: 'news',
    // Accepts articles of any age.
    artcutoff: 0,
    // Serves readers whatever else the machine does.
    nnrpdloadlimit: 0,
    port,
    nnrpdpostport: port,
    tlscertfile: `${root}/etc/trusted.pem`,
    tlskeyfile: `${root}/etc/server.key`,
    pathnews: PROGRAMS,
    pathbin: `${PROGRAMS}/bin`,
    pathcontrol: `${PROGRAMS}/bin/control`,
    pathetc: `${root}/etc`,
    pathfilter: `${root}/etc/filter`,
    pathdb: `${root}/db`,
    pathrun: `${root}/run`,
    pathlog: `${root}/log`,
    pathtmp: `${root}/tmp`,
    pathspool: root,
    patharticles: `${root}/articles`,
    pathoverview: `${root}/overview`,
    pathincoming: `${root}/incoming`,
    pathoutgoing: `${root}/outgoing`,
    pathhttp: `${root}/http`,
  };
  return Object.entries(settings).map(([name, value]) => `${name}: ${value}`);
}

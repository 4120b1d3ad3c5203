/** The real gopher servers of `gopher.test.ts`, and how each is started to serve a tree of files. */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';
import { isThere } from '../machine.ts';
import { generated, whole } from '../servers/source.ts';
import { type Daemon, startDaemon } from './daemon.ts';

const certificates = join(import.meta.dirname, '../servers/certificates');

export const BIG: Buffer = whole(generated(3_000_000));

/** Texts, as octets. */
export const TEXTS = {
  'about.txt': 'About this server.\nSecond line.\n',
  'dots.txt': 'Dots\n.x\n..x\n...\nThe end.\n',
  'latin1.txt': 'Gr\xfc\xdfe aus K\xf6ln, d\xe9j\xe0 vu.\n',
  'utf8.txt': Buffer.from('Grüße, 日本語.\n').toString('latin1'),
  'empty.txt': '',
} as const;

/** Names of files, as octets. Each file contains its own name. */
export const NAMES: readonly string[] = [
  'two words.txt',
  'hash#tag.txt',
  '100%.txt',
  'literal%20escape.txt',
  'semi;colon.txt',
  'plus+and&.txt',
  Buffer.from('naïve.txt').toString('latin1'),
  'J\xe4ger.txt',
];

const SEARCH = `#!/bin/sh
printf '0Found %s\\t/about.txt\\tlocalhost\\t70\\r\\n' "\${SEARCHREQUEST:-$QUERY_STRING}"
`;

/** Makes the tree of files, readable by all users, and a folder that the servers may write to. */
export function makeTree(): { readonly root: string; readonly scratch: string } {
  const scratch = mkdtempSync(join(tmpdir(), 'waypost-gopher-'));
  chmodSync(scratch, 0o755);
  const root = join(scratch, 'root');
  mkdirSync(join(root, 'sub/deep'), { recursive: true });
  mkdirSync(join(root, 'names'));
  mkdirSync(join(root, 'cgi-bin'));
  const write = (path: string, octets: string | Buffer, mode = 0o644): void => {
    const content = typeof octets === 'string' ? Buffer.from(octets, 'latin1') : octets;
    const file = Buffer.from(join(root, path), 'latin1');
    writeFileSync(file, content);
    chmodSync(file, mode);
  };
  for (const [name, text] of Object.entries(TEXTS)) write(name, text);
  for (const name of NAMES) write(join('names', name), name);
  write('big.bin', BIG);
  write('sub/page.html', '<!doctype html><title>A page</title><script>alert(1)</script>\n');
  write('sub/deep/note.txt', 'Deep.\n');
  write('cgi-bin/find.cgi', SEARCH, 0o755);
  write('about.txt.abstract', 'An abstract of the text.\nIts second line.\n');
  write(
    'about.txt.ask',
    'Note: Please fill in\nAsk: Your name?\tAnon\nAskP: Password\nChoose: Colour\tred\tgreen\nSelect: Spam\t1\n',
  );
  return { root, scratch };
}

export interface ServerKind {
  /** The path of the program. */
  readonly program: string;
  readonly plus: boolean;
  readonly scheme: 'gopher' | 'gophers';
  /** Names that it cannot serve because it decodes percent escapes, which gopher requests do not have. */
  readonly unservable: RegExp | null;
  /** Its message for a missing file. */
  readonly missing: RegExp;
  readonly start: (root: string, scratch: string) => Promise<Daemon>;
}

const GOPHERNICUS = '/usr/sbin/gophernicus';
const PYGOPHERD = '/usr/sbin/pygopherd';

/** gophernicus serves standard input, and refuses to run as root. It sends texts unchanged. */
async function gophernicus(root: string): Promise<Daemon> {
  const port = await freePort();
  const command = `${GOPHERNICUS} -r ${root} -h localhost -p ${port} -nu -no -nl`;
  const user = process.getuid?.() === 0 ? ',su=nobody' : '';
  // With `nofork` it gets the socket itself. Otherwise socat drops its output if it exits with an error.
  return startDaemon(
    '/usr/bin/socat',
    [`TCP-LISTEN:${port},bind=127.0.0.1,reuseaddr,fork`, `EXEC:${command},nofork${user}`],
    port,
  );
}

function pygopherd(tls: boolean): ServerKind['start'] {
  return async (root, scratch) => {
    const port = await freePort();
    const settings: Readonly<Record<string, string>> = {
      port: String(port),
      interface: '127.0.0.1',
      servername: 'localhost',
      detach: 'no',
      usechroot: 'no',
      root,
      pidfile: join(scratch, `pygopherd-${port}.pid`),
      logmethod: 'file',
      enable_tls: tls ? 'yes' : 'no',
      tls_certfile: join(certificates, 'trusted.pem'),
      tls_keyfile: join(certificates, 'server.key'),
    };
    let config = readFileSync('/etc/pygopherd/pygopherd.conf', 'utf8').replace(/^set[ug]id.*$/gm, '');
    // The handler that runs programs is off by default.
    config = config.replace(/^(handlers = [^\]]*)(file\.FileHandler\])/m, '$1scriptexec.ExecHandler, $2');
    for (const [key, value] of Object.entries(settings)) {
      const line = new RegExp(`^#? ?${key} *=.*$`, 'm');
      config = line.test(config)
        ? config.replace(line, `${key} = ${value}`)
        : config.replace('[pygopherd]', `[pygopherd]\n${key} = ${value}`);
    }
    const file = join(scratch, `pygopherd-${port}.conf`);
    writeFileSync(file, config);
    return startDaemon('/usr/bin/python3', [PYGOPHERD, file], port);
  };
}

/** The servers in every configuration to test. */
export const gopherServers: Readonly<Record<string, ServerKind>> = {
  gophernicus: {
    program: GOPHERNICUS,
    plus: false,
    scheme: 'gopher',
    unservable: /[%#]/,
    missing: /File or directory not found/,
    start: gophernicus,
  },
  pygopherd: {
    program: PYGOPHERD,
    plus: true,
    scheme: 'gopher',
    unservable: null,
    missing: /does not exist/,
    start: pygopherd(false),
  },
  'pygopherd over TLS': {
    program: PYGOPHERD,
    plus: true,
    scheme: 'gophers',
    unservable: null,
    missing: /does not exist/,
    start: pygopherd(true),
  },
};

/** Whether a server is installed, which an error says in CI. */
export function isInstalled({ program }: ServerKind): boolean {
  return isThere(`${program}, which test/real/install.sh installs,`, existsSync(program));
}

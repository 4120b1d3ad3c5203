/** The real terminal servers of `terminals.test.ts`, and the reference client of 3270 terminals. */
import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { freePort } from '../free-port.ts';
import { isThere } from '../machine.ts';
import { type Daemon, SERVERS, startDaemon } from './daemon.ts';

const SOCAT = '/usr/bin/socat';

/** The programs. Both packages of rsh have the same file, so each has a folder. */
export const programs = {
  telnetd: join(SERVERS, 'usr/sbin/telnetd'),
  'telnetd-ssl': join(SERVERS, 'usr/sbin/in.telnetd'),
  'rsh-redone': join(SERVERS, 'apart/rsh-redone-server/usr/sbin/in.rlogind'),
  netkit: join(SERVERS, 'apart/rsh-server/usr/sbin/in.rlogind'),
  hercules: join(SERVERS, 'usr/bin/hercules'),
  conch: '/usr/lib/python3/dist-packages/twisted/conch/telnet.py',
  tinymux: join(SERVERS, 'usr/lib/tinymux/game/bin/netmux'),
  ranvier: join(SERVERS, 'npm/node_modules/ranvier-telnet/index.js'),
  python: '/usr/bin/python3',
  s3270: '/usr/bin/s3270',
  's3270 4.3': join(SERVERS, 'suite3270/s3270-4.3'),
} as const;

/** Whether these programs are installed, which an error says in CI. */
export function areInstalled(...names: readonly (keyof typeof programs)[]): boolean {
  const missing = names.map((name) => programs[name]).filter((path) => !existsSync(path));
  return isThere(`${missing.join(', ')}, which test/real/install.sh installs,`, missing.length === 0);
}

/** Serves each connection with a program that expects it as its standard input and output, as inetd does. */
async function serveWith(command: string, options = ''): Promise<Daemon> {
  const port = await freePort();
  return startDaemon(
    SOCAT,
    [`TCP-LISTEN:${port},bind=127.0.0.1,reuseaddr,fork`, `EXEC:${command},nofork${options}`],
    port,
  );
}

/** A program for telnetd to run instead of a login: a shell whose prompt and files are known. */
function shellScript(folder: string): string {
  const script = join(folder, 'shell');
  writeFileSync(script, "#!/bin/sh\nPS1='$ ' HOME=/nonexistent exec /bin/sh\n");
  chmodSync(script, 0o755);
  return script;
}

/** GNU inetutils' telnetd with a shell. */
export function startTelnetd(): Promise<Daemon> {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-telnetd-'));
  return serveWith(`${programs.telnetd} -h -E ${shellScript(folder)}`);
}

/** netkit's telnetd with TLS, which it offers as an option of telnet. */
export function startTelnetdSsl(): Promise<Daemon> {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-telnetd-ssl-'));
  const [key, certificate, pem] = ['key.pem', 'certificate.pem', 'both.pem'].map((name) => join(folder, name));
  if (key === undefined || certificate === undefined || pem === undefined) throw new Error('no paths');
  const subject = ['-subj', '/CN=localhost', '-days', '30', '-keyout', key, '-out', certificate];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject], { stdio: 'ignore' });
  writeFileSync(pem, readFileSync(key, 'utf8') + readFileSync(certificate, 'utf8'));
  return serveWith(`${programs['telnetd-ssl']} -h -z cert=${pem} -L ${shellScript(folder)}`);
}

/** Answers an interrupt with the Synch of RFC 854. Node cannot send urgent data, which its DM is. */
const SYNCH = `
import socket, sys

def serve(client):
    client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    client.sendall(b'\\xff\\xfb\\x01$ ')
    behind = False
    while octets := client.recv(1000):
        if b'\\x03' in octets or b'\\xff\\xf4' in octets:
            client.sendall(b'BEFORE\\xff')
            client.send(b'\\xf2', socket.MSG_OOB)
            client.sendall(b'abcdefg AFTER')
        if b'\\xff\\xfd\\x06' in octets:
            if behind:
                client.sendall(b'\\xff')
                client.send(b'\\xf2', socket.MSG_OOB)
            client.sendall(b'\\xff\\xfc\\x06')
            behind = not behind

server = socket.create_server(('127.0.0.1', int(sys.argv[1])))
while True:
    client, _ = server.accept()
    try:
        serve(client)
    except OSError:
        pass
    client.close()
`;

export async function startSynch(): Promise<Daemon> {
  const port = await freePort();
  return startDaemon(programs.python, ['-c', SYNCH, String(port)], port);
}

/**
 * The login of Twisted's Conch, as it is: it hides the password by a promise to echo, and takes lines all the time. Who
 * is in gets each line back in capitals.
 */
const CONCH = `
import sys
from twisted.conch.telnet import AuthenticatingTelnetProtocol, ITelnetProtocol, StatefulTelnetProtocol, TelnetTransport
from twisted.cred.checkers import InMemoryUsernamePasswordDatabaseDontUse
from twisted.cred.portal import IRealm, Portal
from twisted.internet import protocol, reactor
from zope.interface import implementer

class Talker(StatefulTelnetProtocol):
    state = 'Command'

    def connectionMade(self):
        self.transport.write(b'\\nWelcome.\\n> ')

    def telnet_Command(self, line):
        self.transport.write(line.upper() + b'\\n> ')

@implementer(IRealm)
class Realm:
    def requestAvatar(self, name, mind, *interfaces):
        return ITelnetProtocol, Talker(), lambda: None

users = InMemoryUsernamePasswordDatabaseDontUse(ada=b'Hush4you')
factory = protocol.ServerFactory()
factory.protocol = lambda: TelnetTransport(AuthenticatingTelnetProtocol, Portal(Realm(), [users]))
reactor.listenTCP(int(sys.argv[1]), factory, interface='127.0.0.1')
reactor.run()
`;

export async function startConch(): Promise<Daemon> {
  const port = await freePort();
  return startDaemon(programs.python, ['-c', CONCH, String(port)], port);
}

export const startRshRedone = (): Promise<Daemon> => serveWith(programs['rsh-redone'], ',stderr');
export const startNetkit = (): Promise<Daemon> => serveWith(programs.netkit, ',stderr');

/** Hercules with two 3270 terminals and no operating system: it shows its logo. */
export async function startHercules(): Promise<Daemon> {
  const port = await freePort();
  const config = join(mkdtempSync(join(tmpdir(), 'waypost-hercules-')), 'hercules.cnf');
  const machine = ['CPUSERIAL 000611', 'CPUMODEL 3090', 'MAINSIZE 4', 'NUMCPU 1', 'ARCHMODE S/370'];
  writeFileSync(config, `${[...machine, `CNSLPORT 127.0.0.1:${port}`, '0700 3270', '0701 3270'].join('\n')}\n`);
  const libraries = join(SERVERS, 'usr/lib/hercules');
  return startDaemon(programs.hercules, ['-d', '-f', config], port, {
    env: { LD_LIBRARY_PATH: `${libraries}:${join(SERVERS, 'usr/lib')}`, HERCULES_LIB: libraries },
    keepsInput: true,
  });
}

/** s3270, the scriptable 3270 terminal of the x3270 family. */
export class ReferenceTerminal {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #lines: Interface;
  readonly #received: string[] = [];
  #wake: () => void = () => {};

  constructor() {
    this.#child = spawn(programs.s3270, ['-model', '3279-2-E', '-utf8']);
    this.#lines = createInterface(this.#child.stdout);
    this.#lines.on('line', (line) => {
      this.#received.push(line);
      this.#wake();
    });
  }

  /** Runs an action, and returns its lines of data. */
  async run(action: string): Promise<string[]> {
    this.#child.stdin.write(`${action}\n`);
    const data: string[] = [];
    for (;;) {
      const line = this.#received.shift();
      if (line === undefined) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      } else if (line === 'ok') return data;
      else if (line === 'error') throw new Error(`s3270: ${action}: ${data.join(' ')}`);
      else if (line.startsWith('data: ')) data.push(line.slice('data: '.length));
    }
  }

  /** The rows of the screen, without blanks at their ends. */
  async rows(): Promise<string[]> {
    return (await this.run('Ascii()')).map((row) => row.trimEnd());
  }

  /** The row and the column of the cursor, from 0. */
  async cursor(): Promise<[number, number]> {
    const [text = ''] = await this.run('Query(Cursor)');
    const [row = 0, column = 0] = text.split(' ').map(Number);
    return [row, column];
  }

  close(): void {
    this.#lines.close();
    this.#child.kill();
  }
}

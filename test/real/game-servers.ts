/** Servers of games, in which people talk and which hide passwords by a promise to echo. */
import { cpSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';
import { type Daemon, SERVERS, startDaemon } from './daemon.ts';
import { programs } from './terminal-servers.ts';

/** TinyMUX with the smallest of worlds, whose one character is Wizard. */
export async function startTinyMux(): Promise<Daemon> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'waypost-tinymux-'));
  cpSync(join(SERVERS, 'usr/share/tinymux/game'), folder, { recursive: true });
  cpSync(join(SERVERS, 'usr/lib/tinymux/game/bin'), join(folder, 'bin'), { recursive: true });
  writeFileSync(join(folder, 'own.conf'), `include netmux.conf\nport ${port}\nip_address 127.0.0.1\n`);
  return startDaemon(programs.tinymux, ['-s', '-c', 'own.conf', '-p', 'own.pid', '-e', '.'], port, {
    env: { LD_LIBRARY_PATH: join(folder, 'bin') },
    folder,
  });
}

/** The telnet server of Ranvier with the questions of its login. Who is in gets each line back in capitals. */
const RANVIER = `
const { Options, Sequences, TelnetServer, TelnetSocket } = require('ranvier-telnet');

new TelnetServer((raw) => {
  const socket = new TelnetSocket();
  socket.on('error', () => {});
  socket.attach(raw);
  socket.telnetCommand(Sequences.WILL, Options.OPT_EOR);
  const command = () => socket.once('data', (line) => {
    socket.write(line.toString().toUpperCase() + '\\r\\n> ');
    command();
  });
  const password = (name) => {
    socket.write('Enter your password: ');
    socket.toggleEcho();
    socket.once('data', (line) => {
      socket.toggleEcho();
      socket.write('\\r\\n');
      if (line.toString() !== 'Hush4you') return password(name);
      socket.write('Welcome, ' + name + '.\\r\\n> ');
      command();
    });
  };
  socket.write('Welcome, what is your name? ');
  socket.once('data', (line) => password(line.toString()));
}).netServer.listen(Number(process.argv[1]), '127.0.0.1');
`;

export async function startRanvier(): Promise<Daemon> {
  const port = await freePort();
  return startDaemon(process.execPath, ['-e', RANVIER, String(port)], port, { folder: join(SERVERS, 'npm') });
}

/** A login on telnetlib3. What reads its lines is that of asyncio: its own one echoes while it has promised to. */
const TELNETLIB3 = `
import sys
from telnetlib3.server import main
from telnetlib3.telopt import ECHO, WILL, WONT

async def shell(reader, writer):
    writer.write('Name: ')
    await writer.drain()
    name = (await reader.readline()).rstrip()
    writer.iac(WILL, ECHO)
    writer.write('Password: ')
    await writer.drain()
    password = (await reader.readline()).rstrip()
    writer.iac(WONT, ECHO)
    writer.write('\\r\\n%s, %s.\\r\\n> ' % ('Welcome' if password == 'Hush4you' else 'Wrong', name))
    await writer.drain()
    while line := await reader.readline():
        writer.write(line.rstrip().upper() + '\\r\\n> ')
        await writer.drain()

sys.modules['login'] = sys.modules['__main__']
sys.argv = ['telnetlib3-server', '--line-mode', '--shell', 'login.shell', '127.0.0.1', sys.argv[1]]
main()
`;

/** The folders of telnetlib3 and of wcwidth, as for PYTHONPATH: Debian has no package of it. */
const FOLDERS = process.env.TELNETLIB3;

export function hasTelnetlib3(): boolean {
  if (FOLDERS === undefined) console.warn('\n!!! SKIPPED: TELNETLIB3 has no folders of telnetlib3 and wcwidth.\n');
  return FOLDERS !== undefined;
}

export async function startTelnetlib3(): Promise<Daemon> {
  const port = await freePort();
  return startDaemon(programs.python, ['-c', TELNETLIB3, String(port)], port, { env: { PYTHONPATH: FOLDERS ?? '' } });
}

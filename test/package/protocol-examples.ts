/**
 * The programs of docs/protocols.md, which run from the packed package: each with the server that it asks, and what it
 * prints.
 */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startCnrp } from '../servers/cnrp.ts';
import { startCso } from '../servers/cso.ts';
import { startDict } from '../servers/dict.ts';
import { startFinger } from '../servers/finger.ts';
import { startFtp } from '../servers/ftp.ts';
import { startGopher } from '../servers/gopher.ts';
import { listen } from '../servers/listener.ts';
import { startNntp } from '../servers/nntp.ts';
import { startProspero } from '../servers/prospero.ts';
import { startTelnet } from '../servers/telnet.ts';
import { startTn3270 } from '../servers/tn3270.ts';
import { startWais } from '../servers/wais.ts';
import { root } from './published.ts';

interface Server {
  readonly port: number;
  readonly close: () => Promise<unknown>;
}

const START = '\0ada\0ada\0xterm-256color/38400\0';

/** Takes the name of the user, and asks for the password. */
const startRlogin = () =>
  listen('rlogin', {}, async (client) => {
    await client.exactly(START.length);
    await client.reply('\0Password: ');
    while ((await client.exactly(1)).length > 0);
  });

/** By the heading of the example: its test server, and what the example prints of it. */
export const testServers: Readonly<Record<string, readonly [start: () => Promise<Server>, printed: RegExp]>> = {
  Gopher: [startGopher, /^item What was Gopher\?$/m],
  FTP: [startFtp, /^file README 519 1995-02-03/m],
  NNTP: [startNntp, /^museum\.history Who remembers what$/m],
  CSO: [startCso, /^name Doe Jane$/m],
  finger: [startFinger, /^Login: curator +Name: Ada Quill$/m],
  DICT: [startDict, /^gopher A Few of the Elements$\n(?:.*\n)*^elements gopher$/m],
  WAIS: [startWais, /^1000 wais\.txt: The history of WAIS$/m],
  Prospero: [startProspero, /^welcome\.txt prospero:\/\/.*welcome\.txt/m],
  CNRP: [startCnrp, /^Fidonet http:\/\/www\.fidonet\.example\/$/m],
  telnet: [startTelnet, /Welcome to the terminal room of the museum\.\s+login: $/m],
  rlogin: [startRlogin, /^Password: $/m],
  tn3270: [startTn3270, /MUSEUM/i],
};

const chapters = readFileSync(join(root, 'docs/protocols.md'), 'utf8').split(/^## /m);
const SERVER = /host: '[^']+', port: \d+/g;

/**
 * Runs an example.
 *
 * @param name - its heading
 * @param consumer - the folder with the package
 * @param command - the runtime, and its arguments before the module
 * @returns what it prints
 */
export async function runExample(
  name: string,
  port: number,
  consumer: string,
  [program, ...args]: readonly [program: string, ...args: readonly string[]] = [process.execPath],
): Promise<string> {
  const chapter = chapters.find((text) => text.startsWith(`${name}\n`)) ?? '';
  const [, code = ''] = /```js\n(.*?)```/s.exec(chapter) ?? [];
  if (!SERVER.test(code)) throw new Error(`docs/protocols.md has no example of ${name}.`);
  const module = `${name.toLowerCase()}.js`;
  writeFileSync(join(consumer, module), code.replace(SERVER, `host: 'localhost', port: ${port}`));
  const { stdout } = await promisify(execFile)(program, [...args, module], { cwd: consumer, timeout: 60_000 });
  return stdout;
}

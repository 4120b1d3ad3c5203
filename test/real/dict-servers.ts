/** Real servers of dictionaries and of finger, and how each is started. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';
import { type Daemon, SERVERS, startDaemon } from './daemon.ts';

const DICTIONARIES = join(SERVERS, 'usr/share/dictd');

/** Two dictionaries of Debian: the elements, and The Devil's Dictionary. */
const DATABASES: readonly string[] = ['elements', 'devil'];

/** dictd of Debian, in the locale that reads UTF-8. */
export async function startDictd(): Promise<Daemon> {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-dictd-'));
  // Started by root, it becomes another user, and writes its number there.
  chmodSync(folder, 0o777);
  const port = await freePort();
  const databases = DATABASES.map((name) => {
    const file = join(DICTIONARIES, name);
    return `database ${name} { data "${file}.dict.dz" index "${file}.index" }`;
  });
  const global = `global { listen_to 127.0.0.1 port ${port} pid_file ${join(folder, 'pid')} }`;
  writeFileSync(join(folder, 'dictd.conf'), `${[global, ...databases].join('\n')}\n`);
  const options = ['-d', 'nodetach', '-c', join(folder, 'dictd.conf'), '--locale', 'C.UTF-8'];
  const daemon = await startDaemon(join(SERVERS, 'usr/sbin/dictd'), options, port);
  return {
    ...daemon,
    close: async () => {
      await daemon.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** fingerd of NetKit, which inetd starts for each connection; here socat does. It calls the program `finger`. */
export async function startFingerd(): Promise<Daemon> {
  const port = await freePort();
  const fingerd = `${join(SERVERS, 'usr/sbin/in.fingerd')} -p /usr/bin/finger`;
  const listener = `TCP-LISTEN:${port},bind=127.0.0.1,reuseaddr,fork`;
  return startDaemon('/usr/bin/socat', [listener, `EXEC:${fingerd},nofork,stderr`], port);
}

/**
 * One server for each folder of short links: two would overwrite each other's links, and answer with old targets. Each
 * server listens at a socket of its own in the folder, and looks for others. A server that was killed no longer
 * listens, so its socket stops nobody, whoever has its process number now; and servers in two containers see the same
 * sockets. Of two that start at the same time, at least one sees the other, because each listens before it looks.
 */
import { createHash, randomInt, randomUUID } from 'node:crypto';
import { constants, openSync, readdirSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The names of the sockets. They are never used again, so that a dead one can be removed at any time. */
const SOCKET = /^waypost-[\da-f]{8}\.lock$/;

/** The path of a socket has this many octets at most, also on macOS. A longer one would be cut off. */
const LONGEST_PATH = 103;

/** Two that see each other try again, after a while of their own, in milliseconds. */
const ATTEMPTS = 4;
const LONGEST_PAUSE_MS = 300;

type Lock =
  /** `release` removes the socket. */
  | { readonly kind: 'locked'; readonly release: () => Promise<void> }
  /** Another server uses the folder. */
  | { readonly kind: 'taken' }
  /** The file system has no sockets. */
  | { readonly kind: 'impossible'; readonly reason: string };

/** @param folder - an absolute path of a folder that this user can write to */
export async function lock(folder: string): Promise<Lock> {
  if (process.platform === 'win32') return lockByPipe(folder);
  const path = shortPathOf(folder);
  if (path === null) return { kind: 'impossible', reason: 'its path is too long for a socket' };
  for (let attempt = 1; ; attempt++) {
    const name = `waypost-${randomUUID().slice(0, 8)}.lock`;
    const server = createServer((client) => client.end());
    const fault = await listening(server, join(path, name));
    if (fault !== null) return { kind: 'impossible', reason: fault.message };
    if (!(await hasOther(path, name))) return { kind: 'locked', release: () => closed(server) };
    await closed(server);
    if (attempt === ATTEMPTS) return { kind: 'taken' };
    await sleep(randomInt(LONGEST_PAUSE_MS));
  }
}

/** Windows ends a named pipe with its process. */
async function lockByPipe(folder: string): Promise<Lock> {
  const name = createHash('sha256').update(folder.toLowerCase()).digest('hex').slice(0, 32);
  const server = createServer((client) => client.end());
  const fault = await listening(server, `\\\\.\\pipe\\waypost-${name}`);
  return fault === null ? { kind: 'locked', release: () => closed(server) } : { kind: 'taken' };
}

/** A path of the folder that leaves space for the name of a socket; `null` = there is none. */
function shortPathOf(folder: string): string | null {
  const fits = (path: string) => Buffer.byteLength(join(path, 'waypost-01234567.lock')) <= LONGEST_PATH;
  const short = [folder, relative(process.cwd(), folder) || '.'].find(fits);
  if (short !== undefined) return short;
  if (process.platform !== 'linux') return null;
  // The folder stays open as long as this process runs.
  return `/proc/self/fd/${openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY)}`;
}

/** Whether another server listens in the folder at this path. Sockets of servers that do not are removed. */
async function hasOther(path: string, own: string): Promise<boolean> {
  const others = readdirSync(path).filter((name) => SOCKET.test(name) && name !== own);
  const found = await Promise.all(
    others.map(async (name) => {
      if (await answers(join(path, name))) return true;
      rmSync(join(path, name), { force: true });
      return false;
    }),
  );
  return found.includes(true);
}

function listening(server: Server, path: string): Promise<NodeJS.ErrnoException | null> {
  return new Promise((resolve) => {
    server.once('error', resolve);
    server.listen(path, () => resolve(null));
  });
}

/** Whether somebody listens at a socket. */
function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const client = connect(path);
    client.once('connect', () => {
      client.destroy();
      resolve(true);
    });
    // A socket that this user may not connect to belongs to another user's server.
    client.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code === 'EACCES' || code === 'EPERM'));
  });
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}

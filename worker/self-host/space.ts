/**
 * Space on the disk of the short links. A file is its reserve. When the disk is nearly full, new links are refused, and
 * the file is removed: what it took is for blocks, deletions and clicks, whoever else has filled the disk. When there
 * is space again, the file is written anew, and then new links are taken.
 *
 * The Worker asks by HTTP, because workerd has no way to ask a disk.
 */
import { once } from 'node:events';
import { closeSync, existsSync, fsyncSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { DiskSpace } from '../settings/disk-space.ts';

/** The name of the reserve in the folder of the data. */
const RESERVE = 'waypost-reserve';

/** The octets of the reserve, and the part of a small disk that it takes at most. */
const RESERVE_SIZE = 32 * 1024 * 1024;
const LARGEST_PART = 1 / 16;

/**
 * The part of the reserve that has to be free beside it: what writers take until the Worker asks again, and the copies
 * that SQLite makes of pages before they are in their place.
 */
const MARGIN = 1 / 4;

/** What a disk has, in octets. */
type Disk = Readonly<{ free: number; size: number }>;

/** What is free for a user, and not for root alone. */
function diskOf(folder: string): Disk {
  const { bavail, blocks, bsize } = statfsSync(folder);
  return { free: bavail * bsize, size: blocks * bsize };
}

export class SpaceKeeper {
  readonly #file: string;
  readonly #disk: () => Disk;

  /** @param disk - asks the disk; the tests have one that fills */
  constructor(folder: string, disk = () => diskOf(folder)) {
    this.#file = join(folder, RESERVE);
    this.#disk = disk;
  }

  /** The space at this moment. The reserve is removed or written if it is time. */
  read(): DiskSpace {
    const { free, size } = this.#disk();
    const reserve = Math.floor(Math.min(RESERVE_SIZE, size * LARGEST_PART));
    const margin = reserve * MARGIN;
    if (existsSync(this.#file)) {
      if (free >= margin) return { free, isLow: false };
      this.release();
    } else if (free >= reserve + 2 * margin && this.#write(reserve)) {
      return { free: this.#disk().free, isLow: false };
    }
    return { free: this.#disk().free, isLow: true };
  }

  /** Removes the reserve because something could not be written, whatever the disk says. */
  release(): void {
    rmSync(this.#file, { force: true });
  }

  /** @returns whether there was space for it */
  #write(octets: number): boolean {
    try {
      const file = openSync(this.#file, 'w');
      // Some file systems keep no zeros.
      const piece = crypto.getRandomValues(new Uint8Array(65_536));
      try {
        for (let left = octets; left > 0; ) left -= writeSync(file, piece, 0, Math.min(left, piece.length));
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
      return true;
    } catch {
      this.release();
      return false;
    }
  }
}

/** Answers the Worker: `GET` with the space, `POST` after the reserve was removed. Only this machine can ask. */
export async function serveSpace(keeper: SpaceKeeper) {
  // The stores may need what is kept in order to open.
  keeper.read();
  const server = createServer(({ method }, response) => {
    if (method === 'POST') keeper.release();
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify(keeper.read()));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('there is no port');
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { port: address.port, close };
}

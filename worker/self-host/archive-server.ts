/**
 * Hands out parts of the files of a news archive to the Worker on the same machine, because the disks of workerd know
 * no ranges. Its addresses begin with a path that nobody else knows.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { isFileName } from '../../src/news-archive/format.ts';

/** The most octets of an answer: more than any part of an archive has. */
const MOST = 32 * 1024 * 1024;

interface ArchiveServer {
  /** What the Worker gets as `NEWS_ARCHIVE`. */
  readonly address: string;
  close(): void;
}

export async function serveArchive(folder: string): Promise<ArchiveServer> {
  const path = `/${randomUUID()}/`;
  const server = createServer(async (request, response) => {
    const [, from, to] = /^bytes=(\d{1,15})-(\d{1,15})$/.exec(request.headers.range ?? '') ?? [];
    const name = request.url?.startsWith(path) ? nameOf(request.url.slice(path.length)) : null;
    const length = Math.min(Number(to) - Number(from) + 1, MOST);
    if (name === null || !(length > 0)) return response.writeHead(404).end();
    try {
      const octets = await readPart(join(folder, name), Number(from), length);
      const last = Number(from) + octets.length - 1;
      if (octets.length === 0) return response.writeHead(416).end();
      return response.writeHead(206, { 'Content-Range': `bytes ${from}-${last}/*` }).end(octets);
    } catch {
      return response.writeHead(404).end();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new TypeError('the server has no port');
  return { address: `http://127.0.0.1:${address.port}${path}`, close: () => void server.close() };
}

function nameOf(encoded: string): string | null {
  try {
    const name = decodeURIComponent(encoded);
    return isFileName(name) ? name : null;
  } catch {
    return null;
  }
}

async function readPart(path: string, from: number, length: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const octets = Buffer.alloc(length);
    const { bytesRead } = await file.read(octets, 0, length, from);
    return octets.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** A web server with a news archive, which it makes when it starts. It answers ranges, and nothing else. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { indexNews } from '../../bin/index-news/run.ts';
import type { RunningServer, ServerOptions } from './listener.ts';
import { startWeb } from './web.ts';

/** What the archive is made from: articles of a server that is gone. */
const MBOX = join(import.meta.dirname, 'content/usenet/museum.lost.mbox');

/** The name of the archive of the museum. */
export const ARCHIVE_NAME = 'the reading room, 1991 to 1993';

/** The files of the archive, by their names. */
export async function archiveFiles(): Promise<ReadonlyMap<string, Buffer>> {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-archive-'));
  try {
    await indexNews({ kind: 'index-news', files: [MBOX], out: folder, name: ARCHIVE_NAME });
    return new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Starts the server. The files are those of the museum if no others are handed in. */
export async function startArchive(
  options: ServerOptions = {},
  files?: ReadonlyMap<string, Buffer>,
): Promise<RunningServer> {
  const served = files ?? (await archiveFiles());
  return startWeb((_method, target, fields) => {
    const file = served.get(decodeURIComponent(target.split('/').slice(1).join('/')));
    if (file === undefined) return { status: '404 Not Found' };
    const [, from, to] = /^range: bytes=(\d+)-(\d+)$/i.exec(fields.find((field) => /^range:/i.test(field)) ?? '') ?? [];
    if (from === undefined) return { status: '200 OK', body: file.toString('latin1') };
    if (Number(from) >= file.length) return { status: '416 Range Not Satisfiable' };
    const part = file.subarray(Number(from), Number(to) + 1);
    const fieldsOfPart = [`Content-Range: bytes ${from}-${Number(from) + part.length - 1}/${file.length}`];
    return { status: '206 Partial Content', fields: fieldsOfPart, body: part.toString('latin1') };
  }, options);
}

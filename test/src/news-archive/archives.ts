/** News archives in memory. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { indexNews } from '../../../bin/index-news/run.ts';
import type { ArchiveSource } from '../../../src/news-archive/archive.ts';

/** The files of an archive, by their names. */
export type ArchiveFileMap = ReadonlyMap<string, Buffer>;

/** The archive of an mbox, in Latin-1. */
export async function archiveOf(mbox: string, name: string | null = null): Promise<ArchiveFileMap> {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-archive-'));
  try {
    const [source, out] = [join(folder, 'source.mbox'), join(folder, 'archive')];
    writeFileSync(source, Buffer.from(mbox, 'latin1'));
    await indexNews({ kind: 'index-news', files: [source], out, name });
    const names = readdirSync(out).filter((file) => statSync(join(out, file)).isFile());
    return new Map(names.map((file) => [file, readFileSync(join(out, file))]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export function sourceOf(files: ArchiveFileMap): ArchiveSource {
  return {
    read: async (name, offset, length) => (files.get(name) ?? Buffer.alloc(0)).subarray(offset, offset + length),
  };
}

/** A part of a file that was read. */
export interface CountedRead {
  readonly name: string;
  readonly offset: number;
  readonly octets: number;
}

/** Notes what is read of a source. */
export function countingSource(source: ArchiveSource, reads: CountedRead[]): ArchiveSource {
  return {
    async read(name, offset, length) {
      const octets = await source.read(name, offset, length);
      reads.push({ name, offset, octets: octets.byteLength });
      return octets;
    },
  };
}

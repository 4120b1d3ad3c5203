/** A news archive in a folder. */
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { ArchiveSource } from '../src/news-archive/archive.ts';
import { damaged, MANIFEST, noArchive } from '../src/news-archive/format.ts';
import { isSystemError, systemErrorText } from './system-error.ts';

/** Reads the files of an archive. Each read opens its file, so nothing has to be closed. */
export function folderSource(folder: string): ArchiveSource {
  return {
    async read(name, offset, length) {
      const file = await open(join(folder, name)).catch((error: unknown) => {
        if (!isSystemError(error)) throw error;
        const fault = `${systemErrorText(error)}.`;
        if (name !== MANIFEST || error.code !== 'ENOENT') throw damaged(fault);
        throw noArchive(folder, fault);
      });
      try {
        const octets = new Uint8Array(length);
        const { bytesRead } = await file.read(octets, 0, length, offset);
        return octets.subarray(0, bytesRead);
      } finally {
        await file.close();
      }
    },
  };
}

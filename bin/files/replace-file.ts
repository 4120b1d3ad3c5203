/** Puts new content in the place of a file in one step. */
import { randomUUID } from 'node:crypto';
import { constants, createReadStream, type Stats } from 'node:fs';
import { access, type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** The file changed while its links were read. */
export class ChangedFileError extends Error {
  override readonly name = 'ChangedFileError';
}

/**
 * The new content of a file, beside the file until it is complete: an interrupted run or a full disk leaves the old
 * content, whole. The file keeps its permissions and its owner; a symbolic link stays a link.
 */
export class FileReplacement {
  readonly #path: string;
  readonly #fresh: string;
  readonly #handle: FileHandle;
  readonly #before: Stats;

  private constructor(path: string, fresh: string, handle: FileHandle, before: Stats) {
    this.#path = path;
    this.#fresh = fresh;
    this.#handle = handle;
    this.#before = before;
  }

  /** Begins; a file that may not be written is refused, although its folder may be. */
  static async begin(name: string): Promise<FileReplacement> {
    const path = await realpath(name);
    await access(path, constants.W_OK);
    const before = await stat(path);
    const fresh = join(dirname(path), `.${basename(path).slice(0, 100)}.${randomUUID()}`);
    const handle = await open(fresh, 'wx', 0o600);
    return new FileReplacement(path, fresh, handle, before);
  }

  /** Copies the beginning of the file. */
  async copy(octets: number): Promise<void> {
    if (octets === 0) return;
    for await (const chunk of createReadStream(this.#path, { end: octets - 1 })) await this.#handle.writeFile(chunk);
  }

  async write(octets: Uint8Array): Promise<void> {
    await this.#handle.writeFile(octets);
  }

  /**
   * Takes the place of the file.
   *
   * @throws ChangedFileError if somebody else wrote the file meanwhile
   */
  async commit(): Promise<void> {
    const { mode, uid, gid, mtimeMs, size, ino } = this.#before;
    const now = await stat(this.#path);
    if (now.mtimeMs !== mtimeMs || now.size !== size || now.ino !== ino)
      throw new ChangedFileError('another program changed the file meanwhile');
    const own = await this.#handle.stat();
    if (own.uid !== uid || own.gid !== gid) await this.#handle.chown(uid, gid);
    // After the owner: a change of it may drop bits of the mode.
    await this.#handle.chmod(mode & 0o7777);
    await this.#handle.sync();
    await this.#handle.close();
    await rename(this.#fresh, this.#path);
  }

  /** Leaves the file as it is. */
  async abandon(): Promise<void> {
    await this.#handle.close().catch(() => undefined);
    await rm(this.#fresh, { force: true });
  }
}

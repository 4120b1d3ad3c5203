/** Octets that are kept until their number and digest are known: a few in memory, many in a temporary file. */
import { createHash, type Hash } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, read, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';

/** Octets that stay in memory. */
const IN_MEMORY = 1024 * 1024;
/** The octets of one read. */
const READ_SIZE = 64 * 1024;

const readAt = promisify(read);

export class Spool {
  #length = 0;
  #chunks: Uint8Array[] = [];
  #file: { readonly folder: string; readonly descriptor: number } | null = null;
  readonly #digest = new Digest();

  /** Adds octets, which are copied. */
  add(octets: Uint8Array): void {
    this.#length += octets.byteLength;
    this.#digest.add(octets);
    if (this.#file === null && this.#length > IN_MEMORY) this.#moveToFile();
    if (this.#file === null) this.#chunks.push(octets.slice());
    else writeAll(this.#file.descriptor, octets);
  }

  #moveToFile(): void {
    const folder = mkdtempSync(join(tmpdir(), 'waypost-'));
    const path = join(folder, 'octets');
    const descriptor = openSync(path, 'wx+', 0o600);
    // Without its name, the file is gone when the process is, however that ends. Windows keeps names of open files.
    if (process.platform !== 'win32') rmSync(folder, { recursive: true });
    this.#file = { folder, descriptor };
    for (const chunk of this.#chunks) writeAll(descriptor, chunk);
    this.#chunks = [];
  }

  /** In octets. */
  get length(): number {
    return this.#length;
  }

  /** The digest of all octets, as WARC files have it. */
  get digest(): string {
    return this.#digest.text;
  }

  /** All octets, part by part. A stream of Node would close the file for a reader that stops before the end. */
  async *octets(): AsyncGenerator<Uint8Array> {
    if (this.#file === null) return yield* this.#chunks;
    const { descriptor } = this.#file;
    for (let at = 0; at < this.#length; ) {
      const { bytesRead, buffer } = await readAt(descriptor, Buffer.allocUnsafe(READ_SIZE), 0, READ_SIZE, at);
      if (bytesRead === 0) throw new Error('The temporary file is shorter than what was written to it.');
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  }

  /** Removes the temporary file. */
  remove(): void {
    if (this.#file === null) return;
    closeSync(this.#file.descriptor);
    rmSync(this.#file.folder, { recursive: true, force: true });
    this.#file = null;
  }
}

function writeAll(descriptor: number, octets: Uint8Array): void {
  for (let at = 0; at < octets.byteLength; ) at += writeSync(descriptor, octets, at);
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A digest in the form that readers of WARC files compare: SHA-1 in base32 (WARC 1.1 §5.8). */
export class Digest {
  readonly #hash: Hash = createHash('sha1');

  add(octets: Uint8Array): void {
    this.#hash.update(octets);
  }

  /** `sha1:` and 32 characters. Octets that are added later do not change what was read before. */
  get text(): string {
    let bits = '';
    for (const octet of this.#hash.copy().digest()) bits += octet.toString(2).padStart(8, '0');
    const letters = bits.match(/.{5}/g) ?? [];
    return `sha1:${letters.map((group) => BASE32[Number.parseInt(group, 2)]).join('')}`;
  }
}

/**
 * The articles of files: mbox, mbox.gz, ZIP files with mbox inside, and spools, in which each article is a file whose
 * name is its number and whose folder is its group (`comp/lang/c/123`). What a file is, its octets show.
 */
import { createReadStream } from 'node:fs';
import { open, readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { archiveLimits } from '../../src/news-archive/format.ts';
import { isGroup } from '../../src/schemes/news/request.ts';
import { isSystemError, systemErrorText } from '../system-error.ts';
import { inflated } from './inflation.ts';
import { InputFault } from './input-fault.ts';
import { MboxSplitter, NoMboxError } from './mbox.ts';
import { zipMembers } from './zip.ts';

/** An article of a file. */
export interface InputArticle {
  readonly kind: 'article';
  /** The line before it in an mbox; `null` = it was alone in its file. */
  readonly separator: string | null;
  /** `null` = it is too large. */
  readonly octets: Buffer | null;
  /** Where it begins in a file that can be read later; `null` = the file is compressed, or a spool. */
  readonly place: { readonly path: string; readonly offset: number } | null;
  readonly spooled: { readonly group: string; readonly number: number } | null;
}

/** Something of a file that was not read. */
export interface UnreadInput {
  readonly kind: 'fault' | 'skipped';
  /** The file, and the member in it. */
  readonly name: string;
  /** Without a full stop. */
  readonly fault: string;
}

type FromInput = InputArticle | UnreadInput | { readonly kind: 'file' };

/** The articles of files and folders, in their order. */
export async function* articlesIn(paths: readonly string[]): AsyncGenerator<FromInput> {
  for (const path of paths) {
    const found = await guarded(path, async () => ({ isFolder: (await stat(path)).isDirectory() }));
    if ('kind' in found) yield found;
    else if (found.isFolder) yield* inFolder(path, path);
    else yield* inFile(path, null);
  }
}

async function* inFolder(root: string, folder: string): AsyncGenerator<FromInput> {
  const entries = await guarded(folder, () => readdir(folder, { withFileTypes: true }));
  if ('kind' in entries) return yield entries;
  for (const entry of entries.toSorted(inOrder)) {
    const path = join(folder, entry.name);
    if (entry.name.startsWith('.')) continue;
    if (entry.isDirectory()) yield* inFolder(root, path);
    else if (entry.isFile()) yield* inFile(path, spoolPlace(root, folder, entry.name));
    else yield { kind: 'skipped', name: path, fault: entry.isSymbolicLink() ? 'a symbolic link' : 'a special file' };
  }
}

/** Numbers by their size, then names. */
function inOrder({ name: a }: { readonly name: string }, { name: b }: { readonly name: string }): number {
  const [first, second] = [a, b].map((name) => (NUMBER.test(name) ? Number(name) : Number.POSITIVE_INFINITY));
  return first !== second ? Number(first) - Number(second) : a < b ? -1 : 1;
}

const NUMBER = /^[1-9]\d{0,14}$/;

type SpoolPlace = { readonly isNumbered: boolean; readonly spooled: InputArticle['spooled'] } | null;

function spoolPlace(root: string, folder: string, name: string): SpoolPlace {
  const group = relative(root, folder).split(sep).join('.');
  if (!NUMBER.test(name)) return { isNumbered: false, spooled: null };
  return { isNumbered: true, spooled: group !== '' && isGroup(group) ? { group, number: Number(name) } : null };
}

const GZIP = [0x1f, 0x8b];
const ZIP = [0x50, 0x4b, 0x03, 0x04];
const EMPTY_ZIP = [0x50, 0x4b, 0x05, 0x06];

const begins = (octets: Uint8Array, signature: readonly number[]) =>
  signature.every((octet, index) => octets[index] === octet);

/** @param place - of a file in a folder; `null` = the file was named */
async function* inFile(path: string, place: SpoolPlace): AsyncGenerator<FromInput> {
  const first = await guarded(path, () => beginningOf(path));
  if ('kind' in first) return yield first;
  const { octets } = first;
  if (begins(octets, ZIP) || begins(octets, EMPTY_ZIP)) yield* inZip(path);
  else if (begins(octets, GZIP)) yield* inStream(path, inflated('gzip', createReadStream(path)), null);
  else if (/^\s*From /.test(octets.toString('latin1'))) yield* inStream(path, createReadStream(path), path);
  else if (place?.isNumbered === false) yield { kind: 'skipped', name: path, fault: NO_MBOX };
  else if (HEADER.test(octets.toString('latin1'))) yield* alone(path, place?.spooled ?? null);
  else yield { kind: place === null ? 'fault' : 'skipped', name: path, fault: NO_MBOX };
}

const NO_MBOX = 'it does not begin as an mbox or an article does';
/** A field, or the first line of A News. */
const HEADER = /^(?:[!-9;-~]{1,100}[ \t]*:|A[\w-]{1,60}\.\d{1,9}\r?\n)/;

async function beginningOf(path: string): Promise<{ readonly octets: Buffer }> {
  const file = await open(path);
  try {
    const octets = Buffer.alloc(128);
    const { bytesRead } = await file.read(octets, 0, octets.length, 0);
    return { octets: octets.subarray(0, bytesRead) };
  } finally {
    await file.close();
  }
}

async function* alone(path: string, spooled: InputArticle['spooled']): AsyncGenerator<FromInput> {
  const article = await guarded(path, async () => {
    const { size } = await stat(path);
    return { octets: size > archiveLimits.article ? null : await readFile(path) };
  });
  if ('kind' in article) return yield article;
  yield { kind: 'file' };
  yield { kind: 'article', separator: null, octets: article.octets, place: null, spooled };
}

async function* inZip(path: string): AsyncGenerator<FromInput> {
  try {
    for await (const { name, octets } of zipMembers(path)) {
      yield* inStream(`${path}: ${name}`, unpacked(octets()), null);
    }
  } catch (error) {
    yield faultOf(path, error);
  }
}

/** A member of a ZIP file may be an mbox.gz. */
async function* unpacked(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const iterator = source[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (first.done === true) return;
  const whole = (async function* () {
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => iterator };
  })();
  yield* begins(first.value, GZIP) ? inflated('gzip', whole) : whole;
}

/** @param path - of the file, if articles can be read from it later */
async function* inStream(
  name: string,
  source: AsyncIterable<Uint8Array>,
  path: string | null,
): AsyncGenerator<FromInput> {
  const splitter = new MboxSplitter();
  const placed = ({ separator, octets, offset }: { separator: string; octets: Buffer | null; offset: number }) =>
    ({ kind: 'article', separator, octets, place: path === null ? null : { path, offset }, spooled: null }) as const;
  yield { kind: 'file' };
  try {
    for await (const chunk of source) {
      for (const message of splitter.push(chunk)) yield placed(message);
    }
    for (const message of splitter.end()) yield placed(message);
  } catch (error) {
    // The messages before a fault are whole. The one in which it is may not be.
    yield faultOf(name, error);
  }
}

/** What is wrong with compressed data, by the codes of zlib. */
const ZLIB_FAULTS: Readonly<Record<string, string>> = {
  Z_BUF_ERROR: 'it is cut off: the compressed data has no end',
  Z_DATA_ERROR: 'it is damaged: the compressed data cannot be inflated, or its checksum does not match',
};

/** @throws what is no fault of the input */
function faultOf(name: string, error: unknown): UnreadInput {
  if (error instanceof InputFault) return { kind: 'fault', name, fault: error.message };
  if (error instanceof NoMboxError) return { kind: 'fault', name, fault: NO_MBOX };
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const fault = ZLIB_FAULTS[code];
  if (fault !== undefined) return { kind: 'fault', name, fault };
  if (!isSystemError(error)) throw error;
  return { kind: 'fault', name, fault: systemErrorText(error, name).slice(name.length + 2) };
}

async function guarded<Value extends object>(name: string, work: () => Promise<Value>): Promise<Value | UnreadInput> {
  try {
    return await work();
  } catch (error) {
    return faultOf(name, error);
  }
}

/**
 * The members of a ZIP file (APPNOTE 6.3), stored or deflated, one after the other in constant memory. Names of members
 * are only shown: no file has one of them.
 */
import { type FileHandle, open } from 'node:fs/promises';
import { crc32 } from '../../src/octets/crc32.ts';
import { inflated } from './inflation.ts';
import { InputFault } from './input-fault.ts';

interface ZipMember {
  readonly name: string;
  /** @throws InputFault for octets that are not those of the member */
  octets(): AsyncIterable<Uint8Array>;
}

/** An entry of the directory. */
interface ZipEntry {
  readonly name: string;
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly stored: number;
  readonly size: number;
  /** Where its local header begins. */
  readonly at: number;
}

const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const [END_LENGTH, LOCATOR_LENGTH, END_64_LENGTH, ENTRY_LENGTH, LOCAL_LENGTH] = [22, 20, 56, 46, 30];
const LONGEST_COMMENT = 0xffff;
/** A directory is read whole, so it has a limit in octets. */
const LARGEST_DIRECTORY = 64 * 1024 * 1024;
const [STORED, DEFLATED] = [0, 8];
const ENCRYPTED = 1;
const CHUNK = 64 * 1024;

/** @throws InputFault for a directory that cannot be read, or whose members overlap */
export async function* zipMembers(path: string): AsyncGenerator<ZipMember> {
  const file = await open(path);
  try {
    const entries = await readDirectory(file);
    let end = 0;
    for (const entry of entries.toSorted((a, b) => a.at - b.at)) {
      if (entry.at < end) throw new InputFault(`the members of the ZIP file overlap at ${entry.at}`);
      end = entry.at + LOCAL_LENGTH + entry.stored;
    }
    for (const entry of entries) {
      if (!entry.name.endsWith('/')) yield { name: entry.name, octets: () => octetsOf(file, entry) };
    }
  } finally {
    await file.close();
  }
}

async function readDirectory(file: FileHandle): Promise<readonly ZipEntry[]> {
  const { size } = await file.stat();
  const tail = await part(
    file,
    Math.max(0, size - END_LENGTH - LONGEST_COMMENT),
    Math.min(size, END_LENGTH + LONGEST_COMMENT),
  );
  let at = tail.length - END_LENGTH;
  while (at >= 0 && !isEnd(tail, at)) at--;
  if (at < 0) throw new InputFault('the ZIP file is cut off: it has no directory');
  let [count, length, offset] = [tail.readUInt16LE(at + 10), tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)];
  if (at >= LOCATOR_LENGTH && tail.readUInt32LE(at - LOCATOR_LENGTH) === LOCATOR_64) {
    const end64 = await part(file, numberAt(tail, at - LOCATOR_LENGTH + 8), END_64_LENGTH);
    if (end64.readUInt32LE(0) !== END_64) throw new InputFault('the directory of the ZIP file cannot be read');
    [count, length, offset] = [numberAt(end64, 32), numberAt(end64, 40), numberAt(end64, 48)];
  }
  if (length > LARGEST_DIRECTORY) throw new InputFault(`the directory of the ZIP file has ${length} octets`);
  const directory = await part(file, offset, length);
  const entries: ZipEntry[] = [];
  for (let from = 0; entries.length < count; ) {
    if (from + ENTRY_LENGTH > directory.length || directory.readUInt32LE(from) !== ENTRY) {
      throw new InputFault(`the directory of the ZIP file ends after ${entries.length} of ${count} members`);
    }
    const names = from + ENTRY_LENGTH;
    const [nameLength, extra, comment] = [28, 30, 32].map((field) => directory.readUInt16LE(from + field));
    const extraAt = names + (nameLength ?? 0);
    const end = extraAt + (extra ?? 0);
    entries.push(entryAt(directory, from, directory.subarray(names, extraAt), directory.subarray(extraAt, end)));
    from = end + (comment ?? 0);
  }
  return entries;
}

/** A comment may have the same signature, but no comment of its own that fits. */
function isEnd(tail: Buffer, at: number): boolean {
  return tail.readUInt32LE(at) === END && at + END_LENGTH + tail.readUInt16LE(at + END_LENGTH - 2) <= tail.length;
}

const ABSENT = 0xffffffff;

function entryAt(directory: Buffer, from: number, name: Buffer, extra: Buffer): ZipEntry {
  // ZIP64: numbers that do not fit stand in an extra field, in this order.
  const large: number[] = [];
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    const values = extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2));
    for (let value = 0; value + 8 <= values.length; value += 8) large.push(numberAt(values, value));
  }
  const number = (field: number): number => {
    const value = directory.readUInt32LE(from + field);
    return value === ABSENT ? (large.shift() ?? value) : value;
  };
  const [size, stored, at] = [number(24), number(20), number(42)];
  const [flags, method, crc] = [
    directory.readUInt16LE(from + 8),
    directory.readUInt16LE(from + 10),
    directory.readUInt32LE(from + 16),
  ];
  return { name: name.toString(), flags, method, crc, stored, size, at };
}

function numberAt(octets: Buffer, at: number): number {
  const number = octets.length < at + 8 ? -1 : Number(octets.readBigUInt64LE(at));
  if (!Number.isSafeInteger(number) || number < 0) throw new InputFault('the directory of the ZIP file cannot be read');
  return number;
}

async function* octetsOf(file: FileHandle, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  if ((entry.flags & ENCRYPTED) !== 0) throw new InputFault('the member is encrypted');
  if (entry.method !== STORED && entry.method !== DEFLATED) {
    throw new InputFault(`the member is compressed with method ${entry.method}, and only 0 and 8 can be read`);
  }
  const local = await part(file, entry.at, LOCAL_LENGTH);
  if (local.readUInt32LE(0) !== LOCAL) throw new InputFault(`the ZIP file has no member at ${entry.at}`);
  const from = entry.at + LOCAL_LENGTH + local.readUInt16LE(26) + local.readUInt16LE(28);
  const stored = chunks(file, from, entry.stored);
  let [octets, crc] = [0, 0];
  for await (const chunk of entry.method === STORED ? stored : inflated('deflate', stored)) {
    octets += chunk.byteLength;
    if (octets > entry.size)
      throw new InputFault(`the member has more than the ${entry.size} octets that it announces`);
    crc = crc32(chunk, crc);
    yield chunk;
  }
  if (octets < entry.size || crc !== entry.crc)
    throw new InputFault('the member is damaged: its checksum does not match');
}

async function* chunks(file: FileHandle, from: number, length: number): AsyncGenerator<Uint8Array> {
  for (let at = from; at < from + length; at += CHUNK) {
    yield await part(file, at, Math.min(CHUNK, from + length - at));
  }
}

/** @throws InputFault if the file ends before the part does */
async function part(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const octets = Buffer.alloc(length);
  const { bytesRead } = await file.read(octets, 0, length, from);
  if (bytesRead < length) throw new InputFault(`the ZIP file is cut off after ${from + bytesRead} octets`);
  return octets;
}

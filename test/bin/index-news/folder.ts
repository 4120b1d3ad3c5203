/** Folders, articles and ZIP files for the tests of `waypost index-news`. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { onTestFinished } from 'vitest';
import { articlesIn } from '../../../bin/index-news/inputs.ts';

/** A temporary folder, which goes with the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-index-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes a file and returns its path. */
export function written(folder: string, name: string, octets: string | Uint8Array): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof octets === 'string' ? Buffer.from(octets, 'latin1') : octets);
  return path;
}

/** Fields of an article that differ from the usual ones; `null` = it has none. */
type Fields = Readonly<Record<string, string | null>>;

/** An article, in Latin-1. */
export function articleText(id: string, fields: Fields = {}, body = 'Tea?\n'): string {
  const all: Fields = {
    Path: 'h.example!not-for-mail',
    From: 'Ada <ada@h.example>',
    Newsgroups: 'misc.test',
    Subject: 'Tea',
    'Message-ID': `<${id}>`,
    Date: 'Fri, 19 Nov 1982 16:14:55 GMT',
    ...fields,
  };
  const lines = Object.entries(all).flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`]));
  return `${[...lines, '', body].join('\n')}`;
}

/** Articles as an mbox. */
export function mboxOf(...articles: readonly string[]): string {
  return articles.map((article) => `From - Fri Nov 19 16:14:55 1982\n${article}\n`).join('');
}

/** A member of a ZIP file, with what is wrong about it. */
interface MemberToZip {
  readonly name: string;
  readonly octets: string;
  readonly isStored?: boolean;
  readonly flags?: number;
  readonly method?: number;
  readonly size?: number;
  readonly crc?: number;
  /** Where the directory says that it begins. */
  readonly at?: number;
}

/** A ZIP file. Python writes others for the slow tests. */
export function zipOf(...members: readonly MemberToZip[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, octets, isStored = false, flags = 0, ...wrong } of members) {
    const content = Buffer.from(octets, 'latin1');
    const stored = isStored ? content : deflateRawSync(content);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(wrong.method ?? (isStored ? 0 : 8), 4);
    common.writeUInt32LE(wrong.crc ?? crc32(content), 10);
    common.writeUInt32LE(stored.length, 14);
    common.writeUInt32LE(wrong.size ?? content.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), stored]);
    const entry = Buffer.alloc(14);
    entry.writeUInt32LE(wrong.at ?? offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), common, entry, Buffer.from(name));
    files.push(local);
    offset += local.length;
  }
  const length = directory.reduce((sum, part) => sum + part.length, 0);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(members.length, 8);
  end.writeUInt16LE(members.length, 10);
  end.writeUInt32LE(length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, ...directory, end]);
}

/** The articles of files, and what was not read, without the folder. */
export async function read(folder: string, ...paths: readonly string[]) {
  const articles: string[] = [];
  const unread: string[] = [];
  const places: unknown[] = [];
  let files = 0;
  for await (const found of articlesIn(paths)) {
    if (found.kind === 'file') files++;
    else if (found.kind === 'article') {
      articles.push(found.octets?.toString('latin1') ?? 'too large');
      places.push(found.place === null ? found.spooled : found.place.offset);
    } else unread.push(`${found.kind} ${found.name.replace(`${folder}/`, '')}: ${found.fault}`);
  }
  return { articles, unread, places, files };
}

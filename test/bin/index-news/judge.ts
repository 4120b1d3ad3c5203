/**
 * Compares an archive with what Python's mailbox module reads from the same mbox files: `node
 * test/bin/index-news/judge.ts FILE…`. Each article that the archive lists must have the octets of a message, and each
 * message of Python must be in the archive, or Python splits where this program does not, which is printed.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { folderSource } from '../../../bin/archive-folder.ts';
import { indexNews } from '../../../bin/index-news/run.ts';
import { newsArchive } from '../../../src/news-archive/archive.ts';
import { messageIdOf } from '../../../src/news-archive/entry.ts';

/** A message as Python reads it. */
interface JudgedMessage {
  readonly file: string;
  readonly id: string;
  readonly separator: string;
  /** In base64. */
  readonly octets: string;
}

/** What the comparison found. */
interface Judgement {
  /** Messages whose octets the archive has, by their ids. */
  readonly same: number;
  /** Messages whose id is that of an earlier one. */
  readonly repeated: number;
  /** Messages that the archive does not have, or has with other octets. */
  readonly others: readonly JudgedMessage[];
}

/** @param mboxes - what Python reads, if the files are not mbox files */
export async function judge(files: readonly string[], mboxes: readonly string[] = files): Promise<Judgement> {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-judge-'));
  try {
    await indexNews({ kind: 'index-news', files, out: folder, name: null });
    const archive = await newsArchive(folderSource(folder));
    const output = execFileSync('python3', [join(import.meta.dirname, 'judge.py'), ...mboxes], { maxBuffer: 2 ** 30 });
    const messages = output
      .toString()
      .split('\n')
      .filter((line) => line !== '')
      .map((line): JudgedMessage => JSON.parse(line));
    let [same, repeated] = [0, 0];
    const seen = new Set<string>();
    const others: JudgedMessage[] = [];
    for (const message of messages) {
      const octets = withoutEmptyLine(Buffer.from(message.octets, 'base64'));
      const id = await messageIdOf(octets);
      const isRepeated = seen.has(id);
      seen.add(id);
      const found = await archive.article(id);
      if (found !== null && octets.equals(found.octets)) same++;
      else if (isRepeated) repeated++;
      else others.push(message);
    }
    return { same, repeated, others };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Python keeps the empty line before a separator if it ends in CR LF. */
function withoutEmptyLine(octets: Buffer): Buffer {
  return octets.subarray(-4).toString('latin1') === '\r\n\r\n' ? octets.subarray(0, -2) : octets;
}

if (process.argv[1] === import.meta.filename) {
  for (const file of process.argv.slice(2)) {
    const { same, repeated, others } = await judge([file]);
    console.log(`${file}: ${same} the same, ${repeated} repeat an id, ${others.length} differ`);
    for (const { separator, id } of others.slice(0, 5)) console.log(`  ${separator} ${id}`);
  }
}

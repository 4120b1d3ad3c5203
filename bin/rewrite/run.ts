/** `waypost rewrite`: changes the links of files in place, or lists what it would change. */

import { readerOf } from '../../src/text/index.ts';
import type { FileEncoding } from '../files/encoding.ts';
import { encode, LongTextError, openTextFile, piecesOf, type TextFile } from '../files/pieces.ts';
import type { PipedInputs } from '../files/piped.ts';
import { PlaceCounter } from '../files/place.ts';
import { ChangedFileError, FileReplacement } from '../files/replace-file.ts';
import { FileCounts } from '../files/skipped.ts';
import { unreadNote } from '../files/unread.ts';
import { type FileFault, type FileSelection, faultOf, filesOf, isFilter } from '../files/walk.ts';
import { masked } from '../masked.ts';
import { isSystemError } from '../system-error.ts';
import { DiffWriter } from './diff.ts';
import { type RewrittenPiece, rewritePiece } from './rewrite-piece.ts';
import type { LinkRewriter } from './rewriters.ts';

/** A run of the command. */
export interface Rewriting extends RewrittenFiles {
  readonly kind: 'rewrite';
  /** Whether what is not read fails the run. */
  readonly strict: boolean;
}

/** Which files are rewritten, and how. */
interface RewrittenFiles {
  readonly selection: FileSelection;
  /** `null` = it is recognised. */
  readonly encoding: FileEncoding | null;
  readonly rewriter: LinkRewriter;
  /** Whether files are written, or the changes listed, or shown as a diff. */
  readonly output: RewriteOutput;
}

export type RewriteOutput = 'write' | 'list' | 'diff';

/** Where the texts of a run go. */
interface RewriteStreams {
  /** Text, the octets of a diff, or standard input with its changes. */
  write(output: string | Uint8Array): Promise<void>;
  /** Errors, and counts beside a list, a diff or a text. */
  note(text: string): Promise<void>;
  /** What was not read: texts of files, and files of folders. */
  unread(text: string): Promise<void>;
}

/** Counts of a run. */
interface RewriteCounts {
  files: number;
  /** Files with changes. */
  changed: number;
  links: number;
  left: number;
  /** Files that could not be read or written. */
  failed: number;
  /** Whether every file of folders was read, with all of its text. */
  isAllRead: boolean;
  /** Whether there was no file to read. */
  isNothingRead: boolean;
}

/** Rewrites files. A file that fails does not stop the others. */
export async function rewriteFiles(
  rewriting: RewrittenFiles,
  streams: RewriteStreams,
  pipes: PipedInputs,
): Promise<RewriteCounts> {
  const counts: RewriteCounts = {
    ...{ files: 0, changed: 0, links: 0, left: 0, failed: 0 },
    ...{ isAllRead: true, isNothingRead: false },
  };
  const found = new FileCounts();
  const { output, selection } = rewriting;
  /** Beside a text that is written to standard output, counts are notes. */
  const tell = isFilter(selection) ? streams.note : unlessClosed(streams.write);
  for await (const walked of filesOf(selection)) {
    const named = found.add(walked);
    if (named === null) continue;
    const file = 'fault' in named ? named : await openTextFile(named, rewriting.encoding, pipes);
    const report = 'fault' in file ? file : await rewriteFile(file, rewriting, streams);
    if ('fault' in report) {
      counts.failed++;
      await streams.note(`waypost: ${masked(report.name)}: ${report.fault}\n`);
      continue;
    }
    counts.files++;
    counts.isAllRead &&= report.isAllRead;
    if (report.links > 0) counts.changed++;
    counts.links += report.links;
    const left = [...report.left.values()].reduce((sum, number) => sum + number, 0);
    counts.left += left;
    if (output === 'write') await tell(reportOn(report, left));
  }
  const note = found.note();
  if (note !== null) {
    counts.isAllRead = false;
    counts.isNothingRead = note.isNothingRead;
    await streams.unread(note.unread);
  }
  if (output !== 'write' || counts.files + counts.failed > 1) {
    await (output === 'write' ? tell(summaryOf(counts, output)) : streams.note(summaryOf(counts, output)));
  }
  return counts;
}

/** Reports on files that are written: nobody need read them, and a closed pipe keeps no file from being written. */
function unlessClosed(write: RewriteStreams['write']): RewriteStreams['write'] {
  let isClosed = false;
  return async (output) => {
    if (isClosed) return;
    try {
      await write(output);
    } catch (error) {
      isClosed = isSystemError(error) && error.code === 'EPIPE';
      if (!isClosed) throw error;
    }
  };
}

/** What became of a file. */
interface FileReport {
  readonly file: TextFile;
  isAllRead: boolean;
  links: number;
  changedMeaning: number;
  /** The links that stay although they should change, by reason. */
  readonly left: Map<string, number>;
}

async function rewriteFile(
  file: TextFile,
  { rewriter, output }: RewrittenFiles,
  streams: RewriteStreams,
): Promise<FileReport | FileFault> {
  if (output === 'write' && file.piped !== null && file.path !== null)
    return { name: file.name, fault: 'a pipe cannot be changed; "-" writes standard input with its changes' };
  const report: FileReport = { file, isAllRead: true, links: 0, changedMeaning: 0, left: new Map() };
  const read = await readerOf(file.format);
  const lister = new Lister(file.name);
  const diff = new DiffWriter(file.name);
  const writer = file.piped === null ? new Writer(file) : null;
  try {
    for await (const piece of piecesOf(file)) {
      const unread = unreadNote(file.name, piece);
      report.isAllRead &&= unread === '';
      await streams.unread(unread);
      const rewritten = rewritePiece(piece, read, rewriter);
      const { changes, left, text } = rewritten;
      report.links += changes.length;
      for (const { changesMeaning } of changes) if (changesMeaning) report.changedMeaning++;
      for (const { reason } of left) report.left.set(reason, (report.left.get(reason) ?? 0) + 1);
      const before = piece.text.slice(0, piece.end);
      if (output === 'write') {
        if (writer === null) await streams.write(encode(text, file.encoding));
        else await writer.add(before, text, changes.length > 0);
      } else if (output === 'list') await streams.write(lister.next(before, rewritten));
      else {
        const replacements = changes.map(({ link: { range }, text }) => ({ range, text }));
        await streams.write(encode(diff.next(before, replacements), file.encoding));
      }
    }
    if (output === 'diff') await streams.write(encode(diff.end(), file.encoding));
    await writer?.end();
    return report;
  } catch (error) {
    await writer?.abandon();
    if (error instanceof LongTextError || error instanceof ChangedFileError)
      return { name: file.name, fault: error.message };
    return faultOf(file.name, error);
  }
}

/** Writes the new content; the file is only touched when there is a change. */
class Writer {
  readonly #file: TextFile;
  /** The pieces before the first change need not be held: they are read from the file again. */
  #unchanged = 0;
  #replacement: FileReplacement | null = null;

  constructor(file: TextFile) {
    this.#file = file;
  }

  async add(before: string, after: string, isChanged: boolean): Promise<void> {
    const { name, encoding } = this.#file;
    if (this.#replacement === null) {
      if (!isChanged) {
        this.#unchanged += encode(before, encoding).length;
        return;
      }
      this.#replacement = await FileReplacement.begin(name);
      await this.#replacement.copy(this.#unchanged);
    }
    await this.#replacement.write(encode(after, encoding));
  }

  async end(): Promise<void> {
    await this.#replacement?.commit();
    this.#replacement = null;
  }

  async abandon(): Promise<void> {
    await this.#replacement?.abandon();
  }
}

/** Lists the changes of a file, and what stays. */
class Lister {
  readonly #name: string;
  readonly #places = new PlaceCounter();

  constructor(name: string) {
    this.#name = masked(name);
  }

  next(text: string, { changes, left }: RewrittenPiece): string {
    this.#places.next(text);
    const lines = [
      ...changes.map(({ link, text, changesMeaning }) => {
        const note = changesMeaning ? ` (${CHANGED_MEANING})` : '';
        return { link, after: `${masked(link.written)} → ${masked(text)}${note}` };
      }),
      ...left.map(({ link, reason }) => ({ link, after: `left alone: ${masked(link.written)}: ${reason}` })),
    ].toSorted((a, b) => a.link.range[0] - b.link.range[0]);
    return lines
      .map(({ link, after }) => {
        const { line, column } = this.#places.placeOf(link.range[0]);
        return `${this.#name}:${line}:${column}: ${after}\n`;
      })
      .join('');
  }
}

const CHANGED_MEANING = 'another meaning: without the user name';

function reportOn({ file, links, changedMeaning, left }: FileReport, leftInAll: number): string {
  if (links === 0 && leftInAll === 0) return '';
  const counts = [
    ...(links > 0 ? [`${amount(links, 'link')} changed`] : []),
    ...(leftInAll > 0 ? [`${leftInAll} left alone`] : []),
  ];
  const meaning = changedMeaning === 0 ? '' : `  ${changedMeaning} changed: ${CHANGED_MEANING}\n`;
  const reasons = [...left].map(([reason, number]) => `  ${number} left alone: ${reason}\n`).join('');
  return `${masked(file.name)} (${file.format}): ${counts.join(', ')}\n${meaning}${reasons}`;
}

function summaryOf({ files, changed, links, left, failed }: RewriteCounts, output: RewriteOutput): string {
  const verb = output === 'write' ? 'changed' : 'would change';
  const parts = [
    `${amount(links, 'link')} ${verb} in ${changed} of ${amount(files, 'file')}`,
    ...(left > 0 ? [`${left} left alone`] : []),
    ...(failed > 0 ? [`${amount(failed, 'file')} not read or written`] : []),
  ];
  return `${parts.join(', ')}\n`;
}

function amount(number: number, name: string): string {
  return `${number} ${name}${number === 1 ? '' : 's'}`;
}

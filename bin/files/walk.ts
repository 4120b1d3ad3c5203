/** The files that a command names, with those in folders. */
import type { Dirent } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { extensionOf, SHARED_EXTENSIONS } from '../../src/text/formats.ts';
import { formatOfFile, type TextFormat } from '../../src/text/index.ts';
import { isSystemError, systemErrorText } from '../system-error.ts';

/** Which files are read, and how. */
export interface FileSelection {
  /** The names of files and folders; `-` is standard input. */
  readonly files: readonly string[];
  /** What standard input is called, for its format and in results; `null` = `-`. */
  readonly stdinName: string | null;
  /** The format of all files; `null` = the name of each file shows it. */
  readonly format: TextFormat | null;
  /** Whether folders are read, with all folders in them. */
  readonly recursive: boolean;
}

/** The argument that stands for standard input. */
export const STANDARD_INPUT = '-';

/** Whether standard input is read, so that a changed text is written to standard output. */
export function isFilter({ files }: FileSelection): boolean {
  return files.includes(STANDARD_INPUT);
}

/** A file to read, as the user names it. */
export interface NamedFile {
  readonly name: string;
  /** `null` = standard input. */
  readonly path: string | null;
  readonly format: TextFormat;
}

/** A file that is not read, or not written. */
export interface FileFault {
  readonly name: string;
  /** A sentence, or words, without a full stop. */
  readonly fault: string;
}

/** A file of a folder that is not read, because its name shows no format, or because it is no file of the folder. */
export interface SkippedFile {
  readonly name: string;
  /** Its extension with the dot, or another word for its kind. */
  readonly skipped: string;
}

/**
 * The files of a selection in their order; those of a folder by their names. A folder is searched for files whose
 * extension shows a format; the others are skipped, and so are symbolic links and what is no file. Hidden files and
 * folders and `node_modules` in a folder are left out: what they contain belongs to somebody else. Lock files are
 * skipped: programs write them, and their links are those of registries.
 */
export async function* filesOf({
  files,
  stdinName,
  format,
  recursive,
}: FileSelection): AsyncGenerator<NamedFile | FileFault | SkippedFile> {
  for (const named of files) {
    const path = named === STANDARD_INPUT ? null : named;
    const name = path ?? stdinName ?? named;
    let known = format ?? formatOfFile(name);
    try {
      const kind = path === null ? null : await stat(name);
      if (kind?.isDirectory() === true) {
        if (recursive) yield* filesIn(name, format);
        else yield { name, fault: 'this is a folder; --recursive reads it' };
        continue;
      }
      // What is read of a pipe is gone.
      if (kind?.isFile() === true) known ??= await formatOf(name);
    } catch (error) {
      yield faultOf(name, error);
      continue;
    }
    if (known !== null) yield { name, path, format: known };
    else yield { name, fault: 'the name does not show the format of the file; --format names it' };
  }
}

async function* filesIn(
  folder: string,
  format: TextFormat | null,
): AsyncGenerator<NamedFile | FileFault | SkippedFile> {
  let entries: Dirent[];
  try {
    entries = await readdir(folder, { withFileTypes: true });
  } catch (error) {
    yield faultOf(folder, error);
    return;
  }
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
    const name = join(folder, entry.name);
    if (entry.isDirectory()) {
      yield* filesIn(name, format);
      continue;
    }
    if (!entry.isFile()) {
      yield { name, skipped: entry.isSymbolicLink() ? 'symbolic link' : 'special file' };
      continue;
    }
    if (isLockFile(entry.name)) {
      yield { name, skipped: 'lock file' };
      continue;
    }
    let known: TextFormat | null;
    try {
      known = await formatOf(name);
    } catch (error) {
      yield faultOf(name, error);
      continue;
    }
    // With --format too, a folder has images and programs that nobody named.
    yield known === null ? { name, skipped: kindOf(name) } : { name, path: name, format: format ?? known };
  }
}

/** Lock files whose extension is not `.lock`. */
const LOCK_FILES: ReadonlySet<string> = new Set([
  ...['package-lock.json', 'npm-shrinkwrap.json', 'pnpm-lock.yaml', 'packages.lock.json', 'project.assets.json'],
  ...['conda-lock.yml', 'package.resolved', 'go.sum'],
]);

const isLockFile = (name: string): boolean => /\.lock$/i.test(name) || LOCK_FILES.has(name.toLowerCase());

/** The most octets that the first line of a manual page is looked for in. */
const LONGEST_BEGINNING = 64;

/** The format of a file by its name, and by its beginning where other files have the same extension. */
async function formatOf(path: string): Promise<TextFormat | null> {
  const known = formatOfFile(path);
  const extension = extensionOf(basename(path));
  const shared = SHARED_EXTENSIONS.find(({ extensions }) => extensions.includes(extension));
  if (known !== null || shared === undefined) return known;
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(LONGEST_BEGINNING), 0, LONGEST_BEGINNING, 0);
    return shared.beginning.test(buffer.toString('latin1', 0, bytesRead)) ? shared.format : null;
  } finally {
    await handle.close();
  }
}

function kindOf(name: string): string {
  const extension = extname(name).toLowerCase();
  return extension.length > 1 ? extension : 'no extension';
}

/** @throws what is not an error of the operating system, and the end of an output that nobody reads any more */
export function faultOf(name: string, error: unknown): FileFault {
  if (!isSystemError(error) || error.code === 'EPIPE') throw error;
  return { name, fault: systemErrorText(error, name).slice(name.length + 2) };
}

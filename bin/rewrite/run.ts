/**
 * `waypost rewrite`: changes the links of files in place, or lists what it would change.
 */
import { chmodSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { formatOfFile, type TextFormat } from './links-in-text.ts';
import { type LinkRewriter, rewriteText } from './rewrite-text.ts';

/** A run of the command. */
export interface Rewriting {
  readonly kind: 'rewrite';
  readonly files: readonly string[];
  readonly rewriter: LinkRewriter;
  /** `null` = the name of each file shows it. */
  readonly format: TextFormat | null;
  /** Whether nothing is written. */
  readonly check: boolean;
}

/**
 * Rewrites files.
 *
 * @returns a report for each file with changes
 */
export function* rewriteFiles({ files, rewriter, format, check }: Rewriting): Generator<string> {
  for (const file of files) {
    const { octets, changes } = rewriteText(readFileSync(file), format ?? formatOfFile(file), rewriter);
    if (changes.length === 0) continue;
    if (!check) replaceFile(file, octets);
    yield check
      ? changes.map(({ line, column, before, after }) => `${file}:${line}:${column}: ${before} → ${after}\n`).join('')
      : `${file}: ${changes.length} ${changes.length === 1 ? 'link' : 'links'} changed\n`;
  }
}

/**
 * Puts the new content in the place of the old in one step, so that an interrupted run or a full disk leaves one of
 * the two, whole. The file keeps its permissions; a symbolic link stays a link.
 */
function replaceFile(file: string, octets: Uint8Array): void {
  const path = realpathSync(file);
  const fresh = `${path}.waypost-${process.pid}`;
  try {
    writeFileSync(fresh, octets, { flag: 'wx' });
    chmodSync(fresh, statSync(path).mode);
    renameSync(fresh, path);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
}

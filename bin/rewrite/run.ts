/**
 * `waypost rewrite`: changes the links of files in place, or lists what it would change.
 */
import { readFileSync, writeFileSync } from 'node:fs';
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
    if (!check) writeFileSync(file, octets);
    yield check
      ? changes.map(({ line, column, before, after }) => `${file}:${line}:${column}: ${before} → ${after}\n`).join('')
      : `${file}: ${changes.length} ${changes.length === 1 ? 'link' : 'links'} changed\n`;
  }
}

/** `waypost rewrite`: changes the links of files in place, or lists what it would change. */

import { isUtf8 } from 'node:buffer';
import { chmodSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { canonicalize, safeCanonicalize, schemes } from '../../src/index.ts';
import { withoutUserInfo } from '../../src/uri/user-info.ts';
import { UsageError } from '../options.ts';
import { formatOfFile, type LinkPlace, linksIn, type TextFormat } from './links-in-text.ts';

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

/** Rewrites files. Returns a report for each file with changes. */
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

/** A link that changes. */
export interface TextChange {
  /** From 1. */
  readonly line: number;
  /** In octets, from 1. */
  readonly column: number;
  readonly before: string;
  readonly after: string;
}

/** What becomes of a link; `null` = it stays. */
export type LinkRewriter = (link: string) => string | null;

/** Rewrites the links of a file. */
export function rewriteText(
  octets: Uint8Array,
  format: TextFormat,
  rewriter: LinkRewriter,
): { readonly octets: Buffer; readonly changes: readonly TextChange[] } {
  const text = Buffer.from(octets.buffer, octets.byteOffset, octets.byteLength).toString('latin1');
  const pieces: string[] = [];
  const changes: TextChange[] = [];
  let copied = 0;
  let line = 1;
  let lineStart = 0;
  for (const place of linksIn(text, format)) {
    const before = text.slice(place.from, place.to);
    const after = rewritten(before, place, rewriter);
    if (after === null || after === before) continue;
    for (let end = text.indexOf('\n', lineStart); end !== -1 && end < place.from; end = text.indexOf('\n', lineStart)) {
      line++;
      lineStart = end + 1;
    }
    changes.push({ line, column: place.from - lineStart + 1, before, after });
    pieces.push(text.slice(copied, place.from), after);
    copied = place.to;
  }
  return { octets: Buffer.from(pieces.join('') + text.slice(copied), 'latin1'), changes };
}

function rewritten(text: string, { references }: LinkPlace, rewriter: LinkRewriter): string | null {
  const octets = Buffer.from(text, 'latin1');
  // Octets of another encoding could only be guessed.
  if (!isUtf8(octets)) return null;
  const read = octets.toString();
  if (!references) return rewriter(read);
  const link = read.replace(/&(?:amp|#38|#x26);/gi, '&');
  // Of other references, only a browser's table knows which characters they are.
  if (/&(?:#\w+|[a-z][a-z\d]*);/i.test(link)) return null;
  const result = rewriter(link);
  if (result === null || result === link) return null;
  return link === read && link.includes('&') ? result : result.replaceAll('&', '&amp;').replaceAll("'", '%27');
}

/** The canonical form of each link. */
export const toCanonical: LinkRewriter = (link) => {
  const canonical = safeCanonicalize(link);
  return canonical.ok ? canonical.value : null;
};

/** The address at which a Waypost opens a link of a forgotten scheme, as its script for Web pages makes it. */
export function toGateway(origin: string): LinkRewriter {
  const waypost = origin.replace(/\/$/, '');
  return (link) => {
    const canonical = safeCanonicalize(link);
    if (!canonical.ok) return null;
    const [whole = '', fragment] = canonical.value.split('#');
    if (schemes.get(whole.slice(0, whole.indexOf(':')))?.rewrittenByEmbed !== true) return null;
    const target = encodeURIComponent(withoutUserInfo(whole)).replaceAll("'", '%27');
    return `${waypost}/r?url=${target}${fragment === undefined ? '' : `#${fragment}`}`;
  };
}

/** A server, or a directory of one, and where its copy is. */
interface Mirror {
  readonly from: string;
  readonly to: string;
}

/**
 * Reads a table of mirrors: two URLs in a line, both with a slash at the end; `#` begins a comment.
 *
 * @throws UsageError that names the line
 */
export function readMirrors(table: string, name: string): readonly Mirror[] {
  return table.split(/\r?\n/).flatMap((line, index) => {
    const [from, to, ...more] = line
      .replace(/(?:^|\s)#.*$/, '')
      .trim()
      .split(/\s+/);
    if (from === undefined || from === '') return [];
    const urls = [from, to ?? ''].map((url) => safeCanonicalize(url));
    const [source, target] = urls.map((url) => (url.ok ? url.value : ''));
    if (!source?.endsWith('/') || !target?.endsWith('/') || !target.startsWith('https:') || more.length > 0) {
      throw new UsageError(`${name}:${index + 1}: a mirror is two URLs that end in a slash, the second of https`);
    }
    return [{ from: source, to: target }];
  });
}

/** The address at the mirror whose table entry is the longest that fits. */
export function toMirror(mirrors: readonly Mirror[]): LinkRewriter {
  const longestFirst = mirrors.toSorted((a, b) => b.from.length - a.from.length);
  return (link) => {
    const canonical = safeCanonicalize(link);
    if (!canonical.ok) return null;
    const mirror = longestFirst.find(({ from }) => canonical.value.startsWith(from));
    if (mirror === undefined) return null;
    // The type of a transfer means nothing to a Web server.
    const rest = canonical.value.slice(mirror.from.length).replace(/;type=[aid](?=$|#)/, '');
    return canonicalize(mirror.to + rest);
  };
}

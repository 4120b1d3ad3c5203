/** The generic path of RFC 3986 §3.3, and `remove_dot_segments` (§5.2.4). */
import { rewriteComponent } from './percent.ts';
import { ABSENT, type Rewrite } from './rewrite.ts';
import type { Syntax } from './syntax.ts';

/** Makes the path that begins at `from` canonical and returns where it ends. */
export function rewritePath(pass: Rewrite, from: number, syntax: Syntax): number {
  const mark = pass.mark(from);
  const rooted = rootPath(pass, from, syntax);
  const to = rewriteComponent(pass, from, pass.text.length, syntax.policies.path);
  if (rooted && syntax.dotSegments && (pass.dotSegment !== ABSENT || pass.hostFrom === ABSENT)) {
    const path = pass.written(mark, to);
    const clean = guardDoubleSlash(removeDotSegments(path), pass.hostFrom !== ABSENT);
    if (clean !== path) pass.rewrite(mark, from, to, clean, 'dot-segments');
  }
  return to;
}

/** Puts a `/` before a path that lacks one after an authority. Returns whether the path begins with `/` now. */
export function rootPath(pass: Rewrite, from: number, syntax: Syntax): boolean {
  if (pass.text.charCodeAt(from) === 0x2f) return true;
  if (!syntax.rootPath || pass.hostFrom === ABSENT) return false;
  pass.replace(from, from, '/', 'path-empty');
  return true;
}

/** Without an authority, a path that begins with `//` would be read as one (RFC 3986 §3.3). */
function guardDoubleSlash(path: string, hasAuthority: boolean): string {
  return !hasAuthority && path.startsWith('//') ? `/.${path}` : path;
}

/**
 * Removes `.` and `..` segments from a path.
 *
 * @param path - does not begin with one of them. Where `..` removes the first segment of a rootless path, the slash
 *   behind it stays (RFC 3986 §5.2.4)
 * @param pinned - whether `..` must not remove this first segment; by default it removes every segment
 * @example
 * ```ts
 * removeDotSegments('/a/b/../c/.'); // '/a/c/'
 * ```
 */
export function removeDotSegments(path: string, pinned?: (segment: string) => boolean): string {
  let clean = '';
  let copied = 0;
  for (let dot = path.indexOf('/.'); dot !== -1; ) {
    const end = segmentEnd(path, dot + 1);
    if (end === -1) {
      dot = path.indexOf('/.', dot + 1);
      continue;
    }
    clean += path.slice(copied, dot);
    if (end === dot + '/..'.length) clean = withoutLast(clean, pinned);
    // "/a/." and "/a/.." name a directory, so the result ends in a slash.
    if (end === path.length) return `${clean}/`;
    copied = end;
    dot = path.indexOf('/.', end);
  }
  return copied === 0 ? path : clean + path.slice(copied);
}

/** The end of the segment `.` or `..` that begins at `from`; -1 if it is another segment. */
function segmentEnd(path: string, from: number): number {
  const end = path.charCodeAt(from + 1) === 0x2e ? from + 2 : from + 1;
  return end === path.length || path.charCodeAt(end) === 0x2f ? end : -1;
}

function withoutLast(path: string, pinned: ((segment: string) => boolean) | undefined): string {
  const slash = path.lastIndexOf('/');
  return slash === 0 && pinned?.(path.slice(1)) ? path : path.slice(0, Math.max(0, slash));
}

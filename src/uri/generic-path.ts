/**
 * The generic path of RFC 3986 §3.3.
 */
import { removeDotSegments } from './dot-segments.ts';
import { generic } from './generic-diagnostics.ts';
import { rewriteComponent } from './percent.ts';
import { ABSENT, type Rewrite } from './rewrite.ts';
import type { Syntax } from './syntax.ts';

/** Makes the path that begins at `from` canonical and returns where it ends. */
export function rewritePath(pass: Rewrite, from: number, syntax: Syntax): number {
  const mark = pass.mark(from);
  const rooted = rootPath(pass, from, syntax);
  const to = rewriteComponent(pass, from, pass.text.length, syntax.policies.path);
  if (rooted && syntax.dotSegments && (pass.dotSegment !== ABSENT || pass.hostFrom === ABSENT)) {
    // Nothing else changes most paths, and the output before them need not be joined then.
    const unchanged = !pass.recording && !pass.changedSince(mark, from);
    const path = unchanged ? pass.text.slice(from, to) : pass.written(mark, to);
    const clean = guardDoubleSlash(removeDotSegments(path), pass.hostFrom !== ABSENT);
    if (clean === path) return to;
    if (unchanged) pass.replace(from, to, clean, generic['dot-segments']);
    else pass.rewrite(mark, from, to, clean, generic['dot-segments']);
  }
  return to;
}

/** Puts a `/` before a path that lacks one after an authority. Returns whether the path begins with `/` now. */
export function rootPath(pass: Rewrite, from: number, syntax: Syntax): boolean {
  if (pass.text.charCodeAt(from) === 0x2f) return true;
  if (pass.relative || !syntax.rootPath || pass.hostFrom === ABSENT) return false;
  pass.replace(from, from, '/', generic['path-empty']);
  return true;
}

/** Without an authority, a path that begins with `//` would be read as one (RFC 3986 §3.3). */
function guardDoubleSlash(path: string, hasAuthority: boolean): string {
  return !hasAuthority && path.startsWith('//') ? `/.${path}` : path;
}

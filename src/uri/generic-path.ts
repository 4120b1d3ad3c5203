/**
 * The generic path of RFC 3986 §3.3.
 */
import { endOr } from './components.ts';
import { removeDotSegments } from './dot-segments.ts';
import { generic } from './generic-diagnostics.ts';
import { withoutIdna } from './idna.ts';
import { rewriteComponent } from './percent.ts';
import { ABSENT, Rewrite } from './rewrite.ts';
import type { Syntax } from './syntax.ts';

/** Makes the path that begins at `from` canonical and returns where it ends. */
export function rewritePath(pass: Rewrite, from: number, syntax: Syntax): number {
  if (syntax.dotSegments && !pass.recording && pass.text.includes('/.', from)) {
    const to = rewriteDottedPath(pass, from, syntax);
    if (to !== ABSENT) return to;
  }
  const mark = pass.mark(from);
  const rooted = rootPath(pass, from, syntax);
  const to = rewriteComponent(pass, from, pass.text.length, syntax.policies.path);
  if (rooted && syntax.dotSegments && (pass.dotSegment !== ABSENT || pass.hostFrom === ABSENT)) {
    const path = pass.written(mark, to);
    const clean = guardDoubleSlash(removeDotSegments(path), pass.hostFrom !== ABSENT);
    if (clean !== path) pass.rewrite(mark, from, to, clean, generic['dot-segments']);
  }
  return to;
}

/** Runs over a path that has lost its dot segments; no host is in it. */
const inner = new Rewrite(withoutIdna);

/**
 * Removes dot segments before anything else, which spares joining what was rewritten. `ABSENT` if that is not the same:
 * a dot may be escaped, or the path may lack its first slash.
 */
function rewriteDottedPath(pass: Rewrite, from: number, { query, policies }: Syntax): number {
  const { text } = pass;
  if (text.charCodeAt(from) !== 0x2f || pass.hostFrom === ABSENT) return ABSENT;
  const end = endOr(text.indexOf('#', from), text.length);
  const to = query ? endOr(text.indexOf('?', from), end) : end;
  const path = text.slice(from, to);
  if (path.includes('%2e') || path.includes('%2E')) return ABSENT;
  const clean = removeDotSegments(path);
  if (clean === path) return ABSENT;
  inner.begin(clean, clean, null, pass.cleaned);
  inner.latin1 = pass.latin1;
  rewriteComponent(inner, 0, clean.length, policies.path);
  pass.replace(from, to, inner.end(), generic['dot-segments']);
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

/**
 * Resolves a reference if neither it nor its base has anything unusual (RFC 3986 §5.2.2). It canonicalizes the part of
 * the base that the target keeps, then the reference, and joins the two: no text is joined only to be split again.
 * relative-reference.ts handles everything else.
 */

import { endOr } from './components.ts';
import { removeDotSegments } from './generic-path.ts';
import { rewriteComponent } from './percent.ts';
import { isBare } from './prepare.ts';
import { readAuthority, readFragment, readPath, readQuery, readStart } from './read-url.ts';
import { ABSENT, type Rewrite } from './rewrite.ts';
import { type CompleteRules, dialects, type SchemeIndex } from './scheme-rules.ts';

const HASH = 0x23;
const PERCENT = 0x25;
const DOT = 0x2e;
const SLASH = 0x2f;
const COLON = 0x3a;
const LESS_THAN = 0x3c;
const QUESTION = 0x3f;
const BACKSLASH = 0x5c;

/** First hexadecimal digits of escaped control characters. */
const MAYBE_CONTROL = '017';

/** Whether a reference has no scheme, no wrapper, and nothing that browsers read differently. */
export function isPlainReference(reference: string): boolean {
  for (let index = 0; index < reference.length; index++) {
    const code = reference.charCodeAt(index);
    if (code <= 0x20 || code === COLON || code === LESS_THAN || code === BACKSLASH) return false;
  }
  return reference !== '' && !reference.startsWith('///');
}

/**
 * The canonical target of a plain reference; `null` if the base or the reference needs the general algorithm. `pass`
 * runs over the part of the base that is kept, then over the reference. Throws what the pass throws.
 */
export function resolvePlain(
  pass: Rewrite<string>,
  reference: string,
  base: string,
  index: SchemeIndex,
): string | null {
  if (!isBare(base)) return null;
  pass.begin(base, base, null);
  const rules = readStart(pass, index, dialects.current);
  if (!isHierarchical(pass, rules, reference)) return null;
  const first = reference.charCodeAt(0);
  if (first === HASH) return readBehindQuery(pass, reference, rules);
  if (first === QUESTION) return readBehindPath(pass, reference, rules);
  // Even if a question mark is data, RFC 3986 §5.2 ends the path of a reference at it.
  if (!rules.syntax.query && reference.includes('?')) return null;
  if (first === SLASH) return readRooted(pass, reference, rules);
  return readBehindDirectory(pass, reference, rules);
}

/** Whether references to this base are resolved by RFC 3986 §5.2.2, below an authority. */
function isHierarchical(pass: Rewrite<string>, { hierarchical, exception }: CompleteRules, reference: string): boolean {
  if (!hierarchical || pass.hostFrom === ABSENT) return false;
  return exception === null || !(exception.test(pass.text) || exception.test(reference));
}

/** `//host/path` or `/path` */
function readRooted(pass: Rewrite<string>, reference: string, rules: CompleteRules): string | null {
  const { text, pathFrom } = pass;
  const namesHost = reference.charCodeAt(1) === SLASH;
  // The scheme may refuse the path that the target leaves out.
  if (rules.path !== null && !isHarmless(pass, pathFrom, text.length)) return null;
  const kept = namesHost ? `${rules.name}:` : pass.written(0, pathFrom);
  beginReference(pass, reference);
  const from = namesHost ? readAuthority(pass, 0, rules) : 0;
  readPath(pass, from, rules, dialects.current);
  readQuery(pass, rules);
  readFragment(pass, rules);
  return kept + pass.end();
}

/** `#fragment` */
function readBehindQuery(pass: Rewrite<string>, reference: string, rules: CompleteRules): string {
  readPath(pass, pass.pathFrom, rules, dialects.current);
  readQuery(pass, rules);
  const kept = pass.written(0, pass.queryTo);
  beginReference(pass, reference);
  readFragment(pass, rules);
  return kept + pass.end();
}

/** `?query` */
function readBehindPath(pass: Rewrite<string>, reference: string, rules: CompleteRules): string | null {
  readPath(pass, pass.pathFrom, rules, dialects.current);
  const kept = pass.written(0, pass.pathTo);
  const { query } = rules.syntax;
  // If the question mark is data, it becomes part of the base's last segment.
  if (!query && pass.marked !== ABSENT) return null;
  beginReference(pass, reference);
  if (!query) {
    pass.relative = true;
    readPath(pass, 0, rules, dialects.current);
    if (pass.dotSegment !== ABSENT) return null;
  }
  readQuery(pass, rules);
  readFragment(pass, rules);
  return kept + pass.end();
}

/** `path`, `./path`, `../path` */
function readBehindDirectory(pass: Rewrite<string>, reference: string, rules: CompleteRules): string | null {
  const directory = readDirectory(pass, rules);
  if (directory === null) return null;
  const root = directory.indexOf('/', rules.name.length + '://'.length);
  let slash = directory.length - 1;
  let from = 0;
  while (reference.charCodeAt(from) === DOT) {
    if (reference.startsWith('../', from)) {
      from += '../'.length;
      if (slash > root) slash = directory.lastIndexOf('/', slash - 1);
    } else if (reference.startsWith('./', from)) {
      from += './'.length;
    } else {
      return null;
    }
  }
  // Behind the dots an empty segment looks like the root of a path.
  if (mayBeDots(reference, from) || reference.charCodeAt(from) === SLASH) return null;
  beginReference(pass, reference);
  pass.relative = true;
  if (from > 0) pass.skip(from);
  readPath(pass, from, rules, dialects.current);
  if (pass.dotSegment !== ABSENT) return null;
  readQuery(pass, rules);
  readFragment(pass, rules);
  return directory.slice(0, slash + 1) + pass.end();
}

/** The base up to the last slash of its path. */
function readDirectory(pass: Rewrite<string>, { syntax }: CompleteRules): string | null {
  const { text, pathFrom } = pass;
  if (text.charCodeAt(pathFrom) !== SLASH) return null;
  const end = endOr(text.indexOf('#', pathFrom), text.length);
  const pathTo = syntax.query ? endOr(text.indexOf('?', pathFrom), end) : end;
  const to = text.lastIndexOf('/', pathTo - 1) + 1;
  if (mayBeDots(text, to) || !isHarmless(pass, to, pathTo)) return null;
  const root = pass.mark(pathFrom);
  rewriteComponent(pass, pathFrom, to, syntax.policies.path);
  if (pass.marked !== ABSENT || pass.control !== ABSENT) return null;
  const directory = pass.written(0, to);
  if (pass.dotSegment === ABSENT) return directory;
  return directory.slice(0, root) + removeDotSegments(directory.slice(root));
}

/** Makes the pass read a reference, as if it followed an authority. */
function beginReference(pass: Rewrite<string>, reference: string): void {
  pass.begin(reference, reference, null);
  pass.hostFrom = 0;
  pass.pathTo = 0;
  pass.queryTo = 0;
}

/** Whether a part of the base that the target leaves out holds no error and no backslash. */
function isHarmless({ text, userFrom, userControl }: Rewrite, from: number, to: number): boolean {
  if (userFrom !== ABSENT && userControl !== ABSENT) return false;
  for (let index = from; index < to; index++) {
    const code = text.charCodeAt(index);
    if (code <= 0x20 || code === BACKSLASH || code === 0x7f) return false;
    if (code === PERCENT && MAYBE_CONTROL.includes(text.charAt(index + 1))) return false;
  }
  return true;
}

/** Whether a segment may be `.` or `..`, escaped or not. */
function mayBeDots(text: string, from: number): boolean {
  return text.charCodeAt(from) === DOT || text.startsWith('%2', from);
}

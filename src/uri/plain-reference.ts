/**
 * Reference resolution where neither the base nor the reference holds a surprise (RFC 3986 §5.2.2): what the target
 * keeps of the base is made canonical, then the reference by itself, and the target is one behind the other. No text
 * is put together only to be taken apart again. Whatever is out of the common is left to relative-reference.ts.
 */

import { endOr } from './components.ts';
import { dialects } from './dialect.ts';
import { removeDotSegments } from './dot-segments.ts';
import { rewriteComponent } from './percent.ts';
import {
  type Room,
  readAuthority,
  readFragment,
  readPath,
  readQuery,
  readStart,
  type SchemeIndex,
} from './read-url.ts';
import { ABSENT, type Rewrite } from './rewrite.ts';
import { isBare } from './unwrap.ts';

const HASH = 0x23;
const PERCENT = 0x25;
const DOT = 0x2e;
const SLASH = 0x2f;
const COLON = 0x3a;
const LESS_THAN = 0x3c;
const QUESTION = 0x3f;
const BACKSLASH = 0x5c;

/** What an escaped control character begins with, behind its percent sign. */
const MAYBE_CONTROL = '017';

/** Whether a reference is without a scheme, a wrapper, or anything that browsers read in a way of their own. */
export function isPlainReference(reference: string): boolean {
  for (let index = 0; index < reference.length; index++) {
    const code = reference.charCodeAt(index);
    if (code <= 0x20 || code === COLON || code === LESS_THAN || code === BACKSLASH) return false;
  }
  return reference !== '' && !reference.startsWith('///');
}

/**
 * The target of a plain reference, canonical; `null` where there is more to its base, or to the two together.
 *
 * @param pass - runs over what is kept of the base, then over the reference
 * @throws what the pass throws
 */
export function resolvePlain(pass: Rewrite, reference: string, base: string, index: SchemeIndex): string | null {
  if (!isBare(base)) return null;
  pass.begin(base, base, null);
  const room = readStart(pass, index, dialects.current);
  if (!isHierarchical(pass, room, reference)) return null;
  const first = reference.charCodeAt(0);
  if (first === HASH) return readBehindQuery(pass, reference, room);
  if (first === QUESTION) return readBehindPath(pass, reference, room);
  // Where a question mark is data, it still ends a reference's dot segments.
  if (!room.syntax.query && reference.includes('?')) return null;
  if (first === SLASH) return readRooted(pass, reference, room);
  return readBehindDirectory(pass, reference, room);
}

/** Whether every path of the base's scheme is a hierarchy with an authority above it, these texts being no exception. */
function isHierarchical(pass: Rewrite, { hierarchical, exception }: Room, reference: string): boolean {
  if (!hierarchical || pass.hostFrom === ABSENT) return false;
  return exception === null || !(exception.test(pass.text) || exception.test(reference));
}

/** `//host/path` or `/path` */
function readRooted(pass: Rewrite, reference: string, room: Room): string | null {
  const { text, pathFrom } = pass;
  const namesHost = reference.charCodeAt(1) === SLASH;
  // A room with something to say of paths may call the one that is left out an error.
  if (room.path !== null && !isHarmless(pass, pathFrom, text.length)) return null;
  const kept = namesHost ? `${room.name}:` : pass.written(0, pathFrom);
  beginReference(pass, reference);
  const from = namesHost ? readAuthority(pass, 0, room) : 0;
  readPath(pass, from, room, dialects.current);
  readQuery(pass, room);
  readFragment(pass, room);
  return kept + pass.end();
}

/** `#fragment` */
function readBehindQuery(pass: Rewrite, reference: string, room: Room): string {
  readPath(pass, pass.pathFrom, room, dialects.current);
  readQuery(pass, room);
  const kept = pass.written(0, pass.queryTo);
  beginReference(pass, reference);
  readFragment(pass, room);
  return kept + pass.end();
}

/** `?query` */
function readBehindPath(pass: Rewrite, reference: string, room: Room): string | null {
  readPath(pass, pass.pathFrom, room, dialects.current);
  const kept = pass.written(0, pass.pathTo);
  const { query } = room.syntax;
  // Where the question mark is data, it becomes that of the base's last segment.
  if (!query && pass.marked !== ABSENT) return null;
  beginReference(pass, reference);
  if (!query) {
    pass.relative = true;
    readPath(pass, 0, room, dialects.current);
    if (pass.dotSegment !== ABSENT) return null;
  }
  readQuery(pass, room);
  readFragment(pass, room);
  return kept + pass.end();
}

/** `path`, `./path`, `../path` */
function readBehindDirectory(pass: Rewrite, reference: string, room: Room): string | null {
  const directory = readDirectory(pass, room);
  if (directory === null) return null;
  const root = directory.indexOf('/', room.name.length + '://'.length);
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
  if (mayBeDots(reference, from)) return null;
  beginReference(pass, reference);
  pass.relative = true;
  if (from > 0) pass.skip(from);
  readPath(pass, from, room, dialects.current);
  if (pass.dotSegment !== ABSENT) return null;
  readQuery(pass, room);
  readFragment(pass, room);
  return directory.slice(0, slash + 1) + pass.end();
}

/** The base up to the last slash of its path. */
function readDirectory(pass: Rewrite, { syntax }: Room): string | null {
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

/** From now on the pass reads a reference, which stands behind an authority. */
function beginReference(pass: Rewrite, reference: string): void {
  pass.begin(reference, reference, null);
  pass.hostFrom = 0;
  pass.pathTo = 0;
  pass.queryTo = 0;
}

/** Whether a part of the base that the target leaves out holds neither an error nor a slash in disguise. */
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

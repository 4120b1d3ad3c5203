/** Reference resolution, RFC 3986 §5.2, in its order and with its names. The target (§5.3) is not yet canonical. */
import { type Offsets, splitAfterScheme, splitUrl } from './components.ts';
import { removeDotSegments } from './generic-path.ts';
import { ABSENT } from './rewrite.ts';

/**
 * The target of a relative reference (§5.2.2, strict).
 *
 * @param base - an absolute URL; its fragment is ignored
 * @param reference - text that has no scheme: a colon in it is data
 */
export function transform(base: string, reference: string): string {
  const B = splitUrl(base);
  const R = splitAfterScheme(reference, ABSENT);
  if (R.hasAuthority) return base.slice(0, B.schemeTo + 1) + reference;
  if (R.pathTo === 0) return base.slice(0, R.queryTo > 0 ? B.pathTo : B.queryTo) + reference;
  return merge(base, B, reference, R);
}

/** §5.2.3 and §5.2.4 */
function merge(base: string, B: Offsets, reference: string, R: Offsets): string {
  const directory = reference.charCodeAt(0) === 0x2f ? '' : directoryOf(base, B);
  const path = withoutDotSegments(directory + reference.slice(0, R.pathTo));
  // Without an authority, "//" would begin one.
  const guard = !B.hasAuthority && path.startsWith('//') ? '/.' : '';
  return base.slice(0, B.pathFrom) + guard + path + reference.slice(R.pathTo);
}

/** The base's path up to its last slash, with which a reference's path is merged. */
function directoryOf(base: string, { hasAuthority, pathFrom, pathTo }: Offsets): string {
  const slash = base.lastIndexOf('/', pathTo - 1);
  return slash < pathFrom ? (hasAuthority ? '/' : '') : base.slice(pathFrom, slash + 1);
}

/** The dots of a dot segment may be escaped: `.` is unreserved (RFC 3986 §6.2.2.2). */
function withoutDotSegments(path: string): string {
  const escaped = path.includes('%2');
  if (!escaped && !path.includes('/.') && !path.startsWith('.')) return path;
  const clean = escaped ? path.replace(/%2[eE]/g, '.') : path;
  // At the beginning of a rootless path, they are only removed (§5.2.4, steps A and D).
  return removeDotSegments(clean.replace(/^(?:\.\.?(?:\/|$))+/, ''));
}

/** Where characters of a target come from: the end is a copy from the reference, the rest from the base (`ABSENT`). */
export function originInReference(target: string, reference: string): Int32Array {
  const origin = new Int32Array(target.length + 1).fill(ABSENT);
  let back = 0;
  while (
    back < reference.length &&
    target.charCodeAt(target.length - back - 1) === reference.charCodeAt(reference.length - back - 1)
  ) {
    back++;
  }
  for (let index = 0; index <= back; index++) origin[target.length - index] = reference.length - index;
  return origin;
}

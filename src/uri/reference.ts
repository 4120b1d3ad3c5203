/**
 * Reference resolution, RFC 3986 §5.2, in its order and with its names. Works on text: what comes out is
 * recomposed (§5.3) but not yet canonical.
 */
import { type Offsets, split, splitFrom } from './components.ts';
import { removeDotSegments } from './dot-segments.ts';
import { ABSENT } from './rewrite.ts';

/**
 * The target of a relative reference (§5.2.2, strict).
 *
 * @param base - an absolute URL; its fragment plays no part
 * @param reference - text that has no scheme: a colon in it is data
 */
export function transform(base: string, reference: string): string {
  const B = split(base);
  const R = splitFrom(reference, ABSENT);
  if (R.hasAuthority) return base.slice(0, B.schemeTo + 1) + reference;
  if (R.pathTo === 0) return base.slice(0, R.queryTo > 0 ? B.pathTo : B.queryTo) + reference;
  const path = reference.slice(0, R.pathTo);
  const merged = removeDotSegments(path.startsWith('/') ? path : merge(base, B, path));
  // Without an authority "//" would begin one.
  const guard = !B.hasAuthority && merged.startsWith('//') ? '/.' : '';
  return base.slice(0, B.authorityTo) + guard + merged + reference.slice(R.pathTo);
}

/** §5.2.3 */
function merge(base: string, B: Offsets, path: string): string {
  const slash = base.lastIndexOf('/', B.pathTo - 1);
  return slash < B.authorityTo ? `/${path}` : base.slice(B.authorityTo, slash + 1) + path;
}

/**
 * Where the characters of a target come from: its tail stands in the reference to the letter, the rest is
 * the base's.
 */
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

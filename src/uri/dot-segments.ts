/**
 * `remove_dot_segments` (RFC 3986 §5.2.4), for paths that begin with a slash.
 */

/**
 * Removes `.` and `..` segments from an absolute path.
 *
 * @param path - begins with a slash
 * @param pinned - whether `..` must not remove this first segment; by default it removes every segment
 * @example
 * ```ts
 * removeDotSegments('/a/b/../c/.'); // '/a/c/'
 * ```
 */
export function removeDotSegments(path: string, pinned?: (segment: string) => boolean): string {
  // Where each kept segment begins (with its slash) and ends. Text is copied once, at the end.
  const kept: number[] = [];
  let directory = false;
  for (let from = 0, to = 0; from < path.length; from = to) {
    to = path.indexOf('/', from + 1);
    if (to === -1) to = path.length;
    const dots = dotsOf(path, from + 1, to);
    if (dots === 0) {
      kept.push(from, to);
    } else {
      const climbs = dots === 2 && !(kept.length === 2 && pinned?.(path.slice(1 + (kept[0] ?? 0), kept[1])));
      if (climbs) kept.splice(-2);
      // "/a/." and "/a/.." name a directory, so the result ends in a slash.
      directory = to === path.length;
    }
  }
  const clean = join(path, kept);
  return directory || clean === '' ? `${clean}/` : clean;
}

/** 1 for the segment `.`, 2 for `..`, 0 for every other segment. */
function dotsOf(path: string, from: number, to: number): number {
  if (to - from > 2 || path.charCodeAt(from) !== 0x2e) return 0;
  return to - from === 1 ? 1 : path.charCodeAt(from + 1) === 0x2e ? 2 : 0;
}

/** Joins the kept segments; neighbours are copied in one piece. */
function join(path: string, kept: readonly number[]): string {
  let clean = '';
  for (let index = 0; index < kept.length; ) {
    const from = kept[index];
    while (kept[index + 1] === kept[index + 2]) index += 2;
    clean += path.slice(from, kept[index + 1]);
    index += 2;
  }
  return clean;
}

/**
 * `remove_dot_segments` (RFC 3986 §5.2.4), for paths that begin with a slash.
 */

/**
 * Removes `.` and `..` segments from an absolute path.
 *
 * @param pinned - tells of a first segment that `..` does not climb above; there is none unless given
 * @example
 * ```ts
 * removeDotSegments('/a/b/../c/.'); // '/a/c/'
 * ```
 */
export function removeDotSegments(path: string, pinned?: (segment: string) => boolean): string {
  const kept: string[] = [];
  const segments = path.split('/');
  const last = segments.length - 1;
  for (let index = 1; index <= last; index++) {
    const segment = segments[index] ?? '';
    if (segment === '.' || segment === '..') {
      if (segment === '..' && !(kept.length === 1 && pinned?.(kept[0] ?? ''))) kept.pop();
      // "/a/." and "/a/.." name a directory: the slash stays.
      if (index === last) kept.push('');
    } else {
      kept.push(segment);
    }
  }
  return `/${kept.join('/')}`;
}

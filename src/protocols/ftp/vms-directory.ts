/** Directories as VMS names them: `[.PUB]` is below the current directory, and `[ARCHIVE.PUB]` begins at the top. */
import type { OctetString } from '../../octets/octet-string.ts';

/** The top directory of a VMS volume. */
const TOP = '[000000]';

/**
 * The name of a directory on VMS.
 *
 * @param step - one segment of a path, decoded: a name, a path from the root, or a name of VMS already
 * @example
 * ```ts
 * vmsDirectory('PUB'); // '[.PUB]'
 * vmsDirectory('/ARCHIVE/PUB'); // '[ARCHIVE.PUB]'
 * ```
 */
export function vmsDirectory(step: OctetString): OctetString {
  const absolute = step.startsWith('/');
  const path = step.replace(/^\/+|\/+$/g, '');
  if (/[[:]/.test(path)) return path;
  if (path === '') return TOP;
  // In a name, a dot would separate two directories.
  const names = path.split(/\/+/).map((name) => name.replaceAll('.', '^.'));
  return `[${absolute ? '' : '.'}${names.join('.')}]`;
}

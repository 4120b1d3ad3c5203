/**
 * Repairs links after `/u/`. They arrive raw or escaped as a whole, perhaps with one slash less, because HTTP clients
 * and platforms may merge two slashes.
 */
import { schemes } from '../../../src/index.ts';

const RAW = /^[a-z][a-z0-9+.-]*:/i;

/**
 * Restores a link to the form that it had before it was put into a path.
 *
 * @param path - the path after `/u/`, as it was sent
 * @example
 * ```ts
 * repairSlashes('gopher:/h.example/1'); // 'gopher://h.example/1'
 * repairSlashes('gopher%3A%2F%2Fh.example%2F0a%2520b'); // 'gopher://h.example/0a%20b'
 * ```
 */
export function repairSlashes(path: string): string {
  const link = RAW.test(path) ? path : unescapeOnce(path);
  const colon = link.indexOf(':');
  const scheme = link.slice(0, colon).toLowerCase();
  return mayLackSlash(scheme) ? link.replace(/^([^:]+):\/(?!\/)/, '$1://') : link;
}

/** Whether links of a scheme name a server after two slashes. `file:/x` is complete. */
function mayLackSlash(scheme: string): boolean {
  const authority = schemes.get(scheme)?.syntax.authority;
  return scheme !== 'file' && authority !== undefined && authority !== 'none';
}

function unescapeOnce(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

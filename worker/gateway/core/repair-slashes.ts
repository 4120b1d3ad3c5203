/**
 * Links as they arrive behind `/u/`: raw, or escaped as a whole; perhaps with one slash less than they had, since
 * HTTP clients and platforms may merge two.
 */
import { schemes } from '../../../src/index.ts';

const RAW = /^[a-z][a-z0-9+.-]*:/i;

/**
 * A link as it was before it was put into a path.
 *
 * @example
 * ```ts
 * repairSlashes('gopher:/h.example/1'); // 'gopher://h.example/1'
 * repairSlashes('gopher%3A%2F%2Fh.example%2F0a%2520b'); // 'gopher://h.example/0a%20b'
 * ```
 */
export function repairSlashes(written: string): string {
  const link = RAW.test(written) ? written : unescapeOnce(written);
  const colon = link.indexOf(':');
  const scheme = link.slice(0, colon).toLowerCase();
  return mayLackSlash(scheme) ? link.replace(/^([^:]+):\/(?!\/)/, '$1://') : link;
}

/** Schemes whose links name a server behind two slashes; `file:/x` is right as it is. */
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

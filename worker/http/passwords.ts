/** Whether a request holds a password in a URL: nobody may keep its answer. */
import { pathOf, type RequestContext } from './request-context.ts';

/** User info with a password, as in `ftp://user:password@host/`, however many slashes there are. */
const PASSWORD = /[:/\\][^/\\?#]*:[^/\\?#]*@/;

/**
 * Whether a parameter or the path of a request has a URL with a password. A path that only looks like one counts, too.
 *
 * @example
 * ```ts
 * const url = 'https://w.example/v1/resolve?url=ftp%3A%2F%2Fme%3Asecret%40h.example%2F';
 * hasPassword({ url, query: [{ name: 'url', value: 'ftp://me:secret@h.example/' }] }); // true
 * ```
 */
export function hasPassword({ url, query }: Pick<RequestContext, 'url' | 'query'>): boolean {
  if (!url.includes('@') && !url.includes('%40')) return false;
  return query.some(({ value }) => PASSWORD.test(value)) || PASSWORD.test(decoded(pathOf(url)));
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/**
 * Where the library meets a request: what it cannot read becomes a problem that names the parameter.
 */
import { canonicalize, type Options, schemes, UrlError } from '../../src/index.ts';
import { RequestError, urlFault } from '../problem.ts';

/**
 * Reads the URL in a parameter with a function of the library.
 *
 * @throws RequestError 422 for the URL, 400 where the base is at fault.
 * @example
 * ```ts
 * readUrl(canonicalize, 'url', 'GOPHER://H.example', {}); // 'gopher://h.example/'
 * ```
 */
export function readUrl<Reading>(
  read: (url: string, options?: Options) => Reading,
  parameter: string,
  url: string,
  options: Options,
): Reading {
  try {
    return read(url, options);
  } catch (error) {
    if (!(error instanceof UrlError)) throw error;
    if (error.cause instanceof UrlError) throw new RequestError('invalid-parameter', [urlFault(error.cause, 'base')]);
    throw new RequestError('invalid-url', [urlFault(error, parameter)]);
  }
}

/**
 * Sees to it that a base can be one, before anything is resolved against it.
 *
 * @throws RequestError 400 naming `base`.
 */
export function checkBase(options: Options): void {
  if (options.base !== undefined) readUrl(canonicalize, 'url', '#', options);
}

/** A scheme as the log may have it: one of the registry. Any other is a word of the client's. */
export function loggedScheme(scheme: string): string {
  return schemes.has(scheme) ? scheme : 'unknown';
}

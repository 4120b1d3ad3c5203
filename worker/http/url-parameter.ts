/** URLs in parameters: an error of the library becomes a problem that names the parameter. */
import { canonicalize, type Options, schemes, UrlError } from '../../src/index.ts';
import { RequestError, urlFault } from '../errors/request-error.ts';

/**
 * Passes the URL in a parameter to a function of the library.
 *
 * @throws RequestError 422 for an invalid URL, 400 for an invalid base
 */
export function readUrlParameter<Value, Given extends Options>(
  read: (url: string, options?: Given) => Value,
  parameter: string,
  url: string,
  options: Given,
): Value {
  try {
    return read(url, options);
  } catch (error) {
    if (!(error instanceof UrlError)) throw error;
    if (error.cause instanceof UrlError) throw new RequestError('invalid-parameter', [urlFault(error.cause, 'base')]);
    throw new RequestError('invalid-url', [urlFault(error, parameter)], {}, url);
  }
}

/** Checks the base of a batch once, before any item is resolved against it. */
export function checkBase(options: Options): void {
  if (options.base !== undefined) readUrlParameter(canonicalize, 'url', '#', options);
}

/** A scheme for the log: a scheme of the registry, or `unknown`, because any other text comes from the client. */
export function loggedScheme(scheme: string): string {
  return schemes.has(scheme) ? scheme : 'unknown';
}

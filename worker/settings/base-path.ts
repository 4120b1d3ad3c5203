/** The setting `BASE_PATH`: the path below which a Worker answers, if other things are at the root of its host. */

/** Segments that need no escape (RFC 3986 §2.3), and are not dot segments. */
const BASE_PATH = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)*$/;

/**
 * Reads `BASE_PATH`.
 *
 * @throws TypeError unless it begins with a slash, does not end with one, and needs no escape
 * @example
 * ```ts
 * parseBasePath('/waypost'); // '/waypost'
 * parseBasePath(''); // '', the root of the host
 * ```
 */
export function parseBasePath(text: string): string {
  if (BASE_PATH.test(text)) return text;
  throw new TypeError('it must begin with a slash and not end with one, like /waypost or /tools/waypost');
}

/**
 * A canonical host for people: its A-labels as Unicode.
 */
import type { Idna } from './idna.ts';

const A_LABEL = /(?:^|\.)xn--/;

/** The characters that a canonical host has only as escapes. */
const ESCAPED = /%(?:22|60|7B|7D)/g;

/**
 * The Unicode form of a canonical host (WHATWG URL §3.3, "domain to Unicode"). A host that is not a valid domain stays
 * as it is, and so does every host in a library without IDNA. `unicodeHost('xn--bcher-kva.example', idna)` is
 * `'bücher.example'`.
 *
 * @param host - a canonical host
 */
export function unicodeHost(host: string, idna: Idna): string {
  if (!A_LABEL.test(host)) return host;
  return idna.toUnicode(host.replace(ESCAPED, decodeURIComponent)) ?? host;
}

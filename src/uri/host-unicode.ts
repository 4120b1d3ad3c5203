/**
 * A canonical host for people: its A-labels as Unicode.
 */
import { toUnicode } from 'punycode/punycode.es6.js';

/**
 * Decodes the A-labels of a canonical host. A label that is not valid Punycode stays as it is.
 *
 * @example
 * ```ts
 * unicodeHost('xn--bcher-kva.example'); // 'bücher.example'
 * ```
 */
export function unicodeHost(host: string): string {
  if (!host.includes('xn--')) return host;
  return host
    .split('.')
    .map((label) => {
      try {
        return toUnicode(label);
      } catch {
        return label;
      }
    })
    .join('.');
}

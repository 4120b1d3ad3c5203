/**
 * The comparison ladder (RFC 3986 §6.2): the first rung on which two equivalent URLs become the same string.
 * Each rung normalizes the result of the rung below; the last one is the library's canonical form.
 */
import { splitUrl } from './uri/components.ts';
import { removeDotSegments } from './uri/generic-path.ts';
import { unwrap } from './uri/prepare.ts';
import { type UrlInput, writtenUrl } from './uri/url-object.ts';

export interface Rung {
  readonly name: 'simple-string' | 'case' | 'percent-encoding' | 'path-segment' | 'scheme-based';
  /** The clause of RFC 3986. */
  readonly section: string;
}

/** The rungs that need no knowledge of the scheme, lowest first, each with its normalization. */
const TEXTUAL: readonly (Rung & { readonly rewrite: (url: string) => string })[] = [
  { name: 'simple-string', section: '6.2.1', rewrite: (url) => unwrap(url).text },
  { name: 'case', section: '6.2.2.1', rewrite: normalizeCase },
  { name: 'percent-encoding', section: '6.2.2.2', rewrite: normalizeEscapes },
  { name: 'path-segment', section: '6.2.2.3', rewrite: normalizePath },
];

/** All other rules of the scheme: default ports, empty paths, reserved characters, repairs. */
const SCHEME_BASED: Rung = { name: 'scheme-based', section: '6.2.3' };

/** Every rung, lowest first. */
export const RUNGS: readonly Rung[] = [...TEXTUAL, SCHEME_BASED];

/**
 * The first rung on which two URLs are the same string.
 *
 * @param a - a URL
 * @param b - a URL with the same canonical form
 * @throws TypeError if one is neither a string nor a `URL` object
 * @example
 * ```ts
 * meetingRung('HTTP://h.example/', 'http://h.example/').name; // 'case'
 * ```
 */
export function meetingRung(a: UrlInput, b: UrlInput): Rung {
  let left = writtenUrl(a);
  let right = writtenUrl(b);
  for (const rung of TEXTUAL) {
    left = rung.rewrite(left);
    right = rung.rewrite(right);
    if (left === right) return rung;
  }
  return SCHEME_BASED;
}

/** Scheme and host in lower case, the digits of escapes in upper case. */
function normalizeCase(url: string): string {
  const { schemeTo, pathFrom } = splitUrl(url);
  const hostFrom = Math.max(url.lastIndexOf('@', pathFrom - 1), schemeTo) + 1;
  return [
    url.slice(0, schemeTo + 1).toLowerCase(),
    url.slice(schemeTo + 1, hostFrom),
    url.slice(hostFrom, pathFrom).toLowerCase(),
    url.slice(pathFrom),
  ]
    .join('')
    .replace(/%[\da-f]{2}/gi, (triplet) => triplet.toUpperCase());
}

/** Decodes unreserved octets, and escapes characters that may not appear raw. */
function normalizeEscapes(url: string): string {
  const decoded = url.replace(/%[2-7][\dA-F]/g, (triplet) => {
    const character = String.fromCharCode(Number.parseInt(triplet.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : triplet;
  });
  const escaped = decoded.toWellFormed().replace(/[^!#-;=?-[\]_a-z~]+/g, encodeURIComponent);
  // A decoded letter may be in the host.
  return normalizeCase(escaped.replace(/%(?![\dA-F]{2})/g, '%25'));
}

function normalizePath(url: string): string {
  const { pathFrom, pathTo } = splitUrl(url);
  if (url[pathFrom] !== '/') return url;
  return url.slice(0, pathFrom) + removeDotSegments(url.slice(pathFrom, pathTo)) + url.slice(pathTo);
}

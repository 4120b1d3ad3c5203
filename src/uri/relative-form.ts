/**
 * The normal form of a relative reference without a base (RFC 3986 §6.2.2): escapes and dot segments. It leads to the
 * same target as the reference from every base that resolves references by RFC 3986 §5.2.
 */
import type { Canonical } from './canonical-parts.ts';
import { schemeEnd } from './components.ts';
import { rootedPath } from './relativization.ts';
import { ABSENT } from './rewrite.ts';
import type { UrlInput } from './url-object.ts';

/** A scheme that no definition has, so that only the generic rules apply. */
const CARRIER = 'x-reference:';
const HOST = '//h';

/**
 * What the scheme of the base decides: a backslash and a bar are delimiters to browsers, line breaks and tabs vanish or
 * stay, a dot written as an escape is a dot segment or is not, two slashes name a host or are a name, and a letter with
 * a colon is the drive of a file or a name.
 */
const DEPENDS_ON_BASE = /[\\|\t\n\r]|%7c|%2e|^\/\/|[^\x20-\x7e]|^[^?#]*\/(?:[a-z]|%[4-7].):(?:[/?#]|$)/i;

/** Blanks or brackets around a reference, which are not part of it. */
const WRAPPED = /^[\0-\x20<]|[\0-\x20>]$/;

/**
 * @param reference - a relative reference, or a URL
 * @param canonicalize - of a library
 * @returns the reference as it is if its parts mean different things to different bases
 */
export function relativeForm(reference: UrlInput, canonicalize: (url: UrlInput) => Canonical): string {
  if (typeof reference !== 'string' || schemeEnd(reference) !== ABSENT) return canonicalize(reference);
  if (WRAPPED.test(reference) || DEPENDS_ON_BASE.test(reference)) return reference;
  if (!reference.startsWith('/')) {
    const form = canonicalize(CARRIER + reference).slice(CARRIER.length);
    // A decoded letter must not make a scheme of a segment with a colon (RFC 3986 §4.2).
    return schemeEnd(form) === ABSENT ? form : `./${form}`;
  }
  return rootedPath(canonicalize(CARRIER + HOST + reference).slice(CARRIER.length + HOST.length));
}

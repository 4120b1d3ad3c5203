/**
 * Makes a reference absolute (RFC 3986 §5.2.2), so that a pass can read it. The scheme of the base decides how the
 * reference is read before that: `/\\evil` names another host to a browser, but not under RFC 3986.
 */

import type { UrlErrorOf } from './bare-error.ts';
import type { Canonical } from './canonical-parts.ts';
import { schemeEnd } from './components.ts';
import { cleanAsBrowsers, type PreparedInput, prepare } from './prepare.ts';
import { originInReference } from './reference-resolution.ts';
import { ABSENT } from './rewrite.ts';
import type { CompleteRules, SchemeIndex } from './scheme-rules.ts';
import type { Steps } from './traced-text.ts';

/**
 * Whether a reference may be relative although it has a scheme: it has that of its base, and two slashes do not follow.
 * {@link makeAbsolute} decides; a reference for which this is false is absolute.
 */
export function mayRepeatScheme(reference: string, scheme: string): boolean {
  const colon = scheme.length;
  return (
    reference.charCodeAt(colon) === 0x3a &&
    !reference.startsWith('//', colon + 1) &&
    reference.slice(0, colon).toLowerCase() === scheme
  );
}

/**
 * A reference made absolute.
 *
 * @param reference - as it was written, with wrappers
 * @param base - the canonical URL against which the reference is resolved
 * @param lax - whether `scheme:rel` is relative in every scheme (RFC 3986 §5.2.2, "backward compatibility"). In the
 *   schemes that are read as browsers read them, it always is (WHATWG URL, "special relative or authority state")
 * @param errorOf - makes the error that is thrown if nothing can be relative to the base
 * @param recorded - where the changes of the reference are recorded
 */
export function makeAbsolute(
  reference: string,
  base: Canonical,
  index: SchemeIndex,
  lax: boolean,
  errorOf: UrlErrorOf,
  recorded: Steps,
): PreparedInput {
  const rules = index.find(base, schemeEnd(base));
  const prepared = prepare(reference, recorded);
  const needsCleaning = rules.syntax.asBrowsersRead && /[\t\n\r\\]/.test(prepared.text);
  const relative = needsCleaning ? cleanAsBrowsers(prepared) : prepared;
  const colon = schemeEnd(relative.text);
  if (colon === ABSENT) return resolveAgainst(base, rules, relative, 0, errorOf);
  const mayRepeat = lax ? rules.opaque === null : rules.syntax.asBrowsersRead;
  if (mayRepeat && mayRepeatScheme(relative.text, base.slice(0, schemeEnd(base))))
    return resolveAgainst(base, rules, relative, colon + 1, errorOf);
  // An absolute reference is cleaned if its own scheme needs it; the scheme of the base does not matter.
  return index.find(relative.text, colon).syntax.asBrowsersRead ? relative : prepared;
}

/** Resolves `relative.text` from offset `from` on. */
function resolveAgainst(
  base: Canonical,
  rules: CompleteRules,
  relative: PreparedInput,
  from: number,
  errorOf: UrlErrorOf,
): PreparedInput {
  const { opaque, syntax, transform } = rules;
  const { input } = relative;
  const steps = relative.steps.joined(relative.steps.fresh(), (index) => index);
  const inputOffset = (offset: number): number => relative.origin?.[offset] ?? offset;
  if (from > 0) {
    steps.add('reference-same-scheme', inputOffset(0), inputOffset(from));
  }
  let text = relative.text.slice(from);
  const slashes = syntax.authority === 'browser' ? (/^\/\/+/.exec(text)?.[0].length ?? 2) : 2;
  if (slashes > 2) {
    steps.add('slashes', inputOffset(from), inputOffset(from + slashes), '//');
    text = text.slice(slashes - 2);
  }
  if (opaque !== null && text !== '' && !text.startsWith('#')) {
    throw errorOf('base-not-hierarchical', 0, input, { spec: opaque });
  }
  const target = transform(base, text);
  const skipped = relative.text.length - text.length;
  const originOf = (): Int32Array =>
    originInReference(target, text).map((offset) => (offset === ABSENT ? ABSENT : inputOffset(offset + skipped)));
  return { text: target, origin: null, originOf, steps, input, base, cleaned: relative.cleaned };
}

/**
 * Makes a reference absolute (RFC 3986 §5.2.2), so that a pass can read it. The scheme of the base decides how the
 * reference is read before that: `/\\evil` names another host to a browser, but not under RFC 3986.
 */
import type { Canonical } from './canonical-parts.ts';
import { schemeEnd, splitUrl } from './components.ts';
import { UrlError } from './error.ts';
import { generic } from './generic-diagnostics.ts';
import { cleanAsBrowsers, type PreparedInput, prepare } from './prepare.ts';
import { originInReference } from './reference-resolution.ts';
import { ABSENT } from './rewrite.ts';
import type { SchemeIndex } from './scheme-index.ts';
import type { CompleteRules } from './scheme-rules.ts';

/**
 * A reference made absolute.
 *
 * @param reference - as it was written, with wrappers
 * @param base - the canonical URL against which the reference is resolved
 * @param lax - whether `scheme:rel` is relative if the base has the same scheme
 * @throws {@link UrlError} if nothing can be relative to the base
 */
export function makeAbsolute(reference: string, base: Canonical, index: SchemeIndex, lax: boolean): PreparedInput {
  const rules = index.find(base, schemeEnd(base));
  const prepared = prepare(reference);
  const needsCleaning = rules.syntax.asBrowsersRead && /[\t\n\r\\]/.test(prepared.text);
  const relative = needsCleaning ? cleanAsBrowsers(prepared) : prepared;
  const colon = schemeEnd(relative.text);
  if (colon === ABSENT) return resolveAgainst(base, rules, relative, 0);
  const repeatsScheme = lax && relative.text.slice(0, colon).toLowerCase() === base.slice(0, schemeEnd(base));
  if (repeatsScheme) return resolveAgainst(base, rules, relative, colon + 1);
  // An absolute reference is cleaned if its own scheme needs it; the scheme of the base does not matter.
  return index.find(relative.text, colon).syntax.asBrowsersRead ? relative : prepared;
}

/** Resolves `relative.text` from offset `from` on. */
function resolveAgainst(
  base: Canonical,
  { definition, syntax, transform }: CompleteRules,
  relative: PreparedInput,
  from: number,
): PreparedInput {
  const { input } = relative;
  const steps = [...relative.steps];
  const inputOffset = (offset: number): number => relative.origin?.[offset] ?? offset;
  if (from > 0) {
    steps.push({ diagnostic: generic['reference-same-scheme'], at: [inputOffset(0), inputOffset(from)], after: '' });
  }
  let text = relative.text.slice(from);
  const slashes = syntax.authority === 'browser' ? (/^\/\/+/.exec(text)?.[0].length ?? 2) : 2;
  if (slashes > 2) {
    steps.push({ diagnostic: generic.slashes, at: [inputOffset(from), inputOffset(from + slashes)], after: '//' });
    text = text.slice(slashes - 2);
  }
  if (definition.transform === undefined && text !== '' && !text.startsWith('#')) checkHierarchical(base, input);
  const target = transform(base, text);
  const skipped = relative.text.length - text.length;
  const originOf = (): Int32Array =>
    originInReference(target, text).map((offset) => (offset === ABSENT ? ABSENT : inputOffset(offset + skipped)));
  return { text: target, origin: null, originOf, steps, input, base, cleaned: relative.cleaned };
}

function checkHierarchical(base: Canonical, reference: string): void {
  const { schemeTo, hasAuthority } = splitUrl(base);
  if (!hasAuthority && base.charCodeAt(schemeTo + 1) !== 0x2f) {
    throw new UrlError(generic['base-not-hierarchical'], 0, reference);
  }
}

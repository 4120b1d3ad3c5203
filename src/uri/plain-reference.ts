/**
 * Resolves a reference if neither it nor its base has anything unusual (RFC 3986 §5.2.2). What the target keeps of the
 * base is put before the reference, both as they were written: canonicalizing the result removes dot segments and does
 * everything else, once. relative-reference.ts handles other references and bases.
 */
import { schemeEnd, splitUrl } from './components.ts';
import { isBare } from './prepare.ts';
import { mayRepeatScheme } from './relative-reference.ts';
import { ABSENT } from './rewrite.ts';
import type { CompleteRules, SchemeIndex } from './scheme-rules.ts';

const HASH = 0x23;
const DOT = 0x2e;
const SLASH = 0x2f;
const LESS_THAN = 0x3c;
const QUESTION = 0x3f;

/**
 * What stands before a reference in a URL that has the canonical form of the target: the beginning of its base, or `''`
 * if the reference is absolute. `null` = this needs the general algorithm, which also finds out whether the reference
 * or its base is wrong. The result is right for URLs without raw controls, and without backslashes where browsers read
 * them as slashes; the octet pass leaves all others.
 *
 * @param isUrl - whether a URL has a canonical form, or `false` if that is not known; asked about a base without path
 */
export function keptOfBase(
  reference: string,
  base: string,
  index: SchemeIndex,
  isUrl: (url: string) => boolean,
): string | null {
  if (!isBare(base) || isWrapped(reference)) return null;
  const { schemeTo, hasAuthority, pathFrom, pathTo, queryTo } = splitUrl(base);
  if (schemeTo === ABSENT || !hasAuthority) return null;
  const rules = index.find(base, schemeTo);
  if (!isHierarchical(rules, base, reference)) return null;
  const { authority, query } = rules.syntax;
  // If the target keeps the scheme at most, the rest of the base can still be wrong.
  const isRight = (): boolean =>
    (rules.path === null || isHarmless(base, pathFrom)) && isUrl(`${base.slice(0, pathFrom)}/`);
  // Browsers would take the next segment for the host.
  if (pathFrom === schemeTo + '://'.length && authority === 'browser') return null;
  if (schemeEnd(reference) !== ABSENT) {
    if (!isBare(reference) || mayRepeatScheme(reference, rules.name)) return null;
    return isRight() ? '' : null;
  }
  const first = reference.charCodeAt(0);
  if (first === HASH) return base.slice(0, queryTo);
  if (first === SLASH && reference.charCodeAt(1) === SLASH) {
    return reference.charCodeAt(2) !== SLASH && isRight() ? `${rules.name}:` : null;
  }
  if (first === QUESTION && query) return base.slice(0, pathTo);
  const segment = base.lastIndexOf('/', (query ? pathTo : queryTo) - 1) + 1;
  if (first === QUESTION) {
    // The question mark is data, and joins the last segment.
    const isPlain = segment > pathFrom && !mayBeDots(base, segment) && !base.includes(';', segment);
    return isPlain ? base.slice(0, queryTo) : null;
  }
  // Even if a question mark is data, RFC 3986 §5.2 ends the path of a reference at it.
  if (!query && reference.includes('?')) return null;
  if (first === SLASH) return rules.path === null || isHarmless(base, pathFrom) ? base.slice(0, pathFrom) : null;
  return segment > pathFrom && !mayBeDots(base, segment) && isHarmless(base, segment) ? base.slice(0, segment) : null;
}

/** Whether a reference may have a wrapper. */
function isWrapped(reference: string): boolean {
  const first = reference.charCodeAt(0); // NaN if it is empty
  return !(first > 0x20 && first !== LESS_THAN && reference.charCodeAt(reference.length - 1) > 0x20);
}

/** Whether references to this base are resolved by RFC 3986 §5.2.2. */
function isHierarchical({ hierarchical, exception }: CompleteRules, base: string, reference: string): boolean {
  return hierarchical && (exception === null || !(exception.test(base) || exception.test(reference)));
}

/** Whether the end of a base has no control, escaped or not, which a scheme may refuse, and no backslash. */
function isHarmless(base: string, from: number): boolean {
  return !/[\0-\x20\\\x7f]|%(?:[01]|7[Ff])/.test(base.slice(from));
}

/** Whether a segment may be `.` or `..`, escaped or not. */
function mayBeDots(text: string, from: number): boolean {
  return text.charCodeAt(from) === DOT || text.startsWith('%2', from);
}

/**
 * Recognises canonical URLs by one regular expression, made from the rules of all schemes. It recognises most of them
 * and nothing else. A recognised URL is returned unchanged, without a pass.
 */
import type { Canonical } from './canonical-parts.ts';
import { authorityPattern, pathPattern, tailPattern } from './pattern.ts';
import type { SchemeRules } from './scheme-rules.ts';

/** Makes the recogniser of a set of schemes. */
export function recognizer(definitions: readonly SchemeRules[]): (url: string) => url is Canonical {
  // The pattern has no `$`: a match that failed there would backtrack through every step.
  // Without any pattern, not even the empty string is canonical.
  const patterns = definitions.flatMap((rules) => patternOf(rules) ?? []).join('|') || '(?!)';
  const canonical = new RegExp(`(?:${patterns})`, 'y');
  return (url): url is Canonical => {
    canonical.lastIndex = 0;
    return canonical.test(url) && canonical.lastIndex === url.length;
  };
}

/** The pattern of one scheme; `null` if none can be made from its syntax. */
function patternOf({ name, defaultPort, syntax, canonical, path, query, authority }: SchemeRules): string | null {
  const begin = `${name.replace(/[+.]/g, '\\$&')}:`;
  if (canonical !== undefined) return begin + canonical;
  if ((path ?? query ?? authority) !== undefined || syntax.host === 'registered') return null;
  return `${begin}${authorityPattern(defaultPort, `${pathPattern(syntax)}${tailPattern(syntax)}`, syntax.userInfo)}`;
}

/**
 * Sources of regular expressions that recognise canonical components, made from the policies by which the
 * components are rewritten. They match most canonical components and nothing else, so a match needs no pass.
 */
import type { Canonical } from './canonical-parts.ts';
import { SUB_DELIMS, UNRESERVED } from './characters.ts';
import { EXCLUDED, type Excluded, isPlain, type Policy } from './percent.ts';
import type { SchemeIndex, SchemeRules } from './scheme-rules.ts';
import type { Syntax } from './syntax.ts';

/** Any run of characters and escapes that a policy leaves alone, except the characters `without`. */
export function runPattern(policy: Policy, excluded: Excluded = 'none', without = ''): string {
  const plain = characterPattern(policy, without);
  // Unrolled: regular expression engines are fastest in a loop over one class.
  return `${plain}*(?:${escapePattern(policy, excluded)}${plain}*)*`;
}

/** One character that a policy leaves alone, except the characters `without`. */
export function characterPattern(policy: Policy, without = ''): string {
  const characters = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
  return setPattern(characters.filter((character) => isPlain(policy, character) && !without.includes(character)));
}

/** A class of characters, with ranges: beyond 20 KiB of source, engines do without their optimizations. */
function setPattern(characters: Iterable<string>): string {
  const codes = [...characters].map((character) => character.charCodeAt(0)).toSorted((a, b) => a - b);
  let source = '';
  for (let from = 0, to = 0; from < codes.length; from = to) {
    const first = codes[from] ?? 0;
    while (codes[to] === first + to - from) to++;
    const last = first + to - from - 1;
    source += escaped(first) + (last > first + 1 ? '-' : '') + (last > first ? escaped(last) : '');
  }
  return `[${source}]`;
}

/** A character as it is written within a class. */
function escaped(code: number): string {
  return String.fromCharCode(code).replace(/[\\\]^-]/, '\\$&');
}

/** One escape that a policy leaves alone: `%(?:[013-9A-F][0-9A-F]|2[0-35-9A-F]|…)`. */
function escapePattern({ decoded }: Policy, excluded: Excluded): string {
  const isExcluded = EXCLUDED[excluded];
  // First digits with the same second digits share an alternative.
  const rows = new Map<string, string>();
  for (let high = 0; high < HEX.length; high++) {
    const kept = [...HEX].filter((_, low) => decoded[high * 16 + low] === 0 && !isExcluded(high * 16 + low));
    if (kept.length > 0) rows.set(kept.join(''), (rows.get(kept.join('')) ?? '') + HEX.charAt(high));
  }
  return `%(?:${[...rows].map(([lows, highs]) => setPattern(highs) + setPattern(lows)).join('|')})`;
}

const HEX = '0123456789ABCDEF';

/** Labels up to the next one that begins with a letter. */
const LABELS = '(?:[0-9][a-z0-9]*[.-])*[a-z][a-z0-9]*';
/**
 * A host name that UTS 46 leaves alone: its last label begins with a letter. The first character of a label decides, so
 * the engine reads no label twice.
 */
export const NAME: string = `${LABELS}(?:[.-]${LABELS})*`;
const OCTET = '(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])';
const IPV4 = `(?:${OCTET}\\.){3}${OCTET}`;
/** Up to three pieces of an IPv6 address, none of them zero. */
const PIECES = '(?:[1-9a-f][0-9a-f]{0,3}(?::[1-9a-f][0-9a-f]{0,3}){0,2})?';
/** With at most six pieces, `::` is the only place for the zero pieces (RFC 5952 §4.2). */
const IPV6 = `\\[${PIECES}::${PIECES}\\]`;
const HOST = `(?:${NAME}|${IPV4}|${IPV6})`;
/** The rest of a user name that looks like a host, and the host after it. */
const PASSWORD_AND_HOST = `(?:(?::${setPattern(UNRESERVED.or(SUB_DELIMS))}*)?@${HOST})?`;

/**
 * A host name that UTS 46 leaves alone, perhaps after a user name and a password, or an address; perhaps a port other
 * than the default; and `rest`. If something else follows the host, the match ends there: a failure would make the
 * engine try every shorter host.
 *
 * @param port - the default port
 * @param rest - source of what follows; it begins with a slash
 * @param userInfo - whether the syntax has user information
 */
export function authorityPattern(port: number | null, rest: string, userInfo: Syntax['userInfo'] = 'allowed'): string {
  const host = userInfo === 'error' ? HOST : `(?:${NAME}${PASSWORD_AND_HOST}|${IPV4}|${IPV6})`;
  return `//${host}(?::(?!${port}/)[1-9][0-9]{0,3})?(?!$)(?:${rest})?`;
}

/** A path that begins with a slash and, if there are dot segments, has no segment that begins with a dot. */
export function pathPattern({ dotSegments, policies }: Syntax, excluded: Excluded = 'none'): string {
  if (!dotSegments) return `/${runPattern(policies.path, excluded)}`;
  const first = `(?:${characterPattern(policies.path, '/.')}|${escapePattern(policies.path, excluded)})`;
  const segment = `${first}${runPattern(policies.path, excluded, '/')}`;
  return `(?:/(?:${segment})?)+`;
}

/** What may follow the path. */
export function tailPattern({ query, policies }: Syntax): string {
  const fragment = `(?:#${runPattern(policies.fragment)})?`;
  return query ? `(?:\\?${runPattern(policies.query)})?${fragment}` : fragment;
}

/**
 * Makes the recogniser of the canonical URLs of a set of schemes: of most of them and of nothing else. A recognised URL
 * is returned unchanged, without a pass.
 */
export function recognizer(index: SchemeIndex): (url: string) => url is Canonical {
  return (url): url is Canonical => {
    const rules = index.findPlain(url);
    if (rules === null) return false;
    // A pattern and its expression take milliseconds, so each scheme waits until it is needed.
    if (rules.recognized === undefined) rules.recognized = recognizedBy(rules.definition);
    const { recognized } = rules;
    if (recognized === null) return false;
    recognized.lastIndex = 0;
    return recognized.test(url) && recognized.lastIndex === url.length;
  };
}

/** It has no `$`: a match that failed there would backtrack through every step. */
function recognizedBy(rules: SchemeRules): RegExp | null {
  const pattern = canonicalPattern(rules);
  return pattern === null ? null : new RegExp(`${rules.name.replace(/[+.]/g, '\\$&')}:(?:${pattern})`, 'y');
}

/** The pattern of what follows the colon in the canonical URLs of a scheme; `null` if its syntax makes none. */
export function canonicalPattern(rules: SchemeRules): string | null {
  const { defaultPort, syntax, canonical, path, query, authority } = rules;
  if (canonical !== undefined) return canonical();
  if ((path ?? query ?? authority) !== undefined || syntax.host === 'registered') return null;
  return authorityPattern(defaultPort, `${pathPattern(syntax)}${tailPattern(syntax)}`, syntax.userInfo);
}

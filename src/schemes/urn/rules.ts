/**
 * urn: Uniform Resource Names (RFC 8141 §2).
 *
 * ```
 *   urn:<namespace>:<name>[?+<resolution>][?=<query>][#<fragment>]
 * ```
 * Scheme and namespace ignore case, and so do the digits of escapes. Nothing else is normalized: in a name, an escape
 * is not the character that it stands for (§3.1). The components behind the name stay, because they ask for different
 * things, but two URNs that differ in nothing else name one thing: they are equivalent.
 */
import { ALPHA, CharacterSet, DIGIT, PCHAR } from '../../uri/characters.ts';
import { policy, rewriteComponent } from '../../uri/percent.ts';
import { type ReadPieces, rewritePieces } from '../../uri/pieces.ts';
import type { Rewrite } from '../../uri/rewrite.ts';
import type { SchemeRules } from '../../uri/scheme-rules.ts';
import { policies, syntaxOf } from '../../uri/syntax.ts';

/** The diagnostics of the rules. */
export type UrnCode = 'urn-namespace-case';

const NOTHING = /* @__PURE__ */ new CharacterSet('');

const syntax = /* @__PURE__ */ syntaxOf({
  authority: 'none',
  policies: /* @__PURE__ */ policies({ path: /* @__PURE__ */ PCHAR.or('/'), decode: NOTHING }),
});

const NAMESPACE_CHARACTERS = /* @__PURE__ */ ALPHA.or(DIGIT, '-');
const namespace = /* @__PURE__ */ policy(NAMESPACE_CHARACTERS, { decode: NAMESPACE_CHARACTERS, lower: true });
const pieces: ReadPieces = {
  namespace: { policy: namespace, leaves: { allBut: NAMESPACE_CHARACTERS, end: true }, next: { ':': 'name' } },
  name: { policy: syntax.policies.path },
};

/** The letters, digits and hyphens before a colon, raw or as escapes. */
const NAMESPACE = /(?:[A-Za-z0-9-]|%(?:2[Dd]|3\d|[46][1-9A-Fa-f]|[57][0-9Aa]))*:/y;

function path(pass: Rewrite<UrnCode>, from: number): number {
  const { text } = pass;
  // Two slashes would be an authority, which a URN does not have (RFC 3986 §3.3).
  if (text.startsWith('//', from)) {
    pass.replace(from, from + 1, '%2F', 'percent-encoded');
    return rewriteComponent(pass, from + 1, text.length, syntax.policies.path);
  }
  NAMESPACE.lastIndex = from;
  const first = NAMESPACE.test(text) ? 'namespace' : 'name';
  return rewritePieces(pass, from, text.length, pieces, first, { delimiter: 'urn-namespace-case' });
}

/** A URN without its components. A query that begins with neither `+` nor `=` is no component (§2), and stays. */
const ASSIGNED_NAME = /^[^?#]*(?:\?(?![+=])[^#]*)?/;

export const urn: SchemeRules<UrnCode> = {
  name: 'urn',
  defaultPort: null,
  syntax,
  opaque: { document: 'RFC 8141', section: '4.3' },
  octets: { path: pieces },
  path,
  identity: (canonical) => ASSIGNED_NAME.exec(canonical)?.[0] ?? canonical,
};

/**
 * finger (draft-ietf-uri-url-finger-03, whose sections have no numbers).
 *
 * ```
 *   finger://<host>[:<port>][/<request>]
 * ```
 * The request is one line of RFC 1288 §2.3. No character of it is reserved, so two spellings of the same octets are one
 * URL. The draft wants its slashes and spaces escaped.
 */

import { PCHAR } from '../../uri/characters.ts';
import { defineErrors } from '../../uri/diagnostic.ts';
import { rootPath } from '../../uri/generic-path.ts';
import { policy, rewriteComponent } from '../../uri/percent.ts';
import { ABSENT, type Rewrite } from '../../uri/rewrite.ts';
import type { OctetRules, SchemeRules } from '../../uri/scheme-rules.ts';
import { internetSyntax, LOGIN, policies } from '../../uri/syntax.ts';

/** Why URLs are refused. */
export const errors = /* @__PURE__ */ defineErrors({
  'finger-control': [
    'This link contains a control character. A finger query is one line of text.',
    'draft-ietf-uri-url-finger-03',
    'Encoding',
  ],
});

const PORT = 79;
const SLASH = 0x2f;

const request = policy(PCHAR, { decode: PCHAR, stop: '#' });
const syntax = internetSyntax(PORT, {
  userInfo: 'ignored',
  query: false,
  policies: policies({ path: PCHAR.or('/'), decode: PCHAR, login: LOGIN, query: false }),
});

function path(pass: Rewrite<'finger-control'>, from: number): number {
  rootPath(pass, from, syntax);
  const slash = pass.text.charCodeAt(from) === SLASH ? 1 : 0;
  const to = rewriteComponent(pass, from + slash, pass.text.length, request);
  if (pass.control !== ABSENT) pass.fail('finger-control', pass.control);
  return to;
}

const octets: OctetRules = { path: { request: { policy: request, leaves: { octets: 'controls' } } } };

export const finger: SchemeRules<'finger-control'> = {
  name: 'finger',
  defaultPort: PORT,
  syntax,
  octets,
  path,
};

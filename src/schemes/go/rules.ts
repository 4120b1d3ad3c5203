/**
 * go: the Common Name Resolution Protocol (RFC 3368 §3).
 *
 * ```
 *   form 1   go://[server]?common-name*(;attribute=[type,]value)    go://[server]?id=value    go://[server]
 *   form 2   go:common-name*(;attribute=[type,]value)
 * ```
 * All text is UTF-8. Only the unreserved characters of RFC 2396 appear raw; `;`, `=` and `,` are separators.
 */

import { rewriteAuthority } from '../../uri/authority.ts';
import { ALPHA, UNRESERVED_2396 } from '../../uri/characters.ts';
import { defineErrors } from '../../uri/diagnostic.ts';
import { policy } from '../../uri/percent.ts';
import { type ReadPieces, rewritePieces } from '../../uri/pieces.ts';
import { ABSENT, type Rewrite } from '../../uri/rewrite.ts';
import type { OctetRules, SchemeRules } from '../../uri/scheme-rules.ts';
import { internetSyntax, LOGIN, policies } from '../../uri/syntax.ts';

/** Why URLs are refused. */
export const errors = /* @__PURE__ */ defineErrors({
  'go-path': ['A go: URL has no path: the query follows the server.', 'RFC 3368', '3.2'],
});

/** The diagnostics of the rules. */
type GoCode = 'go-localhost' | 'go-path' | 'go-path-slash' | 'go-separator' | 'go-id-case';

const syntax = internetSyntax(1096, {
  authority: 'optional',
  emptyHost: true,
  rootPath: false,
  utf8Only: true,
  policies: policies({ path: UNRESERVED_2396, decode: UNRESERVED_2396, login: LOGIN, query: false }),
});

/** A name, an attribute, a type or a value: a separator is data where the grammar has none. */
const text = policy(UNRESERVED_2396, { decode: UNRESERVED_2396, data: ';=,', stop: '#' });

/** An empty server means `localhost` (§3.3.2). It stays empty unless the URL has a user or a port. */
function authority(pass: Rewrite<GoCode>, from: number): number {
  if (!pass.text.startsWith('//', from)) return from;
  const serverFrom = from + 2;
  const mark = pass.mark(serverFrom);
  const to = rewriteAuthority(pass, serverFrom, syntax);
  const written = pass.written(mark, to);
  // Without a host, a port follows the user, or nothing.
  const named = written === 'localhost' ? '' : written.replace(/^(.*@)?(?=:\d+$)|(?<=@)$/, '$1localhost');
  if (named !== written) pass.rewrite(mark, serverFrom, to, named, 'go-localhost');
  return to;
}

/** Form 1 has no path. Form 2 has only a path, which is the query. */
function path(pass: Rewrite<GoCode>, from: number): number {
  if (pass.hostFrom === ABSENT) return rewriteQuery(pass, from, false);
  if (pass.text.charCodeAt(from) !== 0x2f) return from;
  const to = from + 1;
  if (to < pass.text.length && !'?#'.includes(pass.text.charAt(to))) pass.fail('go-path', from);
  pass.replace(from, to, '', 'go-path-slash');
  return to;
}

/** `(common-name *avpair) / id-req` */
const pieces = {
  name: { policy: text, next: { ';': 'attribute' } },
  attribute: { policy: text, next: { '=': 'typed', ';': 'attribute' }, missing: '=' },
  typed: { policy: text, next: { ',': 'value', ';': 'attribute' } },
  value: { policy: text, next: { ';': 'attribute' } },
  id: { policy: policy(ALPHA, { decode: ALPHA, lower: true }), next: { '=': 'identifier' } },
  identifier: { policy: text },
} satisfies ReadPieces;

/** `id=`, in any spelling but for the `=`. */
const ID = /(?:i|%[46]9)(?:d|%[46]4)=/iy;

/** Only form 1 has an id. */
function rewriteQuery(pass: Rewrite<GoCode>, from: number, mayBeId: boolean): number {
  ID.lastIndex = from;
  const first = mayBeId && ID.test(pass.text) ? 'id' : 'name';
  return rewritePieces(pass, from, pass.text.length, pieces, first, {
    delimiter: 'go-separator',
    capital: 'go-id-case',
  });
}

const octets: OctetRules = {
  droppedHost: 'localhost',
  noPath: true,
  path: pieces,
  // What may be an id is left.
  query: { ...pieces, name: { ...pieces.name, leaves: { raw: '=' } } },
};

export const go: SchemeRules<GoCode> = {
  name: 'go',
  defaultPort: 1096,
  syntax,
  octets,
  authority,
  path,
  query: (pass, from) => rewriteQuery(pass, from, true),
};

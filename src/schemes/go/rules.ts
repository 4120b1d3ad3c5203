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
import { UNRESERVED_2396 } from '../../uri/characters.ts';
import { splitAuthority } from '../../uri/components.ts';
import { policy, rewriteComponent } from '../../uri/percent.ts';
import type { Pieces } from '../../uri/pieces.ts';
import { ABSENT, type Rewrite } from '../../uri/rewrite.ts';
import type { OctetRules, SchemeRules } from '../../uri/scheme-rules.ts';
import { internetSyntax, LOGIN, policies } from '../../uri/syntax.ts';

/** The diagnostics of the rules. */
type GoCode = 'go-localhost' | 'go-path' | 'go-path-slash' | 'go-separator' | 'go-id-case';

const syntax = internetSyntax(1096, {
  authority: 'optional',
  emptyHost: true,
  rootPath: false,
  utf8Only: true,
  policies: policies({ path: UNRESERVED_2396, decode: UNRESERVED_2396, login: LOGIN, query: false, mark: ';=,' }),
});

/** A name, an attribute, a type or a value: a separator is data where the grammar has none. */
const text = policy(UNRESERVED_2396, { decode: UNRESERVED_2396, data: ';=,', stop: '#' });

/** An empty server means `localhost` (§3.3.2). It stays empty unless the URL has a user or a port. */
function authority(pass: Rewrite<GoCode>, from: number): number {
  if (!pass.text.startsWith('//', from)) return from;
  const serverFrom = from + 2;
  const mark = pass.mark(serverFrom);
  const to = rewriteAuthority(pass, serverFrom, syntax);
  const { user, host, port } = splitAuthority(pass.written(mark, to));
  const bare = user === null && port === null;
  if (host === 'localhost' && bare) pass.rewrite(mark, serverFrom, to, '', 'go-localhost');
  if (host === '' && !bare) {
    const written = pass.written(mark, to);
    const at = written.lastIndexOf('@') + 1;
    const named = `${written.slice(0, at)}localhost${written.slice(at)}`;
    pass.rewrite(mark, serverFrom, to, named, 'go-localhost');
  }
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

/** `(common-name *avpair) / id-req`; only form 1 has an id. */
function rewriteQuery(pass: Rewrite<GoCode>, from: number, id: boolean): number {
  const mark = pass.mark(from);
  const to = rewriteComponent(pass, from, pass.text.length, syntax.policies.path);
  if (pass.marked === ABSENT) return to;
  const written = pass.written(mark, to);
  const canonical =
    id && /^id=/i.test(written) ? `id=${escapeSeparators(written.slice(3), ';=,')}` : canonicalPairs(written);
  // Escapes and added signs make the text longer; a lower-case `id` does not.
  const code = canonical.length > written.length ? 'go-separator' : 'go-id-case';
  if (canonical !== written) pass.rewrite(mark, from, to, canonical, code);
  return to;
}

/** Escapes each separator where the grammar does not allow one. */
function canonicalPairs(written: string): string {
  const [name = '', ...pairs] = written.split(';');
  return [escapeSeparators(name, '=,'), ...pairs.map(canonicalPair)].join(';');
}

/** `attribute "=" [ type "," ] value`. An attribute without `=` has an empty value. */
function canonicalPair(pair: string): string {
  const equals = pair.indexOf('=');
  if (equals === ABSENT) return `${escapeSeparators(pair, ',')}=`;
  const attribute = escapeSeparators(pair.slice(0, equals), ',');
  const typed = pair.slice(equals + 1);
  const comma = typed.indexOf(',');
  const type = comma === ABSENT ? '' : `${escapeSeparators(typed.slice(0, comma), '=')},`;
  return `${attribute}=${type}${escapeSeparators(typed.slice(comma + 1), '=,')}`;
}

const ESCAPES: Readonly<Record<string, string>> = { ';': '%3B', '=': '%3D', ',': '%2C' };

function escapeSeparators(text: string, characters: string): string {
  return text.replace(/[;=,]/g, (separator) =>
    characters.includes(separator) ? (ESCAPES[separator] ?? '') : separator,
  );
}

const pairs: Pieces = {
  attribute: { policy: text, next: { '=': 'typed', ';': 'attribute' }, missing: '=' },
  typed: { policy: text, next: { ',': 'value', ';': 'attribute' } },
  value: { policy: text, next: { ';': 'attribute' } },
};

const octets: OctetRules = {
  droppedHost: 'localhost',
  noPath: true,
  path: { name: { policy: text, next: { ';': 'attribute' } }, ...pairs },
  // An id is left.
  query: { name: { policy: text, leaves: { raw: '=' }, next: { ';': 'attribute' } }, ...pairs },
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

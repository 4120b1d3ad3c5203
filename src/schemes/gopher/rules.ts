/**
 * gopher and gophers (RFC 4266, draft-murali-url-gopher, draft-ietf-uri-url-03 "GOPHER").
 *
 * ```
 *   gopher://<host>[:<port>]/<type><selector>[%09<search>[%09<gopher+_string>]]
 * ```
 * No character of the path is reserved (RFC 4266 §2.1): two spellings of the same octets are one URL, and slashes do
 * not make a hierarchy. `gopher://h`, `gopher://h/` and `gopher://h/1` name the top menu.
 */

import { PCHAR } from '../../uri/characters.ts';
import { decodeOctets } from '../../uri/decode.ts';
import { defineErrors } from '../../uri/diagnostic.ts';
import { rootPath } from '../../uri/generic-path.ts';
import { rewriteComponent, rewriteWords } from '../../uri/percent.ts';
import { ABSENT, type Rewrite } from '../../uri/rewrite.ts';
import type { Dialect, DialectName, OctetRules, SchemeRules } from '../../uri/scheme-rules.ts';
import { internetSyntax, LOGIN, policies } from '../../uri/syntax.ts';
import { hasOnlyFormLineBreaks, splitGopherPath, typeOf } from './path.ts';

/** Why URLs are refused. */
export const errors = /* @__PURE__ */ defineErrors({
  'gopher-type': [
    'The item type, the first character of the path, must be a printable ASCII character.',
    'RFC 4266',
    '2.1',
  ],
  'gopher-cr-lf': [
    'This link contains a line break, which would inject a second request. If it was folded over two lines, join them: only Gopher+ form data has line breaks.',
    'RFC 4266',
    '2.1',
  ],
});

/** The diagnostics of the rules. */
type GopherCode = 'gopher-type' | 'gopher-default-type' | 'gopher-cr-lf' | 'gopher-old-search' | 'gopher-old-space';

const anything = PCHAR.or('/');
const syntax = internetSyntax(70, {
  userInfo: 'ignored',
  query: false,
  policies: policies({ path: anything, decode: anything, login: LOGIN, query: false }),
});

/** `gopher://h/7find?gold` of 1994: in a path without `%09`, `?` begins the search, and `+` in it means a space. */
const dialectRules: Readonly<Record<DialectName, { readonly oldSearch: boolean }>> = {
  current: { oldSearch: false },
  'url-1994': { oldSearch: true },
};

/** The type, which is the first character, must be printable. */
const octets: OctetRules = {
  path: { path: { leaves: { octets: 'line breaks', beginning: '%' } } },
  droppedPath: '/1',
};

function path(pass: Rewrite<GopherCode>, from: number, dialect: Dialect): number {
  const mark = pass.mark(from);
  rootPath(pass, from, syntax);
  const to = dialectRules[dialect.name].oldSearch
    ? rewriteOldSearch(pass, from)
    : rewriteComponent(pass, from, pass.text.length, syntax.policies.path);
  checkType(pass, mark, from, to);
  if (pass.lineBreak !== ABSENT) checkLineBreaks(pass, mark, to);
  if (isTopMenu(pass, mark, from, to)) pass.rewrite(mark, from, to, '/', 'gopher-default-type');
  return to;
}

/** `url-1994`: in a path without `%09`, `?search` is the search, and `+` in it means a space. */
function rewriteOldSearch(pass: Rewrite<GopherCode>, from: number): number {
  const { text } = pass;
  const policy = syntax.policies.path;
  const hash = text.indexOf('#', from);
  const end = hash === ABSENT ? text.length : hash;
  const question = text.indexOf('?', from);
  if (question === ABSENT || question >= end || /%09|\t/.test(text.slice(from, end))) {
    return rewriteComponent(pass, from, text.length, policy);
  }
  rewriteComponent(pass, from, question, policy);
  const { lineBreak } = pass;
  // The grammar is `[/ gtype [selector]] [? search]`. If the type is absent, it is that of a menu.
  const typed = question > from + 1;
  pass.replace(question, question + 1, typed ? '%09' : '1%09', 'gopher-old-search');
  rewriteWords(pass, question + 1, end, policy, 'gopher-old-space');
  if (lineBreak !== ABSENT) pass.lineBreak = lineBreak;
  return end;
}

/** The type is one printable octet. */
function checkType(pass: Rewrite<GopherCode>, mark: number, from: number, to: number): void {
  const { text } = pass;
  const first = text.charCodeAt(from) === 0x2f ? from + 1 : from;
  const raw = text.charCodeAt(first);
  // Fast path: a printable character follows the slash.
  if (first > from && raw > 0x20 && raw < 0x7f && raw !== 0x25) return;
  const written = pass.written(mark, to);
  if (written === '/') return;
  const octet = decodeOctets(typeOf(written))[0] ?? 0;
  if (octet < 0x20 || octet > 0x7e) pass.fail('gopher-type', first);
}

/** Allows only the line breaks of a filled-in form: others would begin a second request (RFC 4266 §2.1, §2.9). */
function checkLineBreaks(pass: Rewrite<GopherCode>, mark: number, to: number): void {
  const { selector, search, plus } = splitGopherPath(pass.written(mark, to));
  if (hasOnlyFormLineBreaks(plus ?? '') && !/%0[AD]/.test(selector + (search ?? ''))) return;
  pass.fail('gopher-cr-lf', pass.lineBreak);
}

/** `/1` names the top menu. `/1%09` does not, because its request has other octets. */
function isTopMenu(pass: Rewrite<GopherCode>, mark: number, from: number, to: number): boolean {
  if (to - from > '/%31'.length) return false;
  if (pass.changedSince(mark, from)) return pass.written(mark, to) === '/1';
  return to === from + 2 && pass.text.charCodeAt(from + 1) === 0x31;
}

export const gopher: SchemeRules<GopherCode> = { name: 'gopher', defaultPort: 70, syntax, octets, path };

export const gophers: SchemeRules<GopherCode> = { ...gopher, name: 'gophers' };

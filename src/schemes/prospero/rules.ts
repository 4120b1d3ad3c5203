/**
 * prospero (draft-hoffkohn-rfc1738bis §2.9, draft-ietf-uri-url-03 "PROSPERO").
 *
 * ```
 *   prospero://<host>[:<port>]/<hsoname>*(;<field>=<value>)
 * ```
 * The hsoname is opaque and often begins with a slash. Only `;` is reserved in it, and `;` and `=` in fields: two
 * spellings of the same octets are one URL. In the draft of 1994 a version follows an escaped NUL; it becomes the field
 * OBJECT-VERSION.
 */

import { PCHAR } from '../../uri/characters.ts';
import { defineErrors } from '../../uri/diagnostic.ts';
import { rootPath } from '../../uri/generic-path.ts';
import { policy } from '../../uri/percent.ts';
import { type ReadPieces, rewritePieces } from '../../uri/pieces.ts';
import type { Rewrite } from '../../uri/rewrite.ts';
import type { SchemeRules } from '../../uri/scheme-rules.ts';
import { internetSyntax, policies } from '../../uri/syntax.ts';

/** Why URLs are refused. */
export const errors = /* @__PURE__ */ defineErrors({
  'prospero-nul': ['Only one version may follow the object name.', 'draft-ietf-uri-url-03', 'PROSPERO'],
});

/** The diagnostics of the rules. */
type ProsperoCode = 'prospero-version' | 'prospero-nul' | 'prospero-equals';

const OPAQUE = PCHAR.or('/').without(';');
const syntax = internetSyntax(1525, {
  userInfo: 'error',
  query: false,
  policies: policies({ path: OPAQUE.or(';'), decode: OPAQUE, query: false }),
});
const hsoname = policy(OPAQUE, { decode: OPAQUE, stop: ';#' });
/** The name of a field, or its value. */
const fieldPart = policy(OPAQUE.without('='), { decode: OPAQUE.without('='), data: '=', stop: '#' });

const leaves = { octets: 'controls' } as const;
const pieces = {
  hsoname: { policy: hsoname, leaves, next: { ';': 'field' } },
  field: { policy: fieldPart, leaves, next: { '=': 'value', ';': 'field' }, missing: '=' },
  value: { policy: fieldPart, leaves, next: { ';': 'field' } },
} satisfies ReadPieces;

/** `name%00version` is `name;OBJECT-VERSION=version`. */
function path(pass: Rewrite<ProsperoCode>, from: number): number {
  const { length } = pass.text;
  rootPath(pass, from, syntax);
  const nul = nulFrom(pass.text, from);
  if (nul === null) return rewritePieces(pass, from, length, pieces, 'hsoname', CODES);
  const version = nul.index + nul[0].length;
  const second = nulFrom(pass.text, version);
  if (second !== null) pass.fail('prospero-nul', second.index);
  rewritePieces(pass, from, nul.index, pieces, 'hsoname', CODES);
  pass.replace(nul.index, version, ';OBJECT-VERSION=', 'prospero-version');
  return rewritePieces(pass, version, length, pieces, 'value', CODES);
}

const CODES = { delimiter: 'prospero-equals' } as const;

/** The first NUL of a path, escaped or raw. */
function nulFrom(text: string, from: number): RegExpExecArray | null {
  const end = /%00|\0|#/g;
  end.lastIndex = from;
  const found = end.exec(text);
  return found?.[0] === '#' ? null : found;
}

export const prospero: SchemeRules<ProsperoCode> = {
  name: 'prospero',
  defaultPort: 1525,
  syntax,
  octets: { path: pieces },
  path,
};

/**
 * wais (draft-hoffkohn-rfc1738bis §2.7, draft-ietf-uri-url-03 "WAIS").
 *
 * ```
 *   wais://<host>[:<port>]/<database>
 *   wais://<host>[:<port>]/<database>?<search>
 *   wais://<host>[:<port>]/<database>/<wtype>/<wpath>
 * ```
 * In database and type only `/` and `?` are reserved. In the search, `+` is a blank (draft-ietf-uri-url-03: `search =
 * xalphas [ + search ]`), and nothing else is reserved. The wpath is opaque, unless it is a list of fields,
 * `<digits>=<value>;`, which may follow the length of the document, as Lynx and Mosaic write it.
 */
import { DIGIT, PCHAR, QUERY, UNRESERVED } from '../../uri/characters.ts';
import { rootPath } from '../../uri/generic-path.ts';
import { policy, rewriteComponent, rewriteWords } from '../../uri/percent.ts';
import { type ReadPieces, rewritePieces } from '../../uri/pieces.ts';
import { ABSENT, type Rewrite } from '../../uri/rewrite.ts';
import type { OctetRules, SchemeRules } from '../../uri/scheme-rules.ts';
import { internetSyntax, LOGIN, policies } from '../../uri/syntax.ts';

/** The diagnostics of the rules. */
type WaisCode = 'wais-plus' | 'wais-fields';

const part = policy(PCHAR, { decode: PCHAR, stop: '/?#' });
const wpath = policy(PCHAR.or('/'), { stop: '?#' });
const WORDS = QUERY.without('+');
const syntax = internetSyntax(210, {
  policies: {
    ...policies({ path: PCHAR.or('/'), decode: PCHAR, login: LOGIN }),
    query: policy(WORDS, { decode: WORDS, stop: '#' }),
  },
});

const digits = policy(DIGIT, { decode: DIGIT, stop: '?#' });
/** Clients escape every delimiter in a value. */
const value = policy(UNRESERVED, { data: PCHAR.or('/').without(UNRESERVED), stop: '?#' });
/** What these leave is written in one way in a list of fields, and in another one in an opaque text. */
const valueLeaves = { allBut: UNRESERVED.or('%'), empty: true, end: true } as const;
const numberLeaves = { allBut: DIGIT, beginning: '0' } as const;
const pieces = {
  length: { policy: digits, number: true, leaves: numberLeaves, next: { '/': 'tag', '=': 'value' } },
  tag: { policy: digits, number: true, leaves: numberLeaves, next: { '=': 'value' } },
  value: { policy: value, leaves: valueLeaves, next: { ';': 'tag' }, missing: ';' },
} satisfies ReadPieces;

const SLASH = 0x2f;

function path(pass: Rewrite<WaisCode>, from: number): number {
  const { text } = pass;
  rootPath(pass, from, syntax);
  const database = rewriteComponent(pass, text.charCodeAt(from) === SLASH ? from + 1 : from, text.length, part);
  if (text.charCodeAt(database) !== SLASH) return database;
  const type = rewriteComponent(pass, database + 1, text.length, part);
  return text.charCodeAt(type) === SLASH ? rewriteWpath(pass, type + 1) : type;
}

/** The length, and the fields, in any spelling of their digits. */
const FIELDS =
  /(?:(?:\d|%3\d){1,10}\/(?=(?:\d|%3\d)+=))?(?:(?:\d|%3\d){1,10}=[^;?#]*;)*(?:\d|%3\d){1,10}=[^;?#]*;?(?=[?#]|$)/y;

/** A list of fields, or an opaque text. */
function rewriteWpath(pass: Rewrite<WaisCode>, from: number): number {
  const { text } = pass;
  FIELDS.lastIndex = from;
  if (!FIELDS.test(text)) return rewriteComponent(pass, from, text.length, wpath);
  return rewritePieces(pass, from, text.length, pieces, 'length', { delimiter: 'wais-fields' });
}

/** The search after the question mark before `from`. */
function query(pass: Rewrite<WaisCode>, from: number): number {
  const hash = pass.text.indexOf('#', from);
  const to = hash === ABSENT ? pass.text.length : hash;
  rewriteWords(pass, from, to, syntax.policies.query, 'wais-plus');
  return to;
}

const octets: OctetRules = {
  path: {
    database: { policy: part, next: { '/': 'type' } },
    type: { policy: part, next: { '/': 'length' } },
    ...pieces,
  },
  query: { words: { leaves: { raw: '+' } } },
};

export const wais: SchemeRules<WaisCode> = {
  name: 'wais',
  defaultPort: 210,
  syntax,
  octets,
  path,
  query,
};

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
import { PCHAR, QUERY, UNRESERVED } from '../../uri/characters.ts';
import { rootPath } from '../../uri/generic-path.ts';
import { runPattern } from '../../uri/pattern.ts';
import { ESCAPE, policy, rewriteComponent, rewriteWords } from '../../uri/percent.ts';
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

const SLASH = 0x2f;

function path(pass: Rewrite<WaisCode>, from: number): number {
  const { text } = pass;
  rootPath(pass, from, syntax);
  const database = rewriteComponent(pass, text.charCodeAt(from) === SLASH ? from + 1 : from, text.length, part);
  if (text.charCodeAt(database) !== SLASH) return database;
  const type = rewriteComponent(pass, database + 1, text.length, part);
  return text.charCodeAt(type) === SLASH ? rewriteWpath(pass, type + 1) : type;
}

const NUMBER = '(?:0|[1-9][0-9]{0,9})';
/** The pattern of the length, and of the fields, in their canonical form. */
const fieldsPattern = (): string => `(?:${NUMBER}/)?(?:${NUMBER}=${runPattern(policy(UNRESERVED))};)+`;
/** Matches them. A document may have 20,000 fields, which are slow to join. `null` = not made yet. */
let canonicalFields: RegExp | null = null;

/** The length, and the fields. */
const WPATH = /^([0-9]{1,10}\/(?=[0-9]+=))?((?:[0-9]{1,10}=[^;]*;)*[0-9]{1,10}=[^;]*);?$/s;

function rewriteWpath(pass: Rewrite<WaisCode>, from: number): number {
  const mark = pass.mark(from);
  const to = rewriteComponent(pass, from, pass.text.length, wpath);
  const written = pass.written(mark, to);
  canonicalFields ??= new RegExp(`^${fieldsPattern()}$`);
  if (canonicalFields.test(written)) return to;
  const [, length = '', fields = null] = WPATH.exec(written) ?? [];
  if (fields === null) return to;
  const canonical = `${withoutZeros(length)}${fields.split(';').map(canonicalField).join(';')};`;
  if (canonical !== written) pass.rewrite(mark, from, to, canonical, 'wais-fields');
  return to;
}

const withoutZeros = (digits: string): string => digits.replace(/^0+(?=[0-9])/, '');

/** `<digits>=<value>`, as clients make it: they escape every delimiter in a value. */
function canonicalField(field: string): string {
  const value = field.indexOf('=') + 1;
  const escaped = field.slice(value).replace(/[^\w.~%-]/g, (delimiter) => ESCAPE[delimiter.charCodeAt(0)] ?? '');
  return withoutZeros(field.slice(0, value)) + escaped;
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
    // What these leave to the text pass is written in one way in a list of fields and in another in an opaque wpath.
    length: { number: true, next: { '/': 'tag', '=': 'value' } },
    tag: { number: true, next: { '=': 'value' } },
    value: { policy: wpath, leaves: { allBut: UNRESERVED.or('%'), empty: true, end: true }, next: { ';': 'tag' } },
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

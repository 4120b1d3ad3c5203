/**
 * dict (RFC 2229 §5).
 *
 * ```
 *   dict://[<user>;<auth>@]<host>[:<port>]/d:<word>[:<database>[:<n>]]
 *   dict://[<user>;<auth>@]<host>[:<port>]/m:<word>[:<database>[:<strat>[:<n>]]]
 * ```
 * Only `:` is reserved. The database `!`, the strategy `.` and colons at the end say what their absence says. curl also
 * reads the commands of the protocol itself, `/show:db` and `/show:strat`, and other names of `d` and `m`.
 */

import { CharacterSet, PCHAR } from '../../uri/characters.ts';
import { defineErrors } from '../../uri/diagnostic.ts';
import { rootPath } from '../../uri/generic-path.ts';
import { rewriteComponent } from '../../uri/percent.ts';
import { ABSENT, type Rewrite } from '../../uri/rewrite.ts';
import type { OctetRules, SchemeRules } from '../../uri/scheme-rules.ts';
import { internetSyntax, LOGIN, policies } from '../../uri/syntax.ts';
import { DEFAULT_DATABASE, DEFAULT_STRATEGY, fieldsOf } from './fields.ts';

/** Why URLs are refused. */
export const errors = /* @__PURE__ */ defineErrors({
  'dict-control': ['This link contains a control character, which would break the command.', 'RFC 2229', '2.2'],
});

/** The diagnostics of the rules. */
type DictCode = 'dict-control' | 'dict-command' | 'dict-default';

const PORT = 2628;
const ANYTHING = PCHAR.or('/');
const syntax = internetSyntax(PORT, {
  query: false,
  utf8Only: true,
  policies: policies({ path: ANYTHING, decode: ANYTHING.without(':'), login: LOGIN, query: false }),
});

function path(pass: Rewrite<DictCode>, from: number): number {
  const mark = pass.mark(from);
  rootPath(pass, from, syntax);
  const to = rewriteComponent(pass, from, pass.text.length, syntax.policies.path);
  if (pass.control !== ABSENT) pass.fail('dict-control', pass.control);
  const written = pass.written(mark, to);
  const named = withCanonicalCommand(written);
  if (named !== written) pass.rewrite(mark, from, to, named, 'dict-command');
  const short = withoutDefaults(named);
  if (short !== named) pass.rewrite(mark, from, to, short, 'dict-default');
  return to;
}

/** The names of commands that curl reads, in any case, and those of RFC 2229 §5 and §3.5. */
const COMMANDS: readonly (readonly [form: RegExp, canonical: string])[] = [
  [/^\/(?:d|define|lookup)(?=:|$)/i, '/d'],
  [/^\/(?:m|match|find)(?=:|$)/i, '/m'],
  [/^\/show:(?:db|databases)(?=:*$)/i, '/show:db'],
  [/^\/show:(?:strat|strategies)(?=:*$)/i, '/show:strat'],
];

function withCanonicalCommand(path: string): string {
  const [form, canonical = ''] = COMMANDS.find(([form]) => form.test(path)) ?? [];
  return form === undefined ? path : path.replace(form, canonical);
}

/** The path without its defaults, zeros before its number, and colons at its end. */
function withoutDefaults(path: string): string {
  if (path.startsWith('/show:')) return withoutColons(path);
  const fields = fieldsOf(path);
  if (fields === null) return path;
  const { command, word, database, strategy, number } = fields;
  const given = [
    command,
    word,
    database === DEFAULT_DATABASE ? '' : database,
    ...(strategy === null ? [] : [strategy === DEFAULT_STRATEGY ? '' : strategy]),
    number.replace(/^0+(?=[0-9])/, ''),
  ];
  const short = withoutColons(`/${given.join(':')}`);
  return word === '' && short.length === 2 ? `${short}:` : short;
}

function withoutColons(path: string): string {
  let end = path.length;
  while (path.charCodeAt(end - 1) === 0x3a) end--;
  return path.slice(0, end);
}

/** A word, perhaps in a database: most links have no more. */
const octets: OctetRules = {
  path: {
    command: { leaves: { allBut: /* @__PURE__ */ new CharacterSet('dm'), end: true }, next: { ':': 'word' } },
    word: { leaves: { octets: 'controls', empty: true }, next: { ':': 'database' } },
    // The default database has no other first character.
    database: { leaves: { octets: 'controls', raw: ':', beginning: DEFAULT_DATABASE, empty: true } },
  },
};

export const dict: SchemeRules<DictCode> = { name: 'dict', defaultPort: PORT, syntax, octets, path };

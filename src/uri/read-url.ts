/**
 * How one URL is read from left to right: scheme, authority, path, query, fragment. The rules of the scheme say how
 * each part is rewritten; this file knows the order.
 */
import { rewriteAuthority } from './authority.ts';
import { schemeEnd } from './components.ts';
import { rewritePath } from './generic-path.ts';
import { Reread, rewriteComponent } from './percent.ts';
import { ABSENT, type Rewrite } from './rewrite.ts';
import type { CompleteRules, Dialect, SchemeIndex, SchemeRules } from './scheme-rules.ts';

/** Reads the text of a pass that has begun, and returns the rules of its scheme. */
export function readUrl<Definition extends SchemeRules>(
  pass: Rewrite<string>,
  index: SchemeIndex<Definition>,
  dialect: Dialect,
): CompleteRules<Definition> {
  const rules = readStart(pass, index, dialect);
  readPath(pass, pass.pathFrom, rules, dialect);
  readQuery(pass, rules);
  readFragment(pass, rules);
  return rules;
}

/** Reads scheme and authority. */
function readStart<Definition extends SchemeRules>(
  pass: Rewrite<string>,
  index: SchemeIndex<Definition>,
  dialect: Dialect,
): CompleteRules<Definition> {
  const { text } = pass;
  const rules = index.findPlain(text) ?? readScheme(pass, index);
  const schemeTo = rules.name === '' ? pass.schemeTo : rules.name.length;
  pass.schemeTo = schemeTo;
  if (dialect.latin1) pass.latin1 = !rules.syntax.utf8Only && !/[^\0-\xff]/.test(text);
  pass.noteScheme(rules.definition.noteScheme, schemeTo);
  pass.pathFrom = readAuthority(pass, schemeTo + 1, rules);
  return rules;
}

/** Reads an authority if the syntax has one, and returns where the path begins. */
function readAuthority(pass: Rewrite<string>, from: number, { authority, syntax }: CompleteRules): number {
  if (authority !== null) return authority(pass, from);
  if (syntax.authority === 'none') return from;
  const { text } = pass;
  let slashes = from;
  while (slashes < from + 2 && text.charCodeAt(slashes) === 0x2f) slashes++;
  if (syntax.authority === 'browser') {
    while (text.charCodeAt(slashes) === 0x2f) slashes++;
    if (slashes !== from + 2) pass.replace(from, slashes, '//', 'slashes');
  } else if (slashes < from + 2) {
    return syntax.authority === 'required' ? pass.fail('authority-missing', from) : from;
  }
  return rewriteAuthority(pass, slashes, syntax);
}

/** Reads the path that begins at `from`. */
function readPath(
  pass: Rewrite<string>,
  from: number,
  { definition, path, syntax }: CompleteRules,
  dialect: Dialect,
): void {
  pass.pathFrom = from;
  pass.beginComponent(from);
  pass.pathTo = path === null ? rewritePath(pass, from, syntax) : path(pass, from, dialect);
  pass.noteComponent(definition.notePath);
}

/** Reads the query after the path, if there is one. */
function readQuery(pass: Rewrite<string>, { definition, query, syntax }: CompleteRules): void {
  const { pathTo, text } = pass;
  pass.queryTo = pathTo;
  if (text.charCodeAt(pathTo) !== 0x3f) return;
  const from = pathTo + 1;
  pass.beginComponent(from);
  pass.queryTo = query === null ? rewriteComponent(pass, from, text.length, syntax.policies.query) : query(pass, from);
  pass.noteComponent(definition.noteQuery);
}

/** Reads the fragment after the query, if there is one. */
function readFragment(pass: Rewrite, { syntax }: CompleteRules): void {
  const { queryTo, text } = pass;
  if (queryTo < text.length) rewriteComponent(pass, queryTo + 1, text.length, syntax.policies.fragment);
}

/** Any scheme, in any case. */
function readScheme<Definition extends SchemeRules>(
  pass: Rewrite<string>,
  index: SchemeIndex<Definition>,
): CompleteRules<Definition> {
  const { text } = pass;
  const to = schemeEnd(text);
  if (to === ABSENT) failWithoutScheme(pass, index);
  const rules = index.find(text, to);
  const name = rules.name === '' ? text.slice(0, to).toLowerCase() : rules.name;
  if (!text.startsWith(name)) pass.replace(0, to, name, 'scheme-case');
  pass.schemeTo = to;
  return rules;
}

/** Browsers drop tabs and line breaks even from the scheme. */
function failWithoutScheme(pass: Rewrite, index: SchemeIndex): never {
  const cleaned = pass.text.replace(/[\t\n\r]/g, '');
  const end = schemeEnd(cleaned);
  if (end !== ABSENT && index.find(cleaned, end).syntax.asBrowsersRead) throw Reread;
  if (!/^[^/?#]*:/.test(pass.text)) return pass.fail('scheme-missing', 0);
  return pass.fail('scheme-invalid', /^[a-z][a-z0-9+.-]*/i.exec(pass.text)?.[0].length ?? 0);
}

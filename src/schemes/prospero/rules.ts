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
import { rootPath } from '../../uri/generic-path.ts';
import { policy, rewriteComponent } from '../../uri/percent.ts';
import { ABSENT, type Rewrite } from '../../uri/rewrite.ts';
import type { OctetRules, SchemeRules } from '../../uri/scheme-rules.ts';
import { internetSyntax, policies } from '../../uri/syntax.ts';

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
const field = policy(OPAQUE.or(';'), { decode: OPAQUE.without('='), stop: '#' });

const NUL = '%00';
const VERSION_FIELD = ';OBJECT-VERSION=';

function path(pass: Rewrite<ProsperoCode>, from: number): number {
  const { length } = pass.text;
  const mark = pass.mark(from);
  rootPath(pass, from, syntax);
  const nameTo = rewriteComponent(pass, from, length, hsoname);
  const hasControl = pass.control !== ABSENT;
  const to = rewriteComponent(pass, nameTo, length, field);
  if (hasControl || pass.control !== ABSENT) rewriteVersion(pass, mark, from, to);
  if (hasControl || to > nameTo) rewriteFields(pass, mark, from, to);
  return to;
}

/** `name%00version` is `name;OBJECT-VERSION=version`. */
function rewriteVersion(pass: Rewrite<ProsperoCode>, mark: number, from: number, to: number): void {
  const [name = '', version, ...more] = pass.written(mark, to).split(NUL);
  if (version === undefined) return;
  if (more.length > 0) {
    const [, second] = pass.text.slice(from, to).matchAll(/%00|\0/g);
    pass.fail('prospero-nul', from + (second?.index ?? 0));
  }
  pass.rewrite(mark, from, to, name + VERSION_FIELD + version, 'prospero-version');
}

/** A field is a name, `=` and a value. A `=` in the value is data, and a field without one has an empty value. */
function rewriteFields(pass: Rewrite<ProsperoCode>, mark: number, from: number, to: number): void {
  const written = pass.written(mark, to);
  const [name = '', ...fields] = written.split(';');
  const canonical = [name, ...fields.map(canonicalField)].join(';');
  if (canonical !== written) pass.rewrite(mark, from, to, canonical, 'prospero-equals');
}

function canonicalField(text: string): string {
  const value = text.indexOf('=') + 1;
  return value === 0 ? `${text}=` : text.slice(0, value) + text.slice(value).replaceAll('=', '%3D');
}

const leaves = { octets: 'controls' } as const;
const octets: OctetRules = {
  path: {
    hsoname: { policy: hsoname, leaves, next: { ';': 'field' } },
    field: { policy: fieldPart, leaves, next: { '=': 'value', ';': 'field' }, missing: '=' },
    value: { policy: fieldPart, leaves, next: { ';': 'field' } },
  },
};

export const prospero: SchemeRules<ProsperoCode> = {
  name: 'prospero',
  defaultPort: 1525,
  syntax,
  octets,
  path,
};

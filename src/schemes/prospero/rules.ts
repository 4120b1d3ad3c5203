/**
 * prospero (draft-hoffkohn-rfc1738bis §2.9, draft-ietf-uri-url-03 "PROSPERO").
 *
 * ```
 *   prospero://<host>[:<port>]/<hsoname>*(;<field>=<value>)
 * ```
 * The hsoname is opaque and often begins with a slash. In the draft of 1994 a version follows an escaped NUL; it
 * becomes the field OBJECT-VERSION.
 */
import { rewritePath } from '../../uri/generic-path.ts';
import { authorityPattern, pathPattern, tailPattern } from '../../uri/pattern.ts';
import { ABSENT, type Rewrite } from '../../uri/rewrite.ts';
import type { SchemeRules } from '../../uri/scheme-rules.ts';
import { internetSyntax, policies } from '../../uri/syntax.ts';

/** The diagnostics of the rules. */
type ProsperoCode = 'prospero-version' | 'prospero-nul';

const syntax = internetSyntax(1525, {
  userInfo: 'error',
  query: false,
  policies: policies({ query: false }),
});

const NUL = '%00';
const VERSION_FIELD = ';OBJECT-VERSION=';

function path(pass: Rewrite<ProsperoCode>, from: number): number {
  const mark = pass.mark(from);
  const to = rewritePath(pass, from, syntax);
  if (pass.control !== ABSENT) rewriteVersion(pass, mark, from, to);
  return to;
}

/** `name%00version` is `name;OBJECT-VERSION=version`. */
function rewriteVersion(pass: Rewrite<ProsperoCode>, mark: number, from: number, to: number): void {
  const [name = '', version, ...more] = pass.written(mark, to).split(NUL);
  if (version === undefined) return;
  if (more.length > 0) pass.fail('prospero-nul', pass.text.lastIndexOf(NUL, to));
  pass.rewrite(mark, from, to, name + VERSION_FIELD + version, 'prospero-version');
}

export const prospero: SchemeRules<ProsperoCode> = {
  name: 'prospero',
  defaultPort: 1525,
  syntax,
  canonical: authorityPattern(1525, `${pathPattern(syntax, 'controls')}${tailPattern(syntax)}`, syntax.userInfo),
  octets: { excluded: 'controls' },
  path,
};

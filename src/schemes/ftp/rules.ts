/**
 * ftp and ftps (RFC 1738 §3.2 as revised by draft-hoffkohn-rfc1738bis §2.2; draft-ietf-uri-url-03 "FTP").
 *
 * ```
 *   ftp://[user[:password]@]host[:port]/<cwd1>/<cwd2>/…/<cwdN>/<name>[;type=<typecode>]
 * ```
 * In a segment only `/` and `;` are reserved: their escapes stay, and the escapes of other characters that may appear
 * raw are decoded. Empty segments stay, because each is CWD with a null argument.
 */

import { PCHAR } from '../../uri/characters.ts';
import { defineErrors } from '../../uri/diagnostic.ts';
import { removeDotSegments, rootPath } from '../../uri/generic-path.ts';
import { rewriteComponent } from '../../uri/percent.ts';
import { ABSENT, type Rewrite } from '../../uri/rewrite.ts';
import type { Dialect, DialectName, OctetRules, SchemeRules } from '../../uri/scheme-rules.ts';
import { internetSyntax, LOGIN, policies, type Syntax } from '../../uri/syntax.ts';
import { isTypeCode, TYPE_LENGTH, type TypeCode } from './path.ts';

/** Why URLs are refused. */
export const errors = /* @__PURE__ */ defineErrors({
  'ftp-control': [
    'A control character in a path, user name or password would break the FTP command.',
    'RFC 959',
    '5.3.2',
  ],
});

/** The diagnostics of the rules. */
type FtpCode = 'ftp-control' | 'ftp-type-case' | 'ftp-type-unknown' | 'ftp-semicolon' | 'ftp-old-type';

const segment = PCHAR.without(';');

/** Browsers have their own rules for ftp URLs, but not for ftps. */
const syntax = (port: number, browser: boolean): Syntax =>
  internetSyntax(port, {
    authority: browser ? 'browser' : 'required',
    asBrowsersRead: browser,
    dotSegments: true,
    query: false,
    policies: policies({
      path: segment.or('/'),
      decode: segment,
      login: LOGIN,
      query: false,
      dots: true,
      mark: ';',
      browser,
    }),
  });

/** In `url-1994` an exclamation mark begins the transfer type: `ftp://h/a!I`. */
const dialectRules: Readonly<Record<DialectName, { readonly oldType: boolean }>> = {
  current: { oldType: false },
  'url-1994': { oldType: true },
};

function rewriteFtpPath(pass: Rewrite<FtpCode>, from: number, dialect: Dialect, syntax: Syntax): number {
  // A control character in a name or password would end its command line.
  if (pass.userFrom !== ABSENT && pass.userControl !== ABSENT) pass.fail('ftp-control', pass.userControl);
  const mark = pass.mark(from);
  rootPath(pass, from, syntax);
  const to = rewriteComponent(pass, from, pass.text.length, syntax.policies.path);
  if (pass.control !== ABSENT) pass.fail('ftp-control', pass.control);
  const typed = pass.marked !== ABSENT && !isPlainType(pass, mark, from, to);
  const suffixed = dialectRules[dialect.name].oldType && /![AID]$/.test(pass.written(mark, to));
  if (typed || suffixed || pass.dotSegment !== ABSENT) rewriteSegments(pass, mark, from, to, suffixed);
  return to;
}

/** Whether the only semicolon belongs to a type in its canonical form. */
function isPlainType(pass: Rewrite<FtpCode>, mark: number, from: number, to: number): boolean {
  const { text } = pass;
  if (pass.marked !== to - TYPE_LENGTH || pass.changedSince(mark, from)) return false;
  return text.startsWith(';type=', pass.marked) && isTypeCode(text.charAt(to - 1));
}

/** Decides which semicolon begins a type, escapes the others, and removes dot segments. */
function rewriteSegments(pass: Rewrite<FtpCode>, mark: number, from: number, to: number, suffixed: boolean): void {
  const written = pass.written(mark, to);
  const { path: untyped, type } = suffixed ? oldType(pass, written, to) : newType(pass, written, from, to);
  const escaped = untyped.includes(';') ? untyped.replaceAll(';', '%3B') : untyped;
  const joined = type === null ? escaped : `${escaped};type=${type}`;
  const clean = pass.dotSegment === ABSENT ? joined : removeDotSegments(joined);
  if (clean === written) return;
  const code = clean === joined ? segmentDiagnostic(suffixed, escaped !== untyped) : 'dot-segments';
  pass.rewrite(mark, from, to, clean, code);
}

function segmentDiagnostic(suffixed: boolean, escaped: boolean): FtpCode {
  if (suffixed) return 'ftp-old-type';
  return escaped ? 'ftp-semicolon' : 'ftp-type-case';
}

/** An escape of a, d or i, in any case. */
const ESCAPED_CODE = /^%[46][149]$/;

/** `type`, in any case, each letter raw or escaped. */
const TYPE_NAME = /^(?:t|%[57]4)(?:y|%[57]9)(?:p|%[57]0)(?:e|%[46]5)$/i;

/** `;type=a|i|d`, in any case, ends the path. The delimiters `;` and `=` must be raw. */
function newType(
  pass: Rewrite<FtpCode>,
  written: string,
  from: number,
  to: number,
): { path: string; type: TypeCode | null } {
  const { text } = pass;
  const semicolon = pass.marked === ABSENT ? ABSENT : text.lastIndexOf(';', to - 1);
  const equals = semicolon < from ? ABSENT : text.indexOf('=', semicolon);
  if (equals === ABSENT || equals >= to) return { path: written, type: null };
  if (!TYPE_NAME.test(text.slice(semicolon + 1, equals))) return { path: written, type: null };
  const type = text
    .slice(equals + 1, to)
    .replace(ESCAPED_CODE, decodeURIComponent)
    .toLowerCase();
  if (isTypeCode(type)) return { path: written.slice(0, -TYPE_LENGTH), type };
  pass.note('ftp-type-unknown', semicolon, to);
  return { path: written, type: null };
}

/** `url-1994`: a raw `!A`, `!I` or `!D` is the type; an escaped `!` is data and stays escaped. */
function oldType(pass: Rewrite<FtpCode>, written: string, to: number): { path: string; type: string | null } {
  const path = written.slice(0, -2);
  if (/![AID]/.test(pass.text.slice(to - 2, to))) return { path, type: written.slice(-1).toLowerCase() };
  return { path: `${path}%21${written.slice(-1)}`, type: null };
}

const octets: OctetRules = {
  path: { path: { leaves: { octets: 'controls' } } },
  endings: [';type=a', ';type=i', ';type=d'],
};

function rulesOf(name: string, port: number): SchemeRules<FtpCode> {
  const ownSyntax = syntax(port, name === 'ftp');
  return {
    name,
    defaultPort: port,
    syntax: ownSyntax,
    octets,
    path: (pass, from, dialect) => rewriteFtpPath(pass, from, dialect, ownSyntax),
  };
}

export const ftp: SchemeRules<FtpCode> = /* @__PURE__ */ rulesOf('ftp', 21);

export const ftps: SchemeRules<FtpCode> = /* @__PURE__ */ rulesOf('ftps', 990);

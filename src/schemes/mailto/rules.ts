/**
 * mailto (RFC 6068; draft-ietf-uri-url-03 "MAILTO").
 *
 * ```
 *   mailto:[<addr>*(,<addr>)][?<hfname>=<hfvalue>*(&<hfname>=<hfvalue>)]
 * ```
 * Domains are case-insensitive and written as A-labels. Header names are case-insensitive. Only the mail system knows
 * what the rest means, so it stays.
 */
import { utf8Of } from '../../octets/octets.ts';
import { decodeOctets } from '../../uri/decode.ts';
import { domainToAscii } from '../../uri/host.ts';
import { runPattern } from '../../uri/pattern.ts';
import { rewriteComponent } from '../../uri/percent.ts';
import type { Rewrite } from '../../uri/rewrite.ts';
import type { SchemeRules } from '../../uri/scheme-rules.ts';
import { syntaxOf } from '../../uri/syntax.ts';

/** The diagnostics of the rules. */
type MailtoCode = 'mailto-slashes' | 'mailto-domain' | 'mailto-header-case';

const syntax = syntaxOf({ authority: 'none', utf8Only: true });

/** Old pages have `mailto://a@b` by mistake: they do not mean a host. */
function dropSlashes(pass: Rewrite<MailtoCode>, from: number): number {
  let to = from;
  while (pass.text.charCodeAt(to) === 0x2f) to++;
  if (to < from + 2) return from;
  pass.replace(from, to, '', 'mailto-slashes');
  return to;
}

function path(pass: Rewrite<MailtoCode>, from: number): number {
  const mark = pass.mark(from);
  const to = rewriteComponent(pass, from, pass.text.length, syntax.policies.path);
  if (pass.changedSince(mark, from)) rewriteAddresses(pass, mark, from, to);
  else rewriteDomains(pass, from, to);
  return to;
}

/** Rewrites each domain in its place, in a path without other changes. */
function rewriteDomains(pass: Rewrite<MailtoCode>, from: number, to: number): void {
  let start = from;
  while (start < to) {
    const comma = pass.text.indexOf(',', start);
    const end = comma === -1 || comma > to ? to : comma;
    const address = pass.text.slice(start, end);
    const domain = address.lastIndexOf('@') + 1;
    if (domain > 0) {
      const written = address.slice(domain);
      const canonical = canonicalDomain(pass, start + domain, written);
      if (canonical !== written) pass.replace(start + domain, end, canonical, 'mailto-domain');
    }
    start = end + 1;
  }
}

/** Rewrites the domains of a path that has other changes. */
function rewriteAddresses(pass: Rewrite<MailtoCode>, mark: number, from: number, to: number): void {
  const written = pass.written(mark, to);
  const addresses = written
    .split(',')
    .map((address) => canonicalAddress(pass, from, address))
    .join(',');
  if (addresses !== written) pass.rewrite(mark, from, to, addresses, 'mailto-domain');
}

/** The last raw `@` splits local part and domain. */
function canonicalAddress(pass: Rewrite<MailtoCode>, from: number, address: string): string {
  const at = address.lastIndexOf('@');
  return at === -1 ? address : address.slice(0, at + 1) + canonicalDomain(pass, from, address.slice(at + 1));
}

/** Letters, digits, hyphens, dots, underscores, and everything beyond ASCII, which UTS 46 judges. */
const DOMAIN = /^[A-Za-z0-9\-._\u0080-\u{10ffff}]+$/u;

/**
 * A domain in lower-case A-labels. A domain literal stays as it is, and so does text that is not a domain. `index` is
 * where the error is reported if the library has no IDNA.
 */
function canonicalDomain(pass: Rewrite<MailtoCode>, index: number, domain: string): string {
  if (!domain.includes('%')) return domain.toLowerCase();
  const decoded = utf8Of(decodeOctets(domain));
  if (decoded === null || !DOMAIN.test(decoded)) return domain;
  const ascii = domainToAscii(decoded, pass.idna);
  // UTS 46 maps some characters to blanks and delimiters.
  if (typeof ascii === 'string') return DOMAIN.test(ascii) ? ascii : domain;
  return ascii.error === 'host-idna-unavailable' ? pass.fail(ascii.error, index) : domain;
}

const COMMA = 0x2c;
const AT = 0x40;

/** Writes the domains of a path in lower case, in place. Returns whether none has an escape. */
function lowerDomains(path: Uint8Array, from: number, to: number): boolean {
  for (let at = to, index = from; index <= to; index++) {
    const octet = index < to ? path[index] : COMMA;
    if (octet === AT) at = index;
    if (octet !== COMMA) continue;
    for (let domain = at + 1; domain < index; domain++) {
      const letter = path[domain] ?? 0;
      if (letter === 0x25) return false;
      if (letter >= 0x41 && letter <= 0x5a) path[domain] = letter | 0x20;
    }
    at = to;
  }
  return true;
}

function query(pass: Rewrite<MailtoCode>, from: number): number {
  const mark = pass.mark(from);
  const to = rewriteComponent(pass, from, pass.text.length, syntax.policies.query);
  const written = pass.written(mark, to);
  if (!CAPITAL_IN_NAME.test(written)) return to;
  const lowered = written.replace(
    /(^|&)([^&=]+)/g,
    (_, separator: string, name: string) => separator + lowerCase(name),
  );
  if (lowered !== written) pass.rewrite(mark, from, to, lowered, 'mailto-header-case');
  return to;
}

const CAPITAL_IN_NAME = /(?:^|&)[^&=A-Z]*[A-Z]/;

/** Lower case, except for the digits of escapes. */
function lowerCase(encoded: string): string {
  return encoded.replace(/%..|[A-Z]+/g, (run) => (run.startsWith('%') ? run : run.toLowerCase()));
}

/** A header field whose name is in lower case. */
const FIELD = `[a-z-]+=${runPattern(syntax.policies.query, 'none', '&')}`;

export const mailto: SchemeRules<MailtoCode> = {
  name: 'mailto',
  defaultPort: null,
  syntax,
  canonical: `${runPattern(syntax.policies.path, 'none', '/@,')}@[a-z0-9.-]+(?:\\?${FIELD}(?:&${FIELD})*)?`,
  octets: { settle: lowerDomains },
  authority: dropSlashes,
  path,
  query,
};

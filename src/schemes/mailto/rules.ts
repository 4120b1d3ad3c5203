/**
 * mailto (RFC 6068; draft-ietf-uri-url-03 "MAILTO").
 *
 * ```
 *   mailto:[<addr>*(,<addr>)][?<hfname>=<hfvalue>*(&<hfname>=<hfvalue>)]
 * ```
 * Domains are case-insensitive and written as A-labels. Header names are case-insensitive. Addresses in a `to` field
 * belong to those before the question mark. Every character has one spelling: raw where the grammar permits it.
 */
import { utf8Of } from '../../octets/octets.ts';
import { ALPHA, DIGIT, UNRESERVED } from '../../uri/characters.ts';
import { decodeOctets } from '../../uri/decode.ts';
import { domainToAscii } from '../../uri/host.ts';
import { policy, rewriteComponent } from '../../uri/percent.ts';
import { type ReadPieces, rewritePieces } from '../../uri/pieces.ts';
import { Rewrite } from '../../uri/rewrite.ts';
import type { OctetRules, SchemeRules } from '../../uri/scheme-rules.ts';
import { policies, syntaxOf } from '../../uri/syntax.ts';

/** The diagnostics of the rules. */
type MailtoCode = 'mailto-slashes' | 'mailto-domain' | 'mailto-header-case' | 'mailto-fields' | 'mailto-to-field';

/** An address may have these raw; `,` separates addresses, and the last `@` of each is followed by the domain. */
const ADDRESS = UNRESERVED.or("!$'()*+,:@");
/** Some programs read `+` in a value as a blank (RFC 6068 §5). All read its escape as what it is. */
const VALUE = UNRESERVED.or("!$'()*,;:@");
const headerName = policy(VALUE, { decode: VALUE, lower: true, stop: '#' });
const headerValue = policy(VALUE, { decode: VALUE, data: '=', stop: '#' });
const DOMAIN_CHARACTERS = ALPHA.or(DIGIT, '-._');
const domain = policy(DOMAIN_CHARACTERS, { decode: DOMAIN_CHARACTERS, lower: true, stop: '?#' });
const addressEscapes = { decode: ADDRESS.without(',@') };
/** In a `to` field, `?` is data. */
const addressInField = policy(ADDRESS, addressEscapes);

const syntax = syntaxOf({
  authority: 'none',
  utf8Only: true,
  policies: {
    ...policies({}),
    path: policy(ADDRESS, { ...addressEscapes, stop: '?#' }),
    query: policy(VALUE.or('&='), { decode: VALUE, stop: '#' }),
  },
});

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
  if (pass.changedSince(mark, from) || /%40|@[^,?#]*@/.test(pass.text.slice(from, to))) {
    rewriteAddresses(pass, mark, from, to);
  } else {
    rewriteDomains(pass, from, to);
  }
  const fields = pass.text.charCodeAt(to) === 0x3f ? addressesInFields(pass, to + 1) : '';
  if (fields !== '') {
    const written = pass.written(mark, to);
    pass.rewrite(mark, from, to, written === '' ? fields : `${written},${fields}`, 'mailto-to-field');
  }
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

/** Rewrites the addresses of a path that has other changes. */
function rewriteAddresses(pass: Rewrite<MailtoCode>, mark: number, from: number, to: number): void {
  const written = pass.written(mark, to);
  const addresses = canonicalAddresses(pass, from, written);
  if (addresses !== written) pass.rewrite(mark, from, to, addresses, 'mailto-domain');
}

/** The addresses in the `to` fields of the query that begins at `from`: they belong to those of the path. */
function addressesInFields(pass: Rewrite<MailtoCode>, from: number): string {
  const query = pass.text.slice(from).replace(/#.*$/s, '');
  if (!/(?:t|%[57]4)(?:o|%[46]f)/i.test(query)) return '';
  const lists = query.split('&').flatMap((field) => TO_FIELD.exec(field)?.[1] || []);
  const written = lists.join(',');
  const scratch = new Rewrite(pass.idna).begin(written, written, null);
  rewriteComponent(scratch, 0, written.length, addressInField);
  return canonicalAddresses(pass, from, scratch.end());
}

/** A `to` field in any spelling, and its value. */
const TO_FIELD = /^(?:t|%[57]4)(?:o|%[46]f)(?:=(.*))?$/is;

/** Addresses with commas between them. `index` is where the error is reported if the library has no IDNA. */
function canonicalAddresses(pass: Rewrite<MailtoCode>, index: number, addresses: string): string {
  return addresses
    .split(',')
    .map((address) => canonicalAddress(pass, index, address))
    .join(',');
}

/** The last `@`, raw or not, splits local part and domain, and is the only one that is raw. */
function canonicalAddress(pass: Rewrite<MailtoCode>, index: number, address: string): string {
  const parts = address.split(/@|%40/);
  const domain = parts.pop() ?? '';
  return parts.length === 0 ? address : `${parts.join('%40')}@${canonicalDomain(pass, index, domain)}`;
}

/** Letters, digits, hyphens, dots, underscores, and everything beyond ASCII, which UTS 46 judges. */
const DOMAIN = /^[A-Za-z0-9\-._\u0080-\u{10ffff}]+$/u;

/**
 * A domain in lower-case A-labels. A domain literal stays as it is, and so does text that is not a domain. `index` is
 * where the error is reported if the library has no IDNA.
 */
function canonicalDomain(pass: Rewrite<MailtoCode>, index: number, domain: string): string {
  if (!domain.includes('%')) return DOMAIN.test(domain) ? domain.toLowerCase() : domain;
  const decoded = utf8Of(decodeOctets(domain));
  if (decoded === null || !DOMAIN.test(decoded)) return domain;
  const ascii = domainToAscii(decoded, pass.idna);
  // UTS 46 maps some characters to blanks and delimiters.
  if (typeof ascii === 'string') return DOMAIN.test(ascii) ? ascii : domain;
  return ascii.error === 'host-idna-unavailable' ? pass.fail(ascii.error, index) : domain;
}

const header = {
  name: { policy: headerName, leaves: { empty: true, text: 'to' }, missing: '=', next: { '=': 'value', '&': 'name' } },
  value: { policy: headerValue, next: { '&': 'name' } },
} satisfies ReadPieces;
const HEADER_CODES = { delimiter: 'mailto-fields', capital: 'mailto-header-case' } as const;

/** Header fields as `name=value`, none of them empty. Without any, there is no question mark. */
function query(pass: Rewrite<MailtoCode>, from: number): number {
  const { text } = pass;
  const hash = text.indexOf('#', from);
  const to = hash === -1 ? text.length : hash;
  /** Behind the last field that stays, and the `&` after it. */
  let kept = from;
  for (let field = from; field < to; ) {
    const ampersand = text.indexOf('&', field);
    const end = ampersand === -1 || ampersand > to ? to : ampersand;
    if (end > field && !TO_FIELD.test(text.slice(field, end))) {
      if (field > kept) pass.replace(kept, field, '', 'mailto-fields');
      rewritePieces(pass, field, end, header, 'name', HEADER_CODES);
      kept = end + 1;
    }
    field = end + 1;
  }
  // The question mark, or the last `&`, goes with what follows it.
  if (kept <= to) pass.replace(kept - 1, to, '', 'mailto-fields');
  return to;
}

const octets: OctetRules = {
  path: {
    local: { leaves: { escapes: '@' }, next: { ',': 'local', '@': 'domain' } },
    // A second `@` is left.
    domain: { policy: domain, leaves: { allBut: DOMAIN_CHARACTERS }, next: { ',': 'local' } },
  },
  query: header,
};

export const mailto: SchemeRules<MailtoCode> = {
  name: 'mailto',
  defaultPort: null,
  syntax,
  opaque: { document: 'RFC 6068', section: '2' },
  octets,
  authority: dropSlashes,
  path,
  query,
};

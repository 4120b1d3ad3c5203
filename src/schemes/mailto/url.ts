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
import { decodeOctets, decodeText } from '../../uri/decode.ts';
import { defineDiagnostics, info, warning } from '../../uri/diagnostic.ts';
import { generic } from '../../uri/generic-diagnostics.ts';
import { domainToAscii } from '../../uri/host.ts';
import { runPattern } from '../../uri/pattern.ts';
import { rewriteComponent } from '../../uri/percent.ts';
import type { Rewrite } from '../../uri/rewrite.ts';
import { syntaxOf } from '../../uri/syntax.ts';
import type { Parts, ResolutionOf, Scheme } from '../scheme.ts';
import { quote } from '../sentence-parts.ts';

const diagnostics = defineDiagnostics({
  'mailto-slashes': warning('A mail address does not begin with slashes. They were removed.', 'RFC 6068', '2'),
  'mailto-domain': info('Mail domains are written in lower case and in ASCII form.', 'RFC 6068', '2'),
  'mailto-header-case': info('Names of header fields are written in lower case.', 'RFC 6068', '2'),
  'mailto-to-field': warning(
    'Some mail programs ignore addresses in a "to" field. Put them before the question mark.',
    'RFC 6068',
    '2',
  ),
  'mailto-address': warning('A mail address must have a local part, "@" and a domain.', 'RFC 6068', '2'),
});

export interface MailtoDetails {
  /** Addresses, decoded: those before the question mark, then those of `to` fields, which mean the same. */
  readonly to: readonly string[];
  /** The other header fields in their order, names in lower case, values decoded. */
  readonly headers: readonly MailtoHeader[];
}

export interface MailtoHeader {
  readonly name: string;
  readonly value: string;
}

const syntax = syntaxOf({ authority: 'none', utf8Only: true });

/** Old pages have `mailto://a@b` by mistake: they do not mean a host. */
function dropSlashes(pass: Rewrite, from: number): number {
  let to = from;
  while (pass.text.charCodeAt(to) === 0x2f) to++;
  if (to < from + 2) return from;
  pass.replace(from, to, '', diagnostics['mailto-slashes']);
  return to;
}

function path(pass: Rewrite, from: number): number {
  const mark = pass.mark(from);
  const to = rewriteComponent(pass, from, pass.text.length, syntax.policies.path);
  if (pass.changedSince(mark, from)) rewriteAddresses(pass, mark, from, to);
  else rewriteDomains(pass, from, to);
  if (pass.recording) noteAddresses(pass, mark, from, to);
  return to;
}

/** Rewrites each domain in its place, in a path without other changes. */
function rewriteDomains(pass: Rewrite, from: number, to: number): void {
  let start = from;
  while (start < to) {
    const comma = pass.text.indexOf(',', start);
    const end = comma === -1 || comma > to ? to : comma;
    const address = pass.text.slice(start, end);
    const domain = address.lastIndexOf('@') + 1;
    if (domain > 0) {
      const written = address.slice(domain);
      const canonical = canonicalDomain(pass, start + domain, written);
      if (canonical !== written) pass.replace(start + domain, end, canonical, diagnostics['mailto-domain']);
    }
    start = end + 1;
  }
}

/** Rewrites the domains of a path that has other changes. */
function rewriteAddresses(pass: Rewrite, mark: number, from: number, to: number): void {
  const written = pass.written(mark, to);
  const addresses = written
    .split(',')
    .map((address) => canonicalAddress(pass, from, address))
    .join(',');
  if (addresses !== written) pass.rewrite(mark, from, to, addresses, diagnostics['mailto-domain']);
}

/** The last raw `@` splits local part and domain. */
function canonicalAddress(pass: Rewrite, from: number, address: string): string {
  const at = address.lastIndexOf('@');
  return at === -1 ? address : address.slice(0, at + 1) + canonicalDomain(pass, from, address.slice(at + 1));
}

/** Letters, digits, hyphens, dots, underscores, and everything beyond ASCII, which UTS 46 judges. */
const DOMAIN = /^[A-Za-z0-9\-._\u0080-\u{10ffff}]+$/u;

/**
 * A domain in lower-case A-labels. A domain literal stays as it is, and so does text that is not a domain. `index` is
 * where the error is reported if the library has no IDNA.
 */
function canonicalDomain(pass: Rewrite, index: number, domain: string): string {
  if (!domain.includes('%')) return domain.toLowerCase();
  const decoded = utf8Of(decodeOctets(domain));
  if (decoded === null || !DOMAIN.test(decoded)) return domain;
  const ascii = domainToAscii(decoded, pass.idna);
  if (ascii === generic['host-idna-unavailable']) pass.fail(ascii, index);
  // UTS 46 maps some characters to blanks and delimiters.
  return typeof ascii === 'string' && DOMAIN.test(ascii) ? ascii : domain;
}

function noteAddresses(pass: Rewrite, mark: number, from: number, to: number): void {
  const written = pass.written(mark, to);
  if (written !== '' && !written.split(',').every((address) => /[^@]@[^@]+$/.test(address))) {
    pass.note(diagnostics['mailto-address'], from, to);
  }
}

function query(pass: Rewrite, from: number): number {
  const mark = pass.mark(from);
  const to = rewriteComponent(pass, from, pass.text.length, syntax.policies.query);
  if (pass.recording) noteToFields(pass, from, to);
  const written = pass.written(mark, to);
  if (!CAPITAL_IN_NAME.test(written)) return to;
  const lowered = written.replace(
    /(^|&)([^&=]+)/g,
    (_, separator: string, name: string) => separator + lowerCase(name),
  );
  if (lowered !== written) pass.rewrite(mark, from, to, lowered, diagnostics['mailto-header-case']);
  return to;
}

/** RFC 6068 §2 allows addresses in header fields and advises against them: some programs ignore them. */
function noteToFields(pass: Rewrite, from: number, to: number): void {
  let start = from;
  for (const field of pass.text.slice(from, to).split('&')) {
    if (isToField(field)) pass.note(diagnostics['mailto-to-field'], start, start + field.length);
    start += field.length + 1;
  }
}

const nameOf = (field: string): string => decodeText(field.replace(/=.*/s, '')).toLowerCase();
const isToField = (field: string): boolean => nameOf(field) === 'to';

/** The value of a header field, percent-encoded. */
const encodedValue = (field: string): string => field.replace(/^[^=]*=?/, '');

const CAPITAL_IN_NAME = /(?:^|&)[^&=A-Z]*[A-Z]/;

/** Lower case, except for the digits of escapes. */
function lowerCase(encoded: string): string {
  return encoded.replace(/%..|[A-Z]+/g, (run) => (run.startsWith('%') ? run : run.toLowerCase()));
}

/** The addresses in a list. A comma that belongs to an address is escaped (RFC 6068 §2). */
function addressesOf(encoded: string): readonly string[] {
  return encoded === '' ? [] : encoded.split(',').map(decodeText);
}

function details({ path, query }: Parts): MailtoDetails {
  const fields = (query ?? '').split('&').filter((field) => field !== '');
  return {
    to: [path, ...fields.filter(isToField).map(encodedValue)].flatMap(addressesOf),
    headers: fields
      .filter((field) => !isToField(field))
      .map((field) => ({ name: nameOf(field), value: decodeText(encodedValue(field)) })),
  };
}

function sentence({ details }: ResolutionOf<'mailto', MailtoDetails, never>): string {
  const subject = details.headers.find(({ name }) => name === 'subject');
  const to = details.to.length === 0 ? 'no address yet' : details.to.map(quote).join(', ');
  return `A mail message to ${to}${subject === undefined ? '' : `, with the subject ${quote(subject.value)}`}.`;
}

/** A header field whose name is in lower case. */
const FIELD = `[a-z-]+=${runPattern(syntax.policies.query, 'none', '&')}`;

export const mailto: Scheme<'mailto', MailtoDetails, never, keyof typeof diagnostics> = {
  name: 'mailto',
  kind: 'mailto',
  title: 'Electronic mail address',
  defaultPort: null,
  specifications: [
    { document: 'RFC 6068', section: '2' },
    { document: 'draft-ietf-uri-url-03', section: 'MAILTO' },
  ],
  example: 'mailto:gopher@boombox.micro.umn.edu?subject=RFC%201436',
  syntax,
  diagnostics,
  canonical: `${runPattern(syntax.policies.path, 'none', '/@,')}@[a-z0-9.-]+(?:\\?${FIELD}(?:&${FIELD})*)?`,
  authority: dropSlashes,
  path,
  query,
  details,
  request: () => null,
  sentence,
  explanation: ({ details }) => ({
    what: 'A mail address.',
    program: 'mail program',
    details: [['To', details.to.join(', ')]],
  }),
  templateVariables: { to: 'the addresses, with commas between them.' },
  linkable: true,
  gatewayPath: false,
  rewrittenByEmbed: false,
};

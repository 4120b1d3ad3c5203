/** What mailto links mean. */
import { decodeText } from '../../uri/decode.ts';
import { defineDiagnostics, info, warning } from '../../uri/diagnostic.ts';
import type { Rewrite } from '../../uri/rewrite.ts';
import type { Parts, ResolutionOf, Scheme } from '../scheme.ts';
import { quote } from '../sentence-parts.ts';
import * as rules from './rules.ts';

const diagnostics = defineDiagnostics({
  'mailto-slashes': warning('A mail address does not begin with slashes. They were removed.', 'RFC 6068', '2'),
  'mailto-domain': info('Mail domains are written in lower case and in ASCII form.', 'RFC 6068', '2'),
  'mailto-header-case': info('Names of header fields are written in lower case.', 'RFC 6068', '2'),
  'mailto-fields': info(
    'Header fields are written as name=value, without empty ones and without a "to" field.',
    'RFC 6068',
    '2',
  ),
  'mailto-to-field': warning(
    'Some mail programs ignore addresses in a "to" field. They were moved before the question mark.',
    'RFC 6068',
    '2',
  ),
  'mailto-unsafe-field': warning(
    'A link must not attach a file or choose the sender. Mail programs should ignore these header fields.',
    'RFC 6068',
    '4',
  ),
  'mailto-address': warning(
    'A mail address must have a local part, "@" and a domain. Characters such as ":" need quotation marks.',
    'RFC 6068',
    '2',
  ),
});

export interface MailtoDetails {
  /** Addresses, decoded. Those of `to` fields come after those before the question mark. */
  readonly to: readonly string[];
  /** The other header fields in their order, names in lower case, values decoded. */
  readonly headers: readonly MailtoHeader[];
}

export interface MailtoHeader {
  readonly name: string;
  readonly value: string;
}

/** An `addr-spec` (RFC 5322 §3.4.1): some characters of the local part need quotation marks. */
const ADDRESS = /^(?:[^\s\0-\x1f\x7f()<>[\]:;@\\,"]+|"(?:[^"\\]|\\.)*")@[^@]+$/su;

function noteAddresses(pass: Rewrite<keyof typeof diagnostics>, mark: number): void {
  const written = pass.written(mark, pass.pathTo);
  if (written !== '' && !written.split(',').every((address) => ADDRESS.test(decodeText(address)))) {
    pass.note('mailto-address', pass.pathFrom, pass.pathTo);
  }
}

/** Header fields with a file of the reader or a sender of the author's choice, in a canonical query. */
const UNSAFE_FIELD = /(?:^|&)(?:attach(?:ment)?|from|sender)=/;

function noteFields(pass: Rewrite<keyof typeof diagnostics>, mark: number): void {
  const { pathTo, queryTo } = pass;
  if (UNSAFE_FIELD.test(pass.written(mark, queryTo))) pass.note('mailto-unsafe-field', pathTo + 1, queryTo);
}

/** The addresses in a list. A comma that belongs to an address is escaped (RFC 6068 §2). */
function addressesOf(encoded: string): readonly string[] {
  return encoded === '' ? [] : encoded.split(',').map(decodeText);
}

function details({ path, query }: Parts): MailtoDetails {
  return { to: addressesOf(path), headers: query?.split('&').map(headerOf) ?? [] };
}

function headerOf(field: string): MailtoHeader {
  const equals = field.indexOf('=');
  return { name: decodeText(field.slice(0, equals)), value: decodeText(field.slice(equals + 1)) };
}

function sentence({ details }: ResolutionOf<'mailto', MailtoDetails, never>): string {
  const subject = details.headers.find(({ name }) => name === 'subject');
  const to = details.to.length === 0 ? 'no address yet' : details.to.map(quote).join(', ');
  return `An email to ${to}${subject === undefined ? '' : `, with the subject ${quote(subject.value)}`}.`;
}

export const mailto: Scheme<'mailto', MailtoDetails, never, keyof typeof diagnostics> = {
  ...rules.mailto,
  kind: 'mailto',
  title: 'Email address',
  specifications: [
    { document: 'RFC 6068', section: '2' },
    { document: 'draft-ietf-uri-url-03', section: 'MAILTO' },
  ],
  example: 'mailto:gopher@boombox.micro.umn.edu?subject=RFC%201436',
  diagnostics,
  notePath: noteAddresses,
  noteQuery: noteFields,
  details,
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

/**
 * Every diagnostic of the library: how grave it is, what it says, and the clause it rests on. The API's
 * errors carry the same codes.
 */

/** `error`: the input is refused. `warning`: it was repaired, or it may deceive. `info`: it was normalized. */
export type Severity = 'error' | 'warning' | 'info';

/** A place in a specification. */
export interface Specification {
  readonly document: string;
  readonly section: string;
}

/** Something that the library changed in one URL, or that it doubts. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** `[start, end)` in the input, in UTF-16 code units; `null` where the input has no such place. */
  readonly at: readonly [start: number, end: number] | null;
  readonly before: string;
  readonly after: string;
  readonly message: string;
  readonly spec: Specification;
}

interface Entry {
  readonly severity: Severity;
  readonly message: string;
  readonly spec: Specification;
}

const entry =
  (severity: Severity) =>
  (message: string, document: string, section: string): Entry => ({ severity, message, spec: { document, section } });
const error = entry('error');
const warning = entry('warning');
const info = entry('info');

const RFC3986 = 'RFC 3986';
const RFC4266 = 'RFC 4266';
const RFC3368 = 'RFC 3368';
const RFC5538 = 'RFC 5538';
const BIS = 'draft-hoffkohn-rfc1738bis';
const URL03 = 'draft-ietf-uri-url-03';
const WHATWG = 'WHATWG URL';

const table = {
  // The input as a whole
  'not-a-string': error('A URL must be given as a string.', RFC3986, '2'),
  'too-long': error('A URL may have at most 65,536 characters, before and after it is made canonical.', RFC3986, '3'),
  'lone-surrogate': warning('Half of a surrogate pair is no character; it was replaced by U+FFFD.', 'RFC 3987', '3.1'),
  'surrounding-blanks': info('Blanks and control characters around the URL were removed.', RFC3986, 'C'),
  wrapper: info('The delimiters around the URL, <…> or URL:, are not part of it.', RFC3986, 'C'),
  'folded-line': info('A line break inside of <…>, and the blanks around it, were removed.', RFC3986, 'C'),

  // Scheme
  'scheme-missing': error(
    'The URL has no scheme before it, such as gopher: or http:, and no base that it is relative to.',
    RFC3986,
    '3.1',
  ),
  'scheme-invalid': error(
    'A scheme is a letter followed by letters, digits, "+", "-" and "."; this is none.',
    RFC3986,
    '3.1',
  ),
  'scheme-case': info('Schemes are written in lower case.', RFC3986, '6.2.2.1'),
  'unknown-scheme': info(
    'No specification of this scheme is known here; only the generic rules were applied.',
    RFC3986,
    '6.2.3',
  ),
  'experimental-scheme': info(
    'Schemes that begin with x- are experiments; only the generic rules were applied.',
    URL03,
    'Registration of naming schemes',
  ),
  'unsafe-scheme': warning(
    'URLs of this scheme carry content or code themselves; nothing here opens or redirects to them.',
    RFC3986,
    '7',
  ),
  'afs-historical': info(
    'afs: was left in the draft as a historical note and never became a URL scheme.',
    URL03,
    'BNF for specific URL schemes',
  ),

  // As browsers read
  'tab-or-newline': warning(
    'Browsers drop tabs and line breaks from URLs of this scheme; so does this.',
    WHATWG,
    '4.4',
  ),
  backslash: warning('Browsers read a backslash here as a slash; so does this.', WHATWG, '4.4'),
  slashes: warning(
    'Two slashes belong between the colon and the host; browsers take any number of them, and so does this.',
    WHATWG,
    '4.4',
  ),

  // Percent-encoding
  'percent-case': info('Hexadecimal digits of escapes are written in upper case.', RFC3986, '6.2.2.1'),
  'percent-unreserved': info('The escape of a character that may stand raw here was decoded.', RFC3986, '6.2.2.2'),
  'percent-encoded': info('A character that may not stand raw here was escaped, as UTF-8.', RFC3986, '2.1'),
  'percent-encoded-latin1': info(
    'A character beyond ASCII was escaped as its ISO Latin-1 octet.',
    URL03,
    'Encoding prohibited characters',
  ),
  'percent-malformed': warning(
    'A "%" without two hexadecimal digits behind it stands for itself; it was escaped.',
    RFC3986,
    '2.4',
  ),
  'question-mark-as-data': info(
    'This scheme has no query: the question mark is part of the path and was escaped.',
    RFC3986,
    '3.4',
  ),

  // User info
  'credentials-in-url': warning(
    'The URL carries a user name or password, which everyone who sees the URL can read.',
    RFC3986,
    '7.5',
  ),
  'user-info-control': warning(
    'The user name or password holds a control character; no client may send it.',
    URL03,
    'Security considerations',
  ),
  'user-info-ignored': warning(
    'This scheme has no login: the user information is never sent.',
    'draft-murali-url-gopher',
    '4',
  ),
  'user-info-forbidden': error('This scheme allows no user name or password before the host.', BIS, '2.9'),

  // Authority and host
  'authority-missing': error('Two slashes and a host must follow the colon of this scheme.', BIS, '2.1'),
  'authority-character': error('A tab, a line break or a backslash stands before the path.', RFC3986, '3.2'),
  'host-missing': error('The host is missing.', RFC3986, '3.2.2'),
  'host-forbidden-character': error('The host holds a character that no host can have, raw or escaped.', WHATWG, '3.2'),
  'host-percent-malformed': error('A "%" in the host must be followed by two hexadecimal digits.', RFC3986, '3.2.2'),
  'host-utf8': error('The escapes in the host are not UTF-8.', RFC3986, '3.2.2'),
  'host-idna': error('The host is no valid international domain name.', 'UTS 46', '4'),
  'host-idna-mapped': info('The international domain name was mapped to its ASCII form.', 'UTS 46', '4'),
  'host-percent': info('The escapes in the host were decoded.', RFC3986, '3.2.2'),
  'host-case': info('Hosts are written in lower case.', RFC3986, '6.2.2.1'),
  'host-ipv4': error('The host ends in a number but is no IPv4 address.', WHATWG, '3.5'),
  'host-ipv4-obfuscated': warning(
    'The host is an IPv4 address in an unusual notation; it was written as dotted decimal.',
    RFC3986,
    '7.4',
  ),
  'host-ipv6': error('The host in brackets is no IPv6 address.', RFC3986, '3.2.2'),
  'host-ipv6-form': info('The IPv6 address was written in its shortest form.', 'RFC 5952', '4'),
  'host-ipvfuture': error('Addresses of a future IP version mean nothing to this scheme.', WHATWG, '3.5'),
  'host-zone-id': error(
    'An IPv6 zone identifier has a meaning on one machine only and cannot stand in a URL.',
    WHATWG,
    '3.5',
  ),
  'host-trailing-dot': info(
    'The host ends in a dot, which names the same machine but is another URL.',
    'RFC 1034',
    '3.1',
  ),
  'host-empty-label': warning(
    'The host has an empty label between two dots; no name server will find it.',
    'RFC 1034',
    '3.5',
  ),
  'host-underscore': info(
    'The host has an underscore, which host names may not have though the DNS may.',
    'RFC 1123',
    '2.1',
  ),
  'host-unusual-character': warning(
    'The host has a character other than letters, digits, hyphens and dots.',
    'RFC 1123',
    '2.1',
  ),
  'host-hyphen': warning('A label of the host begins or ends with a hyphen.', BIS, '2.1'),
  'host-top-label-digit': warning('The last label of a domain name never starts with a digit.', BIS, '2.1'),

  // Port
  'port-character': error('The port must be a decimal number.', RFC3986, '3.2.3'),
  'port-range': error('The port must be at most 65535.', WHATWG, '4.4'),
  'port-forbidden': error('This scheme has no port.', 'RFC 8089', '2'),
  'port-empty': info('The colon of an empty port was removed.', RFC3986, '6.2.3'),
  'port-default': info("The scheme's own port was removed.", RFC3986, '6.2.3'),
  'port-zeros': info('Leading zeros of the port were removed.', RFC3986, '6.2.3'),

  // Path
  'path-empty': info('A path behind a host begins with a slash, which was missing.', RFC3986, '6.2.3'),
  'dot-segments': info('The segments "." and ".." were removed.', RFC3986, '6.2.2.3'),

  // References
  'base-invalid': error('The base must be an absolute URL.', RFC3986, '5.2.1'),
  'base-not-hierarchical': error(
    'Nothing can be relative to a base without a path that begins with "/", but an empty reference or a fragment.',
    RFC3986,
    '5.2.3',
  ),
  'reference-same-scheme': warning(
    'The reference repeats the scheme of its base; it was read as relative.',
    RFC3986,
    '5.2.2',
  ),
  'gopher-type-changed': info(
    'The reference leads to an item of another type than the base.',
    'draft-murali-url-gopher',
    '2.9',
  ),

  // gopher
  'gopher-type': error(
    'The item type, the first character of the path, must be a printable ASCII character.',
    RFC4266,
    '2.1',
  ),
  'gopher-type-unknown': info('No list has this item type.', 'draft-murali-url-gopher', '2.1'),
  'gopher-type-unlisted': info(
    'The item type is in common use but missing in the list of the specification.',
    'draft-murali-url-gopher',
    '2.1',
  ),
  'gopher-default-type': info('The empty selector of a menu is written as an empty path.', RFC4266, '2.1'),
  'gopher-cr-lf': error(
    'A CR or LF would end the request line; only a filled-in Gopher+ form may hold them.',
    RFC4266,
    '2.1',
  ),
  'gopher-old-search': info(
    'In URLs of 1994 a question mark begins the search; it is written %09.',
    URL03,
    'BNF for specific URL schemes',
  ),
  'gopher-old-space': info(
    'In searches of 1994 a plus sign stands for a space.',
    URL03,
    'BNF for specific URL schemes',
  ),

  // ftp
  'ftp-control': error(
    'A control character in a path, user name or password would break the FTP command.',
    'RFC 959',
    '5.3.2',
  ),
  'ftp-type-case': info('The transfer type is written in lower case.', BIS, '2.2.2'),
  'ftp-type-unknown': warning(
    'The transfer type is none of a, i and d; it was read as part of the name.',
    BIS,
    '2.2.2',
  ),
  'ftp-semicolon': info('A semicolon that is part of a name was escaped.', BIS, '2.2.2'),
  'ftp-old-type': info(
    'In URLs of 1994 an exclamation mark begins the transfer type; it is written ;type=.',
    URL03,
    'BNF for specific URL schemes',
  ),

  // news and nntp
  'news-cr-lf': error('A CR or LF would end the NNTP command.', 'RFC 3977', '3.1'),
  'message-id-brackets': info('The angle brackets around a message-id are not written in a URL.', RFC5538, '2.2'),
  'message-id-unusual': info('A message-id has one "@" and no character that must be escaped.', RFC5538, '2.2'),
  'newsgroup-unusual': info('Newsgroup names are made of letters, digits, "+", "-", "_" and dots.', RFC5538, '2.1'),
  'nntp-no-server': warning('This form of 1994 names no server; the one of the reader is meant.', URL03, 'NNTP'),
  'article-number': warning('Behind the group stands an article number of digits, and nothing else.', BIS, '2.5'),
  'article-number-zeros': info('Leading zeros of the article number were removed.', BIS, '2.5'),

  // Terminals
  'terminal-path': warning('A terminal session has no path; it plays no part.', BIS, '2.6'),

  // wais and prospero
  'wais-path': warning(
    'The URL names neither a database, nor a search in one, nor a document in one by type and path.',
    BIS,
    '2.7',
  ),
  'prospero-version': info(
    'The version behind an escaped NUL is written as the field OBJECT-VERSION.',
    URL03,
    'PROSPERO',
  ),
  'prospero-nul': error('Only one version may follow the object name.', URL03, 'PROSPERO'),
  'prospero-field': info('A field is a name, "=" and a value.', BIS, '2.9'),

  // go
  'go-localhost': info('An empty server is localhost.', RFC3368, '3.3.2'),
  'go-path': error('A go: URL has no path: the query follows the server.', RFC3368, '3.2'),
  'go-path-slash': info('A go: URL has no path; the slash was removed.', RFC3368, '3.2'),
  'go-separator': info('A ";", "=" or "," that separates nothing was escaped.', RFC3368, '3.2'),
  'go-id-case': info('The "id" before an identifier is written in lower case.', RFC3368, '3.2'),
  'go-attribute': warning('An attribute is a name, "=" and a value.', RFC3368, '3.2'),

  // file
  'file-slashes': info('The empty host of a local file is written out.', 'RFC 8089', '2'),
  'file-localhost': info('localhost and the empty host are the same machine.', BIS, '2.8'),
  'file-drive': info('The bar behind a drive letter is written as a colon.', 'RFC 8089', 'E.2.2'),

  // mailto
  'mailto-slashes': warning('A mail address has no host part with slashes; they were removed.', 'RFC 6068', '2'),
  'mailto-domain': info('Mail domains are written in lower case and in ASCII form.', 'RFC 6068', '2'),
  'mailto-header-case': info('Names of header fields are written in lower case.', 'RFC 6068', '2'),
  'mailto-address': warning('A mail address has a local part, "@" and a domain.', 'RFC 6068', '2'),
} satisfies Record<string, Entry>;

/** The name of a diagnostic. */
export type DiagnosticCode = keyof typeof table;

/** Every diagnostic by its code. */
export const diagnostics: Readonly<Record<DiagnosticCode, Entry>> = table;

/**
 * The diagnostics of the generic syntax: what may be wrong with, or unusual in, a URL of any scheme.
 */
import { defineDiagnostics, error, info, warning } from './diagnostic.ts';

const RFC3986 = 'RFC 3986';
const BIS = 'draft-hoffkohn-rfc1738bis';
const URL03 = 'draft-ietf-uri-url-03';
const WHATWG = 'WHATWG URL';

export const generic = defineDiagnostics({
  // The input as a whole
  'not-a-string': error('A URL must be given as a string.', RFC3986, '2'),
  'too-long': error('A URL may have at most 65,536 characters, before and after it is made canonical.', RFC3986, '3'),
  'lone-surrogate': warning(
    'Half of a surrogate pair is not a character; it was replaced by U+FFFD.',
    'RFC 3987',
    '3.1',
  ),
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

  // Input read as browsers read it
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
  'host-idna': error('The host is not a valid international domain name.', 'UTS 46', '4'),
  'host-idna-unavailable': error(
    'The host is an international domain name. This program does not have the tables that it needs to read it.',
    'UTS 46',
    '4',
  ),
  'host-too-long': error(
    'A host with characters outside of ASCII may have at most 4,096 characters.',
    'RFC 1035',
    '2.3.4',
  ),
  'host-idna-deviation': warning(
    'The host has ß, ς or a joiner. Programs that follow IDNA 2003 replace it, and call another host.',
    'UTS 46',
    '5',
  ),
  'host-idna-mapped': info('The international domain name was mapped to its ASCII form.', 'UTS 46', '4'),
  'host-percent': info('The escapes in the host were decoded.', RFC3986, '3.2.2'),
  'host-case': info('Hosts are written in lower case.', RFC3986, '6.2.2.1'),
  'host-ipv4': error('The host ends in a number but is not an IPv4 address.', WHATWG, '3.5'),
  'host-ipv4-obfuscated': warning(
    'The host is an IPv4 address in an unusual notation; it was written as dotted decimal.',
    RFC3986,
    '7.4',
  ),
  'host-ipv6': error('The host in brackets is not an IPv6 address.', RFC3986, '3.2.2'),
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

  // Reference resolution
  'base-invalid': error('The base must be an absolute URL.', RFC3986, '5.2.1'),
  'base-not-hierarchical': error(
    'Nothing can be relative to a base without a path that begins with "/", but an empty reference or a fragment.',
    RFC3986,
    '5.2.3',
  ),
  'reference-same-scheme': warning(
    'The reference has the scheme of its base and no "//", so it was read as relative.',
    RFC3986,
    '5.2.2',
  ),
});

/** The name of a diagnostic that a URL of any scheme may have. */
export type GenericDiagnosticCode = keyof typeof generic;

/** The diagnostics of the generic syntax: what may be wrong with, or unusual in, a URL of any scheme. */
import { type DiagnosticTable, defineDiagnostics, info, warning } from './diagnostic.ts';
import { genericErrors } from './generic-errors.ts';

const RFC3986 = 'RFC 3986';
const BIS = 'draft-hoffkohn-rfc1738bis';
const URL03 = 'draft-ietf-uri-url-03';
const WHATWG = 'WHATWG URL';

const entries = defineDiagnostics({
  ...genericErrors,

  // The input as a whole
  'lone-surrogate': warning('An unpaired surrogate is not a character. It was replaced by U+FFFD.', 'RFC 3629', '3'),
  'surrounding-blanks': info('Spaces and control characters around the URL were removed.', RFC3986, 'C'),
  wrapper: info('The delimiters around the URL, <…> or URL:, are not part of it.', RFC3986, 'C'),
  'folded-line': info('A line break inside <…> was removed, with the spaces around it.', RFC3986, 'C'),
  'folded-blank': warning(
    'A line break inside <…> was read as a space, because the URL has other spaces. If it is not one, remove it.',
    RFC3986,
    'C',
  ),
  'blank-beside-slash': warning(
    'A space beside a slash inside <…> may come from a line break. It was kept.',
    RFC3986,
    'C',
  ),
  'behind-gateway': info(
    'The URL is the address of a gateway or of an archived copy. The link behind it was taken.',
    'RFC 6570',
    '1.4',
  ),

  // Scheme
  'scheme-case': info('Schemes are written in lower case.', RFC3986, '6.2.2.1'),

  // Input read as browsers read it
  'tab-or-newline': warning('Tabs and line breaks were removed, as browsers do for this scheme.', WHATWG, '4.4'),
  backslash: warning('A backslash was read as a slash, as browsers do for this scheme.', WHATWG, '4.4'),
  slashes: warning(
    'Two slashes belong between the colon and the host. Browsers accept any number, and so does Waypost.',
    WHATWG,
    '4.4',
  ),

  // Percent-encoding
  'percent-case': info('Hexadecimal digits of escapes are written in upper case.', RFC3986, '6.2.2.1'),
  'percent-unreserved': info('A character that needs no escape here was decoded.', RFC3986, '6.2.2.2'),
  'percent-encoded': info('A character that is not allowed here was percent-encoded as UTF-8.', RFC3986, '2.1'),
  'percent-encoded-latin1': info(
    'A non-ASCII character was percent-encoded as ISO Latin-1.',
    URL03,
    'Encoding prohibited characters',
  ),
  'percent-malformed': warning('A "%" without two hexadecimal digits after it was escaped as "%25".', RFC3986, '2.4'),
  'question-mark-as-data': info(
    'This scheme has no query, so the question mark was escaped as part of the path.',
    RFC3986,
    '2.2',
  ),

  // User info
  'credentials-in-url': warning(
    'The URL contains a user name or password. Everyone who sees the URL can read it.',
    RFC3986,
    '7.5',
  ),
  'user-info-control': warning(
    'The user name or password contains a control character, which no client may send.',
    URL03,
    'Security considerations',
  ),
  'user-info-ignored': warning(
    'This scheme has no login, so the user information is never sent.',
    'draft-murali-url-gopher',
    '4',
  ),

  // Authority and host
  'host-idna-deviation': warning(
    'The host contains ß, ς or a joiner. Programs that follow IDNA 2003 replace it and reach a different host.',
    'UTS 46',
    '1.3.2',
  ),
  'host-idna-label': warning(
    'A label of the host begins with "xn--" but is not a valid international label. It stays as it is.',
    WHATWG,
    '3.3',
  ),
  'host-idna-mapped': info('The international domain name was converted to its ASCII form.', 'UTS 46', '4'),
  'host-percent': info('The escapes in the host were decoded.', RFC3986, '3.2.2'),
  'host-case': info('Hosts are written in lower case.', RFC3986, '6.2.2.1'),
  'host-ipv4-obfuscated': warning(
    'The host is an IPv4 address in an unusual notation. It was rewritten in dotted decimal.',
    RFC3986,
    '7.4',
  ),
  'host-ipv6-form': info('The IPv6 address was written in its shortest form.', 'RFC 5952', '4'),
  'host-trailing-dot': info(
    'The host ends in a dot. It names the same machine, but the URL is a different one.',
    'RFC 1034',
    '3.1',
  ),
  'host-empty-label': warning(
    'The host has an empty label between two dots, so it cannot be resolved.',
    'RFC 1034',
    '3.5',
  ),
  'host-underscore': info(
    'The host contains an underscore. DNS allows it, but host names may not have one.',
    'RFC 1123',
    '2.1',
  ),
  'host-unusual-character': warning(
    'The host contains a character other than letters, digits, hyphens and dots.',
    'RFC 1123',
    '2.1',
  ),
  'host-hyphen': warning('A label of the host begins or ends with a hyphen.', BIS, '2.1'),
  'host-top-label-digit': warning(
    'The last label of the host starts with a digit, which no top-level domain does.',
    BIS,
    '2.1',
  ),

  // Port
  'port-empty': info('The port is empty, so its colon was removed.', RFC3986, '6.2.3'),
  'port-default': info('The default port of the scheme was removed.', RFC3986, '6.2.3'),
  'port-zero': warning('No server can be reached at port 0, which is reserved.', 'RFC 6335', '6'),
  'port-zeros': info('Leading zeros of the port were removed.', RFC3986, '3.2.3'),
  'port-reserved': warning(
    'The port belongs to a service of another kind, which may read the request as commands.',
    URL03,
    'Security considerations',
  ),

  // Path
  'path-empty': info('The slash after the host was missing. It was added.', RFC3986, '6.2.3'),
  'dot-segments': info('The segments "." and ".." were removed.', RFC3986, '6.2.2.3'),

  // Reference resolution
  'reference-same-scheme': warning(
    'The reference repeats the scheme of its base without "//", so it was read as relative.',
    RFC3986,
    '5.2.2',
  ),
});

/** The name of a diagnostic that a URL of any scheme may have. */
export type GenericDiagnosticCode = keyof typeof entries;

/** The diagnostics that a URL of any scheme may have, by their codes. */
export const generic: DiagnosticTable<GenericDiagnosticCode> = entries;

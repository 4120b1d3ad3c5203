/** Why a URL of any scheme is refused. The messages of what is repaired are in generic-diagnostics.ts. */
import { defineErrors } from './diagnostic.ts';

const RFC3986 = 'RFC 3986';
const BIS = 'draft-hoffkohn-rfc1738bis';
const WHATWG = 'WHATWG URL';

export const genericErrors = /* @__PURE__ */ defineErrors({
  'not-a-string': ['A URL must be a string or a URL object.', RFC3986, '2'],
  'too-long': ['A URL can have at most 65,536 characters, before and after canonicalization.', 'RFC 9110', '4.1'],
  'line-not-utf-8': ['The line is not UTF-8, so its characters are not known.', 'RFC 3629', '3'],
  'scheme-missing': ['The beginning is missing, such as gopher:// or https://.', RFC3986, '3.1'],
  'scheme-invalid': [
    'This is not a scheme. A scheme is a letter followed by letters, digits, "+", "-" or ".".',
    RFC3986,
    '3.1',
  ],
  'user-info-forbidden': ['This scheme does not allow a user name or password before the host.', RFC3986, '3.2'],
  'authority-missing': ['This scheme needs "//" and a host after its colon.', BIS, '2.1'],
  'authority-character': ['There is a tab, a line break or a backslash before the path.', RFC3986, '3.2'],
  'host-missing': ['The host is missing.', RFC3986, '3.2.2'],
  'host-forbidden-character': ['The host contains a character that no host can have, raw or escaped.', WHATWG, '3.2'],
  'host-percent-malformed': ['A "%" in the host must be followed by two hexadecimal digits.', RFC3986, '3.2.2'],
  'host-utf8': ['The escapes in the host are not UTF-8.', RFC3986, '3.2.2'],
  'host-idna': ['The host is not a valid international domain name.', 'UTS 46', '4'],
  'host-idna-unavailable': [
    'The host has non-ASCII characters, and this program was built without the tables for those.',
    'UTS 46',
    '5',
  ],
  'host-too-long': ['A host with non-ASCII characters can have at most 4,096 characters.', 'RFC 1035', '2.3.4'],
  'host-ipv4': ['The host ends in a number but is not an IPv4 address.', WHATWG, '3.5'],
  'host-ipv6': ['The host in brackets is not an IPv6 address.', RFC3986, '3.2.2'],
  'host-ipvfuture': ['This scheme does not support addresses of future IP versions.', WHATWG, '3.5'],
  'host-literal-escape': ['An IP address in brackets cannot be percent-encoded.', RFC3986, '3.2.2'],
  'host-zone-id': [
    'An IPv6 zone identifier is meaningful on one machine only and is not allowed in a URL.',
    WHATWG,
    '3.1',
  ],
  'port-character': ['The port must be a decimal number.', RFC3986, '3.2.3'],
  'port-range': ['The port must be at most 65535.', WHATWG, '4.4'],
  'port-forbidden': ['URLs of this scheme have no port.', RFC3986, '3.2'],
  'part-misread': [
    'The scheme would read this part as another part. Leave it out, or replace the parts beside it.',
    RFC3986,
    '5.3',
  ],
  'base-invalid': ['The base must be an absolute URL.', RFC3986, '5.2.1'],
  'base-not-hierarchical': [
    'URLs of the base’s scheme have no hierarchy. Only an empty reference or a fragment can be relative to one.',
    RFC3986,
    '1.2.3',
  ],
});

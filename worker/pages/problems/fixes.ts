/** What to do about each error of a URL, and about each problem of the API, for `/problems`. */
import type { DiagnosticCode } from '../../../src/index.ts';

/** For the diagnostics that refuse a URL. The canonical form answers for all others. */
export const diagnosticFixes: Readonly<Partial<Record<DiagnosticCode, string>>> = {
  'not-a-string': 'Pass the URL as a string, such as url.href.',
  'too-long': 'Shorten the URL, or split what it carries over several requests.',
  'scheme-missing':
    'Write the scheme before the link, such as gopher://, or give the base that the link is relative to.',
  'scheme-invalid': 'Correct the scheme: letters, digits, "+", "-" and ".", beginning with a letter.',
  'user-info-forbidden': 'Remove the user name and the password before the host.',
  'authority-missing': 'Write two slashes and the host after the colon.',
  'authority-character': 'Remove the character, or write a slash after the host.',
  'host-missing': 'Name the host between the two slashes and the path.',
  'host-forbidden-character': 'Remove the character from the host. A path begins with a slash.',
  'host-percent-malformed': 'Remove the "%" from the host, or complete its escape.',
  'host-utf8': 'Encode the host as UTF-8, or write its A-labels (xn--).',
  'host-idna': 'Correct the name: one of its labels cannot be registered.',
  'host-idna-unavailable': 'Use the build of the library with the IDNA tables, or write the A-labels of the host.',
  'host-too-long': 'Correct the host: a DNS name has at most 253 characters.',
  'host-ipv4': 'Write the address as four numbers from 0 to 255, or the name of the host.',
  'host-ipv6': 'Correct the address in the brackets.',
  'host-ipvfuture': 'Write an IPv4 address, an IPv6 address or a name.',
  'host-zone-id': 'Remove the zone: it only has a meaning on one computer.',
  'port-character': 'Write the port in decimal digits.',
  'port-range': 'Write a port from 0 to 65535.',
  'port-forbidden': 'Remove the port.',
  'base-invalid': 'Give an absolute URL as the base.',
  'base-not-hierarchical': 'Give a base with a path, or write the link in full.',
  'gopher-type': 'Write the item type, one character, after the host: 1 for a menu, 0 for a text.',
  'gopher-cr-lf': 'Remove the line break (%0D, %0A). It would add a second line to the request.',
  'ftp-control': 'Remove the control character. It would add a second command to the request.',
  'news-cr-lf': 'Remove the line break. It would add a second command to the request.',
  'prospero-nul': 'Keep only one version.',
  'go-path': 'Remove the path, and write the name after a question mark.',
};

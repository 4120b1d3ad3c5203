/**
 * The grammar of RFC 3986 Appendix A as one regular expression, written from the ABNF and independent of `src/`. It is
 * stricter in two points: a canonical URL has hexadecimal digits in upper case only (§6.2.2.1), and no escaped
 * unreserved octet (§6.2.2.2).
 */

const pctEncoded = '%[0-9A-F]{2}';
const unreserved = 'A-Za-z0-9\\-._~';
const subDelims = "!$&'()*+,;=";

const pchar = `(?:[${unreserved}${subDelims}:@]|${pctEncoded})`;
const segment = `${pchar}*`;
const segmentNz = `${pchar}+`;
const pathAbempty = `(?:/${segment})*`;
const pathAbsolute = `/(?:${segmentNz}(?:/${segment})*)?`;
const pathRootless = `${segmentNz}(?:/${segment})*`;
const extra = `(?:${pchar}|[/?])*`;

const decOctet = '(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])';
const ipv4 = `${decOctet}(?:\\.${decOctet}){3}`;
const h16 = '[0-9A-Fa-f]{1,4}';
const ls32 = `(?:${h16}:${h16}|${ipv4})`;
const ipv6 = [
  `(?:${h16}:){6}${ls32}`,
  `::(?:${h16}:){5}${ls32}`,
  `(?:${h16})?::(?:${h16}:){4}${ls32}`,
  `(?:(?:${h16}:){0,1}${h16})?::(?:${h16}:){3}${ls32}`,
  `(?:(?:${h16}:){0,2}${h16})?::(?:${h16}:){2}${ls32}`,
  `(?:(?:${h16}:){0,3}${h16})?::${h16}:${ls32}`,
  `(?:(?:${h16}:){0,4}${h16})?::${ls32}`,
  `(?:(?:${h16}:){0,5}${h16})?::${h16}`,
  `(?:(?:${h16}:){0,6}${h16})?::`,
].join('|');
const ipFuture = `v[0-9A-Fa-f]+\\.[${unreserved}${subDelims}:]+`;
const regName = `(?:[${unreserved}${subDelims}]|${pctEncoded})*`;

const userinfo = `(?:[${unreserved}${subDelims}:]|${pctEncoded})*`;
const host = `(?:\\[(?:${ipv6}|${ipFuture})\\]|${regName})`;
const authority = `(?:${userinfo}@)?${host}(?::[0-9]*)?`;

const hierPart = `(?://${authority}${pathAbempty}|${pathAbsolute}|${pathRootless}|)`;
const uri = new RegExp(`^[A-Za-z][A-Za-z0-9+\\-.]*:${hierPart}(?:\\?${extra})?(?:#${extra})?$`);

/** Escapes of unreserved octets: `-` `.` `0`–`9` `A`–`Z` `_` `a`–`z` `~`. */
const escapedUnreserved = /%(?:2D|2E|3[0-9]|4[1-9A-F]|5[0-9A]|5F|6[1-9A-F]|7[0-9A]|7E)/;

/**
 * Why `text` is not a URI in the normal form of RFC 3986 §6.2.2; `null` if it is.
 *
 * @example
 * ```ts
 * faultOf('http://a/%7Eb'); // 'escapes an unreserved octet: %7E'
 * ```
 */
export function faultOf(text: string): string | null {
  if (!uri.test(text)) return 'does not match the URI production';
  if (/^[a-z0-9+\-.]*[A-Z]/.test(text.slice(0, text.indexOf(':')))) return 'has a scheme that is not in lower case';
  // In a URN, an escape is not the character that it stands for (RFC 8141 §3.1).
  const escaped = text.startsWith('urn:') ? null : escapedUnreserved.exec(text);
  return escaped ? `escapes an unreserved octet: ${escaped[0]}` : null;
}

/**
 * The port of the data connection, from the replies to EPSV (RFC 2428 §3) and PASV (RFC 959 §4.1.2). The address in
 * the reply is ignored: a server could name another host and so use the client to scan its ports (CVE-2020-8284).
 */

/** The delimiter is any printable character except a digit; the protocol and the address are empty. */
const EXTENDED = /\(([!-/:-~])\1\1(\d{1,5})\1\)/;
/** Six numbers, in brackets or not: RFC 1123 §4.1.2.6 tells clients to search for the first digit. */
const ADDRESS_AND_PORT = /(\d{1,3}),(\d{1,3}),(\d{1,3}),(\d{1,3}),(\d{1,3}),(\d{1,3})(?!\d)/;

const LAST_PORT = 65_535;
const LAST_OCTET = 255;

/**
 * The port in a reply to EPSV; `null` if it has none.
 *
 * @param text - of the 229 reply, without its code
 *
 * @example
 * ```ts
 * parseExtendedPassive('Entering Extended Passive Mode (|||40000|)'); // 40000
 * ```
 */
export function parseExtendedPassive(text: string): number | null {
  const port = Number(EXTENDED.exec(text)?.[2] ?? 0);
  return port > 0 && port <= LAST_PORT ? port : null;
}

/**
 * The port in a reply to PASV; `null` if it has none.
 *
 * @param text - of the 227 reply, without its code
 *
 * @example
 * ```ts
 * parsePassive('Entering Passive Mode (192,0,2,1,156,64).'); // 40000
 * ```
 */
export function parsePassive(text: string): number | null {
  const numbers = ADDRESS_AND_PORT.exec(text)?.slice(1).map(Number) ?? [];
  if (numbers.length < 6 || numbers.some((number) => number > LAST_OCTET)) return null;
  const [high = 0, low = 0] = numbers.slice(4);
  return high * 256 + low || null;
}

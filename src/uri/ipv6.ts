/**
 * IPv6 addresses (RFC 4291 §2.2), read and written as the WHATWG URL Standard does: lower case, no leading
 * zeros, the first longest run of two or more zero pieces as `::`, never a dotted tail.
 */
import { canonicalIpv4, isCanonicalIpv4 } from './ipv4.ts';

/**
 * The canonical form of an IPv6 address without its brackets.
 *
 * @returns the address, or `null` where the text is none
 * @example
 * ```ts
 * canonicalIpv6('2001:DB8:0:0::0:1'); // '2001:db8::1'
 * canonicalIpv6('::FFFF:1.2.3.4'); // '::ffff:102:304'
 * ```
 */
export function canonicalIpv6(text: string): string | null {
  const pieces = piecesOf(text);
  return pieces === null ? null : serialize(pieces);
}

function piecesOf(text: string): number[] | null {
  const halves = text.split('::');
  if (halves.length > 2) return null;
  const [head, tail] = halves.map((half, index) => halfOf(half, index === halves.length - 1));
  if (!head) return null;
  if (halves.length === 1) return head.length === 8 ? head : null;
  if (!tail || head.length + tail.length > 7) return null;
  return [...head, ...new Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}

/** The pieces on one side of `::`; only the last half may end in a dotted IPv4 address. */
function halfOf(half: string, last: boolean): number[] | null {
  if (half === '') return [];
  const pieces: number[] = [];
  const groups = half.split(':');
  for (const [index, group] of groups.entries()) {
    if (/^[0-9a-fA-F]{1,4}$/.test(group)) {
      pieces.push(Number.parseInt(group, 16));
    } else if (last && index === groups.length - 1 && isCanonicalIpv4(group, 0, group.length)) {
      const [a = 0, b = 0, c = 0, d = 0] = (canonicalIpv4(group) ?? '').split('.').map(Number);
      pieces.push(a * 256 + b, c * 256 + d);
    } else {
      return null;
    }
  }
  return pieces;
}

function serialize(pieces: readonly number[]): string {
  const { from, to } = longestZeros(pieces);
  const hex = (part: readonly number[]): string => part.map((piece) => piece.toString(16)).join(':');
  return to - from < 2 ? hex(pieces) : `${hex(pieces.slice(0, from))}::${hex(pieces.slice(to))}`;
}

function longestZeros(pieces: readonly number[]): { from: number; to: number } {
  let longest = { from: 0, to: 0 };
  for (let from = 0; from < pieces.length; from++) {
    let to = from;
    while (pieces[to] === 0) to++;
    if (to - from > longest.to - longest.from) longest = { from, to };
    if (to > from) from = to;
  }
  return longest;
}

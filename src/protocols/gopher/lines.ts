/** The lines of a gopher reply, as octets. CR LF or a bare LF ends a line; the last line may have no end. */

const LF = 0x0a;
const CR = 0x0d;

/**
 * Splits a reply into lines, without their ends. If several CR precede an LF, only the last belongs to the end.
 *
 * @example
 * ```ts
 * linesOf(octetsOf('a\r\nb')).length; // 2
 * ```
 */
export function linesOf(octets: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  for (let from = 0; from < octets.length; ) {
    const end = octets.indexOf(LF, from);
    const to = end === -1 ? octets.length : end;
    lines.push(octets.subarray(from, octets[to - 1] === CR && to > from ? to - 1 : to));
    from = to + 1;
  }
  return lines;
}

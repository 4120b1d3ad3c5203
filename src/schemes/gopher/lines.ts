/**
 * The lines of a gopher reply and the fields of a line, as octets. CR LF or a bare LF ends a line; the last line may
 * have no end.
 */

const TAB = 0x09;
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

/** Splits a line at its tabs. */
export function fieldsOf(line: Uint8Array): Uint8Array[] {
  const fields: Uint8Array[] = [];
  let from = 0;
  for (let tab = line.indexOf(TAB); tab !== -1; tab = line.indexOf(TAB, from)) {
    fields.push(line.subarray(from, tab));
    from = tab + 1;
  }
  fields.push(line.subarray(from));
  return fields;
}

/**
 * Lines of octets, as gopher replies are made of them: ended by CR LF or a bare LF, the last one by nothing at times.
 */

const TAB = 0x09;
const LF = 0x0a;
const CR = 0x0d;
const DOT = 0x2e;

/**
 * The lines of a reply, without their ends; of several CR before an LF exactly one is taken off.
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

/** The fields of a line, which tabs separate. */
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

/** Whether a line is the period that ends a text or a menu (RFC 1436 §3.2, `Lastline`). */
export function isLastLine(line: Uint8Array): boolean {
  return line.length === 1 && line[0] === DOT;
}

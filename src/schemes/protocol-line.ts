/**
 * A protocol line as gopher, FTP and NNTP send it. This is the only place that adds the CR LF at its end.
 */
import { concatOctets } from '../uri/octets.ts';

const LINE_END = '\r\n';

/**
 * The octets of a line with CR LF behind it.
 *
 * @param line - without its line end: octets, or text that is sent as UTF-8
 * @example
 * ```ts
 * lineOctets('QUIT'); // octetsOf('QUIT\r\n')
 * ```
 */
export function lineOctets(line: Uint8Array | string): Uint8Array {
  return concatOctets(line, LINE_END);
}

/** The same for a line of ASCII, as text: several times as fast where base64 is made of it. */
export function lineText(line: string): string {
  return line + LINE_END;
}

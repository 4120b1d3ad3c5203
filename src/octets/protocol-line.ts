/**
 * A protocol line as gopher, FTP and NNTP send it. This is the only place that adds the CR LF at its end.
 */
import { concatOctets } from './octets.ts';

const LINE_END = '\r\n';

/**
 * The octets of a line, followed by CR LF.
 *
 * @param line - without its line end: octets, or text that is sent as UTF-8
 * @example
 * ```ts
 * lineOctets('QUIT'); // octetsOf('QUIT\r\n')
 * ```
 */
export function lineOctets(line: Uint8Array | string): Uint8Array {
  return concatOctets([line, LINE_END]);
}

/** As {@link lineOctets}, for an ASCII line as text. Encoding the text as base64 is several times as fast. */
export function lineText(line: string): string {
  return line + LINE_END;
}

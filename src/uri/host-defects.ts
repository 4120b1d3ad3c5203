/**
 * What exactly is wrong with a host that is refused. The pass finds only the code and the place of the defect, so that
 * a program without messages does not ship these.
 */
import type { GenericDiagnosticCode } from './generic-diagnostics.ts';

/**
 * By code, what stands at the place of the defect. `$&` in a message is the defect, of which the expressions allow only
 * what can be shown: no controls, and no characters that reverse a text.
 */
const rows: readonly (readonly [code: GenericDiagnosticCode, defect: RegExp, message: string])[] = [
  ['host-ipv6', /\[(?![^/?#]*\])/y, 'The bracket before the IPv6 address is not closed.'],
  ['host-ipv6', /(?<=\]\s*)./y, 'Only a colon and a port can follow the bracket.'],
  ['host-ipv6', /(?![\da-fv\]])[!-9;-~]/iy, 'An IPv6 address cannot have "$&".'],
  ['host-ipv4', /0x[\da-f]{0,62}|0[0-7]{0,62}|[1-9]\d{0,62}/iy, 'An IPv4 address cannot have "$&" here.'],
  ['host-idna', /[\p{L}\p{M}\p{N}_-]{1,63}/uy, 'The label "$&" is not valid in an international domain name.'],
];

/**
 * The message about a host that says more than that of its code; `null` = there is none.
 *
 * @param input - the input, in which the defect begins at `index`
 * @param end - where the defect ends; `index` if that is not known
 */
export function messageOfHost(code: string, index: number, input: string, end = index): string | null {
  for (const [of, defect, message] of rows) {
    defect.lastIndex = index;
    const [text] = (of === code && defect.exec(input)) || [];
    if (text !== undefined && (end === index || end === defect.lastIndex)) return message.replace('$&', () => text);
  }
  return null;
}

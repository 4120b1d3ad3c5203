/**
 * IPv4 addresses in every notation of C libraries (inet_aton), written as dotted decimal. They are read as in the
 * WHATWG URL Standard, "ends in a number checker" and "IPv4 parser".
 */

/** Whether the host can only be an IPv4 address: its last label is a number. */
export function endsInNumber(host: string): boolean {
  const end = host.endsWith('.') ? host.length - 1 : host.length;
  const label = host.slice(host.lastIndexOf('.', end - 1) + 1, end);
  return /^(?:[0-9]+|0[xX][0-9a-fA-F]*)$/.test(label);
}

/**
 * Reads an IPv4 address of one to four parts, each decimal, octal (`0…`) or hexadecimal (`0x…`).
 * `canonicalIpv4('0x7f.1')` is `'127.0.0.1'`. Returns dotted decimal, or `null` if the numbers are not an address.
 */
export function canonicalIpv4(host: string): string | null {
  const labels = host.split('.');
  if (labels.length > 1 && labels.at(-1) === '') labels.pop();
  if (labels.length > 4) return null;
  const numbers = labels.map(parseIpv4Number);
  const last = numbers.at(-1) ?? Number.NaN;
  if (numbers.some(Number.isNaN) || numbers.slice(0, -1).some((part) => part > 255)) return null;
  if (last >= 256 ** (5 - numbers.length)) return null;
  const address = numbers.slice(0, -1).reduce((sum, part, index) => sum + part * 256 ** (3 - index), last);
  return [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join('.');
}

function parseIpv4Number(label: string): number {
  if (/^0[xX][0-9a-fA-F]*$/.test(label)) return label.length === 2 ? 0 : Number.parseInt(label.slice(2), 16);
  if (/^0[0-7]+$/.test(label)) return Number.parseInt(label, 8);
  return /^(?:0|[1-9][0-9]*)$/.test(label) ? Number.parseInt(label, 10) : Number.NaN;
}

/** A text, or octets that are read as one. */
export type CharacterCodes = Pick<string, 'charCodeAt'>;

/** Whether `text[from, to)` is dotted decimal without leading zeros, the form that {@link canonicalIpv4} returns. */
export function isCanonicalIpv4(text: CharacterCodes, from: number, to: number): boolean {
  let parts = 1;
  let value = 0;
  let digits = 0;
  for (let index = from; index < to; index++) {
    const code = text.charCodeAt(index);
    if (code === 0x2e) {
      if (digits === 0) return false;
      parts++;
      value = 0;
      digits = 0;
    } else {
      if (code < 0x30 || code > 0x39 || (digits > 0 && value === 0)) return false;
      value = value * 10 + code - 0x30;
      digits++;
      if (value > 255) return false;
    }
  }
  return parts === 4 && digits > 0;
}

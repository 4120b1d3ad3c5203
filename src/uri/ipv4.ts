/**
 * IPv4 addresses in every notation of C libraries (inet_aton), written as dotted decimal. They are read as in the
 * WHATWG URL Standard, "ends in a number checker" and "IPv4 parser".
 */

/** Whether the host can only be an IPv4 address: its last label is a number. */
export function endsInNumber(host: string): boolean {
  return /(?:^|\.)(?:[0-9]+|0[xX][0-9a-fA-F]*)\.?$/.test(host);
}

/**
 * Reads an IPv4 address of one to four parts, each decimal, octal (`0…`) or hexadecimal (`0x…`).
 * `canonicalIpv4('0x7f.1')` is `'127.0.0.1'`. Returns dotted decimal, or the number of the first label, from 0 on, that
 * no address has in its place: `canonicalIpv4('1.2.3.256')` is `3`.
 */
export function canonicalIpv4(host: string): string | number {
  const numbers = host.replace(/\.$/, '').split('.').map(parseIpv4Number);
  const last = numbers.length - 1;
  // Each part is an octet, and the last one all octets that are left.
  const wrong = numbers.findIndex((part, index) => !(index < 4 && part < (index < last ? 256 : 256 ** (4 - index))));
  if (wrong !== -1) return wrong;
  const address = numbers.reduce((sum, part, index) => sum + (index < last ? part * 256 ** (3 - index) : part), 0);
  return [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join('.');
}

function parseIpv4Number(label: string): number {
  if (/^0[xX][0-9a-fA-F]*$/.test(label)) return Number.parseInt(`0${label.slice(2)}`, 16);
  if (/^0[0-7]*$/.test(label)) return Number.parseInt(label, 8);
  return /^[1-9][0-9]*$/.test(label) ? Number.parseInt(label, 10) : Number.NaN;
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

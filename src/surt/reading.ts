/** What the programs’ ways to read a URL have in common. */
import { HEX, NOT_HEX } from '../uri/percent.ts';

/** Why a program makes no key of a URL. */
export class KeyFault extends Error {
  readonly code: 'scheme-missing' | 'host-missing' | 'port-character' | 'port-range';
  /** How many characters of the URL stand behind the beginning of the defect, dropped ones not counted. */
  readonly rest: number;

  constructor(code: KeyFault['code'], rest: number) {
    super(code);
    this.code = code;
    this.rest = rest;
  }
}

/** A text without the characters at both ends that are `dropped`. */
export function trimmed(text: string, dropped: (code: number) => boolean): string {
  let from = 0;
  let to = text.length;
  while (from < to && dropped(text.charCodeAt(from))) from++;
  while (to > from && dropped(text.charCodeAt(to - 1))) to--;
  return text.slice(from, to);
}

/**
 * Decodes the escapes of octets below `limit` until none is left, in one pass: which one comes first makes no
 * difference.
 *
 * @param units - changed by the call
 * @returns how many units are left
 */
export function decodeEscapes(units: Uint8Array | Uint16Array, limit: number): number {
  let length = 0;
  for (const unit of units) {
    units[length++] = unit;
    // A unit may be the last digit of an escape, and so may the octet for which that stands.
    while (units[length - 3] === 0x25) {
      const [high, low] = [digitOf(units[length - 2]), digitOf(units[length - 1])];
      const octet = (high << 4) | low;
      if (high === NOT_HEX || low === NOT_HEX || octet >= limit) break;
      length -= 2;
      units[length - 1] = octet;
    }
  }
  return length;
}

/** The value of a hexadecimal digit, or `NOT_HEX`. */
function digitOf(unit = 0): number {
  const digit = HEX[unit] ?? NOT_HEX;
  return digit === NOT_HEX ? digit : digit & 15;
}

/**
 * The path of a URL with a host, without dot segments and without empty ones, except at its end. `..` stays if there is
 * nothing to remove.
 */
export function normalizePath(path: string): string {
  const kept: string[] = [];
  for (const segment of path.split('/').slice(1)) {
    if (segment === '.') continue;
    if (segment === '..' && kept.length > 0) kept.pop();
    else kept.push(segment);
  }
  const last = kept.length - 1;
  return `/${kept.filter((segment, index) => segment !== '' || index === last).join('/')}`;
}

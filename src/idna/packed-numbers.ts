/**
 * Numbers as printable ASCII, without quotes and backslashes. Small numbers, which are most of a table of differences,
 * take one character.
 *
 * A number ends with a digit of base 64. The digits before it have base 21, and no number has two notations: each
 * further digit begins to count where the shorter notations end.
 */

/** 85 characters: 64 that end a number, and 21 that continue it. */
const ALPHABET = '()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_abcdefghijklmnopqrstuvwxyz{|}~';
const LAST = 64;
const CONTINUED = ALPHABET.length - LAST;

/** Digits by their character codes. */
const DIGITS = Uint8Array.from({ length: 128 }, (_, code) => Math.max(0, ALPHABET.indexOf(String.fromCharCode(code))));

/** Writes numbers, which are integers from 0. */
export function packNumbers(numbers: readonly number[]): string {
  return numbers.map(packNumber).join('');
}

function packNumber(number: number): string {
  let text = ALPHABET.charAt(number % LAST);
  for (let rest = Math.floor(number / LAST); rest > 0; rest = Math.floor(rest / CONTINUED)) {
    rest -= 1;
    text = ALPHABET.charAt(LAST + (rest % CONTINUED)) + text;
  }
  return text;
}

/** Reads what {@link packNumbers} wrote. */
export function unpackNumbers(text: string): number[] {
  const numbers: number[] = [];
  let rest = 0;
  for (let index = 0; index < text.length; index++) {
    const digit = DIGITS[text.charCodeAt(index)] ?? 0;
    if (digit >= LAST) {
      rest = rest * CONTINUED + (digit - LAST) + 1;
    } else {
      numbers.push(rest * LAST + digit);
      rest = 0;
    }
  }
  return numbers;
}

/** A difference as a number from 0: 0, −1, 1, −2, … */
export function zigzag(difference: number): number {
  return difference < 0 ? -2 * difference - 1 : 2 * difference;
}

/** The difference that {@link zigzag} wrote. */
export function unzigzag(number: number): number {
  return number % 2 === 0 ? number / 2 : -(number + 1) / 2;
}

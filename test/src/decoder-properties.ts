/** What the properties of decoders share: they give a result or their own error for any octets. */
import { expect, it } from 'vitest';
import { PROPERTY_TIMEOUT } from '../fast-check.ts';
import { toHex } from './protocols/telnet/cuts.ts';

/** A test of a property, with the time that many runs need. */
export const property = (name: string, check: () => void): void => it(name, check, PROPERTY_TIMEOUT);

/**
 * What a decoder returns; `null` if it refuses its input with its own error. Any other error fails the test.
 *
 * @param Refusal - the class of the decoder's own errors
 */
export function resultOf<Result>(Refusal: abstract new (...args: never) => Error, decode: () => Result): Result | null {
  try {
    return decode();
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** Throws only if a condition does not hold: `expect` is slow. */
export function must(holds: boolean, octets: Uint8Array): void {
  if (!holds) expect.fail(`with the octets ${toHex(octets)}`);
}

/** Octets for property tests: streams that are right, and streams with a few octets changed. */
import fc from '../../../fast-check.ts';
import { hex } from './cuts.ts';

/** Octets that mean something in telnet, TN3270E or the 3270 data stream. */
const INTERESTING = hex(
  '00 01 02 03 04 05 06 07 08 0d 0e 10 11 12 13 15 18 19 1c 1d 1e 1f 28 29 2c 31 3c 3f 40 41 42 43 45 50 60 6d 6e 6f 7d 7e 7f' +
    '80 81 88 c0 c1 c2 d0 ef f0 f1 f2 f3 f4 f5 f6 f8 f9 fa fb fc fd fe ff',
);

const octet = fc.oneof(fc.constantFrom(...INTERESTING), fc.nat(0xff));

type Edit =
  | { readonly kind: 'set' | 'insert'; readonly at: number; readonly octet: number }
  | { readonly kind: 'cut' | 'repeat'; readonly at: number; readonly length: number };

const place = fc.nat(999);
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({ kind: fc.constantFrom('set', 'insert'), at: place, octet }),
  fc.record({ kind: fc.constantFrom('cut', 'repeat'), at: place, length: fc.integer({ min: 1, max: 8 }) }),
);

function apply(octets: readonly number[], change: Edit): number[] {
  const at = change.at % (octets.length + 1);
  const [before, after] = [octets.slice(0, at), octets.slice(at)];
  switch (change.kind) {
    case 'set':
      return [...before, change.octet, ...after.slice(1)];
    case 'insert':
      return [...before, change.octet, ...after];
    case 'cut':
      return [...before, ...after.slice(change.length)];
    case 'repeat':
      return [...before, ...after.slice(0, change.length), ...after];
  }
}

/**
 * Streams with up to six edits, or random octets.
 *
 * @param bases - streams that are right, in hexadecimal
 */
export function mutated(bases: readonly string[]): fc.Arbitrary<Uint8Array> {
  return fc
    .record({
      base: fc.oneof(
        { weight: 5, arbitrary: fc.constantFrom(...bases.map((base) => [...hex(base)])) },
        fc.array(octet, { maxLength: 40 }),
      ),
      edits: fc.array(edit, { maxLength: 6 }),
    })
    .map(({ base, edits }) => Uint8Array.from(edits.reduce<readonly number[]>(apply, base)));
}

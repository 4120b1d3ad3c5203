/** Cuts of a stream: what is read must not depend on where the network cuts it. */

/** Every way to cut octets once, and the cut into single octets. */
export function* cuts(octets: Uint8Array): Generator<Uint8Array[]> {
  for (let at = 1; at < octets.length; at++) yield [octets.slice(0, at), octets.slice(at)];
  yield [...octets].map((octet) => Uint8Array.of(octet));
}

/** The greatest number that {@link someCuts} takes. */
export const LAST_PLACE = 999;
/** One input in so many is cut everywhere. */
const RARELY = 25;

/**
 * A cut at one place, and that into single octets; rarely, every cut: a million inputs need not each be read a hundred
 * times.
 *
 * @param place - any number up to {@link LAST_PLACE}
 */
export function* someCuts(octets: Uint8Array, place: number): Generator<Uint8Array[]> {
  if (place % RARELY === 0) {
    yield* cuts(octets);
    return;
  }
  const at = place % (octets.length + 1);
  yield [octets.slice(0, at), octets.slice(at)];
  yield [...octets].map((octet) => Uint8Array.of(octet));
}

/** Octets written in hexadecimal; blanks are for the reader. */
export function hex(text: string): Uint8Array {
  return Uint8Array.from(text.replace(/\s/g, '').match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** Octets in hexadecimal, for messages of failing tests. */
export function toHex(octets: Uint8Array): string {
  return [...octets].map((octet) => octet.toString(16).padStart(2, '0')).join('');
}

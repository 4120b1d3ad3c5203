/**
 * Which of a row of places are taken, with their ranks. A Fenwick tree: each operation takes the logarithm of the
 * number of places. Punycode needs it, because its simple algorithm takes the square of a label's length.
 */
export class RankTree {
  /** Element `i` counts the taken places in the range of `i & -i` places that ends at place `i`. Places begin at 1. */
  readonly #counts: Uint32Array;
  /** The greatest power of two that is not above the number of places. */
  readonly #top: number;

  /**
   * @param length - the number of places
   * @param taken - whether all places are taken at first
   */
  constructor(length: number, taken: boolean) {
    this.#counts = new Uint32Array(length + 1);
    this.#top = length === 0 ? 0 : 2 ** Math.floor(Math.log2(length));
    if (taken) for (let place = 1; place <= length; place++) this.#counts[place] = place & -place;
  }

  /** Takes a place, or gives it back. */
  set(place: number, taken: boolean): void {
    const change = taken ? 1 : -1;
    for (let index = place + 1; index < this.#counts.length; index += index & -index) {
      this.#counts[index] = this.#at(index) + change;
    }
  }

  /** The number of taken places before a place. */
  rank(place: number): number {
    let rank = 0;
    for (let index = place; index > 0; index -= index & -index) rank += this.#at(index);
    return rank;
  }

  /** The taken place with a rank. */
  select(rank: number): number {
    let place = 0;
    let rest = rank;
    for (let step = this.#top; step > 0; step >>= 1) {
      const next = place + step;
      if (next >= this.#counts.length || this.#at(next) > rest) continue;
      rest -= this.#at(next);
      place = next;
    }
    return place;
  }

  #at(index: number): number {
    return this.#counts[index] ?? 0;
  }
}

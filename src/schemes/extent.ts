/**
 * How much of a list is read: all of it for a client, its beginning for an answer in JSON. A link of 64 KiB may name
 * 60,000 directories, and to make them all only to count them would take a hundred times as long as the canonical form.
 */

/** Reads lists up to a length, and counts the rest. */
export class Extent {
  /** The most entries of a list. */
  readonly most: number;
  /** How many entries lists lack, by the path of the member in a resolution. */
  readonly omitted: Record<string, number> = {};
  /** The most octets of a text in base64. */
  readonly #mostOctets: number;

  /** @param mostText - the most UTF-16 code units of a text in a request, a multiple of four */
  constructor(most: number = Number.POSITIVE_INFINITY, mostText: number = Number.POSITIVE_INFINITY) {
    this.most = most;
    this.#mostOctets = (mostText / 4) * 3;
  }

  /** The pieces of a text between separators of one character, for the list `member`. */
  split(member: string, text: string, separator: string): string[] {
    if (text.length <= this.most) return text.split(separator);
    const pieces = text.split(separator, this.most);
    if (pieces.length === this.most) this.omit(member, occurrences(text, separator.charCodeAt(0)) + 1 - this.most);
    return pieces;
  }

  /** The octets of a request that the text `member` has in base64: all, or those at the beginning. */
  octets(member: string, octets: Uint8Array): Uint8Array {
    const more = octets.length - this.#mostOctets;
    if (more <= 0) return octets;
    this.omit(member, 4 * Math.ceil(more / 3));
    return octets.subarray(0, this.#mostOctets);
  }

  /** Counts the entries, or the UTF-16 code units, that `member` lacks. */
  omit(member: string, count: number): void {
    if (count > 0) this.omitted[member] = count;
  }
}

function occurrences(text: string, code: number): number {
  let count = 0;
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) === code) count++;
  return count;
}

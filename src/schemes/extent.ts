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
  /** The most UTF-16 code units of a text in a request. */
  readonly #mostText: number;

  /** @param mostText - the most UTF-16 code units of a text in a request, a multiple of four */
  constructor(most: number = Number.POSITIVE_INFINITY, mostText: number = Number.POSITIVE_INFINITY) {
    this.most = most;
    this.#mostText = mostText;
  }

  /** The pieces of a text between separators of one character, for the list `member`. */
  split(member: string, text: string, separator: string): string[] {
    if (text.length <= this.most) return text.split(separator);
    const pieces = text.split(separator, this.most);
    if (pieces.length === this.most) this.omit(member, occurrences(text, separator.charCodeAt(0)) + 1 - this.most);
    return pieces;
  }

  /** The beginning of a list. */
  beginning<Entry>(member: string, list: readonly Entry[]): readonly Entry[] {
    if (list.length <= this.most) return list;
    this.omit(member, list.length - this.most);
    return list.slice(0, this.most);
  }

  /**
   * The beginning of a text in a request.
   *
   * @param more - how many UTF-16 code units would follow the text
   */
  text(member: string, text: string, more = 0): string {
    const beginning = text.length <= this.#mostText ? text : text.slice(0, this.#mostText);
    this.omit(member, text.length + more - beginning.length);
    return beginning;
  }

  /** Those octets of a request, perhaps one character for each, that the text `member` has in base64. */
  octets<Octets extends string | Uint8Array>(member: string, octets: Octets): Octets;
  octets(member: string, octets: string | Uint8Array): string | Uint8Array {
    const most = (this.#mostText / 4) * 3;
    if (octets.length <= most) return octets;
    this.omit(member, 4 * Math.ceil((octets.length - most) / 3));
    return octets.slice(0, most);
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

/** A resolution with the counts of what it leaves out, if there is anything. */
export function withCounts<Resolution extends object>(
  resolution: Resolution,
  omittedDiagnostics: number,
  omitted: Readonly<Record<string, number>>,
): Resolution {
  const isCut = Object.keys(omitted).length > 0;
  if (omittedDiagnostics === 0 && !isCut) return resolution;
  return { ...resolution, ...(omittedDiagnostics > 0 && { omittedDiagnostics }), ...(isCut && { omitted }) };
}

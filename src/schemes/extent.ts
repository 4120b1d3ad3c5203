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

  constructor(most: number = Number.POSITIVE_INFINITY) {
    this.most = most;
  }

  /** The pieces of a text between separators of one character, for the list `member`. */
  split(member: string, text: string, separator: string): string[] {
    if (text.length <= this.most) return text.split(separator);
    const pieces = text.split(separator, this.most);
    if (pieces.length === this.most) this.omit(member, occurrences(text, separator.charCodeAt(0)) + 1 - this.most);
    return pieces;
  }

  /** Counts entries that the list `member` lacks. */
  omit(member: string, count: number): void {
    if (count > 0) this.omitted[member] = count;
  }
}

function occurrences(text: string, code: number): number {
  let count = 0;
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) === code) count++;
  return count;
}

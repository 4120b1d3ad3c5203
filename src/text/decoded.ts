/** A text without the escapes of its markup, as the search for URLs reads it, and the way back to the text. */
import type { TextRange } from './link.ts';

/** How a markup writes characters that mean something to it. */
export interface Escapes {
  /** An escape, or a part of the text without any; global. */
  readonly pattern: RegExp;
  /** What an escape stands for; `null` = it stands for itself. */
  readonly meaning: (written: string, before: string, after: string) => string | null;
  /** How characters of URLs are written. */
  readonly spellings: Readonly<Record<string, EscapedSpelling>>;
}

/**
 * How a character is written: by its escape `always`; as it is, unless the old text has the escape (`optional`); or
 * only as the old text has it, because nobody can see how the place is read (`as-before`).
 */
type EscapedSpelling = readonly [code: string, use: 'always' | 'optional' | 'as-before'];

/** An escape: where it is in the decoded text and in the source, and both lengths. */
type Replaced = readonly [at: number, length: number, from: number, to: number];

export class DecodedText {
  readonly text: string;
  readonly #replaced: readonly Replaced[];

  constructor(source: string, { pattern, meaning }: Pick<Escapes, 'pattern' | 'meaning'>) {
    const parts: string[] = [];
    const replaced: Replaced[] = [];
    let [copied, length] = [0, 0];
    for (const { 0: written, index } of source.matchAll(pattern)) {
      const to = index + written.length;
      const meant = meaning(written, source[index - 1] ?? '', source[to] ?? '');
      if (meant === null) continue;
      parts.push(source.slice(copied, index), meant);
      length += index - copied;
      replaced.push([length, meant.length, index, to]);
      length += meant.length;
      copied = to;
    }
    this.text = copied === 0 ? source : parts.join('') + source.slice(copied);
    this.#replaced = replaced;
  }

  /** Where a range of the text is in the source. It is not empty. */
  rangeOf([from, to]: TextRange): TextRange {
    return [this.#placeOf(from)[0], this.#placeOf(to - 1)[1]];
  }

  /** Where a character is in the source. */
  #placeOf(at: number): TextRange {
    let [low, high] = [0, this.#replaced.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#replaced[middle]?.[0] ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    const last = this.#replaced[low - 1];
    if (last === undefined) return [at, at + 1];
    const [begin, length, from, to] = last;
    const place = to + at - begin - length;
    return at < begin + length ? [from, to] : [place, place + 1];
  }
}

/**
 * A URL in the spelling of a markup.
 *
 * @param before - what stands in its place
 * @returns `null` if it cannot be written there
 */
export function spelled(url: string, before: string, { spellings }: Pick<Escapes, 'spellings'>): string | null {
  let written = '';
  for (const character of url) {
    const [code, use] = spellings[character] ?? [character, 'optional'];
    if (use === 'always' || before.includes(code)) written += code;
    else if (use === 'optional' || before.includes(character)) written += character;
    else return null;
  }
  return written;
}

/** Words to look for: in whatever order, and in any case. */

/** The words of a search, in one case. `wordsOf('Tea  Cake')` is `['tea', 'cake']`. */
export function wordsOf(query: string): readonly string[] {
  return folded(query).split(/\s+/).filter(Boolean);
}

/** Whether a text has each of these words: `hasWords('A cake for tea', ['tea', 'cake'])` is `true`. */
export function hasWords(text: string, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const all = folded(text);
  return words.every((word) => all.includes(word));
}

/** A text in one case; letters with accents are spelled in one way (UAX 15, NFC). */
export function folded(text: string): string {
  return text.toLowerCase().normalize('NFC');
}

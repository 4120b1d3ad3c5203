/** The entries of a list in a setting, which commas or blanks separate. */
export function entriesIn(text: string): string[] {
  return text.split(/[\s,]+/).filter((entry) => entry !== '');
}

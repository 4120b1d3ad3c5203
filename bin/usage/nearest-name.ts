/** The name that a mistyped word is most likely to mean. */

/**
 * Finds the nearest name, if it is near enough: one error in a word of up to five characters, two in a longer one. A
 * wrong, missing or additional character is an error, and so are two characters in the wrong order.
 * `nearestName('canonicalise', ['canonicalize', 'compare'])` is `'canonicalize'`.
 *
 * @returns `null` if no name is near, or if two are equally near
 */
export function nearestName(word: string, names: readonly string[]): string | null {
  const most = word.replace(/^-+/, '').length <= 5 ? 1 : 2;
  const near = names.map((name) => ({ name, errors: errorsBetween(word, name) }));
  const [first, second] = near.filter(({ errors }) => errors <= most).toSorted((a, b) => a.errors - b.errors);
  return first === undefined || first.errors === second?.errors ? null : first.name;
}

/** The number of errors, as the restricted Damerau–Levenshtein distance counts them. */
function errorsBetween(a: string, b: string): number {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      const swapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? 0;
}

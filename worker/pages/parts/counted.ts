/** Numbers of things, in sentences and tables. */

/**
 * A whole number with a comma after each three digits. `toLocaleString` takes as long as the rest of a row in workerd.
 *
 * @param value - not negative
 * @example
 * ```ts
 * grouped(50_000); // '50,000'
 * ```
 */
export function grouped(value: number): string {
  return value < 1000 ? String(value) : String(value).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/**
 * A number and its noun.
 *
 * @param noun - in the singular; its plural ends with an s
 * @example
 * ```ts
 * counted(1000, 'group'); // '1,000 groups'
 * ```
 */
export function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** Numbers of things in sentences. */

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
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

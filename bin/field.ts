/**
 * One field of a line, such as the URL in a line of a CDX or TSV file.
 */

/** Where the URL of a line stands. */
export interface FieldPosition {
  /** From 1. */
  readonly number: number;
  /** One character; `null` = a tab, or a space in lines without a tab. */
  readonly delimiter: string | null;
}

/**
 * Finds a field.
 *
 * @returns `[start, end)` in the line, in UTF-16 code units; `null` if the line has fewer fields
 * @example
 * ```ts
 * fieldOf('com,example)/ 2024 http://example.com/', { number: 3, delimiter: null }); // [19, 38]
 * ```
 */
export function fieldOf(line: string, { number, delimiter }: FieldPosition): readonly [number, number] | null {
  const separator = delimiter ?? (line.includes('\t') ? '\t' : ' ');
  let from = 0;
  for (let index = 1; index < number; index++) {
    const end = line.indexOf(separator, from);
    if (end === -1) return null;
    from = end + separator.length;
  }
  const end = line.indexOf(separator, from);
  return [from, end === -1 ? line.length : end];
}

/** The first line of a CDX file: its first character is the delimiter of the others, and letters name the fields. */
export function isCdxHeader(line: string): boolean {
  return /^[^\w]CDX(?:[^\w][\w!$%&*]){2,}\s*$/.test(line);
}

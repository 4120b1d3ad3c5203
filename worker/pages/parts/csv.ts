/** Tables as CSV (RFC 4180). */

/** A field of a table. Spaces separate the items of a list. */
type Field = string | number | null | readonly (string | number)[];

/**
 * Writes a table, with the names of its columns first. `csvOf(['slug', 'note'], [{ slug: 'a', note: 'one, two' }])` is
 * `'slug,note\r\na,"one, two"\r\n'`.
 */
export function csvOf<Column extends string>(
  columns: readonly Column[],
  rows: readonly Readonly<Record<Column, Field>>[],
): string {
  const lines = rows.map((row) => columns.map((column) => csvField(row[column])).join(','));
  return `${[columns.join(','), ...lines].join('\r\n')}\r\n`;
}

function csvField(value: Field): string {
  const text = Array.isArray(value) ? value.join(' ') : String(value ?? '');
  // A spreadsheet takes text that begins like this for a formula. No URL does.
  const safe = /^[=+\-@\t]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** What the text of a setting holds: lists and tables. */

/** The entries of a list in a setting, which commas or blanks separate. */
export function entriesIn(text: string): string[] {
  return text.split(/[\s,]+/).filter((entry) => entry !== '');
}

/** The entries of a table of strings, in JSON; none for an empty text. */
export function entriesOf(text: string): [key: string, value: string][] {
  if (text === '') return [];
  const table: unknown = JSON.parse(text);
  if (typeof table !== 'object' || table === null || Array.isArray(table)) throw new TypeError('not a table');
  return Object.entries(table).map(([key, value]: [string, unknown]) => {
    if (typeof value !== 'string') throw new TypeError('not a table of strings');
    return [key, value];
  });
}

/** Tables of figures, as Markdown. */

export interface Table {
  /** What was measured, in one sentence or two. */
  readonly about: string;
  readonly head: readonly string[];
  /** The day on which it was measured, in ISO 8601; absent = it was not, or just now. */
  readonly measured?: string;
  readonly rows: readonly (readonly string[])[];
}

/** The tables of the parts of `npm run bench`, by the names of the parts. */
export type Figures = Readonly<Record<string, Table>>;

/** A table with the sentence about it, and the day. */
export function markdownOf({ about, head, measured, rows }: Table): string {
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  const day = measured === undefined ? '' : ` Measured on ${measured}.`;
  return `${about}${day}\n\n${lines.join('\n')}\n`;
}

/** A number with as many digits as it deserves. */
export function figure(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(2);
}

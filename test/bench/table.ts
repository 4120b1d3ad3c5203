/** Tables of figures, as Markdown. */

export interface Table {
  /** What was measured, in one sentence or two. */
  readonly about: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The tables of the parts of `npm run bench`, by the names of the parts. */
export type Figures = Readonly<Record<string, Table>>;

/** A table with the sentence about it. */
export function markdownOf({ about, head, rows }: Table): string {
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return `${about}\n\n${lines.join('\n')}\n`;
}

/** A number with as many digits as it deserves. */
export function figure(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(2);
}

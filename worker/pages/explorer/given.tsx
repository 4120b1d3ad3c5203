/**
 * What was given, with a number at each place where a step changed it.
 */
import type { ComponentChildren, VNode } from 'preact';
import type { PartName } from '../../../src/anatomy.ts';
import type { Diagnostic } from '../../../src/index.ts';

interface GivenProps {
  readonly input: string;
  readonly diagnostics: readonly Diagnostic[];
  /** The part that each of them speaks of, and the number of its step. */
  readonly touched: readonly (PartName | null)[];
  readonly numbers: readonly number[];
}

/** Such inputs are shown whole; of longer ones, the beginning. */
const LONGEST = 2000;
/** A mark of so many characters stays on a line with its number. */
const SHORT = 16;

/** The input; nothing where it has no place that is worth a number. */
export function Given({ input, diagnostics, touched, numbers }: GivenProps): VNode {
  const shown = input.slice(0, LONGEST);
  const marks = diagnostics
    .map(({ at }, index) => ({ at, number: numbers[index], part: touched[index] ?? null }))
    .flatMap(({ at, ...mark }) => (at === null ? [] : [{ from: at[0], to: at[1], ...mark }]))
    .filter(({ to }) => to <= shown.length)
    .sort((a, b) => a.from - b.from || a.to - b.to);
  const pieces: ComponentChildren[] = [];
  let cursor = 0;
  for (const { from, to, number, part } of marks) {
    // Of two that overlap the first is marked; the second still has its number in the list of steps.
    if (from < cursor) continue;
    pieces.push(
      visible(shown.slice(cursor, from)),
      <mark data-part={part} class={to - from <= SHORT ? 'whole' : null}>
        {visible(shown.slice(from, to))}
        <sup>{number}</sup>
      </mark>,
    );
    cursor = to;
  }
  pieces.push(visible(shown.slice(cursor)), input.length > LONGEST && '…');
  return (
    <code class="given">
      <bdi dir="auto">{pieces}</bdi>
    </code>
  );
}

/** The names of characters that have no picture, or none that can be told from others. */
const INVISIBLE: Readonly<Record<string, string>> = { '\t': 'TAB', '\n': 'LF', '\r': 'CR', ' ': '␣', '\u00a0': 'NBSP' };
/** Controls, lone surrogates, and blanks that are alone, at an end, or more than one; between words one is seen. */
const CONTROL = /([\0-\x1f\x7f-\xa0\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]|^ | $|(?<= ) | (?= ))/u;

/**
 * A text whose invisible characters can be seen, and which cannot turn what stands around it about.
 *
 * @example
 * ```ts
 * visible('a\tb'); // 'a', TAB, 'b'
 * ```
 */
export function visible(text: string): ComponentChildren {
  if (!CONTROL.test(text)) return text;
  return text.split(CONTROL).map((piece, index) => {
    if (index % 2 === 0) return piece;
    const code = (piece.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return <span class="control">{INVISIBLE[piece] ?? `U+${code}`}</span>;
  });
}

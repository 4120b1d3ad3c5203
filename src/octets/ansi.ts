/**
 * Text with the escape sequences of terminals (ECMA-48). Colours and weight (SGR, §8.3.117) become styles. All other
 * sequences, which would move a cursor or control a terminal, are removed, and so are control characters.
 */

export interface Style {
  /** 0–7 for the normal colours, 8–15 for the bright ones; `null` = the default. */
  readonly foreground: number | null;
  readonly background: number | null;
  readonly bold: boolean;
  readonly underlined: boolean;
  readonly inverse: boolean;
}

/** A piece of text in one style. */
export interface StyledRun {
  readonly text: string;
  readonly style: Style;
}

export const PLAIN: Style = { foreground: null, background: null, bold: false, underlined: false, inverse: false };

/** CSI sequences, OSC and other strings up to their end, two-character escapes, and single control characters. */
export const CONTROLS =
  /\x1b\[([\x30-\x3f]*)[\x20-\x2f]*([\x40-\x7e])|\x1b[\]P^_X][^\x07\x1b]*(?:\x07|\x1b\\)?|\x1b[\x20-\x2f]*[\x30-\x7e]?|[\0-\x08\x0b-\x1f\x7f-\x9f]/g;

/** Whether a text sets a colour or a weight. */
export function isStyled(text: string): boolean {
  return /\x1b\[[\d;]*m/.test(text);
}

/** A text without escape sequences and control characters. Tabs and line feeds stay. */
export function withoutControls(text: string): string {
  return text.replace(CONTROLS, '');
}

/** Runs of one style each. `styledRuns('a \x1b[31mred\x1b[0m').map(({ text }) => text)` is `['a ', 'red']`. */
export function styledRuns(text: string): StyledRun[] {
  const runs: StyledRun[] = [];
  let style = PLAIN;
  let from = 0;
  const add = (piece: string): void => {
    const last = runs.at(-1);
    if (piece === '') return;
    if (last?.style === style) runs[runs.length - 1] = { text: last.text + piece, style };
    else runs.push({ text: piece, style });
  };
  for (const match of text.matchAll(CONTROLS)) {
    add(text.slice(from, match.index));
    from = match.index + match[0].length;
    const [, parameters, final] = match;
    if (final === 'm' && parameters !== undefined) style = withParameters(style, parameters);
  }
  add(text.slice(from));
  return runs;
}

/** The style after an SGR sequence with these parameters. */
export function withParameters(style: Style, parameters: string): Style {
  const codes = parameters.split(';').map(Number);
  let next: Style = style;
  for (let index = 0; index < codes.length; index += 1) {
    const code = codes[index] ?? 0;
    if (code === 38 || code === 48) {
      // A colour of a larger palette: only its first sixteen exist here, the others change nothing.
      const [kind, colour = 16] = codes.slice(index + 1);
      index += kind === 2 ? 4 : 2;
      if (kind === 5 && colour < 16) next = { ...next, [code === 38 ? 'foreground' : 'background']: colour };
    } else next = withCode(next, code);
  }
  return next;
}

/** The style after one SGR code. */
function withCode(style: Style, code: number): Style {
  if (code >= 30 && code <= 37) return { ...style, foreground: code - 30 };
  if (code >= 40 && code <= 47) return { ...style, background: code - 40 };
  if (code >= 90 && code <= 97) return { ...style, foreground: code - 82 };
  if (code >= 100 && code <= 107) return { ...style, background: code - 92 };
  if (code === 0) return PLAIN;
  const change = CHANGES.get(code);
  return change === undefined ? style : { ...style, ...change };
}

const CHANGES: ReadonlyMap<number, Partial<Style>> = new Map([
  [1, { bold: true }],
  [4, { underlined: true }],
  [7, { inverse: true }],
  [22, { bold: false }],
  [24, { underlined: false }],
  [27, { inverse: false }],
  [39, { foreground: null }],
  [49, { background: null }],
]);

/** Control characters, and the characters that set the direction of a text (UAX #9 §2.1, §2.2, §2.4). */
const NOT_SHOWN = /[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/;
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g;

/** A text without escapes, controls, and characters that reverse the text around them. Tabs and line feeds stay. */
export function displayText(text: string): string {
  // Most texts have none of these, and a test is faster than a replacement.
  return NOT_SHOWN.test(text) ? withoutControls(text).replace(DIRECTIONS, '') : text;
}

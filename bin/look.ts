/**
 * How text looks on a terminal: colours (ECMA-48 SGR) where there is one, and pictures for what cannot be seen.
 */

/** What a stream can show. */
export interface Look {
  readonly colours: boolean;
  /** Width in columns. */
  readonly columns: number;
}

/** Width of what is no terminal, and of one that does not know its own and says 0. */
const COLUMNS = 80;

/** A stream that may lead to a terminal. */
export interface Screen {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

/** Colours on a terminal only, and not where `NO_COLOR` (no-color.org) or a dumb terminal refuses them. */
export function lookOf({ isTTY, columns }: Screen, env: Readonly<Record<string, string | undefined>>): Look {
  const refused = (env.NO_COLOR ?? '') !== '' || env.TERM === 'dumb';
  return { colours: isTTY === true && !refused, columns: columns || COLUMNS };
}

const SGR = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, blue: 34, magenta: 35, cyan: 36 } as const;
export type Colour = keyof typeof SGR;

/** Text in a colour, where there are colours. */
export function paint({ colours }: Look, colour: Colour, text: string): string {
  return colours && text !== '' ? `\x1b[${SGR[colour]}m${text}\x1b[0m` : text;
}

/**
 * Text that can be seen whole, and that no terminal takes for a command: pictures for the C0 controls, code points
 * for what has no picture or changes the direction of what follows.
 *
 * @example
 * ```ts
 * visible('a\tb\r\n'); // 'a␉b␍␊'
 * ```
 */
export function visible(text: string): string {
  return text
    .replace(/[\0-\x1f]/g, (control) => String.fromCharCode(0x2400 + control.charCodeAt(0)))
    .replace(/\x7f/g, '␡')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (character) => {
      const code = character.codePointAt(0) ?? 0;
      return `\\u{${code.toString(16).toUpperCase()}}`;
    });
}

/** Octets that can be seen whole: text where they are UTF-8, else `\xFF` for each that is not ASCII. */
export function visibleOctets(octets: Uint8Array): string {
  const buffer = Buffer.from(octets);
  const text = buffer.toString();
  if (Buffer.from(text).equals(buffer)) return visible(text);
  const escaped = (octet: string): string => `\\x${octet.charCodeAt(0).toString(16).toUpperCase()}`;
  return visible(buffer.toString('latin1').replace(/[\x80-\xff]/g, escaped));
}

/** Text for terminals: colours (ECMA-48 SGR), and visible characters in place of control characters. */
import type { Readable, Writable } from 'node:stream';

/** How text is styled for one stream. */
export interface TerminalStyle {
  readonly colours: boolean;
  /** Width in columns. */
  readonly columns: number;
}

/** The width of streams that are not terminals, and of terminals that report 0. */
const COLUMNS = 80;

/** An output stream, which may be a terminal. */
export interface OutputStream {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

/** The style for a stream: colours on terminals only, and never with `NO_COLOR` (no-color.org) or a dumb terminal. */
export function terminalStyleOf(
  { isTTY, columns }: OutputStream,
  env: Readonly<Record<string, string | undefined>>,
): TerminalStyle {
  const disabled = (env.NO_COLOR ?? '') !== '' || env.TERM === 'dumb';
  return { colours: isTTY === true && !disabled, columns: columns || COLUMNS };
}

const SGR = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, blue: 34, magenta: 35, cyan: 36 } as const;
export type Colour = keyof typeof SGR;

/** Text in a colour, if the style has colours. */
export function paint({ colours }: TerminalStyle, colour: Colour, text: string): string {
  return colours && text !== '' ? `\x1b[${SGR[colour]}m${text}\x1b[0m` : text;
}

/**
 * Makes every character of a text visible, so that no terminal reads one as a command: control pictures for C0
 * controls, code points for other controls and for characters that change the writing direction.
 * `showControls('a\tb\r\n')` is `'a␉b␍␊'`.
 */
export function showControls(text: string): string {
  return text
    .replace(/[\0-\x1f]/g, (control) => String.fromCharCode(0x2400 + control.charCodeAt(0)))
    .replace(/\x7f/g, '␡')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (character) => {
      const code = character.codePointAt(0) ?? 0;
      return `\\u{${code.toString(16).toUpperCase()}}`;
    });
}

/** Makes every octet visible: as text if the octets are UTF-8, else with `\xFF` for each octet beyond ASCII. */
export function showOctets(octets: Uint8Array): string {
  const buffer = Buffer.from(octets);
  const text = buffer.toString();
  if (Buffer.from(text).equals(buffer)) return showControls(text);
  const escaped = (octet: string): string => `\\x${octet.charCodeAt(0).toString(16).toUpperCase()}`;
  return showControls(buffer.toString('latin1').replace(/[\x80-\xff]/g, escaped));
}

/** The streams and variables that a run of the command line uses. */
export interface StandardStreams {
  readonly stdin: Readable & OutputStream;
  readonly stdout: Writable & OutputStream;
  readonly stderr: Writable & OutputStream;
  readonly env: Readonly<Record<string, string | undefined>>;
}

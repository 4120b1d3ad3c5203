/**
 * The line mode of a tn3270 host, before it sends 3270 records: the network virtual terminal of RFC 854 (RFC 2355
 * §8.1.1, NVT-DATA). Terminal servers and menus begin in it.
 */
import { withoutControls } from '../../octets/ansi.ts';
import { encodeRecord } from './header.ts';

/** Text above a form feed, or before a sequence that erases the screen, is no longer shown. */
const ERASURE = /\f|\x1b\[[0-3]?J/g;

/**
 * What a person sees of the text of a host: lines, without control sequences. `lineModeText('a\x08b\r\n')` is `'b\n'`.
 *
 * @param text - all text that came, as it came
 */
export function lineModeText(text: string): string {
  const shown = text.split(ERASURE).at(-1) ?? '';
  const characters: string[] = [];
  for (const character of shown.replace(/\r\n|\r\0?/g, '\n')) {
    if (character !== '\b') characters.push(character);
    else if (characters.at(-1) !== '\n') characters.pop();
  }
  return withoutControls(characters.join(''));
}

const encoder = new TextEncoder();

/** The record for a line that a person has typed, without the end of the line. */
export function encodeLine(line: string): Uint8Array {
  return encodeRecord({ type: 'nvt', data: encoder.encode(`${line}\r\n`) });
}

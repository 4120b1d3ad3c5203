/**
 * The text of the system services of a host (SSCP-LU-DATA, RFC 2355 §8.1.1): before an application has the screen, and
 * after the SysReq key. It has characters and new lines. Some hosts send orders all the same.
 */
import { CONTROL, DEFAULT_ATTRIBUTES, ORDER } from './codes.ts';
import { encodeRecord } from './header.ts';
import type { Screen } from './screen.ts';

/** A blank in EBCDIC. */
const BLANK = 0x40;

/**
 * Writes text behind what the host wrote last. A field of a misled host is a blank, and an address does nothing.
 * Returns the address behind the text, where a person types.
 */
export function writeSystemText(screen: Screen, data: Uint8Array): number {
  const { columns } = screen.size;
  const put = (code: number): void => {
    screen.set(screen.writtenTo, { kind: 'character', code, graphic: false, attributes: DEFAULT_ATTRIBUTES });
    screen.writtenTo += 1;
    if (screen.writtenTo < screen.length) return;
    screen.scroll();
    screen.writtenTo = screen.length - columns;
  };
  for (let at = 0; at < data.length; at++) {
    const code = data[at] ?? 0;
    if (code === CONTROL.newLine)
      for (let left = columns - (screen.writtenTo % columns); left > 0; left--) put(CONTROL.nul);
    else if (code === ORDER.setBufferAddress) at += 2;
    else if (code === ORDER.startField || code === ORDER.graphicEscape) {
      at += 1;
      put(BLANK);
    } else if (code !== ORDER.insertCursor) put(code);
  }
  screen.cursor = screen.writtenTo;
  return screen.cursor;
}

/** The record of what a person has typed behind the text: plain characters. */
export function typedForSystem(screen: Screen, from: number): Uint8Array {
  const codes: number[] = [];
  for (let at = from; at !== screen.cursor; at = screen.wrap(at + 1)) {
    const cell = screen.at(at);
    if (cell.kind === 'character' && cell.code !== CONTROL.nul) codes.push(cell.code);
  }
  screen.writtenTo = screen.cursor;
  return encodeRecord({ type: 'sscpLu', data: Uint8Array.from(codes) });
}

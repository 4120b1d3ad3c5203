/**
 * The escape sequences that a server must not use (xterm's control sequences): the clipboard, links with a hidden
 * target, and questions whose answers would carry what the server chose before. xterm.js has no window operations,
 * title reports or images unless a page switches them on, and this one does not.
 */
import type { Terminal } from '@xterm/xterm';

/** Operating system commands that are ignored. */
const HYPERLINK = 8;
const CLIPBOARD = 52;
/**
 * Colours: of the palette, of special attributes, and of text, background, cursor and more. Setting them is harmless.
 */
const COLOURS = [4, 5, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19];

/** Disarms these sequences. */
export function disarm({ parser }: Terminal): void {
  for (const command of [HYPERLINK, CLIPBOARD]) parser.registerOscHandler(command, () => true);
  for (const command of COLOURS) parser.registerOscHandler(command, (text) => text.includes('?'));
  // Requests for settings (DECRQSS), terminfo capabilities (XTGETTCAP): text in the question would come back.
  for (const intermediates of ['$', '+']) parser.registerDcsHandler({ intermediates, final: 'q' }, () => true);
  // Title reports and everything else about windows.
  parser.registerCsiHandler({ final: 't' }, () => true);
}

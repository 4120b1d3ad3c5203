/** What a server must not do to the page of a terminal, and the person before it. */
import type { Terminal } from '@xterm/xterm';

/** Operating system commands that are ignored. */
const HYPERLINK = 8;
const CLIPBOARD = 52;
/** Colours: of the palette, text, background, cursor and more, and as they were at first. A few are harmless. */
const COLOURS = [4, 5, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 104];
/** For each, xterm.js writes the style sheet anew. */
const MOST_COLOURS = 16;
/** Questions for the state of the terminal: DSR, DA, DECRQM. */
const QUESTIONS = [
  ...['', '?'].map((prefix) => ({ prefix, final: 'n' })),
  ...['', '>', '='].map((prefix) => ({ prefix, final: 'c' })),
  ...['', '?'].map((prefix) => ({ prefix, intermediates: '$', final: 'p' })),
];

/** The mode in which a terminal reports its focus: it does so at once. */
const FOCUS_REPORTS = 1004;

/**
 * Disarms the escape sequences that a server must not use (xterm's control sequences): the clipboard, links with a
 * hidden target, and questions whose answers would carry what the server chose before. xterm.js has no window
 * operations, title reports or images unless a page switches them on, and this one does not.
 *
 * @param isBehind - whether answers would have to wait, for a server that asks without reading them: it gets none
 * @param answering - is called before the terminal answers a question, at once if it has an answer
 */
export function disarm(
  { parser }: Pick<Terminal, 'parser'>,
  { isBehind, answering }: { readonly isBehind: () => boolean; readonly answering: () => void },
): void {
  for (const command of [HYPERLINK, CLIPBOARD]) parser.registerOscHandler(command, () => true);
  for (const command of COLOURS) parser.registerOscHandler(command, isTooMuch);
  for (const { prefix, ...question } of QUESTIONS)
    parser.registerCsiHandler(prefix === '' ? question : { prefix, ...question }, () => {
      if (isBehind()) return true;
      answering();
      return false;
    });
  parser.registerCsiHandler({ prefix: '?', final: 'h' }, (modes) => {
    const reports = modes.filter((mode) => mode === FOCUS_REPORTS).length;
    if (reports === 0) return false;
    if (reports > 1 || isBehind()) return true;
    answering();
    return false;
  });
  // Requests for settings (DECRQSS), terminfo capabilities (XTGETTCAP): text in the question would come back.
  for (const intermediates of ['$', '+']) parser.registerDcsHandler({ intermediates, final: 'q' }, () => true);
  // Title reports and everything else about windows.
  parser.registerCsiHandler({ final: 't' }, () => true);
}

/** Whether a command asks for a colour, or sets many at once. */
function isTooMuch(command: string): boolean {
  return command.includes('?') || command.split(';').length > 2 * MOST_COLOURS;
}

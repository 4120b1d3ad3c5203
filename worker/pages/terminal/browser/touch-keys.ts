/** The buttons for keys that the keyboards of phones lack. */
import type { Terminal } from '@xterm/xterm';
import { paste } from '../../parts/browser/buttons.ts';
import { frame } from './session-page.ts';
import { pasteText } from './xterm.ts';

/** Whether Ctrl holds for the next character. */
let holdsControl = false;

function holdControl(holds: boolean): void {
  holdsControl = holds;
  frame.querySelector('[data-typed="control"]')?.setAttribute('aria-pressed', String(holds));
}

/** What a key types: while Ctrl holds, its control character. */
export function withControl(key: string): string {
  if (!holdsControl) return key;
  holdControl(false);
  // As the Ctrl key makes it: C becomes U+0003.
  return /^[@-~]$/.test(key) ? String.fromCharCode(key.charCodeAt(0) & 0x1f) : key;
}

/** The final characters of the sequences of arrow keys. */
const ARROWS: ReadonlyMap<string | undefined, string> = new Map([
  ['left', 'D'],
  ['up', 'A'],
  ['down', 'B'],
  ['right', 'C'],
]);
const OTHERS: ReadonlyMap<string | undefined, string> = new Map([
  ['escape', '\x1b'],
  ['tab', '\t'],
]);

export function startTouchKeys(terminal: Terminal): void {
  const typedBy = (name: string | undefined): string => {
    const final = ARROWS.get(name);
    if (final === undefined) return OTHERS.get(name) ?? '';
    return (terminal.modes.applicationCursorKeysMode ? '\x1bO' : '\x1b[') + final;
  };
  for (const button of frame.querySelectorAll<HTMLButtonElement>('[data-typed]')) {
    // The focus stays on the screen, and with it the keyboard of a phone.
    button.addEventListener('mousedown', (event) => event.preventDefault());
    button.addEventListener('click', () => {
      const { typed } = button.dataset;
      if (typed === 'control') holdControl(!holdsControl);
      else if (typed === 'paste') void paste((text) => pasteText(terminal, text));
      else terminal.input(typedBy(typed));
      terminal.focus();
    });
  }
}

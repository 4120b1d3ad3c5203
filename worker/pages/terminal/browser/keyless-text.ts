/**
 * Text that arrives without keys: from emoji panels, dictation and the suggestions of phone keyboards. In its mode for
 * screen readers, xterm.js ignores such text, because there it cannot tell it from the text of a key.
 */
import type { Terminal } from '@xterm/xterm';

/** Types text that arrives without keys. Call it after `terminal.open`. */
export function typeKeylessText(terminal: Terminal): void {
  const { textarea } = terminal;
  let keyIsDown = false;
  textarea?.addEventListener('keydown', () => {
    keyIsDown = true;
  });
  for (const event of ['keyup', 'blur']) {
    textarea?.addEventListener(event, () => {
      keyIsDown = false;
    });
  }
  textarea?.addEventListener('input', (event) => {
    if (!(event instanceof InputEvent) || keyIsDown) return;
    // The end of a composition is an event of its own, which xterm.js takes.
    if (event.inputType === 'insertText' && !event.isComposing && event.data !== null) terminal.input(event.data);
  });
}

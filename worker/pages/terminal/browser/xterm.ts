/** What xterm.js needs on a page whose policy forbids inline styles, and that phones and input methods type into. */
import type { Terminal } from '@xterm/xterm';

/**
 * From now on, style elements that a script creates have the nonce of the policy, and style attributes are set through
 * the CSSOM, which a policy without `unsafe-inline` allows (CSP 3 §6.1.3). xterm.js makes three style elements without
 * an option for a nonce, and sets style attributes for colours outside the palette.
 */
export function allowInlineStyles(nonce: string): void {
  const createElement = document.createElement.bind(document);
  document.createElement = (name: string, options?: ElementCreationOptions): HTMLElement => {
    const element = createElement(name, options);
    if (element instanceof HTMLStyleElement) element.nonce = nonce;
    return element;
  };
  HTMLElement.prototype.setAttribute = function (name: string, value: string): void {
    if (name === 'style') this.style.cssText = value;
    else Element.prototype.setAttribute.call(this, name, value);
  };
}

/**
 * Types text that arrives without keys: from emoji panels, dictation and the suggestions of phone keyboards. xterm.js
 * takes such text for that of a key and drops it: always in its mode for screen readers, otherwise after a key whose
 * release it has not seen. Call this after `terminal.open`.
 *
 * @param screen - the element around the terminal: what it sees first, xterm.js may not see at all
 */
export function typeKeylessText(terminal: Terminal, screen: HTMLElement): void {
  let keyIsDown = false;
  const note = (type: string, isDown: boolean): void =>
    screen.addEventListener(
      type,
      () => {
        keyIsDown = isDown;
      },
      { capture: true },
    );
  note('keydown', true);
  for (const type of ['keyup', 'blur']) note(type, false);
  screen.addEventListener(
    'input',
    (event) => {
      if (!(event instanceof InputEvent) || keyIsDown) return;
      // The end of a composition is an event of its own, which xterm.js takes.
      if (event.inputType !== 'insertText' || event.isComposing || event.data === null) return;
      event.stopPropagation();
      terminal.input(event.data);
    },
    { capture: true },
  );
}
